//! The order in which readings are shown: each after what it branches from and after what it
//! requires.

use std::collections::BTreeSet;

use crate::graph::{Graph, NodeKind, Relation};
use crate::vocabulary::NodeId;

/// The pairs of a reading and one that comes before it.
fn precedence(graph: &Graph) -> impl Iterator<Item = (NodeId, NodeId)> {
    let precedes = |relation| matches!(relation, Relation::BranchesFrom | Relation::Requires);
    graph.edges().filter(move |edge| precedes(edge.relation)).map(|edge| (edge.from, edge.to))
}

/// Whether a reading comes after another one, directly or through others.
pub(super) fn comes_after(graph: &Graph, later: NodeId, earlier: NodeId) -> bool {
    let (mut waiting, mut seen) = (vec![later], BTreeSet::from([later]));
    while let Some(node) = waiting.pop() {
        if node == earlier {
            return true;
        }
        let before = precedence(graph).filter(|(from, _)| *from == node).map(|(_, to)| to);
        waiting.extend(before.filter(|to| seen.insert(*to)).collect::<Vec<_>>());
    }
    false
}

/// All readings in order; those that may come next are taken in the order of their creation.
///
/// # Source
/// Kahn 1962 (doi:10.1145/368996.369025).
pub(super) fn linearized(graph: &Graph) -> Vec<NodeId> {
    let readings = graph.nodes().filter(|node| node.kind == NodeKind::Reading);
    let mut left: BTreeSet<NodeId> = readings.map(|node| node.id).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_free = |node: &NodeId| {
            precedence(graph).all(|(from, to)| from != *node || !left.contains(&to))
        };
        let next = left.iter().copied().find(is_free).expect("no relation creates a cycle");
        left.remove(&next);
        order.push(next);
    }
    order
}
