//! What would change if a debate's graph were another.

mod cruxes;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use self::cruxes::{NOT_REPRODUCED, Setting};
use super::debate::Debate;
use super::display::{escaped, name, shown};
use super::error::NotebookError;
use super::grid::Grid;
use super::strengths::{has_scores, weighed};
use crate::argue::{Gradual, Label, Preferred, grounded};
use crate::graph::{Graph, NodeKind, Operation};
use crate::view::number;
use crate::vocabulary::{AxisId, NodeId, PersonaId, Side, Strength};

/// A change of a debate's final graph. It is applied to a copy: the store stays as it is.
#[derive(Debug, Clone)]
pub struct WhatIf<'d> {
    graph: &'d Graph,
    /// Whether labels follow from the graph.
    has_framework: bool,
    setting: Setting<'d>,
    removed: BTreeSet<NodeId>,
    /// The new answers; none for one that is withdrawn.
    answers: BTreeMap<(PersonaId, AxisId), Option<Side>>,
    scores: BTreeMap<NodeId, Strength>,
    gradual: Gradual,
}

impl Debate {
    /// Starts a change of the final graph.
    pub fn what_if(&self) -> WhatIf<'_> {
        WhatIf::of(self, self.has_framework())
    }
}

impl<'d> WhatIf<'d> {
    fn of(debate: &'d Debate, has_framework: bool) -> Self {
        let (graph, planned) = (debate.final_graph(), &debate.planned);
        Self {
            graph,
            has_framework,
            setting: Setting::of(debate.outcome(), graph, &planned.topic, &planned.personas),
            removed: BTreeSet::new(),
            answers: BTreeMap::new(),
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

    /// Withdraws an answer to an issue, by the axis that [`Debate::dependence`] lists, as if no persona gave it: the arguments for it are removed,
    /// with what rests on them, and the reasons of a thesis that assert it are lost.
    ///
    /// # Errors
    /// [`NotebookError::NoAxis`] where the debate has no such issue, [`NotebookError::NoAnswer`]
    /// where no persona and no node of the final graph gives this answer.
    pub fn without_answer(mut self, axis: &str, side: Side) -> Result<Self, NotebookError> {
        let wanted = axis;
        let axis = AxisId::new(axis).ok();
        let nodes = self.graph.nodes().filter(|node| node.kind != NodeKind::Thesis);
        let given = nodes.filter(|node| {
            let answers = node.answers();
            answers.is_some_and(|given| Some(&given.axis) == axis.as_ref() && given.side == side)
        });
        let given: Vec<NodeId> = given.map(|node| node.id).collect();
        let holders = axis.map(|axis| self.setting.holders(self.graph, &axis, side));
        let holders = holders.unwrap_or_default();
        if given.is_empty() && holders.is_empty() {
            let known = self.setting.axis_names();
            return Err(if self.setting.axis(wanted).is_none() {
                NotebookError::NoAxis { wanted: wanted.to_owned(), known }
            } else {
                NotebookError::NoAnswer { axis: wanted.to_owned(), side, known }
            });
        }
        self.removed.extend(given);
        self.answers.extend(holders.into_iter().map(|held| (held, None)));
        Ok(self)
    }

    /// Lets a persona answer an issue otherwise. Its arguments for the other answer are removed,
    /// with what rests on them, and it gives the new answer without an argument for it.
    ///
    /// # Errors
    /// Where the debate has no such persona or issue, or the persona gives this answer already.
    pub fn answers(mut self, persona: &str, axis: &str, side: Side) -> Result<Self, NotebookError> {
        let known = self.setting.persona(persona).cloned();
        let persona = known.ok_or_else(|| NotebookError::NoPersona {
            wanted: persona.to_owned(),
            known: self.setting.persona_names(),
        })?;
        let known = self.setting.axis(axis).cloned();
        let axis = known.ok_or_else(|| NotebookError::NoAxis {
            wanted: axis.to_owned(),
            known: self.setting.axis_names(),
        })?;
        if self.setting.side(self.graph, &persona, &axis) == Some(side) {
            return Err(NotebookError::NotComputed("the persona gives this answer already"));
        }
        self.answers.insert((persona, axis), Some(side));
        Ok(self)
    }

    /// Gives a node another base score. *Range*: [0, 1].
    ///
    /// # Errors
    /// Where the final graph has no such node, the node has no base score, or the number is out of
    /// range.
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

    /// Computes strengths by another semantics; without this by DF-QuAD. Both sides of the
    /// comparison use it.
    #[must_use]
    pub fn by(mut self, gradual: Gradual) -> Self {
        self.gradual = gradual;
        self
    }

    /// What changes: the theses, and every node whose label and extensions, in a mode with a
    /// framework of attacks, or whose strength is another afterwards; and the cruxes with their
    /// loads.
    ///
    /// # Errors
    /// [`NotebookError::NotComputed`] where the mode computes none of these from its graph.
    pub fn effect(&self) -> Result<Effect, NotebookError> {
        let (before, after) = (self.graph, self.changed());
        let graphs = [before, &after];
        let cruxes = self.setting.compared(graphs, self.has_framework);
        let (states, title) = if self.has_framework {
            let counts = graphs.map(|graph| Preferred::of(&graph.to_framework().framework).count());
            let [one, other] = counts.map(|count| count.to_string());
            let title = format!(
                "Grounded label, and in how many of the preferred extensions ({one} before, {other} after)."
            );
            (graphs.map(labels), title)
        } else if has_scores(before) {
            let [one, other] = graphs.map(|graph| weighed(graph, self.gradual));
            ([one?, other?].map(|found| scores(&found)), format!("Strength by {}.", self.gradual))
        } else if matches!(cruxes, Err(NOT_REPRODUCED)) {
            return Err(NotebookError::NotComputed(
                "this mode computes neither labels nor strengths, so there is nothing that a change of its graph could move",
            ));
        } else {
            (graphs.map(present), "This mode computes neither labels nor strengths.".to_owned())
        };
        Ok(Effect { nodes: self.compared(&states, &title), cruxes })
    }

    /// The graph after the change.
    fn changed(&self) -> Graph {
        let mut graph = self.graph.clone();
        for ((persona, axis), &side) in &self.answers {
            self.setting.answer(&mut graph, persona, axis, side);
        }
        let scores = self.scores.iter();
        let scores =
            scores.map(|(&node, &base_score)| (node, Operation::Score { node, base_score }));
        let removed = self.removed.iter().map(|&node| (node, Operation::RemoveNode(node)));
        for (node, operation) in scores.chain(removed) {
            // Another answer may have removed it already.
            if graph.node(node).is_some() {
                graph.apply(&operation).expect("the graph has the node");
            }
        }
        graph
    }

    fn compared(&self, [before, after]: &[BTreeMap<NodeId, String>; 2], title: &str) -> Grid {
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
        let removes = !(self.removed.is_empty() && self.answers.is_empty());
        let rest = if removes { "Besides what is removed" } else { "In all" };
        grid.noted(format!("{title} {rest}, {changed}."))
    }
}

/// Says of each node that it is there.
fn present(graph: &Graph) -> BTreeMap<NodeId, String> {
    graph.nodes().map(|node| (node.id, "present".to_owned())).collect()
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

fn scores(strengths: &BTreeMap<NodeId, Strength>) -> BTreeMap<NodeId, String> {
    strengths.iter().map(|(&node, strength)| (node, number::score(strength.value()))).collect()
}

impl fmt::Display for WhatIf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.effect() {
            Ok(effect) => effect.fmt(f),
            Err(error) => writeln!(f, "Error: {error}"),
        }
    }
}

impl WhatIf<'_> {
    /// Shows the effect in a notebook; evcxr calls this for the last value of a cell.
    ///
    /// # Panics
    /// Where there is no [`effect`](Self::effect), so that the cell fails.
    pub fn evcxr_display(&self) {
        match self.effect() {
            Ok(effect) => effect.evcxr_display(),
            Err(error) => panic!("{error}"),
        }
    }
}

