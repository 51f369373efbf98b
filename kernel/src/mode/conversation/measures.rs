//! The numbers that every conversation reports: turns by move, concessions.

use crate::mode::Measure;

pub(in crate::mode) const TURNS: Measure = Measure::new(
    "turns",
    "turns between the opening and the closing speeches, failed calls included",
);
pub(in crate::mode) const CHALLENGES: Measure =
    Measure::new("challenges", "turns that challenge another turn");
pub(in crate::mode) const CONCESSIONS: Measure =
    Measure::new("concessions", "turns that concede something");
pub(in crate::mode) const NOT_FOLLOWED: Measure = Measure::new(
    "hints not followed",
    "turns that leave a point unanswered, say nothing about a question or concede nothing, although a hint asked for it",
);
pub(in crate::mode) const PASSES: Measure =
    Measure::new("passes", "turns in which a persona had nothing to say");

/// The concessions that changed the graph; `meaning` says what they changed.
pub(in crate::mode) const fn graph_concessions(meaning: &'static str) -> Measure {
    Measure::new("concessions in the graph", meaning)
}
