//! What a persona says against itself, which is granted to nobody.

use faultline::graph::{Edge, Graph, Node};
use faultline::record::{Concession, ConcessionSource};

/// Whether a persona makes a concession only in a move by which it attacks an argument of its own.
pub(crate) fn is_self_objection(graph: &Graph, concession: &Concession) -> bool {
    let ConcessionSource::Turn(turn) = concession.source else { return false };
    let is_own = |node: &Node| node.author.as_ref() == Some(&concession.persona);
    let aims_at_own =
        |edge: &Edge| edge.relation.is_attack() && graph.node(edge.to).is_some_and(is_own);
    let said = graph.nodes().filter(|node| is_own(node) && node.provenance.turns.contains(&turn));
    let mut said = said.peekable();
    said.peek().is_some() && said.all(|node| graph.out_of_node(node.id).any(aims_at_own))
}
