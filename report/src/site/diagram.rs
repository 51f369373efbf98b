//! A debate's graph as a drawing: the union of all rounds, laid out once.

mod community;

use faultline::view::number;
use std::collections::BTreeMap;

use faultline::argue::Label;
use faultline::draw::{self, Diagram, Direction, Heads, Options, Span, State, Status, Style, View};
use faultline::graph::{Edge, Graph, Node, Relation};
use faultline::record::{Root, Snapshot};
use faultline::vocabulary::EdgeId;

use super::debate::{Scene, outline};
use super::{Fault, prose, route, words};
use community::community;

/// A base score below this makes a dashed border.
const FAINT: f64 = 0.3;

/// A stop of the scrubber.
#[derive(Debug, Clone)]
pub(super) struct Stop {
    pub(super) round: u32,
    pub(super) title: String,
    pub(super) is_last: bool,
    pub(super) caption: String,
}

/// What is drawn on its own: the whole graph, one persona's, or the community's.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    /// What it shows; empty where there is only one.
    pub(super) title: String,
    pub(super) svg: String,
    /// The drawing's own width in CSS pixels.
    pub(super) width: u32,
    /// Whether some lines are shown as numbers only.
    pub(super) has_chips: bool,
}

/// The drawings with what switches their rounds.
#[derive(Debug, Clone)]
pub(super) struct Drawing {
    pub(super) sheets: Vec<Sheet>,
    /// The style rules that show one round at a time; empty where there is one round only.
    pub(super) rules: String,
    pub(super) stops: Vec<Stop>,
    /// The relations that are drawn: class and what their lines look like.
    pub(super) keys: Vec<(&'static str, &'static str)>,
}

impl Drawing {
    /// Whether any sheet shows lines as numbers only.
    pub(super) fn has_chips(&self) -> bool {
        self.sheets.iter().any(|sheet| sheet.has_chips)
    }
}

/// Boxes and lines of one sheet.
struct Parts {
    title: String,
    nodes: Vec<draw::Node>,
    lines: Vec<draw::Edge>,
}

/// Draws the graph; nothing where there are no nodes.
pub(super) fn drawing(scene: &Scene<'_>) -> Result<Option<Drawing>, Fault> {
    let snapshots = &scene.finished.snapshots;
    let Some(last) = snapshots.last().map(|last| last.round) else { return Ok(None) };
    let parts = parts(scene);
    if parts.iter().all(|parts| parts.nodes.is_empty()) {
        return Ok(None);
    }
    let keys = keys(parts.iter().flat_map(|parts| &parts.lines));
    let sheets = parts.into_iter().enumerate().map(|(at, parts)| sheet(scene, at, parts, last));
    let sheets = sheets.collect::<Result<_, _>>()?;
    let first = snapshots.first().map_or(last, |first| first.round);
    let mut rules = String::new();
    if first < last {
        let scope = |round| format!(".graph:has(#show-{round}:checked)");
        rules = draw::round_rules(first..=last, scope);
    }
    Ok(Some(Drawing { sheets, rules, stops: stops(scene, last), keys }))
}

fn parts(scene: &Scene<'_>) -> Vec<Parts> {
    let all = lines(scene);
    let Some(belief) = scene.belief() else {
        let nodes = scene.nodes().map(|node| node_box(scene, node)).collect();
        return vec![Parts { title: String::new(), nodes, lines: all }];
    };
    let own = |(sheet, root): (usize, &Root)| {
        let nodes = scene.nodes().filter(|node| scene.sheet(node.id) == sheet);
        let nodes: Vec<draw::Node> = nodes.map(|node| node_box(scene, node)).collect();
        let is_here = |line: &&draw::Edge| nodes.iter().any(|node| node.key == line.from);
        let lines = all.iter().filter(is_here).cloned().collect();
        Parts { title: scene.tag(&root.persona).name, nodes, lines }
    };
    let mut parts: Vec<Parts> = belief.roots.iter().enumerate().map(own).collect();
    parts.push(community(scene, &belief.community));
    parts
}

