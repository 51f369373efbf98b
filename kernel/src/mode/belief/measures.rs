//! The numbers that this mode reports.

use crate::mode::Measure;

const fn measure(name: &'static str, meaning: &'static str, aim: Option<&'static str>) -> Measure {
    Measure { name, meaning, aim }
}

/// For each persona.
pub(super) const ROOT_DELTA: Measure = measure(
    "root strength delta",
    "how far the strength of its thesis moved between the first and the last round, |σ(final) − σ(initial)|",
    Some("above 0.05: beliefs moved"),
);
pub(super) const DIVERGENCE: Measure = measure(
    "stance divergence",
    "change, over the debate, of the standard deviation of the personas’ strengths for a yes",
    Some("0 or more: no false consensus"),
);
/// For each persona.
pub(super) const REVISION_COST: Measure = measure(
    "belief revision cost",
    "sum of all changes of its base scores, Σ|Δτ|, divided by the number of its own nodes at the end",
    Some("low: steady beliefs; high: volatile beliefs"),
);
pub(super) const LOCALIZATION: Measure = measure(
    "crux localization rate",
    "share of the disputed questions that are cruxes",
    Some("0.1 to 0.3: focused disagreement"),
);
pub(super) const COVERAGE: Measure = measure(
    "argument coverage",
    "share of the mergeable nodes that were merged; theses and the nodes of the side with the most nodes are not mergeable",
    None,
);
pub(super) const SENSITIVITY: Measure = measure(
    "counterfactual sensitivity",
    "how far a thesis moves at most if its author's base scores on the first crux are set to 0 or 1, whichever is farther away",
    Some("above 0.1: the crux matters"),
);
pub(super) const GROWTH: Measure = measure(
    "graph growth rate",
    "final nodes divided by initial nodes",
    Some("1.5 to 3: the debate added substance"),
);
pub(super) const CONVERGENCE: Measure = measure(
    "convergence round",
    "round after which no thesis moved; undefined if the debate did not converge",
    None,
);
pub(super) const MOVES: Measure =
    measure("moves", "nodes added to the graphs of other personas", None);
pub(super) const MOVES_DROPPED: Measure = measure(
    "moves dropped",
    "moves that target the author's own nodes or unknown nodes, or that repeat another move",
    None,
);
pub(super) const MERGES_REFUSED: Measure = measure(
    "merges refused",
    "pairs judged to say the same that were not merged, because merging them would close a cycle or join nodes that were not all judged to say the same",
    None,
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
