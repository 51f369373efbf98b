//! The quadratic energy model.

use super::aggregation::Sum;
use super::modular::{Semantics, Side, Slopes, room};

/// Moves the base score towards 1 or 0 by a share that grows with the square of the aggregate.
///
/// # Source
/// Potyka 2018, «Continuous dynamical systems for weighted bipolar argumentation», the quadratic
/// energy model, KR 2018.
pub(super) struct QuadraticEnergy;

impl Semantics for QuadraticEnergy {
    type Aggregation = Sum;

    #[inline]
    fn strength(base: f64, aggregate: f64) -> f64 {
        let share = share(aggregate);
        if aggregate > 0.0 { base + share * (1.0 - base) } else { base - share * base }
    }

    fn slopes(base: f64, aggregate: f64, side: Side) -> Slopes {
        let room = room(base, aggregate, side);
        let square = aggregate * aggregate;
        let by_aggregate = 2.0 * aggregate.abs() / (1.0 + square).powi(2) * room;
        Slopes { by_base: 1.0 - share(aggregate), by_aggregate }
    }
}

/// The share of the distance to 1 or 0.
fn share(aggregate: f64) -> f64 {
    let square = aggregate * aggregate;
    square / (1.0 + square)
}
