//! Small belief graphs for unit tests.

use crate::graph::{Edge, Graph, Node, NodeKind, Operation, Relation};
use crate::vocabulary::{EdgeId, NodeId, PersonaId, Side, Strength};

pub(super) const ANN: &str = "ann";
pub(super) const BOB: &str = "bob";

pub(super) fn persona(id: &str) -> PersonaId {
    PersonaId::new(id).unwrap()
}

pub(super) fn node(number: u32) -> NodeId {
    NodeId::new(number)
}

pub(super) fn strength(value: f64) -> Strength {
    Strength::new(value).unwrap()
}

/// A graph of nodes (number, author, base score) and edges (from, to, whether it supports). What bears on nothing is a
/// thesis: YES by Ann, NO by Bob.
pub(super) fn graph(nodes: &[(u32, &str, f64)], edges: &[(u32, u32, bool)]) -> Graph {
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
