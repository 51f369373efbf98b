//! What a debate under Dung's semantics shows: its graph, the labels after each round, the camps
//! and the number of worldviews.

use std::collections::BTreeSet;

use super::{Block, Column, Content, Fact, History, Inline, Section, Subject, Table, Text};
use crate::graph::{Graph, Node, NodeKind};
use crate::record::{Camp, Semantics, Snapshot};
use crate::vocabulary::NodeId;

/// The number of worldviews, among the key figures; nothing where it was not computed.
pub(crate) fn summary(history: &History<'_>) -> Option<Section> {
    let extensions = history.outcome().extensions.as_ref()?;
    let meaning = "largest sets of arguments that can be held together".to_owned();
    let fact = Fact {
        name: "worldviews".to_owned(),
        value: Inline::Digits(extensions.preferred.clone()).into(),
        meaning: match two_way_choices(&extensions.preferred) {
            None | Some(0) => meaning,
            Some(1) => {
                format!("{meaning}; one clash can go either way")
            }
            Some(clashes) => {
                format!("{meaning}; {clashes} independent clashes can each go either way")
            }
        },
    };
    Some(Section::about(Subject::Summary, "worldviews", vec![Block::Facts(vec![fact])]))
}

/// The number of independent choices between two options that have `results` combinations; `None`
/// if `results` is not a power of two.
fn two_way_choices(results: &str) -> Option<u32> {
    let results: u128 = results.parse().ok()?;
    results.is_power_of_two().then(|| results.trailing_zeros())
}

/// The arguments and attacks in panels.
pub(crate) fn drawing(history: &History<'_>) -> Section {
    let lead = "Every argument, and the arguments that it attacks.";
    Section::new(
        "drawing",
        "The arguments and attacks",
        Text::joined([lead.into(), undecided(history)], " "),
    )
    .with(Block::Panels(history.panels_by_axis()))
}

/// What it means that arguments are undecided at the end; empty where all are decided.
fn undecided(history: &History<'_>) -> Text {
    let semantics = history.snapshots().iter().rev().find_map(|last| last.semantics.as_ref());
    let Some(semantics) = semantics.filter(|semantics| !semantics.undecided.is_empty()) else {
        return Text::default();
    };
    let [accepted, defeated, undecided] = semantics.labels();
    let all = accepted + defeated + undecided;
    Text::of(
        "{} of the {} arguments are undecided at the end: they attack each other or depend on arguments that do, and no accepted \
         argument breaks the tie. For these the attacks do not show which side is right.",
        [undecided.into(), all.into()],
    )
}

/// The same graph in sentences.
pub(crate) fn sentences(history: &History<'_>) -> Section {
    let lead = "Each argument appears once, below an argument that it attacks. The labels are those at the end.";
    history.in_sentences(lead)
}

/// How many arguments have each label after each round.
pub(crate) fn labels(history: &History<'_>) -> Section {
    let caption = "How many arguments are accepted (IN), undecided (UNDEC) and defeated (OUT) after each round. Arguments that answer one \
        question in opposite ways exclude each other without an attack that anyone made. A worldview is a \
        largest set of arguments that can be held together: they do not attack each other, and they defeat all their attackers (a \
        preferred extension). A clash that can go either way may double the number of worldviews. A disputed argument is in some \
        worldviews but not in all.";
    let columns = vec![
        Column::words("After"),
        Column::numbers("IN"),
        Column::numbers("UNDEC"),
        Column::numbers("OUT"),
        Column { content: Content::Bar, ..Column::words("Shares") },
        Column::numbers("Attacks"),
        Column::numbers("Exclusions"),
        Column::numbers("Worldviews"),
        Column::numbers("Disputed"),
    ];
    let rows = history.snapshots().iter().filter_map(counts).collect();
    let table = Table { caption: caption.into(), columns, rows };
    Section::new("labels", "Labels after each round", Text::default()).with(Block::Table(table))
}

