//! Small belief graphs for unit tests.

use super::questions::nodes::{InfluenceKind, NodeDraft, ParentLink, ShownNode};
use crate::graph::{Edge, Graph, Node, NodeKind, Operation, Relation};
use crate::vocabulary::{EdgeId, NodeId, PersonaId, Side, Strength};

pub(crate) const ANN: &str = "ann";
pub(crate) const BOB: &str = "bob";

pub(crate) fn persona(id: &str) -> PersonaId {
    PersonaId::new(id).unwrap()
}

pub(crate) fn node(number: u32) -> NodeId {
    NodeId::new(number)
}

pub(crate) fn strength(value: f64) -> Strength {
    Strength::new(value).unwrap()
}

/// A graph of nodes (number, author, base score) and edges (from, to, whether it supports). A node
/// without an outgoing edge is a thesis: YES by Ann, NO by Bob.
pub(crate) fn graph(nodes: &[(u32, &str, f64)], edges: &[(u32, u32, bool)]) -> Graph {
    let mut graph = Graph::default();
    for &(number, author, score) in nodes {
        let root = edges.iter().all(|&(from, ..)| from != number);
        let kind = if root { NodeKind::Thesis } else { NodeKind::Argument };
        let mut node = Node::new(NodeId::new(number), kind, format!("Claim {number}."));
        node.author = Some(persona(author));
        node.base_score = Some(strength(score));
        if root {
            node.side = Some(if author == ANN { Side::Yes } else { Side::No });
        }
        graph.apply(&Operation::AddNode(Box::new(node))).unwrap();
    }
    for (&(from, to, supports), number) in edges.iter().zip(1..) {
        let relation = if supports { Relation::Support } else { Relation::Attack };
        let edge = Edge::new(EdgeId::new(number), NodeId::new(from), NodeId::new(to), relation);
        graph.apply(&Operation::AddEdge(edge)).unwrap();
    }
    graph
}

/// A node that passes every check against the brief of the samples.
pub(crate) fn leaf(target: &str, bearing: InfluenceKind) -> NodeDraft {
    NodeDraft {
        target: target.into(),
        bearing,
        weight: 0.8,
        claim: "Drivers spend more.".into(),
        rests_on: vec![],
        evidence: vec![],
        excerpts: vec!["drivers".into()],
        axis: Some("trade".into()),
        side: None,
    }
}

/// A node of the keeper's graph: its thesis, or an attack on another node.
pub(crate) fn believed(number: u32, on: Option<u32>) -> ShownNode {
    let keeper = || PersonaId::new("keeper").unwrap();
    let link = |target| ParentLink {
        target: NodeId::new(target),
        bearing: InfluenceKind::Attack,
        weight: None,
    };
    ShownNode {
        id: NodeId::new(number),
        kind: if on.is_none() { NodeKind::Thesis } else { NodeKind::Argument },
        author: keeper(),
        tree: keeper(),
        on: on.map(link),
        depth: usize::from(on.is_some()),
        claim: format!("Claim {number}."),
        premises: vec![],
        endorsed_by: [].into(),
        base_score: Strength::new(0.6).ok(),
        strength: Strength::new(0.5).ok(),
        axis: None,
        side: None,
        excerpts: vec![],
    }
}
