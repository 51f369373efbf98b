//! Computes the numbers that every conversation reports.

use std::collections::BTreeSet;

use crate::mode::Measure;
use crate::mode::conversation::measures::{CHALLENGES, CONCESSIONS, NOT_FOLLOWED, PASSES, TURNS};
use crate::mode::conversation::questions::resolution::Resolution;
use crate::mode::shared::metrics::count;
use crate::question::Question as _;
use crate::record::{Act, Fate, Metric, Phase, Snapshot, Turn};
use crate::vocabulary::CallId;

/// The numbers of turns by move, in the order in which pages list them. `in_graph` is that of the
/// concessions that changed the graph.
pub(in crate::mode) fn of_turns(snapshots: &[Snapshot], in_graph: Metric) -> [Metric; 6] {
    let calls = snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    let closing = calls.filter(|call| call.question == Resolution::SPEC.name);
    let closing: BTreeSet<CallId> = closing.map(|call| call.id).collect();
    let is_of_exchange = |turn: &Turn| {
        let Some(speech) = &turn.speech else {
            let is_failed = matches!(turn.fate, Fate::Failed(_)) && turn.round > 0;
            return is_failed && !closing.contains(&turn.call);
        };
        !matches!(speech.phase, Phase::Opening | Phase::Resolution)
    };
    let by_move = |measure: Measure, act: Act| {
        let is_counted =
            |turn: &Turn| turn.act == act && is_of_exchange(turn) && turn.fate.is_kept();
        measure.of(Some(count(snapshots, is_counted)))
    };
    let ignores_its_hint =
        |turn: &Turn| turn.speech.as_ref().is_some_and(|it| it.not_followed.is_some());
    [
        TURNS.of(Some(count(snapshots, is_of_exchange))),
        by_move(CHALLENGES, Act::Challenge),
        by_move(CONCESSIONS, Act::Concede),
        in_graph,
        NOT_FOLLOWED.of(Some(count(snapshots, ignores_its_hint))),
        by_move(PASSES, Act::Silence),
    ]
}
