//! Exact derivatives of one strength by all base scores, in one sweep against the influences.

mod cyclic;

use std::ops::Range;

use super::aggregation::Aggregation;
use super::{Diagnosis, Gradual, Semantics, Side, by_semantics, forward};
use crate::bipolar::{Bipolar, CyclicError, Rows};

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
/// use faultline_argue::{Bipolar, Gradual, Influence, gradient};
/// use faultline_argue::Strength;
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
    let topic = bipolar.place(topic) as usize;
    let at = Point { rows, gradual, cyclic: &[], base, strengths: &strengths };
    let slopes = Local::new(rows).sweep(at, topic, Side::Rising);
    let slopes = slopes.expect("without cycles, one sweep solves all");
    Ok(bipolar.by_argument(&slopes, |slope| slope))
}

/// Where derivatives are wanted: strengths, and what they are computed from.
#[derive(Clone, Copy)]
pub(super) struct Point<'a> {
    pub(super) rows: &'a Rows,
    /// Where cycles lie, ascending.
    pub(super) cyclic: &'a [Range<u32>],
    pub(super) gradual: Gradual,
    pub(super) base: &'a [f64],
    pub(super) strengths: &'a [f64],
}

/// How fast each strength grows with what it is computed from; kept from one sweep to the next, and computed when needed.
pub(super) struct Local {
    by_base: Vec<f64>,
    /// By the aggregate, where that rises and where it falls.
    by_aggregate: Vec<[f64; 2]>,
    /// The aggregate by the strength of each source, edge by edge.
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

    /// Forgets what was computed for `a`: its base score or what bears on it has changed.
    pub(super) fn forget(&mut self, a: usize) {
        self.known[a] = false;
    }

    /// How fast the strength of `a` grows with its aggregate, where its strength goes the way of `side`.
    fn by_aggregate(&self, a: usize, side: Side) -> f64 {
        let [rising, falling] = self.by_aggregate[a];
        match side {
            Side::Rising => rising,
            Side::Falling => falling,
        }
    }

    /// Tells how fast the topic's strength grows with each base score, where sources stand before targets but on cycles;
    /// the strengths are at rest.
    ///
    /// From s = f(s, b) follows that the slopes by strength are l = e + Jᵀl for the topic's unit vector e and the Jacobian J
    /// of f by strengths. Where no cycle is, one sweep solves that; each cycle is solved by itself.
    ///
    /// # Errors
    /// The diagnosis that names the cycle, by place, whose equations were not solved: its strengths stand where a base
    /// score moves them by leaps.
    ///
    /// # Source
    /// Implicit differentiation, as in Almeida 1987, «A learning rule for asynchronous perceptrons with feedback».
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
            let places = cycle.map_or(end - 1..end, |cycle| cycle.start as usize..end);
            end = places.start;
            if cycle.is_some() {
                places.clone().for_each(|a| self.learn::<S>(at, a));
                self.solve(at.rows, places.clone(), side, &mut slopes)?;
            }
            for a in places.clone() {
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
                    if !places.contains(&(source as usize)) {
                        slopes[source as usize] += by_aggregate * slope;
                    }
                }
                slopes[a] = by_strength * self.by_base[a];
            }
        }
        Ok(slopes)
    }

    /// Computes what belongs to `a`, if it is not known.
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
    use crate::gradual::oracle::Given;
    use crate::oracle::Dice;

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
