//! Operations: the only way a graph changes.

use serde::{Deserialize, Serialize};

use super::{Edge, Node};
use crate::argue::Label;
use crate::vocabulary::{CallId, EdgeId, NodeId, Strength, TurnId};

/// One change of a graph.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// A node comes.
    AddNode(Box<Node>),
    /// A node is put in place of its earlier self.
    UpdateNode(Box<Node>),
    /// A node is labelled anew by the semantics.
    Label {
        /// The node.
        node: NodeId,
        /// Its new label.
        label: Option<Label>,
    },
    /// A node is given another base score.
    Score {
        /// The node.
        node: NodeId,
        /// Its new base score.
        base_score: Strength,
    },
    /// The strength of a node is computed anew.
    Strength {
        /// The node.
        node: NodeId,
        /// Its new strength.
        strength: Strength,
    },
    /// A node goes, and its edges with it.
    RemoveNode(NodeId),
    /// An edge comes.
    AddEdge(Edge),
    /// An edge is put in place of its earlier self.
    UpdateEdge(Edge),
    /// An edge goes.
    RemoveEdge(EdgeId),
}

/// Why a graph changed.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Somebody said something.
    Turn(TurnId),
    /// A judge let something pass or corrected it.
    Validation(CallId),
    /// Two nodes were judged to say the same.
    Merge(CallId),
    /// The semantics was computed anew.
    Semantics,
}

/// An operation with its cause.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// What changed.
    pub operation: Operation,
    /// Why.
    pub cause: Cause,
}
