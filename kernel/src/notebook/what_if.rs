//! What would change if a debate's graph were another.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::display::{name, shown};
use super::error::NotebookError;
use super::grid::Grid;
use crate::argue::{Bipolar, Gradual, Label, Preferred, grounded, strengths};
use crate::graph::{Graph, NodeKind, Operation};
use crate::view::number;
use crate::vocabulary::{AxisId, NodeId, Side, Strength};

/// A change of a debate's final graph. It is applied to a copy: the store stays as it is.
#[derive(Debug, Clone)]
pub struct WhatIf<'d> {
    graph: &'d Graph,
    /// Whether labels follow from the graph.
    has_framework: bool,
    removed: BTreeSet<NodeId>,
    scores: BTreeMap<NodeId, Strength>,
    gradual: Gradual,
}

impl<'d> WhatIf<'d> {
    pub(super) fn of(graph: &'d Graph, has_framework: bool) -> Self {
        Self {
            graph,
            has_framework,
            removed: BTreeSet::new(),
            scores: BTreeMap::new(),
            gradual: Gradual::DfQuad,
        }
    }

    /// A node by its name, such as `n3`.
    fn node(&self, wanted: &str) -> Result<NodeId, NotebookError> {
        let found = wanted.parse().ok().filter(|&id| self.graph.node(id).is_some());
        found.ok_or_else(|| {
            let mut nodes = self.graph.nodes().map(|node| node.id);
            let known = match (nodes.next(), nodes.last()) {
                (Some(first), Some(last)) => format!("nodes from {first} to {last}"),
                (Some(only), None) => format!("only {only}"),
                (None, _) => "none".to_owned(),
            };
            NotebookError::NoNode { wanted: wanted.to_owned(), known }
        })
    }

    /// Removes a node, such as `n3`, with its edges.
    ///
    /// # Errors
    /// [`NotebookError::NoNode`] where the final graph has no such node.
    pub fn without(mut self, node: &str) -> Result<Self, NotebookError> {
        self.removed.insert(self.node(node)?);
        Ok(self)
    }

    /// Answers an issue otherwise: removes all nodes that answer it with this side.
    ///
    /// # Errors
    /// [`NotebookError::NotComputed`] where no node of the final graph gives this answer.
    pub fn without_answer(mut self, axis: &str, side: Side) -> Result<Self, NotebookError> {
        let axis = AxisId::new(axis).ok();
        let nodes = self.graph.nodes().filter(|node| node.kind != NodeKind::Thesis);
        let given = nodes.filter(|node| {
            let answers = node.answers();
            answers.is_some_and(|given| Some(&given.axis) == axis.as_ref() && given.side == side)
        });
        let given: Vec<NodeId> = given.map(|node| node.id).collect();
        if given.is_empty() {
            return Err(NotebookError::NotComputed("no node of the final graph gives this answer"));
        }
        self.removed.extend(given);
        Ok(self)
    }

    /// Gives a node another base score. *Range*: [0, 1].
    ///
    /// # Errors
    /// Where the final graph has no such node, the node has no base score, or the number is out of range.
    pub fn score(mut self, node: &str, base_score: f64) -> Result<Self, NotebookError> {
        let id = self.node(node)?;
        let known = self.graph.node(id);
        if known.is_none_or(|node| node.base_score.is_none()) {
            return Err(NotebookError::NotComputed("the nodes of this mode have no base scores"));
        }
        let score = Strength::new(base_score);
        let out = |_| NotebookError::NotComputed("a base score is a number from 0 to 1");
        self.scores.insert(id, score.map_err(out)?);
        Ok(self)
    }

    /// Computes strengths by another semantics; without this by DF-QuAD. Both sides of the comparison use it.
    #[must_use]
    pub fn by(mut self, gradual: Gradual) -> Self {
        self.gradual = gradual;
        self
    }

