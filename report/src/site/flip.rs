//! What would change a persona's mind, as its contract declares, with the consequence.

use faultline::record::Position;
use faultline::vocabulary::{self, Reach};

use super::sentence::full_stop;

/// A declared condition with its consequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Flip {
    pub(crate) when: String,
    /// What the persona would then think.
    pub(crate) then: Option<String>,
    pub(crate) changes: Reach,
}

impl Flip {
    /// The condition that a position records.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        let when = full_stop(position.flips_when.as_deref()?);
        let then = position.flips_then.as_deref().map(full_stop);
        Some(Self { when, then, changes: Reach::View })
    }

    /// The condition that a contract declares.
    pub(crate) fn declared(flip: &vocabulary::Flip) -> Self {
        let (when, then) = (full_stop(&flip.when), Some(full_stop(&flip.then)));
        Self { when, then, changes: flip.changes }
    }

    /// What precedes the condition beside an answer.
    pub(crate) fn label(&self) -> &'static str {
        match self.changes {
            Reach::Answer => "Would change the answer to the whole question if",
            Reach::View => "Would change its view of this if",
        }
    }
}