fn counts(snapshot: &Snapshot) -> Option<Vec<Text>> {
    let semantics = snapshot.semantics.as_ref()?;
    let [accepted, defeated, undecided] = semantics.labels();
    let attacks = snapshot.graph.edges().filter(|edge| edge.relation.is_attack()).count();
    let exclusions =
        snapshot.graph.contraries().into_iter().map(|(from, to)| (from.min(to), from.max(to)));
    let exclusions: BTreeSet<(NodeId, NodeId)> = exclusions.collect();
    Some(vec![
        Inline::Round(snapshot.round).into(),
        accepted.into(),
        undecided.into(),
        defeated.into(),
        Inline::Bar([accepted, undecided, defeated].map(|count| count as u64).to_vec()).into(),
        attacks.into(),
        exclusions.len().into(),
        Inline::Digits(semantics.preferred.clone()).into(),
        semantics.disputed.len().into(),
    ])
}

/// The worldview of each persona; nothing where there is none.
pub(crate) fn camps(history: &History<'_>) -> Option<Section> {
    let camps = &history.outcome().camps;
    let lead = "A worldview is a largest set of arguments that do not exclude or attack each other and that defeat all their attackers. \
        For each persona, this is the one that keeps the most of the persona’s own arguments. This is computed; the persona need not \
        believe it. Arguments of others are in it as far as they fit, even where the persona denies them, and its own are left out where no \
        reply defeats an attack on them. The persona has not given these up.";
    let section = Section::new(
        "camps",
        "What can be held together with most arguments of each persona",
        lead.into(),
    );
    let of = |camp: &Camp| {
        let arguments = camp.arguments.iter().map(|&node| node.into());
        vec![
            (&camp.persona).into(),
            camp.arguments.len().into(),
            camp.own.into(),
            thesis_in(history, camp),
            Text::joined(arguments, ", "),
            Text::joined(left_out(history, camp).into_iter().map(Into::into), ", "),
        ]
    };
    let columns = vec![
        Column::words("Persona"),
        Column::numbers("Arguments"),
        Column::numbers("Its own"),
        Column::words("Its thesis"),
        Column::words("Which"),
        Column::words("Its own that are left out"),
    ];
    let rows = camps.iter().map(of).collect();
    let table = Table { caption: Text::default(), columns, rows };
    (!camps.is_empty()).then(|| section.with(Block::Table(table)))
}

/// The arguments of a persona at the end of the debate that its worldview does not keep, except its
/// thesis.
fn left_out(history: &History<'_>, camp: &Camp) -> Vec<NodeId> {
    let Some(last) = history.snapshots().last() else { return Vec::new() };
    let labelled = last.semantics.iter().flat_map(Semantics::labelled);
    let is_left_out = |node: &&Node| {
        let is_own = node.author.as_ref() == Some(&camp.persona);
        is_own && node.kind != NodeKind::Thesis && !camp.arguments.contains(&node.id)
    };
    let left_out = labelled.filter_map(|id| last.graph.node(id)).filter(is_left_out);
    left_out.map(|node| node.id).collect::<BTreeSet<NodeId>>().into_iter().collect()
}

/// Whether a worldview keeps the thesis of its persona; otherwise the arguments that defeat it.
fn thesis_in(history: &History<'_>, camp: &Camp) -> Text {
    let mut theses = history.outcome().theses.iter();
    let Some(thesis) = theses.find(|thesis| thesis.persona == camp.persona) else {
        return "none".into();
    };
    if camp.arguments.contains(&thesis.node) {
        return "kept".into();
    }
    let graph = history.snapshots().last().map(|last| &last.graph);
    let attacks = graph.into_iter().flat_map(|graph| graph.into_node(thesis.node));
    let attacks = attacks.filter(|edge| edge.relation.is_attack()).map(|edge| edge.from);
    let contraries = graph.into_iter().flat_map(Graph::contraries);
    let denials = contraries.filter(|(_, to)| *to == thesis.node).map(|(from, _)| from);
    let attackers: BTreeSet<NodeId> =
        attacks.chain(denials).filter(|from| camp.arguments.contains(from)).collect();
    let attackers = Text::joined(attackers.into_iter().map(Into::into), ", ");
    if attackers.is_empty() { "not kept".into() } else { Text::of("not kept: {}", [attackers]) }
}
