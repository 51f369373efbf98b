//! Derivatives at a fixed point of a cycle.

use std::ops::Range;

use super::Local;
use crate::bipolar::Rows;
use crate::gradual::{Diagnosis, Side};

/// The largest correction with which equations count as solved, relative to their solution.
const SOLVED: f64 = 1e-14;

/// The most iterations for one cycle.
const ROUNDS: u32 = 20_000;

impl Local {
    /// Solves for the derivatives by strength of the arguments at `positions`, which form cycles,
    /// given the influence of later arguments.
    ///
    /// The iteration uses ever smaller steps; it converges wherever the continuous dynamics
    /// converge.
    ///
    /// # Errors
    /// The diagnosis with these positions, if the iteration did not converge.
    ///
    /// # Source
    /// Richardson's iteration.
    pub(super) fn solve(
        &self,
        rows: &Rows,
        positions: Range<usize>,
        side: Side,
        slopes: &mut [f64],
    ) -> Result<(), Diagnosis> {
        let given = slopes[positions.clone()].to_vec();
        for share in [1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125] {
            let mut solution = given.clone();
            for _ in 0..ROUNDS {
                let mut next = given.clone();
                for a in positions.clone() {
                    let slope = solution[a - positions.start] * self.by_aggregate(a, side);
                    for (&source, edge) in rows.sources(a).iter().zip(rows.edges(a)) {
                        if positions.contains(&(source as usize)) {
                            next[source as usize - positions.start] += slope * self.by_source[edge];
                        }
                    }
                }
                let (mut off, mut size) = (0.0_f64, 1.0_f64);
                for (now, next) in solution.iter_mut().zip(next) {
                    off = off.max((next - *now).abs());
                    size = size.max(next.abs());
                    *now += share * (next - *now);
                }
                if off <= SOLVED * size {
                    slopes[positions].copy_from_slice(&solution);
                    return Ok(());
                }
                if !size.is_finite() {
                    break;
                }
            }
        }
        Err(Diagnosis::GradientUndefined { arguments: positions.collect() })
    }
}
