//! Exact derivatives of one strength by all base scores, in one backward sweep.

mod cycles;

use std::ops::Range;

use super::aggregation::Aggregation;
use super::equilibrium::Diagnosis;
use super::modular::{Semantics, Side};
use super::{Gradual, by_semantics, forward};
use crate::bipolar::{Bipolar, CyclicError, Rows};

/// Computes the derivative of the strength of `topic` by the base score of each argument.
///
/// *Unit*: strength per base score; negative if a higher base score weakens the topic. At a kink,
/// where the aggregate is 0, the result is the one-sided derivative for a change that strengthens
/// the topic. If several arguments are tied as the strongest, one of them is used. Takes time and
/// memory linear in arguments plus influences.
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
/// use faultline_argue::{Bipolar, Gradual, Influence, Strength, gradient};
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
    let topic = bipolar.position(topic) as usize;
    let at = Point { rows, gradual, cyclic: &[], base, strengths: &strengths };
    let slopes = Local::new(rows).sweep(at, topic, Side::Rising);
    let slopes = slopes.expect("a framework without cycles needs no linear system");
    Ok(bipolar.by_argument(&slopes, |slope| slope))
}

/// A point at which derivatives are computed: strengths, and the inputs that they are computed
/// from.
#[derive(Clone, Copy)]
pub(super) struct Point<'a> {
    pub(super) rows: &'a Rows,
    /// The ranges of positions that are cycles, ascending.
    pub(super) cyclic: &'a [Range<u32>],
    pub(super) gradual: Gradual,
    pub(super) base: &'a [f64],
    pub(super) strengths: &'a [f64],
}

/// The local derivatives of each strength by its inputs, computed when needed and kept for later
/// sweeps.
pub(super) struct Local {
    by_base: Vec<f64>,
    /// By the aggregate: the derivatives for a rising and for a falling strength.
    by_aggregate: Vec<[f64; 2]>,
    /// The derivative of the aggregate by the strength of each source, for each edge.
    by_source: Vec<f64>,
    known: Vec<bool>,
}

impl Local {
    pub(super) fn new(rows: &Rows) -> Self {
        Self {
            by_base: vec![0.0; rows.len()],
            by_aggregate: vec![[0.0; 2]; rows.len()],
            by_source: vec![0.0; rows.all_sources().len()],
            known: vec![false; rows.len()],
        }
    }

    /// Discards the derivatives of `a`, whose base score, attackers or supporters have changed.
    pub(super) fn forget(&mut self, a: usize) {
        self.known[a] = false;
    }

    /// The derivative of the strength of `a` by its aggregate, in the direction `side`.
    fn by_aggregate(&self, a: usize, side: Side) -> f64 {
        let [rising, falling] = self.by_aggregate[a];
        match side {
            Side::Rising => rising,
            Side::Falling => falling,
        }
    }

    /// Returns the derivative of the topic's strength by each base score, for a fixed point in
    /// topological order except for cycles.
    ///
    /// From s = f(s, b) follows that the derivatives by strength are l = e + Jᵀl, with the topic's
    /// unit vector e and the Jacobian J of f by strengths. One backward sweep solves this outside
    /// of cycles; the equations of each cycle are solved separately.
    ///
    /// # Errors
    /// The diagnosis with the cycle, as positions, whose equations were not solved: its strengths
    /// may jump where a base score changes.
    ///
    /// # Source
    /// Implicit differentiation, as in Almeida 1987, «A learning rule for asynchronous perceptrons
    /// with feedback».
    pub(super) fn sweep(
        &mut self,
        at: Point,
        topic: usize,
        side: Side,
    ) -> Result<Vec<f64>, Diagnosis> {
        by_semantics!(at.gradual, S => self.sweep_by::<S>(at, topic, side))
    }

    fn sweep_by<S: Semantics>(
        &mut self,
        at: Point,
        topic: usize,
        side: Side,
    ) -> Result<Vec<f64>, Diagnosis> {
        let mut slopes = vec![0.0; at.rows.len()];
        slopes[topic] = 1.0;
        let mut cycles = at.cyclic.iter().rev().peekable();
        let mut end = at.rows.len();
        while end > 0 {
            let cycle = cycles.next_if(|cycle| cycle.end as usize == end);
            let positions = cycle.map_or(end - 1..end, |cycle| cycle.start as usize..end);
            end = positions.start;
            if cycle.is_some() {
                positions.clone().for_each(|a| self.learn::<S>(at, a));
                self.solve(at.rows, positions.clone(), side, &mut slopes)?;
            }
            for a in positions.clone() {
                let by_strength = slopes[a];
                if by_strength == 0.0 {
                    continue;
                }
                self.learn::<S>(at, a);
                let falls = cycle.is_none() && by_strength < 0.0;
                let by_aggregate =
                    by_strength * self.by_aggregate(a, if falls { side.opposite() } else { side });
                let by_source = &self.by_source[at.rows.edges(a)];
                for (&source, slope) in at.rows.sources(a).iter().zip(by_source) {
                    if !positions.contains(&(source as usize)) {
                        slopes[source as usize] += by_aggregate * slope;
                    }
                }
                slopes[a] = by_strength * self.by_base[a];
            }
        }
        Ok(slopes)
    }

    /// Computes the local derivatives of `a`, unless they are known.
    fn learn<S: Semantics>(&mut self, at: Point, a: usize) {
        if std::mem::replace(&mut self.known[a], true) {
            return;
        }
        let Point { rows, base, strengths, .. } = at;
        let by_source = &mut self.by_source[rows.edges(a)];
        for ((slot, &source), weight) in
            by_source.iter_mut().zip(rows.sources(a)).zip(rows.weights(a))
        {
            *slot = strengths[source as usize] * weight;
        }
        let (attacks, supports) = by_source.split_at_mut(rows.attackers(a));
        let aggregate =
            S::Aggregation::aggregate(attacks.iter().copied(), supports.iter().copied());
        S::Aggregation::slopes(attacks);
        S::Aggregation::slopes(supports);
        for slope in attacks {
            *slope = -*slope;
        }
        for (slope, weight) in by_source.iter_mut().zip(rows.weights(a)) {
            *slope *= weight;
        }
        let rising = S::slopes(base[a], aggregate, Side::Rising);
        let falling = S::slopes(base[a], aggregate, Side::Falling);
        self.by_base[a] = rising.by_base;
        self.by_aggregate[a] = [rising.by_aggregate, falling.by_aggregate];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradual::oracle::OracleInput;
    use crate::oracle::Dice;

    #[test]
    fn gradients_agree_with_finite_differences() {
        const STEP: f64 = 1e-6;
        let mut dice = Dice::new(5);
        let mut compared = 0;
        for _ in 0..300 {
            let given = OracleInput::draw(&mut dice, 7);
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
                    // At a kink, the result is a one-sided derivative.
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
