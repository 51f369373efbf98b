//! What would change a persona's mind, as its contract declares or its opening says, with the consequence.

use faultline::record::Position;
use faultline::text::{content, shared};
use faultline::vocabulary::{self, Reach};

use super::sentence::full_stop;

/// The overlap of words from which a condition says nearly the same as a declared one. In the corpora of this repository 70 conditions
/// stand on the axis of a declared one: the 41 that say the same overlap by 0.67 or more, and the others by 0.57 or less, but for one
/// with 0.78 that differs in its date.
const NEARLY_THE_SAME: f64 = 0.6;

/// A declared condition with its consequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Flip {
    pub(crate) when: String,
    /// What the persona would then think.
    pub(crate) then: String,
    pub(crate) changes: Reach,
}

impl Flip {
    /// The condition that a position records.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        position.flip.as_ref().map(Self::declared)
    }

    /// The condition that a contract declares.
    pub(crate) fn declared(flip: &vocabulary::Flip) -> Self {
        let (when, then) = (full_stop(&flip.when), full_stop(&flip.then));
        Self { when, then, changes: flip.changes }
    }

    /// Whether another condition says nearly the same.
    pub(crate) fn is_nearly(&self, condition: &str) -> bool {
        shared(&content(condition), &content(&self.when)) >= NEARLY_THE_SAME
    }

    /// Whether another condition has all words of this one, so that it says as much.
    pub(crate) fn is_said_by(&self, condition: &str) -> bool {
        content(&self.when).is_subset(&content(condition))
    }

    /// What precedes the condition beside an answer. That a condition changes the answer to the topic's question is what the contract
    /// says: the case in short may rest on other questions.
    pub(crate) fn label(&self) -> &'static str {
        match self.changes {
            Reach::Answer => "It would change its main answer if",
            Reach::View => "It would change its view of this if",
        }
    }
}