    /// What changes: labels and worldviews where the mode has a framework of attacks, else strengths.
    ///
    /// # Errors
    /// [`NotebookError::NotComputed`] where the mode has neither.
    pub fn effect(&self) -> Result<Effect, NotebookError> {
        let before = self.graph;
        let mut after = before.clone();
        let scores = self.scores.iter();
        let scores = scores.map(|(&node, &base_score)| Operation::Score { node, base_score });
        let removed = self.removed.iter().map(|&node| Operation::RemoveNode(node));
        for operation in scores.chain(removed) {
            after.apply(&operation).expect("the graph has these nodes");
        }
        let (states, title) = if self.has_framework {
            (
                [labels(before), labels(&after)],
                "Grounded label, and in how many of the preferred extensions.".to_owned(),
            )
        } else if has_scores(before) {
            let states = [weighed(before, self.gradual)?, weighed(&after, self.gradual)?];
            (states, format!("Strength by {}.", self.gradual))
        } else {
            return Err(NotebookError::NotComputed(
                "this mode computes neither labels nor strengths that a change of its graph could move",
            ));
        };
        Ok(self.compared(&states, &title))
    }

    fn compared(&self, [before, after]: &[BTreeMap<NodeId, String>; 2], title: &str) -> Effect {
        let mut grid = Grid::new(["node", "by", "statement", "before", "after"]);
        let mut changed = 0;
        let graph = self.graph;
        let theses = graph.nodes().filter(|node| node.kind == NodeKind::Thesis);
        let others = graph.nodes().filter(|node| node.kind != NodeKind::Thesis);
        for node in theses.chain(others) {
            let state = |states: &BTreeMap<NodeId, String>| {
                states.get(&node.id).cloned().unwrap_or_else(|| "removed".to_owned())
            };
            let (before, after) = (state(before), state(after));
            let moved = before != after;
            changed += usize::from(moved && after != "removed");
            if moved || node.kind == NodeKind::Thesis {
                let by = node.author.as_ref().map_or(String::new(), |id| name(id.as_str()));
                grid.push([node.id.to_string(), by, node.text.clone(), before, after]);
            }
        }
        let changed = number::count(changed, "node changes", "nodes change");
        let rest = if self.removed.is_empty() { "In all" } else { "Besides what is removed" };
        Effect { grid: grid.noted(format!("{title} {rest}, {changed}.")) }
    }
}

/// The label of each node, with its acceptance in the preferred extensions.
fn labels(graph: &Graph) -> BTreeMap<NodeId, String> {
    let projection = graph.to_framework();
    let labelling = grounded(&projection.framework);
    let accepted = Preferred::of(&projection.framework).accepted();
    let state = |argument: usize| {
        let label = match labelling.label(argument) {
            Label::In => "IN",
            Label::Out => "OUT",
            Label::Undec => "UNDEC",
        };
        let extensions = if accepted.skeptical.binary_search(&argument).is_ok() {
            "all"
        } else if accepted.credulous.binary_search(&argument).is_ok() {
            "some"
        } else {
            "none"
        };
        format!("{label}, {extensions}")
    };
    projection.nodes.iter().enumerate().map(|(argument, &id)| (id, state(argument))).collect()
}

fn has_scores(graph: &Graph) -> bool {
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

fn weighed(graph: &Graph, gradual: Gradual) -> Result<BTreeMap<NodeId, String>, NotebookError> {
    let bipolar = bipolar(graph)?;
    let found = strengths(&bipolar, gradual).map_err(|_| {
        NotebookError::NotComputed("the relations close a cycle, so that no strengths follow")
    })?;
    let ids = graph.nodes().map(|node| node.id);
    Ok(ids
        .zip(found.values())
        .map(|(id, strength)| (id, number::score(strength.value())))
        .collect())
}

impl fmt::Display for WhatIf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.effect() {
            Ok(effect) => effect.fmt(f),
            Err(error) => writeln!(f, "{error}"),
        }
    }
}

impl WhatIf<'_> {
    /// Shows the effect in a notebook; evcxr calls this for the last value of a cell.
    pub fn evcxr_display(&self) {
        match self.effect() {
            Ok(effect) => effect.evcxr_display(),
            Err(error) => {
                let text = error.to_string();
                super::display::print(&super::display::escaped(&text), &text);
            }
        }
    }
}

/// The effect of a change: the theses, and every node that is another afterwards.
#[derive(Debug, Clone)]
pub struct Effect {
    grid: Grid,
}

impl Effect {
    /// The effect as a table.
    pub fn table(&self) -> &Grid {
        &self.grid
    }

    pub(super) fn html(&self) -> String {
        self.grid.html()
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.fmt(f)
    }
}

shown!(Effect);
