//! Computes the numbers that this mode reports.

use crate::mode::conversation::run::metrics as conversation;
use crate::mode::dialogue::measures::{ATTACKS, GRAPH_CONCESSIONS};
use crate::mode::shared::dung::Evaluated;
use crate::record::{Concession, Metric, Snapshot};

/// The numbers of a finished debate.
pub(super) fn of_debate(
    evaluated: &Evaluated,
    snapshots: &[Snapshot],
    conceded: &[Concession],
) -> Vec<Metric> {
    let attacks = snapshots
        .last()
        .map_or(0, |last| last.graph.edges().filter(|edge| edge.relation.is_attack()).count());
    let in_graph = GRAPH_CONCESSIONS.of(Some(conceded.len() as f64));
    let of_conversation = conversation::of_turns(snapshots, in_graph).into_iter();
    let of_graph = evaluated.metrics().into_iter();
    let attacks = ATTACKS.of(Some(attacks as f64));
    of_conversation.chain(of_graph).chain([attacks]).collect()
}
