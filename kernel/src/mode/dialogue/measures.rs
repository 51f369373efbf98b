//! The numbers that this mode reports: those of every conversation, and arguments by label.

use crate::mode::Measure;
use crate::mode::conversation::measures::{
    CHALLENGES, CONCESSIONS, PASSES, TURNS, graph_concessions,
};
#[cfg(feature = "run")]
use crate::mode::shared::dung::Evaluated;
#[cfg(feature = "run")]
use crate::record::{Concession, Metric, Snapshot};

const GRAPH_CONCESSIONS: Measure = graph_concessions("concessions that changed an argument");
const ARGUMENTS: Measure = Measure::new(
    "arguments",
    "arguments in the final graph; theses and granted statements are arguments, too",
);
const ACCEPTED: Measure =
    Measure::new("accepted", "arguments that are IN: every attacker is defeated");
const DEFEATED: Measure =
    Measure::new("defeated", "arguments that are OUT: an accepted argument attacks them");
const UNDECIDED: Measure = Measure::new(
    "undecided",
    "arguments that are UNDEC: the attacks do not decide whether to accept them",
);
const DISPUTED: Measure =
    Measure::new("disputed", "arguments that some worldviews accept and others do not");
const ATTACKS: Measure =
    Measure::new("attacks", "attacks in the final graph, mirrored ones included");

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    TURNS,
    CHALLENGES,
    CONCESSIONS,
    GRAPH_CONCESSIONS,
    PASSES,
    ARGUMENTS,
    ACCEPTED,
    DEFEATED,
    UNDECIDED,
    DISPUTED,
    ATTACKS,
];

/// The numbers of a finished debate.
#[cfg(feature = "run")]
pub(super) fn metrics(
    evaluated: &Evaluated,
    snapshots: &[Snapshot],
    conceded: &[Concession],
) -> Vec<Metric> {
    use crate::mode::conversation::measures as conversation;

    let semantics = &evaluated.semantics;
    let attacks = snapshots
        .last()
        .map_or(0, |last| last.graph.edges().filter(|edge| edge.relation.is_attack()).count());
    let measured = [
        (ARGUMENTS, evaluated.projection.nodes.len() as f64),
        (ACCEPTED, semantics.accepted.len() as f64),
        (DEFEATED, semantics.defeated.len() as f64),
        (UNDECIDED, semantics.undecided.len() as f64),
        (DISPUTED, semantics.disputed.len() as f64),
        (ATTACKS, attacks as f64),
    ];
    let in_graph = GRAPH_CONCESSIONS.of(Some(conceded.len() as f64));
    let of_conversation = conversation::metrics(snapshots, in_graph).into_iter();
    let of_graph = measured.map(|(measure, count)| measure.of(Some(count)));
    of_conversation.chain(of_graph).collect()
}
