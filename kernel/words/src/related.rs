//! Counts of words that count the words like them too.

use super::vector::Vector;

/// Words are alike only above this cosine: those of most pairs of unrelated words are below it.
const UNRELATED: f64 = 0.2;

/// How much each word of a collection is like each other one, and what it counts for it.
///
/// A word counts in full for itself. Another one counts for it with the square of ((cosine −
/// 0.2)/0.8), or not at all where the cosine is lower. Words without a vector are like themselves
/// only.
///
/// # Source
/// Kernel smoothing of word counts: Ganguly, Roy, Mitra and Jones 2015, *Word Embedding based
/// Generalized Language Model for Information Retrieval* (doi:10.1145/2766462.2767780).
#[derive(Debug, Clone)]
pub struct Related {
    /// For each word the words like it, itself included, in order, each with the cosine of the two.
    rows: Vec<Vec<(usize, f64)>>,
}

impl Related {
    /// Compares all stems of a collection; their positions are their numbers. No stem stands twice.
    pub fn new<'s>(stems: impl IntoIterator<Item = &'s str>) -> Self {
        let vectors: Vec<_> = stems.into_iter().map(Vector::of).collect();
        let mut rows: Vec<Vec<(usize, f64)>> = vec![Vec::new(); vectors.len()];
        for (one, vector) in vectors.iter().enumerate() {
            for (other, earlier) in vectors[..one].iter().enumerate() {
                let cosine = vector.zip(*earlier).map_or(0.0, |(a, b)| a.cosine(b));
                if cosine > UNRELATED {
                    rows[one].push((other, cosine));
                    rows[other].push((one, cosine));
                }
            }
            rows[one].push((one, 1.0));
        }
        Self { rows }
    }

    /// How many words the collection has.
    pub fn words(&self) -> usize {
        self.rows.len()
    }

    /// For each word the sum of the values of the words like it, each times its weight.
    ///
    /// *Shape*: one value a word, and one sum a word.
    pub fn smoothed(&self, values: &[f64]) -> Vec<f64> {
        let sum = |row: &Vec<(usize, f64)>| {
            row.iter().map(|(other, cosine)| weight(*cosine) * values[*other]).sum()
        };
        self.rows.iter().map(sum).collect()
    }

    /// The cosine of two words. *Range*: 0.2 to 1; 1 for a word and itself. 0 where it is lower.
    pub fn cosine(&self, one: usize, other: usize) -> f64 {
        let row = &self.rows[one];
        row.binary_search_by_key(&other, |(known, _)| *known).map_or(0.0, |at| row[at].1)
    }

    /// What one word counts for the other. *Range*: 0 to 1; 1 for a word and itself.
    pub fn weight(&self, one: usize, other: usize) -> f64 {
        weight(self.cosine(one, other))
    }
}

fn weight(cosine: f64) -> f64 {
    ((cosine - UNRELATED).max(0.0) / (1.0 - UNRELATED)).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEMS: [&str; 4] = ["tenant", "bee", "xyzzy", "landlord"];

    #[test]
    fn words_count_for_the_words_like_them() {
        let related = Related::new(STEMS);
        let [tenant, bee, unknown, landlord] = related.smoothed(&[1.0, 0.0, 10.0, 0.0])[..] else {
            panic!("one sum a word")
        };
        assert!((tenant - 1.0).abs() < 1e-12 && (unknown - 10.0).abs() < 1e-12);
        assert!(bee.abs() < 1e-12, "bees are not like tenants");
        assert!(landlord > 0.4 && landlord < 1.0, "{landlord}");
    }

    #[test]
    fn weights_are_symmetric_and_one_for_the_same_word() {
        let related = Related::new(STEMS);
        for one in 0..STEMS.len() {
            for other in 0..STEMS.len() {
                let (there, back) = (related.weight(one, other), related.weight(other, one));
                assert!((there - back).abs() < 1e-12 && (0.0..=1.0).contains(&there));
            }
            assert!((related.weight(one, one) - 1.0).abs() < 1e-12);
        }
    }
}
