//! Readings as questions show them.

use serde::Serialize;

use crate::graph::{Graph, Node};
use crate::mode::dialectic::detail::Reading;
use crate::record::ReadingKind;
use crate::vocabulary::{AxisId, AxisSide, NodeId, PassageId, PersonaId, StatementId};

/// A key claim as questions show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(in crate::mode::dialectic) struct ShownClaim {
    pub(in crate::mode::dialectic) speaker: PersonaId,
    pub(in crate::mode::dialectic) text: String,
    pub(in crate::mode::dialectic) answers: Option<AxisSide>,
    pub(in crate::mode::dialectic) excerpts: Vec<StatementId>,
    pub(in crate::mode::dialectic) holds: bool,
}

/// A reading as questions show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(in crate::mode::dialectic) struct ShownReading {
    pub(in crate::mode::dialectic) node: NodeId,
    pub(in crate::mode::dialectic) kind: ReadingKind,
    /// The kind in words.
    pub(in crate::mode::dialectic) word: &'static str,
    pub(in crate::mode::dialectic) passage: PassageId,
    pub(in crate::mode::dialectic) topic: String,
    pub(in crate::mode::dialectic) resolution: String,
    pub(in crate::mode::dialectic) claims: Vec<ShownClaim>,
    pub(in crate::mode::dialectic) disputed: Vec<AxisId>,
}

impl ShownReading {
    pub(in crate::mode::dialectic) fn of(reading: &Reading, graph: &Graph) -> Self {
        let claims = reading.claims.iter().map(|claim| {
            let node = claim.node.and_then(|node| graph.node(node));
            ShownClaim {
                speaker: claim.speaker.clone(),
                text: claim.text.clone(),
                answers: node.and_then(Node::answers),
                excerpts: node.map(|node| node.detail.excerpts.clone()).unwrap_or_default(),
                holds: claim.holds,
            }
        });
        Self {
            node: reading.node,
            kind: reading.kind,
            word: reading.kind.word(),
            passage: reading.passage.clone(),
            topic: reading.topic.clone(),
            resolution: reading.resolution.clone(),
            claims: claims.collect(),
            disputed: reading.disputed.clone(),
        }
    }
}
