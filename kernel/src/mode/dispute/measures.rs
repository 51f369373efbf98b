//! The numbers that this mode reports: those of every conversation, disputes by state, and reasons.

use crate::mode::Measure;
use crate::mode::conversation::measures::{
    CHALLENGES, CONCESSIONS, NOT_FOLLOWED, PASSES, TURNS, graph_concessions,
};

pub(super) const GRAPH_CONCESSIONS: Measure =
    graph_concessions("concessions that changed a stance or a reason");
pub(super) const DISPUTES: Measure =
    Measure::new("disputes", "questions on which a persona takes a side");
pub(super) const LIVE: Measure =
    Measure::new("live disputes", "disputes with stances on both sides that are not retired");
pub(super) const PENDING: Measure =
    Measure::new("pending disputes", "disputes on which fewer than two personas take a side");
pub(super) const RETIRED: Measure = Measure::new(
    "retired disputes",
    "disputes that no persona touched in three updates, or that all who take a side call settled",
);
pub(super) const BEYOND: Measure = Measure::new(
    "disputes left out",
    "new disputes that were left out because an update may open two",
);
pub(super) const REASONS: Measure = Measure::new("reasons", "reasons in the final graph");
pub(super) const SURVIVING: Measure = Measure::new(
    "surviving reasons",
    "reasons that can be defended against the reasons that attack them",
);
pub(super) const EVENNESS: Measure = Measure::new(
    "evenness",
    "how evenly live disputes are argued, on average: 2 · min(Y, N) / (Y + N) with the numbers of personas on each side, times \
     the share of the weaker side’s reasons that survive; disputes in which no reason attacks another are left out",
);

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    TURNS, CHALLENGES, CONCESSIONS, GRAPH_CONCESSIONS, NOT_FOLLOWED, PASSES, DISPUTES, LIVE,
    PENDING, RETIRED, BEYOND, REASONS, SURVIVING, EVENNESS,
];
