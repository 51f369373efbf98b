//! What the names in a corpus are checked against.

use crate::vocabulary::{Evidence, Topic};

/// What the names in a corpus are checked against. `None` if it has faults of its own; its names
/// are then not checked.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct Context<'c> {
    pub(in crate::format) topic: Option<&'c Topic>,
    pub(in crate::format) evidence: Option<&'c Evidence>,
}
