//! What texts have in common, counted in stems, and which of two propositions a text says.

mod denial;
mod framing;
mod index;
mod lexicon;
mod nearest;
mod sentence_match;
mod stems;
mod word_model;

pub use self::denial::{begins_granting, negates, negations, says_other};
pub use self::framing::{is_listed, unframed};
pub use self::index::Index;
pub use self::lexicon::{Bag, Lexicon, near_share};
pub use self::nearest::{TfIdf, nearest};
pub use self::sentence_match::{SentenceMatch, sentence_said};
pub use self::stems::{content_stems, overlap};
pub use self::word_model::WordModel;
