//! Exact derivatives of one strength by all base scores, in one sweep against the influences.

mod cyclic;

use super::aggregation::Aggregation;
use super::{Gradual, Semantics, Side, by_semantics, forward};
use crate::argue::bipolar::{Bipolar, CyclicError, Rows};
pub(super) use cyclic::slopes;

/// Computes how fast the strength of `topic` grows with the base score of each argument.
///
/// *Unit*: strength per base score; negative where a higher base score weakens the topic. At a balanced
/// aggregate, where a strength may have a kink, the slope is that of a change that strengthens the topic; of several
/// arguments tied as the strongest one is taken. Takes time and memory linear in arguments plus influences.
///
/// # Errors
/// [`CyclicError`] as for [`strengths`](super::strengths()).
///
/// # Source
/// Reverse accumulation: Linnainmaa 1976, «Taylor expansion of the accumulated rounding error»,
/// doi:10.1007/BF01931367.
///
/// # Examples
/// ```
/// use faultline::argue::{Bipolar, Gradual, Influence, gradient};
/// use faultline::vocabulary::Strength;
///
/// let scores = [0.5, 0.8].into_iter().map(Strength::new).collect::<Result<Vec<_>, _>>()?;
/// let bipolar = Bipolar::new(&scores, [Influence::attack(1, 0)])?;
/// // The strength of 0 is b0 (1 - b1).
/// let gradient = gradient(&bipolar, Gradual::DfQuad, 0)?;
/// assert!((gradient[0] - 0.2).abs() < 1e-12);
/// assert!((gradient[1] + 0.5).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn gradient(
    bipolar: &Bipolar,
    gradual: Gradual,
    topic: usize,
) -> Result<Vec<f64>, CyclicError> {
    bipolar.acyclic()?;
    let (rows, base) = (bipolar.rows(), bipolar.base());
    let mut strengths = vec![0.0; base.len()];
    forward(rows, gradual, base, &mut strengths);
    let mut slopes = vec![0.0; base.len()];
    let from = Change { topic: bipolar.place(topic) as usize, side: Side::Rising };
    backward(rows, gradual, base, &strengths, from, &mut slopes);
    Ok(bipolar.by_argument(&slopes, |slope| slope))
}

/// The change of a strength that is asked for.
#[derive(Clone, Copy)]
struct Change {
    /// Where the argument stands.
    topic: usize,
    /// Which way its strength goes; at a kink this decides.
    side: Side,
}

/// Fills `slopes` with the derivatives of the topic's strength by each base score, where sources stand before targets.
fn backward(
    rows: &Rows,
    gradual: Gradual,
    base: &[f64],
    strengths: &[f64],
    change: Change,
    slopes: &mut [f64],
) {
    by_semantics!(gradual, S => backward_by::<S>(rows, base, strengths, change, slopes));
}

fn backward_by<S: Semantics>(
    rows: &Rows,
    base: &[f64],
    strengths: &[f64],
    change: Change,
    slopes: &mut [f64],
) {
    slopes.fill(0.0);
    slopes[change.topic] = 1.0;
    let mut by_source = Vec::new();
    for a in (0..=change.topic).rev() {
        let by_strength = slopes[a];
        if by_strength == 0.0 {
            continue;
        }
        let side = if by_strength > 0.0 { change.side } else { change.side.opposite() };
        by_source.clear();
        let by_base = local::<S>(rows, base[a], strengths, (a, side), &mut by_source);
        for (&source, slope) in rows.sources(a).iter().zip(&by_source) {
            slopes[source as usize] += by_strength * slope;
        }
        slopes[a] = by_strength * by_base;
    }
}

/// Tells how fast one strength grows with its base score, and adds to `by_source` how fast it grows with the strength of
/// each of its sources.
fn local<S: Semantics>(
    rows: &Rows,
    base: f64,
    strengths: &[f64],
    (a, side): (usize, Side),
    by_source: &mut Vec<f64>,
) -> f64 {
    let start = by_source.len();
    let (attacks, supports) = rows.contributions(a, strengths);
    by_source.extend(attacks);
    by_source.extend(supports);
    let (attacks, supports) = by_source[start..].split_at_mut(rows.attackers(a));
    let aggregate = S::Aggregation::aggregate(attacks.iter().copied(), supports.iter().copied());
    let here = S::slopes(base, aggregate, side);
    S::Aggregation::slopes(attacks);
    S::Aggregation::slopes(supports);
    for slope in attacks {
        *slope = -*slope;
    }
    for (slope, weight) in by_source[start..].iter_mut().zip(rows.weights(a)) {
        *slope *= here.by_aggregate * weight;
    }
    here.by_base
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argue::gradual::oracle::Given;
    use crate::argue::oracle::Dice;

    #[test]
    fn agrees_with_differences() {
        const STEP: f64 = 1e-6;
        let mut dice = Dice::new(5);
        let mut compared = 0;
        for _ in 0..300 {
            let given = Given::draw(&mut dice, 7);
            let topic = dice.below(given.scores.len());
            for gradual in Gradual::ALL {
                let slopes = gradient(&given.build(), gradual, topic).unwrap();
                for (a, slope) in slopes.into_iter().enumerate() {
                    let at = |score: f64| {
                        let mut scores = given.scores.clone();
                        scores[a] = score;
                        given.strength(gradual, &scores, topic)
                    };
                    let score = given.scores[a];
                    if !(STEP..=1.0 - STEP).contains(&score) {
                        assert!(slope.is_finite(), "{gradual} {given:?}");
                        continue;
                    }
                    let (left, right) =
                        (at(score) - at(score - STEP), at(score + STEP) - at(score));
                    // At a kink the slope is that of one side.
                    let miss = [left, right].map(|rise| (slope - rise / STEP).abs());
                    let nearest = miss[0].min(miss[1]);
                    let kink = (left - right).abs() > 1e-9;
                    assert!(nearest < 1e-4 || kink, "{gradual} by {a}: {slope} {given:?}");
                    compared += usize::from(!kink);
                }
            }
        }
        assert!(compared > 3000, "{compared}");
    }
}
