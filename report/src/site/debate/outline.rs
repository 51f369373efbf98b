//! The written form of the graph: every node once, beneath what it bears on.

use faultline::view::number;
use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use faultline::graph::{Edge, Node, NodeKind, Relation};
use faultline::vocabulary::{Component, EdgeId, NodeId, Side, Strength};

use super::scene::{NodeRef, Ref, Scene};
use crate::site::evidence::Cited;
use crate::site::prose;
use crate::site::route::{Anchor, Link, Route};
use crate::site::words::{self, Term};

/// How one node bears on another, in words: «undermines premise 1 of» and the node.
#[derive(Debug, Clone)]
pub(super) struct Tie {
    pub(super) phrase: String,
    pub(super) node: NodeRef,
    /// How much it weighs, as words after the node; empty in modes in which nothing follows from that.
    pub(super) weight: String,
}

/// A node with all that hangs on it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) node: NodeRef,
    pub(super) kind: &'static str,
    pub(super) label: Option<Term>,
    /// Base score, strength and weight, where it has them.
    pub(super) numbers: String,
    pub(super) round: u32,
    /// The first round in which it is gone, if it goes.
    pub(super) gone: Option<u32>,
    pub(super) tie: Option<Tie>,
    pub(super) also: Vec<Tie>,
    /// What it attacks only because the attack on it works both ways.
    pub(super) back: Vec<Tie>,
    pub(super) premises: Vec<String>,
    pub(super) assumptions: Vec<String>,
    pub(super) evidence: Vec<Cited>,
    /// What hangs on it, counted.
    pub(super) fold: String,
    pub(super) excerpts: Vec<Ref>,
    pub(super) turns: Vec<Ref>,
    pub(super) cruxes: Vec<Ref>,
    pub(super) drawn: Option<Link>,
}

/// A node and what bears on it.
#[derive(Debug, Clone, Template)]
#[template(path = "parts/outline.html")]
pub(super) struct Item {
    entry: Entry,
    children: Vec<Item>,
}

/// An entry of a tree on a line of its own.
#[derive(Debug, Clone)]
pub(super) struct Line<E = Entry> {
    pub(super) indent: String,
    pub(super) entry: E,
}

/// A graph as a tree of answers.
pub(super) struct Tree<'a> {
    pub(super) edges: BTreeMap<EdgeId, &'a Edge>,
    /// The edge by which each node hangs on its parent.
    pub(super) up: BTreeMap<NodeId, EdgeId>,
    pub(super) children: BTreeMap<NodeId, Vec<NodeId>>,
    pub(super) roots: Vec<NodeId>,
}

pub(super) fn outline(scene: &Scene<'_>) -> Vec<Item> {
    let edges = scene.finished.snapshots.iter().flat_map(|snapshot| snapshot.graph.edges());
    let ids: Vec<NodeId> = scene.nodes().map(|node| node.id).collect();
    let tree = Tree::grow(edges, &ids);
    tree.roots.iter().map(|&root| item(scene, &tree, root)).collect()
}

/// The outline as indented lines.
pub(super) fn lines(items: &[Item]) -> Vec<Line> {
    indented(items, |item| (&item.entry, &item.children))
}

/// A tree as indented lines; `parts` takes an item apart into its entry and what stands beneath it.
pub(super) fn indented<I, E: Clone>(items: &[I], parts: fn(&I) -> (&E, &[I])) -> Vec<Line<E>> {
    fn walk<I, E: Clone>(
        items: &[I],
        parts: fn(&I) -> (&E, &[I]),
        depth: usize,
        lines: &mut Vec<Line<E>>,
    ) {
        for (entry, children) in items.iter().map(parts) {
            lines.push(Line { indent: "  ".repeat(depth), entry: entry.clone() });
            walk(children, parts, depth + 1, lines);
        }
    }
    let mut lines = Vec::new();
    walk(items, parts, 0, &mut lines);
    lines
}

impl<'a> Tree<'a> {
    /// Hangs every node on what it answers; of two edges with one id the later counts.
    pub(super) fn grow(edges: impl Iterator<Item = &'a Edge>, ids: &[NodeId]) -> Self {
        let edges: BTreeMap<EdgeId, &Edge> = edges.map(|edge| (edge.id, edge)).collect();
        let answers = |edge: &Edge| edge.mirrors.is_none() && edge.from != edge.to;
        let answering: BTreeSet<NodeId> =
            edges.values().filter(|edge| answers(edge)).map(|edge| edge.from).collect();
        let first = ids.iter().filter(|id| !answering.contains(id));
        let mut tree =
            Self { up: BTreeMap::new(), children: BTreeMap::new(), roots: Vec::new(), edges };
        let mut seen = BTreeSet::new();
        for &start in first.chain(ids) {
            if !seen.insert(start) {
                continue;
            }
            tree.roots.push(start);
            let mut queue = std::collections::VecDeque::from([start]);
            while let Some(parent) = queue.pop_front() {
                for (id, edge) in tree.edges.iter().filter(|(_, edge)| edge.to == parent) {
                    if answers(edge) && seen.insert(edge.from) {
                        tree.up.insert(edge.from, *id);
                        tree.children.entry(parent).or_default().push(edge.from);
                        queue.push_back(edge.from);
                    }
                }
            }
        }
        tree
    }

    /// How a node bears on its parent, on others, and on what it attacks only in return.
    fn ties(&self, scene: &Scene<'_>, id: NodeId) -> (Option<Tie>, Vec<Tie>, Vec<Tie>) {
        let up = self.up.get(&id);
        let own = up.map(|edge| tie(scene, self.edges[edge]));
        let others = self.edges.values().filter(|edge| edge.from == id && Some(&edge.id) != up);
        let (back, also): (Vec<&Edge>, Vec<&Edge>) =
            others.copied().partition(|edge| edge.mirrors.is_some());
        let all = |edges: Vec<&Edge>| edges.into_iter().map(|edge| tie(scene, edge)).collect();
        (own, all(also), all(back))
    }
}

