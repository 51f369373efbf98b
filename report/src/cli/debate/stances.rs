//! Stances in words.

use faultline::graph::{Node, NodeKind};
use faultline::record::Turn;

/// The answer of a node to a question with its author's confidence, where the turn that made it
/// states one.
pub(super) fn stance(node: &Node, turn: &Turn) -> Option<String> {
    let is_stance = node.kind == NodeKind::Position || turn.confidence.is_some();
    let sure = node.detail.confidence.filter(|_| is_stance)?;
    let axis = node.axis.as_ref()?;
    Some(match node.side {
        Some(side) => format!("on {axis}: {}, confidence {sure}", side.word()),
        // A message takes no side itself.
        None => format!("on {axis}: confidence in its answer {sure}"),
    })
}
