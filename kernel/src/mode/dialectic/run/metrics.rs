//! Computes the numbers that this mode reports.

use crate::graph::{Graph, NodeKind};
use crate::mode::dialectic::detail::{OutcomeDetail, Reading, StubState};
use crate::mode::dialectic::measures::ALL;
use crate::record::{Metric, ReadingKind};

/// The numbers of a finished debate.
pub(super) fn of_debate(
    graph: &Graph,
    readings: &[Reading],
    detail: &OutcomeDetail,
) -> Vec<Metric> {
    let of = |kind| readings.iter().filter(|reading| reading.kind == kind).count();
    let stubs = |state| detail.stubs.iter().filter(|stub| stub.state == state).count();
    let is_reading = |id| graph.node(id).is_some_and(|node| node.kind == NodeKind::Reading);
    let relations = graph.edges().filter(|edge| is_reading(edge.from)).count();
    let values = [
        readings.len(),
        of(ReadingKind::Impasse),
        of(ReadingKind::Synthesis),
        of(ReadingKind::Clarification),
        of(ReadingKind::Question),
        of(ReadingKind::Lemma),
        of(ReadingKind::Exploration),
        detail.stubs.len(),
        stubs(StubState::Stub),
        stubs(StubState::WithoutReading),
        relations,
        detail.refused.len(),
        detail.unread.len(),
    ];
    ALL.iter().zip(values).map(|(measure, value)| measure.of(Some(value as f64))).collect()
}
