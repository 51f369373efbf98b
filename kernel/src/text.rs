//! Natural-language text: stems, sentences, word overlap, BM25, TF-IDF, unigram models.
//!
//! These measures suggest candidates. They never decide that two texts say the same.

mod sentences;
mod shortened;
// It needs the stemmer, which reading a store does not.
#[cfg(feature = "run")]
mod words;

use std::borrow::Borrow;

pub use self::sentences::{sentences, to_sentence};
pub use self::shortened::{is_in_short, shortened, word_count};
#[cfg(feature = "run")]
pub use self::words::{
    Bag, Index, Lexicon, SentenceMatch, TfIdf, WordModel, begins_granting, content_stems,
    is_listed, near_share, nearest, negates, negations, overlap, says_other, sentence_said,
    unframed,
};

/// Estimates how many model tokens a text has: a quarter of its bytes, rounded up.
pub fn estimated_tokens(text: &str) -> u64 {
    (text.len() as u64).div_ceil(4)
}

/// Names as in “A, B and C”.
pub fn listed(names: &[impl Borrow<str>]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => {
            format!("{} and {}", before.join(", "), last.borrow())
        }
        names => names.concat(),
    }
}

/// Returns a text without case, punctuation and repeated spaces.
pub fn folded(text: &str) -> String {
    let letters = text.to_lowercase();
    let words = letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
