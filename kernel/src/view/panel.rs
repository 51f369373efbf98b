//! Graphs in panels: a panel for each question, or for each branch of a tree.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Column, Diagram, DiagramEdge, DiagramNode, History, Inline, Table, Text};
use crate::graph::{Node, NodeKind};
use crate::record::{FoundBy, Outcome};
use crate::vocabulary::{AxisId, NodeId, Side};

/// A part of a graph with a heading. A renderer that cannot draw writes [`Panel::table`].
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// Its heading.
    pub title: Text,
    /// What is known of its question.
    pub marks: Vec<Mark>,
    /// How it is connected to the rest of the graph, in sentences.
    pub notes: Vec<Text>,
    /// Whether a page shows it without a click.
    pub is_open: bool,
    /// How its nodes are arranged.
    pub arrangement: Arrangement,
    /// Its nodes and the edges between them.
    pub diagram: Diagram,
    /// The edges between its nodes and nodes of other panels.
    pub links: Vec<DiagramEdge>,
    /// What a page folds: the nodes that are further from the root of a tree, each branch with the
    /// node of this panel from which it starts; or the points that several personas share, which
    /// answer no question against anyone.
    pub beyond: Option<Diagram>,
}

/// How the nodes of a panel are arranged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrangement {
    /// In two columns: the answer yes, and the answer no, which these nodes give.
    Answers {
        /// The nodes in the column of the answer no.
        no: BTreeSet<NodeId>,
    },
    /// Below each other, each indented below the node that it supports or attacks.
    Tree,
    /// In layers, each node below those to which its edges lead.
    Layers,
}

/// A word in the heading of a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// The word.
    pub word: Text,
    /// What it means, as a clause.
    pub meaning: &'static str,
}

impl Panel {
    /// Its nodes at the end as a table, with those that a page folds.
    pub fn table(&self) -> Table {
        let mut whole = self.diagram.clone();
        if let Some(beyond) = &self.beyond {
            let known: BTreeSet<NodeId> = whole.nodes.iter().map(|node| node.id).collect();
            let further = beyond.nodes.iter().filter(|node| !known.contains(&node.id));
            whole.nodes.extend(further.cloned());
            whole.edges.extend(beyond.edges.iter().cloned());
        }
        let is_own = |link: &&DiagramEdge| whole.nodes.iter().any(|node| node.id == link.from);
        let links: Vec<_> = self.links.iter().filter(is_own).cloned().collect();
        whole.edges.extend(links);
        let mut table = whole.table();
        if let Arrangement::Answers { no } = &self.arrangement {
            let is_own = |id: NodeId| self.diagram.nodes.iter().any(|node| node.id == id);
            let answer = |id: NodeId| match (is_own(id), no.contains(&id)) {
                (true, true) => "no",
                (true, false) => "yes",
                (false, _) => "said by several",
            };
            table.columns.insert(1, Column::words("Answer"));
            for (row, node) in table.rows.iter_mut().zip(&whole.nodes) {
                row.insert(1, answer(node.id).into());
            }
        }
        table
    }

    /// Moves the points that several personas share and that no other node attacks or is attacked
    /// by out of the columns.
    fn fold_shared_points(&mut self) {
        let edges = &self.diagram.edges;
        let is_apart =
            |node: &DiagramNode| edges.iter().all(|e| e.from != node.id && e.to != node.id);
        let is_shared = |node: &DiagramNode| node.authors.len() > 1 && is_apart(node);
        let (shared, own): (Vec<DiagramNode>, Vec<DiagramNode>) =
            self.diagram.nodes.iter().cloned().partition(is_shared);
        if shared.is_empty() || own.is_empty() {
            return;
        }
        let whole = Diagram { edges: Vec::new(), ..self.diagram.clone() };
        self.beyond = Some(Diagram { nodes: shared, ..whole });
        self.diagram.nodes = own;
    }

    /// Its heading and the marks beside it.
    pub fn heading(&self) -> Text {
        let marks = Text::joined(self.marks.iter().map(|mark| mark.word.clone()), ", ");
        if marks.is_empty() {
            return self.title.clone();
        }
        Text::of("{} ({})", [self.title.clone(), marks])
    }
}

