//! Derivatives on cycles, where strengths are at rest.

use std::ops::Range;

use super::Local;
use crate::bipolar::Rows;
use crate::gradual::{Diagnosis, Side};

/// How small a correction may be for equations to be solved, by the size of what they are solved for.
const SOLVED: f64 = 1e-14;

/// How often one cycle's equations are corrected at most.
const ROUNDS: u32 = 20_000;

impl Local {
    /// Solves for the slopes by strength of the arguments at `places`, which lie on cycles, given what comes from outside.
    ///
    /// Goes by corrections that are smaller the less they help, and converges wherever the continuous dynamics do.
    ///
    /// # Errors
    /// The diagnosis that names the places, where the corrections did not solve it.
    ///
    /// # Source
    /// Richardson's iteration.
    pub(super) fn solve(
        &self,
        rows: &Rows,
        places: Range<usize>,
        side: Side,
        slopes: &mut [f64],
    ) -> Result<(), Diagnosis> {
        let given = slopes[places.clone()].to_vec();
        for share in [1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125] {
            let mut solution = given.clone();
            for _ in 0..ROUNDS {
                let mut next = given.clone();
                for a in places.clone() {
                    let slope = solution[a - places.start] * self.by_aggregate(a, side);
                    for (&source, edge) in rows.sources(a).iter().zip(rows.edges(a)) {
                        if places.contains(&(source as usize)) {
                            next[source as usize - places.start] += slope * self.by_source[edge];
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
                    slopes[places].copy_from_slice(&solution);
                    return Ok(());
                }
                if !size.is_finite() {
                    break;
                }
            }
        }
        Err(Diagnosis::Slopeless { arguments: places.collect() })
    }
}
