//! The strengths of a graph whose nodes have base scores.

use std::collections::BTreeMap;

use super::error::NotebookError;
use crate::argue::{Bipolar, Gradual, strengths};
use crate::graph::Graph;
use crate::vocabulary::{NodeId, Strength};

pub(super) fn has_scores(graph: &Graph) -> bool {
    graph.nodes().len() > 0 && graph.nodes().all(|node| node.base_score.is_some())
}

/// The graph as a framework with base scores.
pub(super) fn bipolar(graph: &Graph) -> Result<Bipolar, NotebookError> {
    if !has_scores(graph) {
        return Err(NotebookError::NotComputed("the nodes of this mode have no base scores"));
    }
    let score = |node: &crate::graph::Node| node.base_score.expect("every node has one");
    graph.to_bipolar(score, |_| true).map_err(|_| {
        NotebookError::NotComputed("two relations join the same nodes, so that no strengths follow")
    })
}

/// The strength of each node.
pub(super) fn weighed(
    graph: &Graph,
    gradual: Gradual,
) -> Result<BTreeMap<NodeId, Strength>, NotebookError> {
    let bipolar = bipolar(graph)?;
    let found = strengths(&bipolar, gradual).map_err(|_| {
        NotebookError::NotComputed("the relations close a cycle, so that no strengths follow")
    })?;
    Ok(graph.nodes().map(|node| node.id).zip(found.values()).collect())
}
