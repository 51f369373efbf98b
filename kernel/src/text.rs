//! Natural-language text: stems, sentences, word overlap, BM25, TF-IDF, unigram models.
//!
//! These measures suggest candidates. They never decide that two texts say the same.

mod index;
mod lexicon;
mod nearest;
mod sentences;
mod shortened;
mod stems;
mod word_model;

pub use self::index::Index;
pub use self::lexicon::{Bag, Lexicon};
pub use self::nearest::{TfIdf, nearest};
pub use self::sentences::{sentences, to_sentence};
pub use self::shortened::shortened;
pub use self::stems::{content, shared};
pub use self::word_model::WordModel;

/// Estimates how many model tokens a text has: a quarter of its bytes, rounded up.
pub fn estimated_tokens(text: &str) -> u64 {
    (text.len() as u64).div_ceil(4)
}

/// Returns a text without case, punctuation and repeated spaces.
pub fn folded(text: &str) -> String {
    let letters = text.to_lowercase();
    let words = letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
