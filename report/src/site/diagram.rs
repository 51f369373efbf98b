//! A debate's graph as a drawing: the union of all rounds, laid out once.

use std::collections::BTreeMap;

use faultline::argue::Label;
use faultline::draw::{self, Diagram, Direction, Heads, Options, Span, State, Status, Style, View};
use faultline::graph::{Edge, Graph, Node, Relation};
use faultline::record::Snapshot;
use faultline::vocabulary::EdgeId;

use super::debate::{Scene, outline};
use super::route::DRAWING;
use super::{Fault, filters, prose, words};

/// A stop of the scrubber.
#[derive(Debug, Clone)]
pub(super) struct Stop {
    pub(super) round: u32,
    pub(super) is_last: bool,
    pub(super) caption: String,
}

/// The drawing with what switches its rounds.
#[derive(Debug, Clone)]
pub(super) struct Drawing {
    pub(super) svg: String,
    /// The style rules that show one round at a time; empty where there is one round only.
    pub(super) rules: String,
    pub(super) stops: Vec<Stop>,
    /// The relations that are drawn: class and what their lines look like.
    pub(super) keys: Vec<(&'static str, &'static str)>,
    /// The drawing's own width in CSS pixels.
    pub(super) width: u32,
    /// Whether some lines are shown as numbers only.
    pub(super) has_chips: bool,
}

/// Draws the graph; nothing where there are no nodes.
pub(super) fn drawing(scene: &Scene<'_>) -> Result<Option<Drawing>, Fault> {
    let snapshots = &scene.finished.snapshots;
    let nodes: Vec<draw::Node> = scene.nodes().map(|node| node_box(scene, node)).collect();
    let Some(last) = snapshots.last().map(|last| last.round).filter(|_| !nodes.is_empty()) else {
        return Ok(None);
    };
    let described = format!(
        "{} and {}",
        filters::tally(nodes.len(), "node", "nodes"),
        filters::tally(union(snapshots).len(), "relation", "relations")
    );
    let lines = lines(scene);
    let keys = keys(&lines);
    let diagram = Diagram::new(&scene.topic.question, Direction::Fit, nodes, lines)
        .map_err(|fault| Fault::Drawing { cell: scene.debate.cell.clone(), fault })?
        .described(described)
        .through(last)
        .readable();
    let has_chips = !diagram.chips().is_empty();
    let options = Options { prefix: DRAWING.to_owned(), view: View::Whole, style: Style::Page };
    let layout = draw::layout(&diagram);
    let svg = draw::svg(&diagram, &layout, &options);
    let first = snapshots.first().map_or(last, |first| first.round);
    let mut rules = String::new();
    if first < last {
        let scope = |round| format!(".graph:has(#show-{round}:checked)");
        rules = draw::round_rules(first..=last, scope);
    }
    Ok(Some(Drawing {
        svg,
        rules,
        stops: stops(snapshots, last),
        keys,
        width: layout.width.ceil() as u32,
        has_chips,
    }))
}

fn stops(snapshots: &[Snapshot], last: u32) -> Vec<Stop> {
    let caption = |snapshot: &Snapshot| {
        let Some(semantics) = &snapshot.semantics else {
            return filters::tally(snapshot.graph.nodes().len(), "node", "nodes");
        };
        let [accepted, defeated, undecided] =
            [&semantics.accepted, &semantics.defeated, &semantics.undecided]
                .map(|labelled| filters::integer(labelled.len() as u64));
        format!("{accepted} in, {defeated} out, {undecided} undecided")
    };
    snapshots
        .iter()
        .map(|snapshot| Stop {
            round: snapshot.round,
            is_last: snapshot.round == last,
            caption: caption(snapshot),
        })
        .collect()
}

fn span(snapshots: &[Snapshot], stands: impl Fn(&Graph) -> bool) -> Span {
    let first = snapshots.iter().position(|snapshot| stands(&snapshot.graph));
    let last = snapshots.iter().rposition(|snapshot| stands(&snapshot.graph));
    Span {
        first: first.map_or(0, |index| snapshots[index].round),
        gone: last.and_then(|index| snapshots.get(index + 1)).map(|snapshot| snapshot.round),
    }
}

