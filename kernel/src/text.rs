//! Words: tokens, stems, sentences, overlap, BM25.
//!
//! These measures suggest candidates; they never decide that two texts say the same.

mod sentences;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

pub use self::sentences::{sentences, to_sentence};

/// Words too common to tell texts apart.
const STOP: &str = "a about above after again against all also although am an and any are as at be because been before \
    being below between both but by can cannot could did do does doing done down during each either else even ever every \
    few for from further had has have having he her here hers him his how however i if in into is it its itself just less \
    let like many may me might more most much must my neither no nor not now of off on once one only or other our out over \
    own per rather same say says she should since so some still such than that the their them then there these they this \
    those though through to too toward under until up upon us very was we were what when where whether which while who \
    whom whose why will with within without would yet you your";

static STOPPED: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| STOP.split_ascii_whitespace().collect());

/// The content words of a text as English stems, in order, repetitions kept.
///
/// # Source
/// Porter 1980, revised as Snowball English (doi:10.1108/eb046814).
pub fn stems(text: &str) -> Vec<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    let lower = text.to_lowercase().replace('’', "'");
    let words = lower
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|word| word.trim_matches('\''));
    let words = words.map(|word| word.strip_suffix("'s").unwrap_or(word));
    let content = words.filter(|word| !word.is_empty() && !STOPPED.contains(word));
    content.map(|word| stemmer.stem(word).into_owned()).collect()
}

/// The overlap coefficient |A ∩ B| / min(|A|, |B|) of two texts over their content stems.
///
/// *Range*: [0, 1]; 0 where a text has no content words.
///
/// # Source
/// Szymkiewicz 1934; Simpson 1960.
pub fn overlap(first: &str, second: &str) -> f64 {
    shared(&content(first), &content(second))
}

/// The content stems of a text, each once: what [`shared`] compares, for texts that are compared more than once.
pub fn content(text: &str) -> BTreeSet<String> {
    stems(text).into_iter().collect()
}

/// The [`overlap`] of two texts by their [`content`].
pub fn shared(first: &BTreeSet<String>, second: &BTreeSet<String>) -> f64 {
    let smaller = first.len().min(second.len());
    if smaller == 0 { 0.0 } else { first.intersection(second).count() as f64 / smaller as f64 }
}

/// A number of model tokens a text is likely to have: a quarter of its bytes, rounded up.
pub fn estimated_tokens(text: &str) -> u64 {
    (text.len() as u64).div_ceil(4)
}

/// A collection of texts that can be searched.
///
/// # Source
/// Robertson and Zaragoza 2009, The Probabilistic Relevance Framework: BM25 and Beyond (doi:10.1561/1500000019), with
/// k1 = 1.2, b = 0.75 and the idf of Lucene, ln(1 + (N − n + ½)/(n + ½)), which is never negative.
#[derive(Debug, Clone)]
pub struct Index {
    documents: Vec<BTreeMap<String, usize>>,
    lengths: Vec<usize>,
    mean_length: f64,
    containing: BTreeMap<String, usize>,
}

const K1: f64 = 1.2;
const B: f64 = 0.75;

impl Index {
    /// Indexes texts; their positions are their names.
    pub fn new<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        let mut index = Self {
            documents: Vec::new(),
            lengths: Vec::new(),
            mean_length: 0.0,
            containing: BTreeMap::new(),
        };
        for text in texts {
            let stems = stems(text.as_ref());
            index.lengths.push(stems.len());
            let mut counts = BTreeMap::new();
            for stem in stems {
                *counts.entry(stem).or_insert(0) += 1;
            }
            for stem in counts.keys() {
                *index.containing.entry(stem.clone()).or_insert(0) += 1;
            }
            index.documents.push(counts);
        }
        index.mean_length =
            index.lengths.iter().sum::<usize>() as f64 / index.lengths.len().max(1) as f64;
        index
    }

    fn weight(&self, stem: &str) -> f64 {
        let containing = self.containing.get(stem).copied().unwrap_or(0) as f64;
        (1.0 + (self.documents.len() as f64 - containing + 0.5) / (containing + 0.5)).ln()
    }

    fn saturated(&self, count: usize, length: usize) -> f64 {
        let count = count as f64;
        let relative = if self.mean_length > 0.0 { length as f64 / self.mean_length } else { 1.0 };
        count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * relative))
    }

    /// How well each text matches the query, as a share of how well the query would match itself.
    ///
    /// *Shape*: one number a text. *Range*: [0, 1] for texts of usual length; 0 shares no content word.
    pub fn scores(&self, query: &str) -> Vec<f64> {
        let stems = stems(query);
        let unique: BTreeSet<&String> = stems.iter().collect();
        let weights: Vec<(&String, f64)> =
            unique.into_iter().map(|stem| (stem, self.weight(stem))).collect();
        let whole: f64 =
            weights.iter().map(|(_, weight)| weight * self.saturated(1, stems.len())).sum();
        let score = |(document, &length): (&BTreeMap<String, usize>, &usize)| {
            let found = weights
                .iter()
                .filter_map(|(stem, weight)| document.get(*stem).map(|&n| (weight, n)));
            let sum: f64 =
                found.map(|(weight, count)| weight * self.saturated(count, length)).sum();
            if whole > 0.0 { (sum / whole).min(1.0) } else { 0.0 }
        };
        self.documents.iter().zip(&self.lengths).map(score).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflections_meet_in_one_stem_and_stop_words_vanish() {
        assert_eq!(stems("The firms' hiring of juniors"), stems("firm hires junior"));
        assert_eq!(stems("it is the of"), Vec::<String>::new());
    }

    #[test]
    fn overlap_is_relative_to_the_smaller_text() {
        let percent = |first, second| (100.0 * overlap(first, second)).round() as u32;
        assert_eq!(percent("wages fall", "wages fall while output per worker rises"), 100);
        assert_eq!(percent("wages fall", "wages rise"), 50);
        assert_eq!(percent("", "anything"), 0);
        assert_eq!(percent("teller numbers held", "robots weld cars"), 0);
    }

    #[test]
    fn bm25_prefers_the_rare_shared_word() {
        let index = Index::new([
            "jobs and wages",
            "jobs and tellers",
            "jobs and robots",
            "jobs and prices",
        ]);
        let scores = index.scores("jobs for tellers");
        let best = (0..4).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
        assert_eq!(best, Some(1));
        assert!(
            scores[0] > 0.0 && scores[0] < 0.3,
            "a word that every text has tells little: {}",
            scores[0]
        );
        assert_eq!(index.scores("of the"), [0.0; 4]);
    }
}
