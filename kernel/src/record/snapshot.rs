//! Snapshots: the state after a round.

use serde::{Deserialize, Serialize};

use super::{Call, Turn};
use crate::graph::{Change, Graph};
use crate::vocabulary::NodeId;

/// What Dung's semantics say of a graph.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Semantics {
    /// The arguments that are IN under the grounded labelling.
    pub accepted: Vec<NodeId>,
    /// The arguments that are OUT.
    pub defeated: Vec<NodeId>,
    /// The arguments that are neither.
    pub undecided: Vec<NodeId>,
    /// How many preferred extensions there are, as an exact decimal number.
    pub preferred: String,
    /// How many stable extensions there are, as an exact decimal number.
    pub stable: String,
    /// The arguments in some, but not in all, preferred extensions.
    pub disputed: Vec<NodeId>,
}

/// The state of a debate after one round.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The round, from 0.
    pub round: u32,
    /// What the round was, in a word or two.
    pub title: String,
    /// The graph at its end.
    pub graph: Graph,
    /// What the semantics say of that graph, in modes that have a framework.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantics: Option<Semantics>,
    /// What changed in it, with causes.
    pub changes: Vec<Change>,
    /// What was done in it.
    pub turns: Vec<Turn>,
    /// What was asked in it.
    pub calls: Vec<Call>,
}
