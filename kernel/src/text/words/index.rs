//! Search by BM25.

use std::collections::BTreeMap;

use super::lexicon::{Bag, Word};

/// A collection of texts that can be searched. All bags come from one [`Lexicon`](super::Lexicon).
///
/// # Source
/// Robertson and Zaragoza 2009, The Probabilistic Relevance Framework: BM25 and Beyond
/// (doi:10.1561/1500000019), with k1 = 1.2, b = 0.75 and the idf of Lucene, ln(1 + (N − n + ½)/(n +
/// ½)), which is never negative.
#[derive(Debug, Clone)]
pub struct Index {
    /// For each word the texts that contain it, each with the number of occurrences.
    postings: BTreeMap<Word, Vec<(usize, usize)>>,
    lengths: Vec<usize>,
    mean_length: f64,
}

/// How soon further occurrences of a word in a text count less: the usual value of BM25 (Robertson
/// and Zaragoza 2009).
const K1: f64 = 1.2;
/// How much the length of a text lowers what its words count: the usual value of BM25.
const B: f64 = 0.75;

impl Index {
    /// Indexes texts; their positions are their names.
    pub fn new<'b>(bags: impl IntoIterator<Item = &'b Bag>) -> Self {
        let mut postings: BTreeMap<Word, Vec<(usize, usize)>> = BTreeMap::new();
        let mut lengths = Vec::new();
        for (text, bag) in bags.into_iter().enumerate() {
            lengths.push(bag.length);
            for &(word, count) in &bag.counts {
                postings.entry(word).or_default().push((text, count));
            }
        }
        let mean_length = lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64;
        Self { postings, lengths, mean_length }
    }

    /// The inverse document frequency of a word that `containing` texts contain.
    fn weight(&self, containing: usize) -> f64 {
        let containing = containing as f64;
        (1.0 + (self.lengths.len() as f64 - containing + 0.5) / (containing + 0.5)).ln()
    }

    fn saturated(&self, count: usize, length: usize) -> f64 {
        let count = count as f64;
        let relative = if self.mean_length > 0.0 { length as f64 / self.mean_length } else { 1.0 };
        count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * relative))
    }

    /// How well each text matches the query, as a share of how well the query would match itself.
    ///
    /// *Shape*: one number a text. *Range*: [0, 1]; 0 where no content word is shared.
    pub fn scores(&self, query: &Bag) -> Vec<f64> {
        let mut sums = vec![0.0; self.lengths.len()];
        let once = self.saturated(1, query.length);
        let mut whole = 0.0;
        for (word, _) in &query.counts {
            let texts = self.postings.get(word).map_or(&[][..], Vec::as_slice);
            let weight = self.weight(texts.len());
            whole += weight * once;
            for &(text, count) in texts {
                sums[text] += weight * self.saturated(count, self.lengths[text]);
            }
        }
        whole += query.unknown as f64 * self.weight(0) * once;
        let share = |sum: f64| if whole > 0.0 { (sum / whole).min(1.0) } else { 0.0 };
        sums.into_iter().map(share).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Lexicon;
    use super::*;

    fn scores(texts: &[&str], query: &str) -> Vec<f64> {
        let lexicon = Lexicon::new(texts.iter().copied());
        let bags: Vec<_> = texts.iter().map(|text| lexicon.bag(text)).collect();
        Index::new(bags.iter().map(AsRef::as_ref)).scores(&lexicon.bag(query))
    }

    #[test]
    fn bm25_prefers_the_rare_shared_word() {
        let texts = ["jobs and wages", "jobs and tellers", "jobs and robots", "jobs and prices"];
        let found = scores(&texts, "jobs for tellers");
        let best = (0..4).max_by(|&a, &b| found[a].total_cmp(&found[b]));
        assert_eq!(best, Some(1));
        assert!(found[0] > 0.0 && found[0] < 0.3, "all texts have the word «jobs»: {found:?}");
        assert_eq!(scores(&texts, "of the"), [0.0; 4]);
    }

    #[test]
    fn a_query_matches_itself_in_full_and_less_with_words_that_no_text_has() {
        let texts = ["wages fall", "robots weld"];
        assert!((scores(&texts, "wages fall")[0] - 1.0).abs() < 1e-12);
        let half = scores(&texts, "wages fall under spreading chestnuts")[0];
        assert!(half > 0.0 && half < 0.6, "{half}");
    }
}
