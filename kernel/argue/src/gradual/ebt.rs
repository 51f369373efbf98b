//! The Euler-based semantics with the strongest attacker and supporter only.

use super::aggregation::Top;
use super::eb::EulerBased;
use super::modular::{Semantics, Side, Slopes};

/// The Euler-based semantics where only the strongest attacker and the strongest supporter count.
///
/// # Source
/// Amgoud and Ben-Naim 2017, ECSQARU 2017, for the strength; aggregation by the strongest from
/// Mossakowski and Neuhaus 2018, «Modular semantics and characteristics for bipolar weighted
/// argumentation graphs», arXiv:1807.06685.
pub(super) struct TopEulerBased;

impl Semantics for TopEulerBased {
    type Aggregation = Top;

    #[inline]
    fn strength(base: f64, aggregate: f64) -> f64 {
        EulerBased::strength(base, aggregate)
    }

    fn slopes(base: f64, aggregate: f64, side: Side) -> Slopes {
        EulerBased::slopes(base, aggregate, side)
    }
}
