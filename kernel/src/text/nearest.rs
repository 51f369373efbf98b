//! The nearest texts by TF-IDF.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::stems::stems;

/// Texts as vectors of weighted stems.
///
/// # Source
/// Salton and Buckley 1988 (doi:10.1016/0306-4573(88)90021-0): the weight of a stem is 1 + ln(its count in the text), times the
/// inverse document frequency ln((1 + N)/(1 + n)) + 1, and each vector is scaled to length 1.
#[derive(Debug, Clone)]
pub struct TfIdf(Vec<BTreeMap<String, f64>>);

impl TfIdf {
    /// Reads the texts; their positions are their names.
    pub fn new<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut vectors: Vec<BTreeMap<String, f64>> = Vec::new();
        let mut containing: BTreeMap<String, f64> = BTreeMap::new();
        for text in texts {
            let mut counts: BTreeMap<String, f64> = BTreeMap::new();
            for stem in stems(text) {
                *counts.entry(stem).or_default() += 1.0;
            }
            for stem in counts.keys() {
                *containing.entry(stem.clone()).or_default() += 1.0;
            }
            vectors.push(counts);
        }
        let texts = vectors.len() as f64;
        for vector in &mut vectors {
            for (stem, count) in &mut *vector {
                let idf = ((1.0 + texts) / (1.0 + containing[stem])).ln() + 1.0;
                *count = (1.0 + count.ln()) * idf;
            }
            let length = vector.values().map(|weight| weight * weight).sum::<f64>().sqrt();
            vector.values_mut().for_each(|weight| *weight /= length);
        }
        Self(vectors)
    }

    /// The cosine of the angle between two texts.
    ///
    /// *Range*: [0, 1]; 0 where no content word is shared.
    pub fn similarity(&self, one: usize, other: usize) -> f64 {
        let (one, other) = (&self.0[one], &self.0[other]);
        one.iter().filter_map(|(stem, weight)| Some(weight * other.get(stem)?)).sum()
    }

    /// The `count` texts of `among` that are nearest to a text, the nearest first. Of equally near texts the earlier ones
    /// come first; texts without a common word are the farthest.
    pub fn nearest(
        &self,
        text: usize,
        among: impl IntoIterator<Item = usize>,
        count: usize,
    ) -> Vec<usize> {
        let mut others: Vec<(Reverse<u64>, usize)> = among
            .into_iter()
            .map(|other| (Reverse((self.similarity(text, other) * 1e9) as u64), other))
            .collect();
        others.sort_unstable();
        others.into_iter().take(count).map(|(_, other)| other).collect()
    }
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
        assert!((texts.similarity(0, 1) - 1.0).abs() < 1e-9);
        assert!(texts.similarity(0, 2) > 0.0 && texts.similarity(0, 2) < 0.5);
        assert!(texts.similarity(0, 3).abs() < 1e-9);
        assert!(texts.similarity(4, 4).abs() < 1e-9, "a text without content words");
    }

    #[test]
    fn the_nearest_texts_come_first_and_rank_alone_decides() {
        let texts = TfIdf::new(TEXTS);
        assert_eq!(texts.nearest(0, 1..5, 2), [1, 2]);
        assert_eq!(texts.nearest(0, 1..5, 9), [1, 2, 3, 4]);
        assert_eq!(texts.nearest(3, [0, 1], 1), [0], "the nearest one may share no word");
    }

    #[test]
    fn a_rare_word_brings_texts_nearer_than_a_common_one() {
        let texts = TfIdf::new([
            "Robots weld cars.",
            "Robots weld ships.",
            "Robots weld pipes.",
            "Unions weld alliances.",
            "Unions own robots.",
        ]);
        assert!(texts.similarity(3, 4) > texts.similarity(0, 4));
    }
}