fn sheet(scene: &Scene<'_>, at: usize, parts: Parts, last: u32) -> Result<Sheet, Fault> {
    let Parts { title, nodes, lines } = parts;
    let described = format!(
        "{} and {}",
        number::count(nodes.len(), "node", "nodes"),
        number::count(lines.len(), "relation", "relations")
    );
    let spoken = match title.as_str() {
        "" => scene.topic.question.clone(),
        title => format!("{title}: {}", scene.topic.question),
    };
    let diagram = Diagram::new(spoken, Direction::Fit, nodes, lines)
        .map_err(|fault| Fault::Drawing { cell: scene.debate.cell.clone(), fault })?
        .described(described)
        .through(last)
        .readable();
    let options = Options { prefix: route::drawing(at), view: View::Whole, style: Style::Page };
    let layout = draw::layout(&diagram);
    Ok(Sheet {
        title,
        svg: draw::svg(&diagram, &layout, &options),
        width: layout.width.ceil() as u32,
        has_chips: !diagram.chips().is_empty(),
    })
}

fn stops(scene: &Scene<'_>, last: u32) -> Vec<Stop> {
    let caption = |snapshot: &Snapshot| {
        let Some(semantics) = &snapshot.semantics else {
            return number::count(snapshot.graph.nodes().len(), "node", "nodes");
        };
        let [accepted, defeated, undecided] =
            [&semantics.accepted, &semantics.defeated, &semantics.undecided]
                .map(|labelled| number::integer(labelled.len() as u64));
        format!("{accepted} in, {defeated} out, {undecided} undecided")
    };
    let title = |round: u32| match round {
        0 => "the opening".to_owned(),
        round if round > scene.finished.outcome.stop.rounds => "the closing".to_owned(),
        round => format!("round {round}"),
    };
    let stop = |snapshot: &Snapshot| Stop {
        round: snapshot.round,
        title: title(snapshot.round),
        is_last: snapshot.round == last,
        caption: caption(snapshot),
    };
    scene.finished.snapshots.iter().map(stop).collect()
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
    classes.extend(faint(node));
    let label = match node.label {
        Some(label) => format!(" {}.", words::label(label).word),
        None => prose::sentence(&format!(" {}", outline::numbers(node.base_score, node.strength))),
    };
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

/// The class of boxes whose statement is not very plausible by itself.
fn faint(node: &Node) -> Option<String> {
    let is_faint = node.base_score.is_some_and(|tau| tau.value() < FAINT);
    is_faint.then(|| "faint".to_owned())
}

/// How thick the line of a relation is.
fn thickness(edge: &Edge) -> f64 {
    edge.weight.map_or(1.5, |weight| 0.75 + 1.75 * weight.value())
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
            weight: thickness(edge),
            span: span(snapshots, |graph| graph.edge(edge.id).is_some()),
            ..draw::Edge::new(edge.from.to_string(), edge.to.to_string(), relation)
        }
    };
    union(snapshots).into_values().map(line).collect()
}

/// What the lines of each class that is drawn look like.
fn keys<'l>(lines: impl Iterator<Item = &'l draw::Edge>) -> Vec<(&'static str, &'static str)> {
    let key = |line: &draw::Edge| match line.relation {
        draw::Relation::Support => (0, "solid, triangle: supports"),
        draw::Relation::Attack => (1, "dashed, bar: attacks"),
        draw::Relation::Rebut | draw::Relation::Undermine => {
            (2, "dashed, bar: rebuts or undermines; a bar at both ends: each rebuts the other")
        }
        draw::Relation::Undercut => (3, "dotted, diamond: undercuts the inference"),
        draw::Relation::Tie => (4, "solid, open arrow: answers yes or no"),
    };
    let keys: BTreeMap<(u8, &str), &str> =
        lines.map(|line| (key(line), line.relation.class())).collect();
    keys.into_iter().map(|((_, text), class)| (class, text)).collect()
}
