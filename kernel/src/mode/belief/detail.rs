//! What this mode stores beyond what all modes store.

use crate::record::{DetailFault, ModeDetail, Revision, Turn};

/// The revision that a turn records.
pub(super) fn revision(turn: &Turn) -> Result<Revision, DetailFault> {
    ModeDetail::read(turn.detail.as_ref(), format!("turn {}", turn.id))
}
