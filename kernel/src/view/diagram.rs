//! Graphs to be drawn.

use std::collections::BTreeMap;

use super::outline::{kind, says};
use super::{Column, History, Inline, Line, Span, State, Status, Table, Text, number};
use crate::argue::Label;
use crate::graph::{Edge, Graph, Node, NodeKind, Relation};
use crate::record::Snapshot;
use crate::vocabulary::{AxisId, EdgeId, NodeId, PersonaId, Side, Strength};

/// A graph to be drawn, over the rounds of a debate.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagram {
    /// What the drawing shows, for a reader who hears the page; empty where it shows the whole
    /// graph of the debate.
    pub title: Text,
    /// Whether its nodes are those of a merged graph.
    pub is_merged: bool,
    /// Its nodes.
    pub nodes: Vec<DiagramNode>,
    /// Its edges.
    pub edges: Vec<DiagramEdge>,
    /// The points in time that can be shown. Empty where the diagram is the same at all of them.
    pub stages: Vec<Stage>,
}

/// A node to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct DiagramNode {
    /// The node.
    pub id: NodeId,
    /// The nodes that it represents; only itself in a graph that is not merged.
    pub members: Vec<NodeId>,
    /// What it represents.
    pub kind: NodeKind,
    /// Whether its author only considers it, as an objection, and does not assert it.
    pub is_objection: bool,
    /// Who says it.
    pub authors: Vec<PersonaId>,
    /// The axis that it answers, if known.
    pub axis: Option<AxisId>,
    /// The claim.
    pub text: String,
    /// The round in which it was added, from 0.
    pub round: u32,
    /// Whether a crux rests on it.
    pub is_crux: bool,
    /// How plausible it is without its attackers and supporters.
    pub base_score: Option<Strength>,
    /// Its strength under a gradual semantics, at the end.
    pub strength: Option<Strength>,
    /// Its label, at the end.
    pub label: Option<Label>,
    /// The rounds in which it exists.
    pub span: Span,
    /// Its labels and strengths, each from the round in which it is new.
    pub states: Vec<State>,
    /// For a defeated node that no accepted one attacks in the drawing: the accepted ones that
    /// answer a question the other way than it does or than something it rests on.
    pub denied_by: Vec<NodeId>,
}

/// An edge to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct DiagramEdge {
    /// The node that supports or attacks.
    pub from: NodeId,
    /// The node that is supported or attacked.
    pub to: NodeId,
    /// How it is drawn.
    pub line: Line,
    /// The verb beside the line.
    pub verb: String,
    /// How much it weighs, where a weight was given.
    pub weight: Option<Strength>,
    /// Whether it works in both directions.
    pub is_mutual: bool,
    /// The rounds in which it exists.
    pub span: Span,
}

/// A point in time of a diagram.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// The round after which it shows the graph.
    pub round: u32,
    /// Its name, as it follows «after».
    pub title: String,
    /// What the graph holds then.
    pub caption: Text,
}

