//! Computes the numbers that this mode reports.

use crate::graph::{Graph, NodeKind};
use crate::mode::dialectic::detail::{Flag, OutcomeDetail, Reading, StubState};
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
        readings.iter().filter(|reading| is_taken_up(reading, detail)).count(),
        stubs(StubState::WithoutReading),
        relations,
        detail.refused.len(),
        detail.unread.len(),
    ];
    ALL.iter().zip(values).map(|(measure, value)| measure.of(Some(value as f64))).collect()
}

/// Whether the question of a reading was raised in the debate of an earlier passage.
fn is_taken_up(reading: &Reading, detail: &OutcomeDetail) -> bool {
    let mut raised = detail.stubs.iter().filter(|stub| stub.state.reading() == Some(reading.node));
    // The same question may have been raised again since.
    let is_before = |flag: &Flag| flag.turns.iter().max() < reading.turns.iter().min();
    raised.any(|stub| stub.flag.passage != reading.passage && is_before(&stub.flag))
}