impl History<'_> {
    /// One panel for each axis that nodes answer, cruxes first, one for the theses, and one for
    /// what answers neither.
    pub fn panels_by_axis(&self) -> Vec<Panel> {
        let mut axes: BTreeMap<Option<AxisId>, BTreeSet<NodeId>> = BTreeMap::new();
        let mut rest: BTreeSet<NodeId> = BTreeSet::new();
        for node in self.nodes() {
            if node.side.is_some() {
                axes.entry(node.axis.clone()).or_default().insert(node.id);
            } else {
                rest.insert(node.id);
            }
        }
        let outcome = self.outcome();
        let mut panels: Vec<(usize, Panel)> = axes
            .iter()
            .map(|(axis, nodes)| {
                let title = axis.as_ref().map_or_else(
                    || Text::from("The question itself"),
                    |axis| Inline::Axis(axis.clone()).into(),
                );
                let mut panel = self.answers(title, nodes);
                panel.fold_shared_points();
                let (rank, marks) = axis.as_ref().map_or((usize::MAX, Vec::new()), |axis| {
                    let nodes: Vec<&Node> = nodes.iter().filter_map(|id| self.node(*id)).collect();
                    marks(outcome, axis, Argued::of(&nodes))
                });
                let last_crux = outcome.cruxes.len();
                (panel.marks, panel.is_open) = (marks, rank <= last_crux);
                (rank, panel)
            })
            .collect();
        panels.sort_by_key(|(rank, _)| *rank);
        let mut panels: Vec<Panel> = panels.into_iter().map(|(_, panel)| panel).collect();
        if !rest.is_empty() {
            let title = "Statements that answer none of these questions".into();
            panels.push(Panel { is_open: false, ..self.panel(title, &rest) });
        }
        panels
    }

    /// One panel for each question node with the positions that answer it, and one for all other
    /// nodes.
    pub fn panels_by_question(&self) -> Vec<Panel> {
        let questions: Vec<_> =
            self.nodes().filter(|node| node.kind == NodeKind::Question).collect();
        let edges: Vec<_> =
            self.snapshots().iter().flat_map(|snapshot| snapshot.graph.edges()).collect();
        // A thesis answers the topic's question and is shown with the outcome.
        let points = self.nodes().filter(|node| node.kind != NodeKind::Thesis);
        let mut rest: BTreeSet<NodeId> = points.map(|node| node.id).collect();
        let mut panels = Vec::new();
        for question in questions {
            let answers: BTreeMap<NodeId, Side> = edges
                .iter()
                .filter(|edge| edge.to == question.id)
                .filter_map(|edge| Some((edge.from, self.answer(edge)?)))
                .collect();
            rest.retain(|node| *node != question.id && !answers.contains_key(node));
            let no = answers.iter().filter(|(_, side)| **side == Side::No);
            let no: BTreeSet<NodeId> = no.map(|(&node, _)| node).collect();
            let nodes: BTreeSet<NodeId> = answers.into_keys().collect();
            let mut panel = self.panel(question.text.clone().into(), &nodes);
            panel.arrangement = Arrangement::Answers { no };
            panel.marks = self.cruxes_on(question.id).map(|crux| crux_mark(crux.into())).collect();
            panels.push(panel);
        }
        if !rest.is_empty() {
            let mut panel = self.panel("Claims that no question divides".into(), &rest);
            panel.is_open = false;
            panels.push(panel);
        }
        panels
    }

    /// A panel with these nodes in the columns of their answers.
    fn answers(&self, title: Text, nodes: &BTreeSet<NodeId>) -> Panel {
        let no = |id: &&NodeId| self.node(**id).and_then(|node| node.side) == Some(Side::No);
        let no = nodes.iter().filter(no).copied().collect();
        Panel { arrangement: Arrangement::Answers { no }, ..self.panel(title, nodes) }
    }

    fn panel(&self, title: Text, nodes: &BTreeSet<NodeId>) -> Panel {
        let whole = self.diagram(title.clone(), |_| true);
        let crosses = |edge: &&DiagramEdge| nodes.contains(&edge.from) != nodes.contains(&edge.to);
        let links = whole.edges.iter().filter(crosses).cloned().collect();
        let diagram = self.diagram(title.clone(), |node| nodes.contains(&node));
        Panel {
            title,
            marks: Vec::new(),
            notes: Vec::new(),
            is_open: true,
            arrangement: Arrangement::Tree,
            diagram,
            links,
            beyond: None,
        }
    }
}

/// Whether some nodes answer yes and some no.
fn has_both<'n>(nodes: impl Iterator<Item = &'n Node>) -> bool {
    nodes.filter_map(|node| node.side).collect::<BTreeSet<Side>>().len() > 1
}

