//! The numbers that this mode reports: those of every conversation, and arguments by label.

use crate::mode::Measure;
use crate::mode::conversation::measures::{
    CHALLENGES, CONCESSIONS, NOT_FOLLOWED, PASSES, TURNS, graph_concessions,
};
use crate::mode::framework_measures::{ACCEPTED, ARGUMENTS, DEFEATED, DISPUTED, UNDECIDED};

pub(super) const GRAPH_CONCESSIONS: Measure =
    graph_concessions("concessions that changed an argument");
pub(super) const ATTACKS: Measure =
    Measure::new("attacks", "attacks in the final graph, mirrored ones included");

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    TURNS, CHALLENGES, CONCESSIONS, GRAPH_CONCESSIONS, NOT_FOLLOWED, PASSES, ARGUMENTS, ACCEPTED,
    DEFEATED, UNDECIDED, DISPUTED, ATTACKS,
];
