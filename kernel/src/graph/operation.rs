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
    /// Adds a node.
    AddNode(Box<Node>),
    /// Replaces a node by a new version of it.
    UpdateNode(Box<Node>),
    /// Sets the label that the semantics gives a node.
    Label {
        /// The node.
        node: NodeId,
        /// Its new label.
        label: Option<Label>,
    },
    /// Sets the base score of a node.
    Score {
        /// The node.
        node: NodeId,
        /// Its new base score.
        base_score: Strength,
    },
    /// Sets the strength of a node.
    Strength {
        /// The node.
        node: NodeId,
        /// Its new strength.
        strength: Strength,
    },
    /// Removes a node and its edges.
    RemoveNode(NodeId),
    /// Adds an edge.
    AddEdge(Edge),
    /// Replaces an edge by a new version of it.
    UpdateEdge(Edge),
    /// Removes an edge.
    RemoveEdge(EdgeId),
}

/// Why a graph changed.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A participant made a statement.
    Turn(TurnId),
    /// A judge approved or corrected something.
    Validation(CallId),
    /// Two nodes were judged to say the same.
    Merge(CallId),
    /// The semantics was computed again.
    Semantics,
}

/// An operation with its cause.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The change itself.
    pub operation: Operation,
    /// The cause of the change.
    pub cause: Cause,
}
