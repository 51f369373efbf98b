//! The numbers that this mode reports: those of every conversation, disputes by state, and reasons.

use crate::mode::Measure;
use crate::mode::conversation::measures::{
    CHALLENGES, CONCESSIONS, PASSES, TURNS, graph_concessions,
};
#[cfg(feature = "run")]
use crate::record::Metric;

const GRAPH_CONCESSIONS: Measure =
    graph_concessions("concessions that changed a stance or a reason");
const DISPUTES: Measure = Measure::new("disputes", "questions on which a persona takes a side");
const LIVE: Measure =
    Measure::new("live disputes", "disputes with stances on both sides that are not retired");
const PENDING: Measure =
    Measure::new("pending disputes", "disputes on which fewer than two personas take a side");
const RETIRED: Measure = Measure::new(
    "retired disputes",
    "disputes that no persona touched in three updates, or that all who take a side call settled",
);
const BEYOND: Measure = Measure::new(
    "disputes left out",
    "new disputes that were left out because an update may open two",
);
const REASONS: Measure = Measure::new("reasons", "reasons in the final graph");
const SURVIVING: Measure = Measure::new(
    "surviving reasons",
    "reasons that can be defended against the reasons that attack them",
);
const EVENNESS: Measure = Measure::new(
    "evenness",
    "how evenly live disputes are divided, on average: 2 · min(Y, N) / (Y + N) with the numbers of personas on each side, times \
     the share of the weaker side’s reasons that survive",
);

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    TURNS,
    CHALLENGES,
    CONCESSIONS,
    GRAPH_CONCESSIONS,
    PASSES,
    DISPUTES,
    LIVE,
    PENDING,
    RETIRED,
    BEYOND,
    REASONS,
    SURVIVING,
    EVENNESS,
];

/// The numbers of a finished debate.
#[cfg(feature = "run")]
pub(super) fn metrics(
    table: &crate::mode::table::Table<'_>,
    book: &super::book::Book,
) -> Vec<Metric> {
    use super::disputes::{Division, disputes};
    use crate::mode::conversation::measures as conversation;

    let all = disputes(table.graph());
    let live: Vec<_> = all
        .iter()
        .filter(|dispute| book.is_active(dispute.node.id) && dispute.division() == Division::Live)
        .collect();
    let pending = all.iter().filter(|dispute| dispute.division() == Division::Pending).count();
    let retired = all.iter().filter(|dispute| !book.is_active(dispute.node.id)).count();
    let reasons = || all.iter().flat_map(|dispute| &dispute.reasons);
    let scores: f64 = live.iter().map(|dispute| dispute.score().value()).sum();
    let evenness = (!live.is_empty()).then(|| scores / live.len() as f64);
    let counted = [
        (DISPUTES, all.len() as f64),
        (LIVE, live.len() as f64),
        (PENDING, pending as f64),
        (RETIRED, retired as f64),
        (BEYOND, book.beyond_limit as f64),
        (REASONS, reasons().count() as f64),
        (SURVIVING, reasons().filter(|reason| reason.survives).count() as f64),
    ];
    let counted = counted.map(|(measure, count)| measure.of(Some(count)));
    let in_graph = GRAPH_CONCESSIONS.of(Some(book.concessions.len() as f64));
    let of_conversation = conversation::metrics(table.snapshots(), in_graph).into_iter();
    of_conversation.chain(counted).chain([EVENNESS.of(evenness)]).collect()
}
