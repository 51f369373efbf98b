//! Derivatives at strengths at rest, where there are cycles.

use std::ops::Range;

use super::{Change, Side, backward, local};
use crate::argue::bipolar::Part;
use crate::argue::gradual::{Diagnosis, Gradual, Semantics, by_semantics};

/// How small a correction may be for equations to be solved, by the size of what they are solved for.
const SOLVED: f64 = 1e-14;

/// How often one component's equations are corrected at most.
const ROUNDS: u32 = 20_000;

/// Tells how fast the strength of the part's first topic grows with each base score, by place, where `strengths` are at
/// rest.
///
/// From s = f(s, b) follows that the slopes by strength are l = e + Jᵀl for the topic's unit vector e and the Jacobian J of f
/// by strengths. Where no cycle is, one sweep solves that; each cycle is solved by itself, by corrections of l that are
/// smaller the less they help, and converge wherever the continuous dynamics do.
///
/// # Errors
/// The diagnosis that names the component, by place, whose equations the corrections did not solve: its strengths stand
/// where a base score moves them by leaps.
///
/// # Source
/// Implicit differentiation, as in Almeida 1987, «A learning rule for asynchronous perceptrons with feedback»; corrections
/// by Richardson's iteration.
pub(in crate::argue::gradual) fn slopes(
    part: &Part,
    gradual: Gradual,
    strengths: &[f64],
    side: Side,
) -> Result<Vec<f64>, Diagnosis> {
    let mut slopes = vec![0.0; part.len()];
    if part.cyclic.is_empty() {
        let change = Change { topic: part.topics[0], side };
        backward(&part.rows, gradual, &part.base, strengths, change, &mut slopes);
        return Ok(slopes);
    }
    by_semantics!(gradual, S => sweep::<S>(part, strengths, side, &mut slopes))?;
    Ok(slopes)
}

fn sweep<S: Semantics>(
    part: &Part,
    strengths: &[f64],
    side: Side,
    slopes: &mut [f64],
) -> Result<(), Diagnosis> {
    slopes[part.topics[0]] = 1.0;
    let mut end = part.len();
    while end > 0 {
        let last = end as u32 - 1;
        let component = part.cyclic.iter().find(|component| component.contains(&last));
        let places = component.map_or(end - 1..end, |c| c.start as usize..c.end as usize);
        end = places.start;
        let mut by_source = Vec::new();
        let by_base: Vec<f64> = places
            .clone()
            .map(|a| local::<S>(&part.rows, part.base[a], strengths, (a, side), &mut by_source))
            .collect();
        if component.is_some() {
            solve(part, &places, &by_source, slopes)?;
        }
        let first = part.rows.edges(places.start).start;
        for (a, by_base) in places.clone().zip(by_base) {
            let edges = part.rows.edges(a);
            for (&source, edge) in part.rows.sources(a).iter().zip(edges) {
                if !places.contains(&(source as usize)) {
                    slopes[source as usize] += slopes[a] * by_source[edge - first];
                }
            }
            slopes[a] *= by_base;
        }
    }
    Ok(())
}

/// Solves for the slopes by strength of one component, given what comes from outside.
fn solve(
    part: &Part,
    places: &Range<usize>,
    by_source: &[f64],
    slopes: &mut [f64],
) -> Result<(), Diagnosis> {
    let given = slopes[places.clone()].to_vec();
    let first = part.rows.edges(places.start).start;
    for share in [1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125] {
        let mut solution = given.clone();
        for _ in 0..ROUNDS {
            let mut next = given.clone();
            for a in places.clone() {
                let slope = solution[a - places.start];
                for (&source, edge) in part.rows.sources(a).iter().zip(part.rows.edges(a)) {
                    if places.contains(&(source as usize)) {
                        next[source as usize - places.start] += slope * by_source[edge - first];
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
                slopes[places.clone()].copy_from_slice(&solution);
                return Ok(());
            }
            if !size.is_finite() {
                break;
            }
        }
    }
    Err(Diagnosis::Unfinished { arguments: places.clone().collect() })
}
