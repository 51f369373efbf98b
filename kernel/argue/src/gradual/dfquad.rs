//! DF-QuAD.

use super::aggregation::Product;
use super::modular::{Semantics, Side, Slopes, room};

/// Moves the base score towards 1 or 0 by the share that the aggregate gives.
///
/// # Source
/// Rago, Toni, Aurisicchio and Baroni 2016, «Discontinuity-free decision support with quantitative
/// argumentation debates», KR 2016; the paper has no weights.
pub(super) struct DfQuad;

impl Semantics for DfQuad {
    type Aggregation = Product;

    #[inline]
    fn strength(base: f64, aggregate: f64) -> f64 {
        let room = if aggregate > 0.0 { 1.0 - base } else { base };
        base + aggregate * room
    }

    fn slopes(base: f64, aggregate: f64, side: Side) -> Slopes {
        let room = room(base, aggregate, side);
        Slopes { by_base: 1.0 - aggregate.abs(), by_aggregate: room }
    }
}