/// Says how an edge bears on its target.
pub(super) fn tie(scene: &Scene<'_>, edge: &Edge) -> Tie {
    let phrase = match answer(scene, edge) {
        Some(side) => format!("{} to", words::says(side)),
        None => phrase(edge.relation, edge.component),
    };
    let weight = if scene.belief().is_some() { weight(edge) } else { String::new() };
    Tie { phrase, node: scene.node(edge.to), weight }
}

/// How much an edge weighs, as words after what it bears on.
pub(super) fn weight(edge: &Edge) -> String {
    let told = |weight: Strength| format!("with weight {}", number::score(weight.value()));
    edge.weight.map(told).unwrap_or_default()
}

/// What a position says to the question that the edge ties it to; nothing for other edges.
pub(in crate::site) fn answer(scene: &Scene<'_>, edge: &Edge) -> Option<Side> {
    let kind = |id| scene.nodes().find(|node| node.id == id).map(|node| node.kind);
    let answers =
        kind(edge.from) == Some(NodeKind::Position) && kind(edge.to) == Some(NodeKind::Question);
    answers.then_some(if edge.relation == Relation::Support { Side::Yes } else { Side::No })
}

/// The relation and the part it is aimed at, in words that a node's name can follow.
pub(super) fn phrase(relation: Relation, component: Option<Component>) -> String {
    let verb = relation.verb();
    match (relation, component) {
        (Relation::Undercut, None | Some(Component::Inference)) => {
            format!("{verb} the inference of")
        }
        (Relation::Rebut, Some(Component::Claim)) | (_, None) => verb.to_owned(),
        (_, Some(Component::Claim)) => format!("{verb} the claim of"),
        (_, Some(Component::Inference)) => format!("{verb} the inference of"),
        (_, Some(part @ (Component::Premise(_) | Component::Assumption(_)))) => {
            format!("{verb} {part} of")
        }
    }
}

fn item(scene: &Scene<'_>, tree: &Tree<'_>, id: NodeId) -> Item {
    let node = scene.nodes().find(|node| node.id == id).expect("the tree holds nodes of the scene");
    let (tie, also, back) = tree.ties(scene, id);
    let children = tree.children.get(&id).into_iter().flatten();
    Item {
        entry: Entry { tie, also, back, ..entry(scene, node) },
        children: children.map(|&child| item(scene, tree, child)).collect(),
    }
}

fn entry(scene: &Scene<'_>, node: &Node) -> Entry {
    let detail = &node.detail;
    let sentences = |texts: &[String]| texts.iter().map(|text| prose::sentence(text)).collect();
    Entry {
        node: NodeRef { text: prose::sentence(&node.text), ..scene.node(node.id) },
        kind: words::node_kind(node.kind),
        label: node.label.map(words::label),
        numbers: numbers(node.base_score, node.strength),
        round: node.round,
        gone: gone(scene, node),
        tie: None,
        also: Vec::new(),
        back: Vec::new(),
        premises: sentences(&detail.premises),
        assumptions: sentences(&detail.assumptions),
        evidence: detail.evidence.iter().map(|cited| scene.cited(cited)).collect(),
        fold: fold(node),
        excerpts: excerpts(scene, node),
        turns: node.provenance.turns.iter().map(|&turn| scene.turn(turn)).collect(),
        cruxes: scene.cruxes_of(node.id),
        drawn: Some(scene.place(&Anchor::Box(scene.sheet(node.id), node.id))),
    }
}

/// How plausible a node is by itself and what is left of that, in figures.
pub(in crate::site) fn numbers(base_score: Option<Strength>, strength: Option<Strength>) -> String {
    match (base_score, strength) {
        (Some(tau), Some(sigma)) => {
            format!("τ {} → σ {}", number::score(tau.value()), number::score(sigma.value()))
        }
        (Some(tau), None) => format!("τ {}", number::score(tau.value())),
        (None, Some(sigma)) => format!("strength {}", number::score(sigma.value())),
        (None, None) => String::new(),
    }
}

fn gone(scene: &Scene<'_>, node: &Node) -> Option<u32> {
    let stands = |graph: &faultline::graph::Graph| graph.node(node.id).is_some();
    let snapshots = &scene.finished.snapshots;
    let last = snapshots.iter().rposition(|snapshot| stands(&snapshot.graph))?;
    snapshots.get(last + 1).map(|snapshot| snapshot.round)
}

fn fold(node: &Node) -> String {
    let detail = &node.detail;
    let parts = [
        (detail.premises.len(), "premise", "premises"),
        (detail.assumptions.len(), "assumption", "assumptions"),
        (detail.evidence.len(), "piece of evidence", "pieces of evidence"),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, one, many)| number::count(number, one, many))
        .collect();
    prose::capital(&prose::list(&parts))
}

pub(super) fn excerpts(scene: &Scene<'_>, node: &Node) -> Vec<Ref> {
    let Some(author) = &node.author else { return Vec::new() };
    let page = Route::Persona(author.clone());
    let known = scene.tag(author).link.is_some();
    let reference = |id: &faultline::vocabulary::StatementId| {
        let anchor = Anchor::Statement(scene.topic.id.clone(), id.clone());
        known.then(|| Ref { text: id.to_string(), link: page.link_to(&scene.here, &anchor) })
    };
    node.detail.excerpts.iter().filter_map(reference).collect()
}