fn node_box(scene: &Scene<'_>, node: &Node) -> draw::Node {
    let snapshots = &scene.finished.snapshots;
    let reference = scene.node(node.id);
    let key = node.id.to_string();
    let who = reference.by.as_ref();
    let kind = words::node_kind(node.kind);
    let name = who.map_or_else(|| kind.to_owned(), |tag| tag.name.clone());
    let by = who.map_or_else(String::new, |tag| format!(" by {}", tag.name));
    let mut classes: Vec<String> = who.map(|tag| tag.hue.clone()).into_iter().collect();
    if !scene.cruxes_of(node.id).is_empty() {
        classes.push("crux".to_owned());
    }
    let label =
        node.label.map_or_else(String::new, |label| format!(" {}.", words::label(label).word));
    draw::Node {
        href: reference.link.html(),
        spoken: format!(
            "{key}, {kind}{by}, round {}: {}{label}",
            node.round,
            prose::sentence(&node.text)
        ),
        caption: name,
        classes,
        span: span(snapshots, |graph| graph.node(node.id).is_some()),
        states: states(snapshots, node),
        ..draw::Node::new(key, node.text.clone())
    }
}

/// The labels of a node, each from the round in which it is new.
fn states(snapshots: &[Snapshot], node: &Node) -> Vec<State> {
    let mut states: Vec<State> = Vec::new();
    for snapshot in snapshots {
        let Some(node) = snapshot.graph.node(node.id) else { continue };
        let status = node.label.map(|label| match label {
            Label::In => Status::In,
            Label::Out => Status::Out,
            Label::Undec => Status::Undecided,
        });
        let strength = node.strength.map(faultline::vocabulary::Strength::value);
        let state = State { from: snapshot.round, status, strength };
        let same =
            states.last().is_some_and(|last| (last.status, last.strength) == (status, strength));
        if !same && (status.is_some() || strength.is_some()) {
            states.push(state);
        }
    }
    states
}

fn union(snapshots: &[Snapshot]) -> BTreeMap<EdgeId, &Edge> {
    let edges = snapshots.iter().flat_map(|snapshot| snapshot.graph.edges());
    edges.filter(|edge| edge.mirrors.is_none()).map(|edge| (edge.id, edge)).collect()
}

/// One line for each edge; a mirrored one becomes a second head.
fn lines(scene: &Scene<'_>) -> Vec<draw::Edge> {
    let snapshots = &scene.finished.snapshots;
    let mirrored = |id| {
        let mut edges = snapshots.iter().flat_map(|snapshot| snapshot.graph.edges());
        edges.any(|edge| edge.mirrors == Some(id))
    };
    let line = |edge: &Edge| {
        let answer = outline::answer(scene, edge);
        let relation = match edge.relation {
            _ if answer.is_some() => draw::Relation::Tie,
            Relation::Rebut => draw::Relation::Rebut,
            Relation::Undermine => draw::Relation::Undermine,
            Relation::Undercut => draw::Relation::Undercut,
            Relation::Support => draw::Relation::Support,
            Relation::Attack => draw::Relation::Attack,
        };
        let label = answer.map_or(relation.verb(), words::says);
        draw::Edge {
            label: label.to_owned(),
            heads: if mirrored(edge.id) { Heads::Both } else { Heads::End },
            weight: edge.weight.map_or(1.5, |weight| 0.75 + 1.75 * weight.value()),
            span: span(snapshots, |graph| graph.edge(edge.id).is_some()),
            ..draw::Edge::new(edge.from.to_string(), edge.to.to_string(), relation)
        }
    };
    union(snapshots).into_values().map(line).collect()
}

fn keys(lines: &[draw::Edge]) -> Vec<(&'static str, &'static str)> {
    let keys = [
        ("support", "solid, triangle: supports"),
        ("attack", "dashed, bar: rebuts or undermines; a bar at both ends: each rebuts the other"),
        ("undercut", "dotted, diamond: undercuts the inference"),
        ("tie", "solid, open arrow: answers yes or no"),
    ];
    let drawn = |class| lines.iter().any(|line| line.relation.class() == class);
    keys.into_iter().filter(|(class, _)| drawn(*class)).collect()
}
