//! The strengths of a graph whose nodes have base scores.

use std::collections::BTreeMap;

use super::debate::Debate;
use super::display::name;
use super::error::NotebookError;
use super::grid::Grid;
use crate::argue::{Bipolar, Gradual, strengths};
use crate::graph::Graph;
use crate::view::number;
use crate::vocabulary::{NodeId, Strength};

impl Debate {
    /// How strong each statement of the final graph is under a gradual semantics, beside its base score, in a mode with base scores.
    ///
    /// # Errors
    /// [`NotebookError::NotComputed`] where the mode has no base scores, or no strengths follow from the graph.
    pub fn strengths(&self, gradual: Gradual) -> Result<Grid, NotebookError> {
        strengths_of(self.final_graph(), gradual)
    }

    /// The same for the graph after a round; the opening is round 0.
    ///
    /// # Errors
    /// [`NotebookError::NoRound`] where the debate has no such round, and [`NotebookError::NotComputed`] as above.
    pub fn strengths_after(&self, round: u32, gradual: Gradual) -> Result<Grid, NotebookError> {
        strengths_of(&self.after(round)?.graph, gradual)
    }
}

fn strengths_of(graph: &Graph, gradual: Gradual) -> Result<Grid, NotebookError> {
    let found = weighed(graph, gradual)?;
    let mut grid = Grid::new(["node", "by", "statement", "#base score", "#strength"]);
    let score = |strength: Strength| number::score(strength.value());
    for node in graph.nodes() {
        let by = node.author.as_ref().map_or(String::new(), |author| name(author.as_str()));
        let base = node.base_score.map_or("–".to_owned(), score);
        grid.push([node.id.to_string(), by, node.text.clone(), base, score(found[&node.id])]);
    }
    Ok(grid.noted(format!("Semantics: {gradual}.")))
}

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
