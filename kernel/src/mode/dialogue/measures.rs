//! The numbers that this mode reports: those of every conversation, and arguments by label.

use crate::mode::Measure;
use crate::mode::conversation::measures::{
    CHALLENGES, CONCESSIONS, PASSES, TURNS, graph_concessions,
};
#[cfg(feature = "run")]
use crate::mode::framework_measures::metrics as of_framework;
use crate::mode::framework_measures::{ACCEPTED, ARGUMENTS, DEFEATED, DISPUTED, UNDECIDED};
#[cfg(feature = "run")]
use crate::mode::shared::dung::Evaluated;
#[cfg(feature = "run")]
use crate::record::{Concession, Metric, Snapshot};

const GRAPH_CONCESSIONS: Measure = graph_concessions("concessions that changed an argument");
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

    let attacks = snapshots
        .last()
        .map_or(0, |last| last.graph.edges().filter(|edge| edge.relation.is_attack()).count());
    let in_graph = GRAPH_CONCESSIONS.of(Some(conceded.len() as f64));
    let of_conversation = conversation::metrics(snapshots, in_graph).into_iter();
    let of_graph = of_framework(evaluated).into_iter();
    let attacks = ATTACKS.of(Some(attacks as f64));
    of_conversation.chain(of_graph).chain([attacks]).collect()
}
