//! What would change a persona's mind on a question, as its contract declares, with the consequence.

use faultline::record::Position;
use faultline::vocabulary;

use super::sentence::full_stop;

/// A declared condition with its consequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Flip {
    pub(crate) when: String,
    /// What the persona would then think.
    pub(crate) then: Option<String>,
}

impl Flip {
    /// The condition that a position records.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        let when = full_stop(position.flips_when.as_deref()?);
        Some(Self { when, then: position.flips_then.as_deref().map(full_stop) })
    }

    pub(super) fn declared(flip: &vocabulary::Flip) -> Self {
        Self { when: full_stop(&flip.when), then: Some(full_stop(&flip.then)) }
    }
}
