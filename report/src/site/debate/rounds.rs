//! What changed in each round and why.

use faultline::view::number;
use std::collections::BTreeSet;

use faultline::argue::Label;
use faultline::graph::{Cause, Change, Edge, Graph, Node, Operation};
use faultline::record::Snapshot;
use faultline::vocabulary::EdgeId;

use super::belief::voices::{self, Voice};
use super::log::{self, Move};
use super::outline::{self, Tie};
use super::scene::{NodeRef, Ref, Scene};
use crate::site::route::{Anchor, Link};
use crate::site::{prose, words};

/// One change, as a line: mark, node, how it bears on others, words, cause.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) mark: &'static str,
    pub(super) word: &'static str,
    pub(super) node: Option<NodeRef>,
    pub(super) ties: Vec<Tie>,
    pub(super) text: String,
    /// What decided a new label.
    pub(super) because: Option<Tie>,
    pub(super) cause: Option<Ref>,
}

/// One round.
#[derive(Debug, Clone)]
pub(super) struct Round {
    pub(super) id: String,
    pub(super) title: String,
    /// What everybody did, where everybody has a graph of its own.
    pub(super) voices: Vec<Voice>,
    pub(super) changes: Vec<Line>,
    /// How many changes there are.
    pub(super) changes_title: String,
    pub(super) moves: Vec<Move>,
    pub(super) moves_title: String,
}

/// What the semantics say after a round, as numbers.
#[derive(Debug, Clone)]
pub(super) struct Counts {
    pub(super) link: Link,
    pub(super) title: String,
    pub(super) accepted: String,
    pub(super) defeated: String,
    pub(super) undecided: String,
    /// Where the accepted part of the bar ends, in hundredths.
    pub(super) accepted_end: String,
    /// Where the undecided part of the bar ends, in hundredths.
    pub(super) undecided_end: String,
    pub(super) preferred: String,
    pub(super) disputed: String,
    pub(super) attacks: String,
}

/// How pages call a round; what comes after the last one is no round.
pub(in crate::site) fn title(scene: &Scene<'_>, snapshot: &Snapshot) -> String {
    let title = prose::capital(snapshot.title.trim());
    match (snapshot.round, title.is_empty()) {
        (round, false) if round > scene.finished.outcome.stop.rounds => title,
        (0, true) => "Opening".to_owned(),
        (0, false) => title,
        (round, true) => format!("Round {round}"),
        (_, false) if title.to_lowercase().contains("round") => title,
        (round, false) => format!("Round {round}: {}", snapshot.title.trim()),
    }
}

pub(super) fn rounds(scene: &Scene<'_>) -> Vec<Round> {
    let mut earlier = Graph::default();
    let mut rounds = Vec::new();
    for snapshot in &scene.finished.snapshots {
        let moves: Vec<Move> = snapshot.turns.iter().map(|turn| log::entry(scene, turn)).collect();
        let changes = changes(scene, &earlier, snapshot);
        rounds.push(Round {
            id: Anchor::Round(snapshot.round).id(),
            title: title(scene, snapshot),
            voices: voices::voices(scene, snapshot),
            changes_title: prose::capital(&number::count(
                changes.len(),
                "change of the graph",
                "changes of the graph",
            )),
            changes,
            moves_title: log::title(&snapshot.turns),
            moves,
        });
        earlier.clone_from(&snapshot.graph);
    }
    rounds
}

pub(super) fn counts(scene: &Scene<'_>) -> Vec<Counts> {
    scene.finished.snapshots.iter().filter_map(|snapshot| count(scene, snapshot)).collect()
}

fn count(scene: &Scene<'_>, snapshot: &Snapshot) -> Option<Counts> {
    let semantics = snapshot.semantics.as_ref()?;
    let accepted = semantics.accepted.len();
    let doubtful = accepted + semantics.undecided.len();
    let all = (doubtful + semantics.defeated.len()).max(1);
    let end = |part: usize| number::score(100.0 * part as f64 / all as f64);
    let number = |number: usize| number::integer(number as u64);
    let attacks = snapshot.graph.edges().filter(|edge| edge.relation.is_attack()).count();
    Some(Counts {
        link: scene.place(&Anchor::Round(snapshot.round)),
        title: title(scene, snapshot),
        accepted: number(accepted),
        defeated: number(semantics.defeated.len()),
        undecided: number(semantics.undecided.len()),
        accepted_end: end(accepted),
        undecided_end: end(doubtful),
        preferred: number::digits(&semantics.preferred),
        disputed: number(semantics.disputed.len()),
        attacks: number(attacks),
    })
}

fn changes(scene: &Scene<'_>, earlier: &Graph, snapshot: &Snapshot) -> Vec<Line> {
    let mut told = BTreeSet::new();
    let mut lines: Vec<Line> = Vec::new();
    for change in &snapshot.changes {
        lines.extend(line(scene, earlier, snapshot, change, &mut told));
    }
    lines.extend(relabelled(scene, earlier, &snapshot.graph));
    lines
}

