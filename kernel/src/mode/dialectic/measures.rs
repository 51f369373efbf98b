//! The numbers that this mode reports: readings by kind, questions, relations.

#[cfg(feature = "run")]
use super::detail::{OutcomeDetail, Reading, StubState};
#[cfg(feature = "run")]
use crate::graph::{Graph, NodeKind};
use crate::mode::Measure;
#[cfg(feature = "run")]
use crate::record::{Metric, ReadingKind};

const READINGS: Measure = Measure::new("readings", "debates that became a node");
const IMPASSES: Measure = Measure::new("impasses", "readings on which the personas cannot agree");
const SYNTHESES: Measure = Measure::new("syntheses", "readings that the personas share");
const CLARIFICATIONS: Measure =
    Measure::new("clarifications", "readings that found out what a persona means");
const ANSWERED: Measure = Measure::new("questions answered", "readings that answer their question");
const LEMMAS: Measure =
    Measure::new("lemmas", "readings with a claim that others rely on and none attacks");
const EXPLORATIONS: Measure = Measure::new("explorations", "readings whose question stayed open");
const FLAGS: Measure =
    Measure::new("tensions", "questions that observers raised and that were kept");
const OPEN: Measure =
    Measure::new("open questions", "such questions for which no debate was opened");
const RELATIONS: Measure = Measure::new("relations", "relations between readings");
const REFUSED: Measure = Measure::new(
    "refused relations",
    "relations that would have closed a circle or repeat another one",
);
const UNREAD: Measure = Measure::new("unread passages", "passages whose debate left no reading");

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    READINGS,
    IMPASSES,
    SYNTHESES,
    CLARIFICATIONS,
    ANSWERED,
    LEMMAS,
    EXPLORATIONS,
    FLAGS,
    OPEN,
    RELATIONS,
    REFUSED,
    UNREAD,
];

/// The numbers of a finished debate.
#[cfg(feature = "run")]
pub(super) fn metrics(graph: &Graph, readings: &[Reading], detail: &OutcomeDetail) -> Vec<Metric> {
    let of = |kind| readings.iter().filter(|reading| reading.kind == kind).count();
    let open = detail.stubs.iter().filter(|stub| stub.state == StubState::Stub).count();
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
        open,
        relations,
        detail.refused.len(),
        detail.unread.len(),
    ];
    ALL.iter().zip(values).map(|(measure, value)| measure.of(Some(value as f64))).collect()
}
