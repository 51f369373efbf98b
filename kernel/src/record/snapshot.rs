//! Snapshots: the state after a round.

use serde::{Deserialize, Serialize};

use super::{Call, Turn};
use crate::graph::{Change, Graph};
use crate::vocabulary::NodeId;

/// The result of Dung's semantics on a graph.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Semantics {
    /// The arguments that the grounded labelling accepts (IN).
    pub accepted: Vec<NodeId>,
    /// The arguments that it rejects (OUT).
    pub defeated: Vec<NodeId>,
    /// The arguments that it leaves undecided (UNDEC).
    pub undecided: Vec<NodeId>,
    /// The exact number of preferred extensions, in decimal digits.
    pub preferred: String,
    /// The exact number of stable extensions, in decimal digits.
    pub stable: String,
    /// The arguments in some, but not in all, preferred extensions.
    pub disputed: Vec<NodeId>,
}

impl Semantics {
    /// The numbers of accepted, defeated and undecided arguments.
    pub fn labels(&self) -> [usize; 3] {
        [&self.accepted, &self.defeated, &self.undecided].map(Vec::len)
    }

    /// All arguments that have a label.
    pub fn labelled(&self) -> impl Iterator<Item = NodeId> {
        [&self.accepted, &self.defeated, &self.undecided].into_iter().flatten().copied()
    }

    /// The share of the arguments that are undecided; 0 where there is no argument.
    pub fn undecided_share(&self) -> f64 {
        let [accepted, defeated, undecided] = self.labels();
        undecided as f64 / (accepted + defeated + undecided).max(1) as f64
    }
}

/// The state of a debate after one round.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The round, from 0.
    pub round: u32,
    /// The title of the round, such as `Attacks, round 2`.
    pub title: String,
    /// The graph at the end of the round.
    pub graph: Graph,
    /// The result of Dung's semantics on this graph, in modes that use them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantics: Option<Semantics>,
    /// The changes of the graph in the round, each with its cause.
    pub changes: Vec<Change>,
    /// The turns of the round.
    pub turns: Vec<Turn>,
    /// The calls to the provider in the round.
    pub calls: Vec<Call>,
}
