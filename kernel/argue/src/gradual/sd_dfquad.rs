//! SD-DF-QuAD.

use super::aggregation::Product;
use super::modular::{Semantics, Side, Slopes, room};

/// Moves the base score by at most half of the distance, so that a single attacker or supporter
/// never saturates an argument.
///
/// # Source
/// Kampik, Potyka, Yin, Čyras and Toni 2024, «Contribution functions for quantitative bipolar
/// argumentation graphs», arXiv:2401.08879.
pub(super) struct SdDfQuad;

impl Semantics for SdDfQuad {
    type Aggregation = Product;

    #[inline]
    fn strength(base: f64, aggregate: f64) -> f64 {
        let share = aggregate / (1.0 + aggregate.abs());
        let room = if aggregate > 0.0 { 1.0 - base } else { base };
        base + share * room
    }

    fn slopes(base: f64, aggregate: f64, side: Side) -> Slopes {
        let damping = 1.0 + aggregate.abs();
        let room = room(base, aggregate, side);
        Slopes {
            by_base: 1.0 - aggregate.abs() / damping,
            by_aggregate: room / (damping * damping),
        }
    }
}