fn line(
    scene: &Scene<'_>,
    earlier: &Graph,
    snapshot: &Snapshot,
    change: &Change,
    told: &mut BTreeSet<EdgeId>,
) -> Option<Line> {
    let plain = |mark, word, node: Option<NodeRef>, text| Line {
        mark,
        word,
        node,
        ties: Vec::new(),
        text,
        because: None,
        cause: cause(scene, &change.cause),
    };
    match &change.operation {
        Operation::AddNode(node) => {
            let ties = new_ties(scene, snapshot, node, told);
            let node = plain("+", "new", Some(scene.node(node.id)), prose::sentence(&node.text));
            Some(Line { ties, ..node })
        }
        Operation::UpdateNode(node) => {
            let before = earlier.node(node.id).is_none_or(|before| before.text != node.text);
            let text = if before { prose::sentence(&node.text) } else { String::new() };
            Some(plain("~", "changed", Some(scene.node(node.id)), text))
        }
        Operation::Label { .. } | Operation::Strength { .. } => None,
        Operation::Score { node, base_score } => {
            let before = earlier.node(*node).and_then(|node| node.base_score);
            let before = before.map_or_else(String::new, |score| format!("from {score} "));
            let text = format!("base score {before}to {base_score}");
            Some(plain("~", "revised", Some(scene.node(*node)), text))
        }
        Operation::RemoveNode(id) => {
            Some(plain("−", "removed", Some(scene.node(*id)), String::new()))
        }
        Operation::AddEdge(edge) if told.contains(&edge.id) => None,
        Operation::AddEdge(edge) => Some(Line {
            ties: vec![outline::tie(scene, edge)],
            ..plain("+", "new link", Some(scene.node(edge.from)), String::new())
        }),
        Operation::UpdateEdge(edge) => Some(Line {
            ties: vec![outline::tie(scene, edge)],
            ..plain("~", "link changed", Some(scene.node(edge.from)), String::new())
        }),
        Operation::RemoveEdge(id) => earlier.edge(*id).map(|edge| Line {
            ties: vec![outline::tie(scene, edge)],
            ..plain("−", "link removed", Some(scene.node(edge.from)), String::new())
        }),
    }
}

/// The links that come with a new node; they and their mirrors are told with it.
fn new_ties(
    scene: &Scene<'_>,
    snapshot: &Snapshot,
    node: &Node,
    told: &mut BTreeSet<EdgeId>,
) -> Vec<Tie> {
    let edges: Vec<&Edge> =
        snapshot.graph.out_of_node(node.id).filter(|edge| edge.mirrors.is_none()).collect();
    let mut ties = Vec::new();
    for edge in edges {
        told.insert(edge.id);
        let mirrors = snapshot.graph.edges().filter(|mirror| mirror.mirrors == Some(edge.id));
        told.extend(mirrors.map(|mirror| mirror.id));
        ties.push(outline::tie(scene, edge));
    }
    ties
}

fn relabelled(scene: &Scene<'_>, earlier: &Graph, later: &Graph) -> Vec<Line> {
    let moved = |node: &Node| {
        let before = earlier.node(node.id)?.label?;
        let after = node.label.filter(|after| *after != before)?;
        let decisive = decisive(later, node, after);
        let word = match after {
            Label::Out => "defeated by",
            Label::Undec => "held in balance by",
            Label::In => "",
        };
        let reason = if after == Label::In { ", every attack on it being answered" } else { "" };
        Some(Line {
            mark: "↻",
            word: "relabelled",
            node: Some(scene.node(node.id)),
            ties: Vec::new(),
            text: format!("{} → {}{reason}", words::label(before).word, words::label(after).word),
            because: decisive.map(|by| Tie {
                phrase: word.to_owned(),
                node: scene.node(by.id),
                weight: String::new(),
            }),
            cause: decisive.and_then(|by| by.provenance.turns.last()).map(|&turn| scene.turn(turn)),
        })
    };
    later.nodes().filter_map(moved).collect()
}

/// The attacker that decides a label: one that is IN for a defeat, one that is undecided itself for a balance.
fn decisive<'g>(graph: &'g Graph, node: &Node, label: Label) -> Option<&'g Node> {
    let wanted = match label {
        Label::In => return None,
        Label::Out => Label::In,
        Label::Undec => Label::Undec,
    };
    let attacks = graph.into_node(node.id).filter(|edge| edge.relation.is_attack());
    attacks.filter_map(|edge| graph.node(edge.from)).find(|by| by.label == Some(wanted))
}

fn cause(scene: &Scene<'_>, cause: &Cause) -> Option<Ref> {
    match cause {
        Cause::Turn(turn) => Some(scene.turn(*turn)),
        Cause::Concession(turn) => {
            let turn = scene.turn(*turn);
            Some(Ref { text: format!("concession in {}", turn.text), ..turn })
        }
        Cause::Validation(call) => {
            let call = scene.call(*call);
            Some(Ref { text: format!("judged in {}", call.text), ..call })
        }
        Cause::Merge(call) => {
            let call = scene.call(*call);
            Some(Ref { text: format!("merged in {}", call.text), ..call })
        }
        Cause::Semantics => None,
    }
}
