//! The nearest texts by TF-IDF.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::stems::stems;

/// Texts as vectors of weighted stems.
///
/// # Source
/// Salton and Buckley 1988 (doi:10.1016/0306-4573(88)90021-0): the weight of a stem is 1 + ln(its
/// count in the text), times the inverse document frequency ln((1 + N)/(1 + n)) + 1, and each
/// vector is scaled to length 1.
#[derive(Debug, Clone)]
pub struct TfIdf {
    /// The stems of each text, each with its weight.
    texts: Vec<Vec<(usize, f64)>>,
    /// The texts that contain each stem, each with the weight of the stem.
    containing: Vec<Vec<(usize, f64)>>,
}

impl TfIdf {
    /// Reads the texts; their positions are their names.
    pub fn new<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        let mut counted: Vec<BTreeMap<usize, f64>> = Vec::new();
        for text in texts {
            let mut counts = BTreeMap::new();
            for stem in stems(text) {
                let next = numbers.len();
                *counts.entry(*numbers.entry(stem).or_insert(next)).or_default() += 1.0;
            }
            counted.push(counts);
        }
        let mut found_in = vec![0_usize; numbers.len()];
        counted.iter().flat_map(BTreeMap::keys).for_each(|&stem| found_in[stem] += 1);
        let all = counted.len() as f64;
        let mut vectors = Self { texts: Vec::new(), containing: vec![Vec::new(); numbers.len()] };
        for (text, counts) in counted.into_iter().enumerate() {
            let weight = |(stem, count): (usize, f64)| {
                let idf = ((1.0 + all) / (1.0 + found_in[stem] as f64)).ln() + 1.0;
                (stem, (1.0 + count.ln()) * idf)
            };
            let mut weights: Vec<(usize, f64)> = counts.into_iter().map(weight).collect();
            let length = weights.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
            for (stem, weight) in &mut weights {
                *weight /= length;
                vectors.containing[*stem].push((text, *weight));
            }
            vectors.texts.push(weights);
        }
        vectors
    }

    /// The cosines of the angles between a text and every text.
    ///
    /// *Shape*: one number a text. *Range*: [0, 1]; 0 where no content word is shared.
    pub fn similarities(&self, text: usize) -> Vec<f64> {
        let mut sums = vec![0.0; self.texts.len()];
        for &(stem, weight) in &self.texts[text] {
            for &(other, its) in &self.containing[stem] {
                sums[other] += weight * its;
            }
        }
        sums
    }
}

/// The `count` texts of `among` with the highest similarities, the most similar first. Of equally
/// similar texts the earlier ones come first.
pub fn nearest(similarities: &[f64], among: &[usize], count: usize) -> Vec<usize> {
    let rank = |&other: &usize| (Reverse((similarities[other] * 1e9) as u64), other);
    let mut others: Vec<usize> = among.to_vec();
    if count < others.len() {
        others.select_nth_unstable_by_key(count, rank);
        others.truncate(count);
    }
    others.sort_unstable_by_key(rank);
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 5] = [
        "The shops lose customers.",
        "Shops are losing their customers.",
        "The shops open early.",
        "Cars are loud.",
        "",
    ];

    #[test]
    fn similarity_is_1_for_the_same_stems_and_0_without_a_common_word() {
        let texts = TfIdf::new(TEXTS);
        let similarities = texts.similarities(0);
        assert!((similarities[1] - 1.0).abs() < 1e-9);
        assert!(similarities[2] > 0.0 && similarities[2] < 0.5);
        assert!(similarities[3].abs() < 1e-9);
        assert!(texts.similarities(4)[4].abs() < 1e-9, "a text without content words");
    }

    #[test]
    fn the_nearest_texts_come_first_and_rank_alone_decides() {
        let texts = TfIdf::new(TEXTS);
        let to = |text| texts.similarities(text);
        assert_eq!(nearest(&to(0), &[1, 2, 3, 4], 2), [1, 2]);
        assert_eq!(nearest(&to(0), &[1, 2, 3, 4], 9), [1, 2, 3, 4]);
        assert_eq!(nearest(&to(3), &[0, 1], 1), [0], "the nearest one may share no word");
    }

    #[test]
    fn a_rare_word_brings_texts_nearer_than_a_common_one() {
        let texts = TfIdf::new([
            "Robots weld cars.", "Robots weld ships.", "Robots weld pipes.",
            "Unions weld alliances.", "Unions own robots.",
        ]);
        let similarities = texts.similarities(3);
        assert!(similarities[4] > similarities[0]);
    }
}