impl Diagram {
    /// The graph at the end as a table, with one row for each node.
    pub fn table(&self) -> Table {
        let is_reading = |node: &DiagramNode| node.kind == NodeKind::Reading;
        let relations = |node: &DiagramNode| {
            let edges = self.edges.iter().filter(|edge| edge.from == node.id);
            Text::joined(edges.map(|edge| self.relation(edge)), "; ")
        };
        let row = |node: &DiagramNode| {
            let state = match node.label {
                Some(label) if node.denied_by.is_empty() => Inline::Label(label).into(),
                Some(label) => {
                    let denied_by = node.denied_by.iter().map(|&by| self.name(by));
                    Text::of(
                        "{}, denied by {}",
                        [Inline::Label(label).into(), Text::joined(denied_by, ", ")],
                    )
                }
                None => Text::scores(node.base_score, node.strength),
            };
            let authors = Text::joined(node.authors.iter().map(Text::from), ", ");
            let authors = match (authors.is_empty(), node.is_objection) {
                (true, _) if is_reading(node) => node.text.clone().into(),
                (true, _) => kind(node.kind).into(),
                (false, true) => Text::of("considered by {}", [authors]),
                (false, false) => authors,
            };
            [
                Text::joined(node.members.iter().map(|&member| self.name(member)), " = "),
                if is_reading(node) { Text::default() } else { node.text.clone().into() },
                authors,
                state,
                relations(node),
            ]
        };
        let who = if self.nodes.iter().all(is_reading) { "Reading" } else { "Persona" };
        let titles = ["Node", "Statement", who, "State", "Relations"];
        let rows: Vec<[Text; 5]> = self.nodes.iter().map(row).collect();
        let has_text = |at: &usize| rows.iter().any(|row| !row[*at].is_empty());
        let shown: Vec<usize> = (0..titles.len()).filter(has_text).collect();
        let caption = format!(
            "{}, {}.",
            number::count(self.nodes.len(), "node", "nodes"),
            number::count(self.edges.len(), "relation", "relations")
        );
        Table {
            caption: caption.into(),
            columns: shown.iter().map(|&at| Column::words(titles[at])).collect(),
            rows: rows
                .iter()
                .map(|row| shown.iter().map(|&at| row[at].clone()).collect())
                .collect(),
        }
    }

    fn relation(&self, edge: &DiagramEdge) -> Text {
        let is_answer = [Side::Yes, Side::No].map(says).contains(&edge.verb.as_str());
        let verb = if is_answer { format!("{} to", edge.verb) } else { edge.verb.clone() };
        let relation = Text::of("{} {}", [verb.into(), self.name(edge.to)]);
        if edge.is_mutual { Text::of("{} and the reverse", [relation]) } else { relation }
    }

    /// A node as a reference.
    pub(super) fn name(&self, node: NodeId) -> Text {
        if self.is_merged { Inline::Merged(node).into() } else { node.into() }
    }
}

