//! The numbers that this mode reports.

use crate::mode::Measure;
use crate::record::AimRange;

/// For each persona.
pub(super) const ROOT_DELTA: Measure = Measure::new(
    "root strength delta",
    "how far the strength of the persona’s thesis moved, from the opening to the end",
)
.aims_at(AimRange::Above(0.05), "the debate moved its belief")
.missed("a thesis hardly moved", "a thesis moved");
// Beliefs that come closer are no shortcoming, so pages do not say that this range was missed.
pub(super) const DIVERGENCE: Measure = Measure::new(
    "stance divergence",
    "how much farther apart the personas are at the end than after the opening in how strongly they believe yes, as a difference of standard deviations; \
     negative where they came closer",
)
.aims_at(AimRange::AtLeast(0.0), "the debate did not pull the beliefs together");
/// For each persona.
pub(super) const REVISION_COST: Measure = Measure {
    aim: Some("low: it kept its scores; high: it changed them often"),
    ..Measure::new(
        "belief revision cost",
        "how much the persona changed its base scores, per statement of its own",
    )
};
pub(super) const LOCALIZATION: Measure =
    Measure::new("crux localization rate", "share of the disputed questions that are cruxes")
        .aims_at(AimRange::Between(0.1, 0.3), "the disagreement depends on few of the questions")
        .missed(
            "hardly any of the disputed questions is a crux",
            "the disagreement is spread over many of the disputed questions",
        );
pub(super) const COVERAGE: Measure = Measure::new(
    "argument coverage",
    "share of statements that another persona also made; 1 where the persona with fewer statements shares all of them",
);
pub(super) const SENSITIVITY: Measure = Measure::new(
    "counterfactual sensitivity",
    "how far a thesis moves at most if the scores of its author’s arguments for its answer to the first crux go all the way to 0 or 1",
)
.aims_at(AimRange::Above(0.1), "the crux matters")
.missed("the first crux alone hardly moves a thesis", "the first crux moves a thesis");
pub(super) const GROWTH: Measure = Measure::new(
    "graph growth rate",
    "the number of statements at the end, divided by their number after the opening",
)
.aims_at(AimRange::Between(1.5, 3.0), "the debate added substance")
.missed("the exchange added few statements", "the exchange added very many statements");
pub(super) const CONVERGENCE: Measure = Measure::new(
    "convergence round",
    "the round after which no thesis moved any more; undefined where another rule ended the debate",
);
pub(super) const MOVES: Measure =
    Measure::new("moves", "arguments that personas added to each other’s graphs");
pub(super) const MOVES_DROPPED: Measure = Measure::new(
    "moves dropped",
    "arguments that were not added: they target the author’s own statements or unknown ones, or repeat another argument",
);
pub(super) const MERGES_REFUSED: Measure = Measure::new(
    "merges refused",
    "pairs of statements that say the same but were kept apart: as one statement they would support or attack themselves, or not all statements \
     of the group say the same",
);

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    ROOT_DELTA, DIVERGENCE, REVISION_COST, LOCALIZATION, COVERAGE, SENSITIVITY, GROWTH,
    CONVERGENCE, MOVES, MOVES_DROPPED, MERGES_REFUSED,
];
