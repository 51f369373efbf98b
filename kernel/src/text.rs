//! Natural-language text: stems, sentences, word overlap, BM25, TF-IDF, unigram models.
//!
//! These measures suggest candidates. They never decide that two texts say the same.

#[cfg(feature = "run")]
mod denial;
#[cfg(feature = "run")]
mod said;
mod sentences;
mod shortened;

pub use self::sentences::{sentences, to_sentence};
pub use self::shortened::shortened;

// What counts stems needs the stemmer, which reading a store does not.
#[cfg(feature = "run")]
mod index;
#[cfg(feature = "run")]
mod lexicon;
#[cfg(feature = "run")]
mod nearest;
#[cfg(feature = "run")]
mod stems;
#[cfg(feature = "run")]
mod word_model;

#[cfg(feature = "run")]
pub use self::denial::{negates, says_other};
#[cfg(feature = "run")]
pub use self::index::Index;
#[cfg(feature = "run")]
pub use self::lexicon::{Bag, Lexicon};
#[cfg(feature = "run")]
pub use self::nearest::{TfIdf, nearest};
#[cfg(feature = "run")]
pub use self::said::{Said, said};
#[cfg(feature = "run")]
pub use self::stems::{content, shared};
#[cfg(feature = "run")]
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