/// The effect of a change: the theses, every node that is another afterwards, and the cruxes before
/// and after.
#[derive(Debug, Clone)]
pub struct Effect {
    nodes: Grid,
    cruxes: Result<Grid, &'static str>,
}

impl Effect {
    /// The theses, and every node that is another afterwards.
    pub fn table(&self) -> &Grid {
        &self.nodes
    }

    /// The cruxes before and after: which remain, appear and vanish, with their scores and the load
    /// for each persona.
    ///
    /// # Errors
    /// [`NotebookError::NotComputed`] where the cruxes of the debate do not follow from its final
    /// graph alone, as in modes in which an answer names them.
    pub fn cruxes(&self) -> Result<&Grid, NotebookError> {
        self.cruxes.as_ref().map_err(|why| NotebookError::NotComputed(why))
    }

    pub(super) fn html(&self) -> String {
        let cruxes = match &self.cruxes {
            Ok(grid) => grid.html(),
            Err(why) => format!("<p style=\"opacity:.75\">{}</p>", escaped(&sentence(why))),
        };
        format!("{}{cruxes}", self.nodes.html())
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cruxes {
            Ok(cruxes) => write!(f, "{}\n{cruxes}", self.nodes),
            Err(why) => writeln!(f, "{}{}", self.nodes, sentence(why)),
        }
    }
}

fn sentence(clause: &str) -> String {
    let (first, rest) = clause.split_at(clause.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}.", first.to_uppercase())
}

shown!(Effect);