/// What the nodes on an axis argue for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Argued {
    /// Both answers.
    BothWays,
    /// One answer, where points that several personas make speak for the other one.
    BesideSharedPoints,
    /// One answer.
    OneWay,
}

impl Argued {
    fn of(nodes: &[&Node]) -> Self {
        let all = || nodes.iter().copied();
        if has_both(all().filter(|node| node.endorsers().len() < 2)) {
            Self::BothWays
        } else if has_both(all()) {
            Self::BesideSharedPoints
        } else {
            Self::OneWay
        }
    }
}

/// The place of an axis among the panels and what its heading says of it.
fn marks(outcome: &Outcome, axis: &AxisId, argued: Argued) -> (usize, Vec<Mark>) {
    let after = outcome.cruxes.len();
    let crux = outcome.cruxes.iter().position(|crux| crux.axis.as_ref() == Some(axis));
    if let Some(at) = crux {
        let crux = &outcome.cruxes[at];
        let mut marks = vec![crux_mark(crux.id.into())];
        if crux.found == FoundBy::LoadUnknown {
            let meaning = "they answer it differently, and the debate does not show whether both sides rest part of their case on the answer";
            marks.push(Mark { word: "of unknown importance".into(), meaning });
        }
        return (at + 1, marks);
    }
    if let Some(settled) = outcome.settled.iter().find(|settled| settled.axis == *axis) {
        let word = match settled.side {
            Side::Yes => "settled: yes",
            Side::No => "settled: no",
        };
        let meaning = "every argument for the other answer was found false or given up";
        return (after + 4, vec![Mark { word: word.into(), meaning }]);
    }
    let idle = outcome.idle_disputes.iter().find(|idle| idle.axis == *axis);
    let (rank, word, meaning) = match (idle, argued) {
        (Some(idle), _) if idle.is_verbal => {
            (2, "in words only", "they answer it differently, but mean the same")
        }
        (Some(_), _) => (
            2,
            "also disputed",
            "they answer it differently, but at most one side is known to rest part of its case on the answer",
        ),
        (None, Argued::BothWays) => (
            3,
            "argued both ways",
            "there are arguments for yes and for no, but the personas do not disagree about it",
        ),
        (None, Argued::BesideSharedPoints) => (
            3,
            "argued one way",
            "all arguments about it give the same answer; only shared points support the other one",
        ),
        (None, Argued::OneWay) => {
            (3, "argued one way", "all arguments about it give the same answer")
        }
    };
    (after + rank, vec![Mark { word: word.into(), meaning }])
}

fn crux_mark(word: Text) -> Mark {
    Mark {
        word,
        meaning: "they answer it differently, and both sides rest part of their case on the answer",
    }
}

impl History<'_> {
    /// Splits a graph whose edges lead to one or more roots into panels: the roots, then one panel
    /// for each branch.
    ///
    /// A branch is a node that supports or attacks a root, with the nodes that support or attack
    /// it; what is further away is [`Panel::beyond`].
    pub fn branches(&self, whole: &Diagram) -> Vec<Panel> {
        let tree = Branches::new(whole);
        let is_thesis = |id: &NodeId| tree.nodes[id].kind == NodeKind::Thesis;
        let (theses, apart): (Vec<NodeId>, Vec<NodeId>) =
            tree.roots.iter().partition(|id| is_thesis(id));
        let mut panels = Vec::new();
        if !theses.is_empty() {
            let title = if theses.len() == 1 { "The thesis" } else { "The theses" };
            panels.push(tree.panel(title.into(), &theses));
        }
        for &root in &tree.roots {
            for &branch in tree.below(root) {
                let axis = tree.nodes[&branch].axis.as_ref();
                let cruxes = self.outcome().cruxes.iter();
                let own = cruxes.filter(|crux| axis.is_some() && crux.axis.as_ref() == axis);
                let marks = own.map(|crux| crux_mark(crux.id.into())).collect();
                panels.push(Panel { marks, ..tree.branch(root, branch) });
            }
        }
        if !apart.is_empty() {
            let title = "Beside the theses: granted points, and answers on which no thesis is known to rest";
            panels.push(Panel { is_open: false, ..tree.panel(title.into(), &apart) });
        }
        panels
    }
}

struct Branches<'d> {
    whole: &'d Diagram,
    nodes: BTreeMap<NodeId, &'d DiagramNode>,
    roots: Vec<NodeId>,
    children: BTreeMap<NodeId, Vec<NodeId>>,
    /// The edge from each node towards its root, as an index.
    up: BTreeMap<NodeId, usize>,
}

