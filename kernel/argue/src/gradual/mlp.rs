//! The MLP-based semantics.

use super::aggregation::Sum;
use super::modular::{Semantics, Side, Slopes};

/// Adds the aggregate to the logit of the base score: a feed-forward neural network read as a
/// framework.
///
/// Base scores of 0 and 1 do not change, as the limit of the logit implies.
///
/// # Source
/// Potyka 2021, «Interpreting neural networks as quantitative argumentation frameworks»,
/// doi:10.1609/aaai.v35i7.16801.
pub(super) struct Mlp;

impl Semantics for Mlp {
    type Aggregation = Sum;

    #[inline]
    fn strength(base: f64, aggregate: f64) -> f64 {
        if aggregate == 0.0 {
            // The formula gives the same up to rounding.
            return base;
        }
        let (for_it, against) = odds(base, aggregate);
        for_it / (for_it + against)
    }

    fn slopes(base: f64, aggregate: f64, _: Side) -> Slopes {
        let (for_it, against) = odds(base, aggregate);
        let sum = for_it + against;
        let damping = (-aggregate.abs()).max(-700.0).exp();
        Slopes { by_base: damping / (sum * sum), by_aggregate: for_it * against / (sum * sum) }
    }
}

/// The odds of the argument as numerator and denominator, neither above 1.
fn odds(base: f64, aggregate: f64) -> (f64, f64) {
    let damping = (-aggregate.abs()).max(-700.0).exp();
    if aggregate > 0.0 { (base, (1.0 - base) * damping) } else { (base * damping, 1.0 - base) }
}
