//! Modular semantics: an aggregation, and the effect of an aggregate on a base score.

use super::aggregation::Aggregation;

/// A modular semantics: how an aggregate changes a base score.
pub(super) trait Semantics {
    type Aggregation: Aggregation;

    /// The strength: within [0, 1] for a base score in [0, 1], and the base score itself for the
    /// aggregate 0.
    fn strength(base: f64, aggregate: f64) -> f64;

    /// The derivatives of the strength by the base score and by the aggregate; neither is negative.
    /// At a kink, `side` selects the one-sided derivative.
    fn slopes(base: f64, aggregate: f64, side: Side) -> Slopes;
}

/// The direction in which a number changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Rising,
    Falling,
}

impl Side {
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Rising => Self::Falling,
            Self::Falling => Self::Rising,
        }
    }
}

/// The distance from the base score to the end of the interval towards which the aggregate moves
/// it. For the aggregate 0, `side` gives the direction.
pub(super) fn room(base: f64, aggregate: f64, side: Side) -> f64 {
    if aggregate > 0.0 || aggregate >= 0.0 && side == Side::Rising { 1.0 - base } else { base }
}

/// The partial derivatives of a strength.
pub(super) struct Slopes {
    pub(super) by_base: f64,
    pub(super) by_aggregate: f64,
}