impl History<'_> {
    /// The debate's own graph over its rounds, or the nodes of it that `keep` names.
    pub fn diagram(&self, title: impl Into<Text>, keep: impl Fn(NodeId) -> bool) -> Diagram {
        let mut denials = self.denials();
        let nodes = self.nodes().filter(|node| keep(node.id)).map(|node| DiagramNode {
            denied_by: denials.remove(&node.id).unwrap_or_default(),
            ..self.drawn(node)
        });
        let edges = self.union().into_values();
        Diagram {
            title: title.into(),
            is_merged: false,
            nodes: nodes.collect(),
            edges: edges
                .filter(|edge| keep(edge.from) && keep(edge.to))
                .map(|edge| self.line(edge))
                .collect(),
            stages: self.snapshots().iter().map(|snapshot| self.stage(snapshot)).collect(),
        }
    }

    fn drawn(&self, node: &Node) -> DiagramNode {
        DiagramNode {
            id: node.id,
            members: vec![node.id],
            kind: node.kind,
            is_objection: self.is_objection(node.id),
            authors: node.author.iter().chain(&node.endorsed_by).cloned().collect(),
            axis: node.axis.clone(),
            text: node.text.clone(),
            round: node.round,
            is_crux: self.cruxes_on(node.id).next().is_some(),
            base_score: node.base_score,
            strength: node.strength,
            label: node.label,
            span: self.span(|graph| graph.node(node.id).is_some()),
            states: self.states(node),
            denied_by: Vec::new(),
        }
    }

    /// The accepted nodes that defeat each node without an edge, at the end.
    fn denials(&self) -> BTreeMap<NodeId, Vec<NodeId>> {
        let mut denials: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        let Some(graph) = self.snapshots().last().map(|last| &last.graph) else { return denials };
        let has =
            |id: NodeId, label: Label| graph.node(id).is_some_and(|node| node.label == Some(label));
        for (from, to) in graph.contraries() {
            let is_drawn = |id| {
                let mut edges = graph.into_node(id).filter(|edge| edge.relation.is_attack());
                edges.any(|edge| has(edge.from, Label::In))
            };
            if has(from, Label::In) && has(to, Label::Out) && !is_drawn(to) {
                denials.entry(to).or_default().push(from);
            }
        }
        denials
    }

    /// One edge for each pair of mirrored ones, in its latest form.
    fn union(&self) -> BTreeMap<EdgeId, &Edge> {
        let edges = self.snapshots().iter().flat_map(|snapshot| snapshot.graph.edges());
        edges.filter(|edge| edge.mirrors.is_none()).map(|edge| (edge.id, edge)).collect()
    }

    fn line(&self, edge: &Edge) -> DiagramEdge {
        let mut edges = self.snapshots().iter().flat_map(|snapshot| snapshot.graph.edges());
        let answer = self.answer(edge);
        let line = match edge.relation {
            _ if answer.is_some() => Line::Tie,
            Relation::Rebut => Line::Rebut,
            Relation::Undermine => Line::Undermine,
            Relation::Undercut => Line::Undercut,
            Relation::Support => Line::Support,
            Relation::Attack => Line::Attack,
            Relation::BranchesFrom
            | Relation::Contradicts
            | Relation::Elaborates
            | Relation::Requires
            | Relation::AppliesTo
            | Relation::Analogy => Line::Tie,
        };
        DiagramEdge {
            from: edge.from,
            to: edge.to,
            line,
            verb: match answer {
                Some(side) => says(side).to_owned(),
                None if [edge.from, edge.to].iter().any(|&end| self.is_objection(end)) => {
                    self.verb(edge)
                }
                None if line == Line::Tie => edge.relation.verb().to_owned(),
                None => line.verb().to_owned(),
            },
            weight: edge.weight,
            is_mutual: edges.any(|other| other.mirrors == Some(edge.id)),
            span: self.span(|graph| graph.edge(edge.id).is_some()),
        }
    }

    fn span(&self, exists: impl Fn(&Graph) -> bool) -> Span {
        let snapshots = self.snapshots();
        let first = snapshots.iter().position(|snapshot| exists(&snapshot.graph));
        let last = snapshots.iter().rposition(|snapshot| exists(&snapshot.graph));
        Span {
            first: first.map_or(0, |index| snapshots[index].round),
            gone: last.and_then(|index| snapshots.get(index + 1)).map(|snapshot| snapshot.round),
        }
    }

    fn states(&self, node: &Node) -> Vec<State> {
        let mut states: Vec<State> = Vec::new();
        for snapshot in self.snapshots() {
            let Some(node) = snapshot.graph.node(node.id) else { continue };
            let status = node.label.map(|label| match label {
                Label::In => Status::In,
                Label::Out => Status::Out,
                Label::Undec => Status::Undecided,
            });
            let strength = node.strength.map(Strength::value);
            let state = State { from: snapshot.round, status, strength };
            let is_same = states
                .last()
                .is_some_and(|last| (last.status, last.strength) == (status, strength));
            if !is_same && (status.is_some() || strength.is_some()) {
                states.push(state);
            }
        }
        states
    }

    fn stage(&self, snapshot: &Snapshot) -> Stage {
        let count = |label| snapshot.graph.nodes().filter(|node| node.label == Some(label)).count();
        let [accepted, defeated, undecided] = [Label::In, Label::Out, Label::Undec].map(count);
        let caption = match (accepted + defeated + undecided, snapshot.graph.nodes().len()) {
            (0, 1) => Text::from("1 node"),
            (0, nodes) => Text::of("{} nodes", [nodes.into()]),
            (1.., _) => Text::of(
                "{} in, {} out, {} undecided",
                [accepted, defeated, undecided].map(Text::from),
            ),
        };
        let title = match snapshot.round {
            0 => "the opening".to_owned(),
            round if round > self.outcome().stop.rounds => "the closing".to_owned(),
            round => counted(&snapshot.title).unwrap_or_else(|| format!("round {round}")),
        };
        Stage { round: snapshot.round, title, caption }
    }
}

/// The number of a round in its title, where the mode counts its rounds from the opening on.
fn counted(title: &str) -> Option<String> {
    let (counted, _) = title.split_once(": ")?;
    counted.starts_with("Round ").then(|| counted.to_lowercase())
}
