//! Gradual semantics of a debate graph: the strengths that follow from base scores.

use std::collections::BTreeMap;

use crate::argue::{Gradual, strengths};
use crate::graph::{Cause, Edge, Graph, Node, Operation};
use crate::mode::debate_context::DebateContext;
use crate::vocabulary::{NodeId, Strength};

/// The strength of every node, with base scores by `score` and only the edges for which `counts` is
/// true.
///
/// # Panics
/// If edges that count close a cycle, or if one pair of nodes has several.
pub(crate) fn computed(
    graph: &Graph,
    semantics: Gradual,
    score: impl Fn(&Node) -> Strength,
    counts: impl Fn(&Edge) -> bool,
) -> BTreeMap<NodeId, Strength> {
    let bipolar = graph.to_bipolar(score, counts).expect("one edge for each pair counts");
    let strengths = strengths(&bipolar, semantics).expect("the graph of a debate has no cycle");
    graph.nodes().map(|node| node.id).zip(strengths.values()).collect()
}

/// The base score that a node of a context's graph has.
pub(crate) fn scored(node: &Node) -> Strength {
    node.base_score.expect("every node was scored")
}

/// Computes the strengths of the graph and writes them into it.
pub(crate) fn evaluate(context: &mut DebateContext<'_>, semantics: Gradual) {
    for (node, strength) in computed(context.graph(), semantics, scored, |_| true) {
        if context.graph().node(node).is_some_and(|node| node.strength != Some(strength)) {
            context.apply(Operation::Strength { node, strength }, Cause::Semantics);
        }
    }
}
