//! What would change a persona's mind, as its contract declares or its opening says, with the
//! consequence.

use super::sentence::full_stop;
use crate::vocabulary::{self, Reach};

/// A declared condition with its consequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flip {
    /// The observation, as a sentence.
    pub when: String,
    /// What the persona would then think, as a sentence.
    pub then: String,
    /// How much of its position would change.
    pub changes: Reach,
}

impl Flip {
    /// The condition as sentences.
    pub fn declared(flip: &vocabulary::Flip) -> Self {
        let (when, then) = (full_stop(&flip.when), full_stop(&flip.then));
        Self { when, then, changes: flip.changes }
    }

    /// What precedes the condition beside an answer. That a condition changes the answer to the
    /// topic's question is what the contract says: the case in short may rest on other questions.
    pub fn label(&self) -> &'static str {
        match self.changes {
            Reach::Answer => "It would change its main answer if",
            Reach::View => "It would change its view of this if",
        }
    }
}
