//! The graph of a debate under semantics that its mode did not use, at the end or after a round.

use super::debate::Debate;
use super::display::name;
use super::error::NotebookError;
use super::grid::{Cell, Grid};
use super::strengths::weighed;
use crate::argue::{Gradual, Semantics, accepted};
use crate::graph::Graph;
use crate::record::Snapshot;
use crate::view::number;
use crate::vocabulary::Strength;

/// Why no extensions follow.
const NO_FRAMEWORK: &str = "this mode has no framework of attacks; `strengths` computes strengths where it has base scores";
impl Debate {
    /// Which arguments of the final graph are accepted under a semantics of Dung: in all of its
    /// extensions, in some, or in none.
    ///
    /// # Errors
    /// [`NotebookError::NotComputed`] where the mode has no attacks between arguments to compute
    /// with.
    pub fn acceptance(&self, semantics: Semantics) -> Result<Grid, NotebookError> {
        match self.snapshots.last() {
            Some(last) => acceptance(last, semantics),
            None => Err(NotebookError::NotComputed(NO_FRAMEWORK)),
        }
    }

    /// The same for the graph after a round; the opening is round 0.
    ///
    /// # Errors
    /// [`NotebookError::NoRound`] where the debate has no such round, and
    /// [`NotebookError::NotComputed`] as above.
    pub fn acceptance_after(
        &self,
        round: u32,
        semantics: Semantics,
    ) -> Result<Grid, NotebookError> {
        acceptance(self.after(round)?, semantics)
    }

    /// How strong each statement of the final graph is under a gradual semantics, beside its base
    /// score, in a mode with base scores.
    ///
    /// # Errors
    /// [`NotebookError::NotComputed`] where the mode has no base scores, or no strengths follow
    /// from the graph.
    pub fn strengths(&self, gradual: Gradual) -> Result<Grid, NotebookError> {
        strengths_of(self.final_graph(), gradual)
    }

    /// The same for the graph after a round; the opening is round 0.
    ///
    /// # Errors
    /// [`NotebookError::NoRound`] where the debate has no such round, and
    /// [`NotebookError::NotComputed`] as above.
    pub fn strengths_after(&self, round: u32, gradual: Gradual) -> Result<Grid, NotebookError> {
        strengths_of(&self.after(round)?.graph, gradual)
    }
}

fn acceptance(snapshot: &Snapshot, semantics: Semantics) -> Result<Grid, NotebookError> {
    if snapshot.semantics.is_none() {
        return Err(NotebookError::NotComputed(NO_FRAMEWORK));
    }
    let graph = &snapshot.graph;
    let projection = graph.to_framework();
    let found = accepted(&projection.framework, semantics);
    let mut grid = Grid::new(["node", "by", "statement", "extensions"]);
    for (argument, &id) in projection.nodes.iter().enumerate() {
        let Some(node) = graph.node(id) else { continue };
        let extensions = if found.skeptical.binary_search(&argument).is_ok() {
            "all"
        } else if found.credulous.binary_search(&argument).is_ok() {
            "some"
        } else {
            "none"
        };
        let by = node.author.as_ref().map_or(String::new(), |author| name(author.as_str()));
        grid.push([id.to_string(), by, node.text.clone(), extensions.to_owned()]);
    }
    Ok(grid.noted(format!("Semantics: {semantics}.")))
}

fn strengths_of(graph: &Graph, gradual: Gradual) -> Result<Grid, NotebookError> {
    let found = weighed(graph, gradual)?;
    let mut grid = Grid::new(["node", "by", "statement", "#base score", "#strength"]);
    let score = |strength: Strength| Cell::number(strength.value(), number::score);
    for node in graph.nodes() {
        let by = node.author.as_ref().map_or(String::new(), |author| name(author.as_str()));
        let base = node.base_score.map_or("–".into(), score);
        let texts = [node.id.to_string(), by, node.text.clone()].map(Cell::from);
        grid.push(texts.into_iter().chain([base, score(found[&node.id])]));
    }
    Ok(grid.noted(format!("Semantics: {gradual}.")))
}
