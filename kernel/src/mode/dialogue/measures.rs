//! The numbers that this mode reports: arguments by label, turns by move, concessions.

use crate::mode::Measure;
#[cfg(feature = "run")]
use crate::mode::shared::dung::Evaluated;
#[cfg(feature = "run")]
use crate::mode::shared::metrics::count;
#[cfg(feature = "run")]
use crate::record::{Act, Concession, Metric, Snapshot, Turn};

const TURNS: Measure = Measure::new(
    "turns",
    "turns between the opening and the closing speeches, failed calls included",
);
const CHALLENGES: Measure = Measure::new("challenges", "turns that challenge another turn");
const CONCESSIONS: Measure = Measure::new("concessions", "turns that concede something");
const GRAPH_CONCESSIONS: Measure =
    Measure::new("concessions in the graph", "concessions that changed an argument");
const PASSES: Measure = Measure::new("passes", "turns in which a persona had nothing to say");
const ARGUMENTS: Measure = Measure::new("arguments", "arguments in the final graph");
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
    use crate::record::{Fate, Phase};

    let is_of_exchange = |turn: &Turn| match &turn.speech {
        Some(speech) => !matches!(speech.phase, Phase::Opening | Phase::Resolution),
        None => matches!(turn.fate, Fate::Failed(_)) && turn.round > 0,
    };
    let turns = |act: Act| {
        count(snapshots, |turn| turn.act == act && is_of_exchange(turn) && turn.fate.is_kept())
    };
    let semantics = &evaluated.semantics;
    let attacks = snapshots
        .last()
        .map_or(0, |last| last.graph.edges().filter(|edge| edge.relation.is_attack()).count());
    let measured = [
        (TURNS, count(snapshots, is_of_exchange)),
        (CHALLENGES, turns(Act::Challenge)),
        (CONCESSIONS, turns(Act::Concede)),
        (GRAPH_CONCESSIONS, conceded.len() as f64),
        (PASSES, turns(Act::Silence)),
        (ARGUMENTS, evaluated.projection.nodes.len() as f64),
        (ACCEPTED, semantics.accepted.len() as f64),
        (DEFEATED, semantics.defeated.len() as f64),
        (UNDECIDED, semantics.undecided.len() as f64),
        (DISPUTED, semantics.disputed.len() as f64),
        (ATTACKS, attacks as f64),
    ];
    measured.map(|(measure, count)| measure.of(Some(count))).into()
}
