//! The Euler-based semantics.

use super::aggregation::Sum;
use super::modular::{Semantics, Side, Slopes};

/// Moves the base score by an exponential of the aggregate; base scores of 0 and 1 do not move.
///
/// # Source
/// Amgoud and Ben-Naim 2017, «Evaluation of arguments in weighted bipolar graphs», ECSQARU 2017.
pub(super) struct EulerBased;

impl Semantics for EulerBased {
    type Aggregation = Sum;

    #[inline]
    fn strength(base: f64, aggregate: f64) -> f64 {
        if aggregate == 0.0 {
            // The formula gives the same up to rounding.
            return base;
        }
        1.0 - (1.0 - base * base) / (1.0 + base * power(aggregate))
    }

    fn slopes(base: f64, aggregate: f64, _: Side) -> Slopes {
        let power = power(aggregate);
        let (left, damping) = (1.0 - base * base, 1.0 + base * power);
        // power / damping, without the overflow of either.
        let ratio = 1.0 / (1.0 / power + base);
        Slopes {
            by_base: 2.0 * base / damping + left * ratio / damping,
            by_aggregate: left * base * ratio / damping,
        }
    }
}

/// e to the power of the aggregate, clamped to avoid overflow; strengths do not change beyond these
/// bounds.
fn power(aggregate: f64) -> f64 {
    aggregate.clamp(-700.0, 700.0).exp()
}
