//! The numbers that every conversation reports: turns by move, concessions.

use crate::mode::Measure;
#[cfg(feature = "run")]
use crate::record::{Metric, Snapshot};

pub(in crate::mode) const TURNS: Measure = Measure::new(
    "turns",
    "turns between the opening and the closing speeches, failed calls included",
);
pub(in crate::mode) const CHALLENGES: Measure =
    Measure::new("challenges", "turns that challenge another turn");
pub(in crate::mode) const CONCESSIONS: Measure =
    Measure::new("concessions", "turns that concede something");
pub(in crate::mode) const PASSES: Measure =
    Measure::new("passes", "turns in which a persona had nothing to say");

/// The concessions that changed the graph; `meaning` says what they changed.
pub(in crate::mode) const fn graph_concessions(meaning: &'static str) -> Measure {
    Measure::new("concessions in the graph", meaning)
}

/// The numbers of turns by move, in the order in which pages list them. `in_graph` is that of the concessions that changed the graph.
#[cfg(feature = "run")]
pub(in crate::mode) fn metrics(snapshots: &[Snapshot], in_graph: Metric) -> [Metric; 5] {
    use crate::mode::shared::metrics::count;
    use crate::record::{Act, Fate, Phase, Turn};

    let is_of_exchange = |turn: &Turn| match &turn.speech {
        Some(speech) => !matches!(speech.phase, Phase::Opening | Phase::Resolution),
        None => matches!(turn.fate, Fate::Failed(_)) && turn.round > 0,
    };
    let by_move = |measure: Measure, act: Act| {
        let is_counted =
            |turn: &Turn| turn.act == act && is_of_exchange(turn) && turn.fate.is_kept();
        measure.of(Some(count(snapshots, is_counted)))
    };
    [
        TURNS.of(Some(count(snapshots, is_of_exchange))),
        by_move(CHALLENGES, Act::Challenge),
        by_move(CONCESSIONS, Act::Concede),
        in_graph,
        by_move(PASSES, Act::Silence),
    ]
}