impl<'d> Branches<'d> {
    fn new(whole: &'d Diagram) -> Self {
        let nodes = whole.nodes.iter().map(|node| (node.id, node)).collect();
        let leaving: BTreeSet<NodeId> = whole.edges.iter().map(|edge| edge.from).collect();
        let ids = whole.nodes.iter().map(|node| node.id);
        let roots = ids.clone().filter(|id| !leaving.contains(id));
        let starts: Vec<NodeId> = roots.chain(ids).collect();
        let mut tree = Self {
            whole,
            nodes,
            roots: Vec::new(),
            children: BTreeMap::new(),
            up: BTreeMap::new(),
        };
        let mut seen = BTreeSet::new();
        for start in starts {
            if !seen.insert(start) {
                continue;
            }
            tree.roots.push(start);
            let mut queue = VecDeque::from([start]);
            while let Some(parent) = queue.pop_front() {
                for (index, edge) in whole.edges.iter().enumerate() {
                    if edge.to == parent
                        && tree.nodes.contains_key(&edge.from)
                        && seen.insert(edge.from)
                    {
                        tree.up.insert(edge.from, index);
                        tree.children.entry(parent).or_default().push(edge.from);
                        queue.push_back(edge.from);
                    }
                }
            }
        }
        tree
    }

    fn below(&self, node: NodeId) -> &[NodeId] {
        self.children.get(&node).map_or(&[], Vec::as_slice)
    }

    fn branch(&self, root: NodeId, branch: NodeId) -> Panel {
        let mut shown = vec![branch];
        shown.extend(self.below(branch));
        let mut beyond = Vec::new();
        for &node in self.below(branch).iter().filter(|&&node| !self.below(node).is_empty()) {
            let mut waiting = vec![node];
            while let Some(node) = waiting.pop() {
                beyond.push(node);
                waiting.extend(self.below(node).iter().rev());
            }
        }
        let edge = &self.whole.edges[self.up[&branch]];
        let verb = Text::from(edge.verb.clone());
        let end = self.whole.name(root);
        let relation = match edge.weight {
            Some(weight) => Text::of("{} {} with weight {}", [verb, end, weight.into()]),
            None => Text::of("{} {}", [verb, end]),
        };
        let node = self.nodes[&branch];
        let title = node.axis.as_ref().map_or_else(
            || Text::from("A reason that belongs to no question of the topic"),
            |axis| Inline::Axis(axis.clone()).into(),
        );
        let mut panel = self.panel(title, &shown);
        panel.links.retain(|link| !(link.from == branch && link.to == root));
        panel.links.retain(|link| !(beyond.contains(&link.from) && shown.contains(&link.to)));
        panel.notes = vec![Text::of("{} {}", [self.whole.name(branch), relation])];
        panel.beyond = (!beyond.is_empty()).then(|| self.part(&beyond));
        panel
    }

    fn panel(&self, title: Text, nodes: &[NodeId]) -> Panel {
        let crosses = |edge: &&DiagramEdge| {
            let [from, to] = [edge.from, edge.to].map(|end| nodes.contains(&end));
            from != to && !(self.roots.contains(&edge.to) && to)
        };
        let diagram = self.part(nodes);
        Panel {
            links: self.whole.edges.iter().filter(crosses).cloned().collect(),
            diagram: Diagram { title: title.clone(), ..diagram },
            title,
            marks: Vec::new(),
            notes: Vec::new(),
            is_open: true,
            arrangement: Arrangement::Tree,
            beyond: None,
        }
    }

    fn part(&self, nodes: &[NodeId]) -> Diagram {
        let within = |edge: &&DiagramEdge| nodes.contains(&edge.from) && nodes.contains(&edge.to);
        Diagram {
            nodes: nodes.iter().map(|id| self.nodes[id].clone()).collect(),
            edges: self.whole.edges.iter().filter(within).cloned().collect(),
            ..self.whole.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::stated;

    #[test]
    fn an_axis_is_argued_both_ways_where_each_answer_has_an_argument_that_is_not_shared() {
        let argued = |nodes: &[&str]| Argued::of(&stated(nodes).nodes().collect::<Vec<_>>());
        assert_eq!(argued(&["ada air+", "ben air-"]), Argued::BothWays);
        assert_eq!(argued(&["ada air+", "ben air- = ada"]), Argued::BesideSharedPoints);
        assert_eq!(argued(&["ada air+", "ben air+ = ada"]), Argued::OneWay);
    }
}
