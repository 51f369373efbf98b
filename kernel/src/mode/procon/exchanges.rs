//! Exchanges: chains of answers to and fro between the two sides.

use serde::{Deserialize, Serialize};

use crate::vocabulary::{AxisId, NodeId};

/// A claim, an answer to it, an answer to that, and so on, from one side and the other in turn.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Exchange {
    /// The claims, the oldest first: at least three, so at least two answers.
    pub(super) claims: Vec<NodeId>,
    /// The question that most of them answer, if any answers one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) axis: Option<AxisId>,
    /// How often speeches state its claims.
    pub(super) mentions: usize,
}

impl Exchange {
    /// The number of its answers.
    pub(super) fn answers(&self) -> usize {
        self.claims.len() - 1
    }
}
