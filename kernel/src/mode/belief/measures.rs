//! The numbers that this mode reports.

use crate::mode::Measure;
use crate::record::AimRange;

/// For each persona.
pub(super) const ROOT_DELTA: Measure = Measure::new(
    "root strength delta",
    "how far the strength of its thesis moved between the first and the last round, |σ(final) − σ(initial)|",
)
.aims_at(AimRange::Above(0.05), "beliefs moved");
pub(super) const DIVERGENCE: Measure = Measure::new(
    "stance divergence",
    "change, over the debate, of the standard deviation of the personas’ strengths for a yes",
)
.aims_at(AimRange::AtLeast(0.0), "no false consensus");
/// For each persona.
pub(super) const REVISION_COST: Measure = Measure {
    aim: Some("low: steady beliefs; high: volatile beliefs"),
    ..Measure::new(
        "belief revision cost",
        "sum of all changes of its base scores, Σ|Δτ|, divided by the number of its own nodes at the end",
    )
};
pub(super) const LOCALIZATION: Measure =
    Measure::new("crux localization rate", "share of the disputed questions that are cruxes")
        .aims_at(AimRange::Between(0.1, 0.3), "focused disagreement");
pub(super) const COVERAGE: Measure = Measure::new(
    "argument coverage",
    "share of the mergeable nodes that were merged; theses and the nodes of the side with the most nodes are not mergeable",
);
pub(super) const SENSITIVITY: Measure = Measure::new(
    "counterfactual sensitivity",
    "how far a thesis moves at most if its author's base scores on the first crux are set to 0 or 1, whichever is farther away",
)
.aims_at(AimRange::Above(0.1), "the crux matters");
pub(super) const GROWTH: Measure =
    Measure::new("graph growth rate", "final nodes divided by initial nodes")
        .aims_at(AimRange::Between(1.5, 3.0), "the debate added substance");
pub(super) const CONVERGENCE: Measure = Measure::new(
    "convergence round",
    "round after which no thesis moved; undefined if the debate did not converge",
);
pub(super) const MOVES: Measure =
    Measure::new("moves", "nodes added to the graphs of other personas");
pub(super) const MOVES_DROPPED: Measure = Measure::new(
    "moves dropped",
    "moves that target the author's own nodes or unknown nodes, or that repeat another move",
);
pub(super) const MERGES_REFUSED: Measure = Measure::new(
    "merges refused",
    "pairs judged to say the same that were not merged, because merging them would close a cycle or join nodes that were not all judged to say the same",
);

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    ROOT_DELTA,
    DIVERGENCE,
    REVISION_COST,
    LOCALIZATION,
    COVERAGE,
    SENSITIVITY,
    GROWTH,
    CONVERGENCE,
    MOVES,
    MOVES_DROPPED,
    MERGES_REFUSED,
];
