//! What changed in each round and why.

use std::collections::BTreeSet;

use faultline::argue::Label;
use faultline::graph::{Cause, Change, Edge, Graph, Node, Operation};
use faultline::record::Snapshot;
use faultline::view::{Subject, number};
use faultline::vocabulary::{AxisSide, EdgeId, PersonaId, Strength};

use crate::site::Fault;
use crate::site::blocks::{self, Block, RichText, Section};
use crate::site::persona_tag::Tag;
use crate::site::references::{NodeRef, Ref, References};
use crate::site::route::Anchor;
use crate::site::sentence::full_stop;
use faultline::view::glossary;

/// One change of the graph.
#[derive(Debug, Clone)]
pub(super) struct ShownChange {
    pub(super) mark: &'static str,
    pub(super) word: &'static str,
    pub(super) node: Option<NodeRef>,
    /// The relations of the node that changed with it.
    pub(super) relations: Vec<RichText>,
    pub(super) text: String,
    /// The personas that now make the statement, too, or agree with it no longer, and how a
    /// sentence says that.
    pub(super) endorsements: Vec<(&'static str, Vec<Tag>)>,
    /// The attacker that decides a new label.
    pub(super) decided_by: Option<NodeRef>,
    pub(super) cause: Option<Ref>,
}

/// One round.
#[derive(Debug)]
pub(super) struct Round {
    pub(super) id: String,
    pub(super) title: String,
    /// What only the mode shows.
    pub(super) sections: Vec<Section>,
    pub(super) changes: Vec<ShownChange>,
    /// The number of further changes: new nodes that its sections quote with their relations.
    pub(super) quoted: usize,
}

impl Round {
    /// How many changes there are, and how many of them are quoted above.
    pub(super) fn size(&self) -> String {
        let all = self.changes.len() + self.quoted;
        match self.quoted {
            0 => all.to_string(),
            quoted if quoted == all => format!("{all}, quoted above"),
            1 => format!("{all}, of which one is quoted above"),
            quoted => format!("{all}, of which {quoted} are quoted above"),
        }
    }
}

pub(super) fn rounds(references: &References<'_>) -> Result<Vec<Round>, Fault> {
    let mut earlier = Graph::default();
    let mut rounds = Vec::new();
    for snapshot in &references.finished.snapshots {
        let sections = blocks::sections(references, Subject::Round(snapshot.round))?;
        let mut changes = changes(references, &earlier, snapshot);
        let quoted = drop_quoted(&mut changes, &sections);
        rounds.push(Round {
            id: Anchor::Round(snapshot.round).id(),
            title: references.history.round_title(snapshot.round),
            sections,
            changes,
            quoted,
        });
        earlier.clone_from(&snapshot.graph);
    }
    Ok(rounds)
}

/// Drops the new nodes that the sections of the round quote with all that is new with them, and the
/// words of the others that they quote. Returns the number of those dropped.
fn drop_quoted(changes: &mut Vec<ShownChange>, sections: &[Section]) -> usize {
    let blocks = sections.iter().flat_map(|section| &section.blocks);
    let actions: Vec<&RichText> = blocks.flat_map(Block::actions).collect();
    let quoted: Vec<(String, String)> = actions
        .iter()
        .flat_map(|action| action.quotes().map(|quote| (full_stop(quote), action.md())))
        .collect();
    let all = changes.len();
    changes.retain_mut(|change| {
        let action = quoted.iter().find(|(text, _)| change.mark == "+" && *text == change.text);
        let Some((_, action)) = action else { return true };
        change.text.clear();
        !change.relations.iter().all(|relation| action.contains(&relation.md()))
    });
    all - changes.len()
}

fn changes(references: &References<'_>, earlier: &Graph, snapshot: &Snapshot) -> Vec<ShownChange> {
    let mut shown = BTreeSet::new();
    let mut lines: Vec<ShownChange> = Vec::new();
    for change in &snapshot.changes {
        lines.extend(line(references, earlier, snapshot, change, &mut shown));
    }
    lines.extend(relabelled(references, earlier, &snapshot.graph));
    lines
}

/// The line of a change; none for a change that another line shows. `shown` collects the edges that
/// lines of nodes show.
fn line(
    references: &References<'_>,
    earlier: &Graph,
    snapshot: &Snapshot,
    change: &Change,
    shown: &mut BTreeSet<EdgeId>,
) -> Option<ShownChange> {
    let plain = |mark, word, node, text| ShownChange {
        mark,
        word,
        node: Some(references.node(node)),
        relations: Vec::new(),
        text,
        endorsements: Vec::new(),
        decided_by: None,
        cause: cause(references, &change.cause),
    };
    let of_edge = |mark, word, edge: &Edge| ShownChange {
        relations: vec![relation(references, edge)],
        ..plain(mark, word, edge.from, String::new())
    };
    match &change.operation {
        Operation::AddNode(node) => {
            let relations = new_relations(references, snapshot, node, shown);
            Some(ShownChange { relations, ..plain("+", "new", node.id, full_stop(&node.text)) })
        }
        Operation::UpdateNode(node) => {
            let (text, endorsements) = update(references, earlier, node, &change.cause);
            Some(ShownChange { endorsements, ..plain("~", "changed", node.id, text) })
        }
        Operation::Label { .. } | Operation::Strength { .. } => None,
        Operation::Score { node, base_score } => {
            let before = earlier.node(*node).and_then(|node| node.base_score);
            Some(plain("~", "revised", *node, revision(before, *base_score)?))
        }
        Operation::RemoveNode(id) => Some(plain("−", "removed", *id, String::new())),
        Operation::AddEdge(edge) if shown.contains(&edge.id) => None,
        Operation::AddEdge(edge) => Some(of_edge("+", "new relation", edge)),
        Operation::UpdateEdge(edge) => Some(of_edge("~", "relation changed", edge)),
        Operation::RemoveEdge(id) => {
            earlier.edge(*id).map(|edge| of_edge("−", "relation removed", edge))
        }
    }
}

/// The words of a changed node, if they are new, and who makes its statement now or no longer.
fn update(
    references: &References<'_>,
    earlier: &Graph,
    node: &Node,
    cause: &Cause,
) -> (String, Vec<(&'static str, Vec<Tag>)>) {
    let before = earlier.node(node.id);
    let is_new = before.is_none_or(|before| before.text != node.text);
    let text = if is_new { full_stop(&node.text) } else { String::new() };
    let known = |by: &&PersonaId| before.is_some_and(|old| old.endorsed_by.contains(*by));
    let endorsers = node.endorsed_by.iter().filter(|by| !known(by));
    let is_left = |by: &&PersonaId| !node.endorsed_by.contains(*by);
    let left = before.into_iter().flat_map(|old| &old.endorsed_by).filter(is_left);
    // What was judged to mean the same may be said in opposite words.
    let supports = if matches!(cause, Cause::Merge(_)) {
        "which is also said or meant by"
    } else {
        "now also supported by"
    };
    let mut endorsements = vec![
        (supports, references.tags(endorsers)),
        ("no longer supported by", references.tags(left)),
    ];
    endorsements.retain(|(_, personas)| !personas.is_empty());
    (text, endorsements)
}

/// How a base score changed; `None` if the change is too small to be shown.
fn revision(before: Option<Strength>, now: Strength) -> Option<String> {
    let shown = |score: Strength| number::score(score.value());
    let now = shown(now);
    match before.map(shown) {
        None => Some(format!("base score set to {now}")),
        Some(before) if before == now => None,
        Some(before) => Some(format!("base score changed from {before} to {now}")),
    }
}

fn relation(references: &References<'_>, edge: &Edge) -> RichText {
    RichText::new(references, &references.history.relation(edge))
}

/// The relations of a new node. They and their mirrors need no line of their own.
fn new_relations(
    references: &References<'_>,
    snapshot: &Snapshot,
    node: &Node,
    shown: &mut BTreeSet<EdgeId>,
) -> Vec<RichText> {
    let edges = snapshot.graph.out_of_node(node.id).filter(|edge| edge.mirrors.is_none());
    let mut relations = Vec::new();
    for edge in edges {
        shown.insert(edge.id);
        let mirrors = snapshot.graph.edges().filter(|mirror| mirror.mirrors == Some(edge.id));
        shown.extend(mirrors.map(|mirror| mirror.id));
        relations.push(relation(references, edge));
    }
    relations
}

fn relabelled(references: &References<'_>, earlier: &Graph, later: &Graph) -> Vec<ShownChange> {
    let line = |node: &Node| {
        let before = earlier.node(node.id)?.label?;
        let after = node.label.filter(|after| *after != before)?;
        let decisive = decisive(later, node, after);
        let reason = match (after, decisive) {
            (Label::Out, Some(_)) => ", defeated by",
            (Label::Undec, Some(_)) => ", kept undecided by",
            (Label::Out | Label::Undec, None) => "",
            (Label::In, _) => ", because all its attackers are defeated",
        };
        let [from, to] = [before, after].map(|label| glossary::label(label).word);
        Some(ShownChange {
            mark: "↻",
            word: "relabelled",
            node: Some(references.node(node.id)),
            relations: Vec::new(),
            text: format!("{from} → {to}{reason}"),
            endorsements: Vec::new(),
            decided_by: decisive.map(|by| references.node(by.id)),
            cause: decisive
                .and_then(|by| by.provenance.turns.last())
                .map(|&turn| references.turn(turn)),
        })
    };
    later.nodes().filter_map(line).collect()
}

/// The argument that decides a label, which is IN for OUT and UNDEC for UNDEC: an attacker, or one
/// that gives the other answer to a question that the node answers or on which it rests.
fn decisive<'g>(graph: &'g Graph, node: &Node, label: Label) -> Option<&'g Node> {
    let wanted = match label {
        Label::In => return None,
        Label::Out => Label::In,
        Label::Undec => Label::Undec,
    };
    let attacks = graph.into_node(node.id).filter(|edge| edge.relation.is_attack());
    let attackers = attacks.filter_map(|edge| graph.node(edge.from));
    let says =
        |answer: AxisSide| node.detail.asserts.iter().any(|own| own.asserts.opposes(&answer));
    let excludes = |other: &&Node| {
        other.author != node.author && (node.opposes(other) || other.answers().is_some_and(says))
    };
    attackers.chain(graph.nodes().filter(excludes)).find(|by| by.label == Some(wanted))
}

fn cause(references: &References<'_>, cause: &Cause) -> Option<Ref> {
    let named = |name: &str, to: Ref| Ref { text: format!("{name} {}", to.text), ..to };
    match cause {
        Cause::Turn(turn) => Some(references.turn(*turn)),
        Cause::Validation(call) => Some(named("validated in", references.call(*call))),
        Cause::Merge(call) => Some(named("judged to mean the same in", references.call(*call))),
        Cause::Semantics => None,
    }
}
