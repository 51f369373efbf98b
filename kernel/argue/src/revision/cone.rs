//! What bears on the topic, and how strong the topic is for given base scores.

use super::Revision;
use super::polarity::{Polarity, polarities};
use crate::bipolar::{Bipolar, Part};
use crate::gradual::{Diagnosis, Gradual, Live, Side, Solver};

/// The part of a framework that bears on the topic, sources before targets, and what may be done with it.
pub(super) struct Cone {
    pub(super) part: Part,
    pub(super) polarity: Vec<Polarity>,
    /// The least and the greatest base score allowed; both are the initial one for what is frozen.
    pub(super) ranges: Vec<(f64, f64)>,
    /// What changing a base score by one costs.
    pub(super) costs: Vec<f64>,
    gradual: Gradual,
}

impl Cone {
    pub(super) fn new(bipolar: &Bipolar, gradual: Gradual, wanted: &Revision) -> Self {
        let part = Part::new(bipolar, &[wanted.topic]);
        let range = |(&argument, &score): (&usize, &f64)| wanted.range(argument, score);
        Self {
            polarity: polarities(&part.rows, part.topics[0]),
            ranges: part.arguments.iter().zip(&part.base).map(range).collect(),
            costs: part.arguments.iter().map(|&argument| wanted.cost(argument)).collect(),
            part,
            gradual,
        }
    }

    /// Base scores as they are.
    pub(super) fn initial(&self) -> &[f64] {
        &self.part.base
    }

    pub(super) fn len(&self) -> usize {
        self.part.len()
    }

    /// Where the base score of `a` may go to bring the topic the way it has to: to one end where `a` bears on the topic one way
    /// only.
    pub(super) fn ends(&self, a: usize, way: Way) -> impl Iterator<Item = f64> {
        let (least, greatest) = self.ranges[a];
        let (low, high) = match (self.polarity[a], way) {
            (Polarity::Unknown, _) => (true, true),
            (Polarity::Positive, Way::Up) | (Polarity::Negative, Way::Down) => (false, true),
            (Polarity::Positive, Way::Down) | (Polarity::Negative, Way::Up) => (true, false),
            (Polarity::Neutral, _) => (false, false),
        };
        low.then_some(least).into_iter().chain(high.then_some(greatest))
    }

    /// How far the base score of `a`, now `score`, may go the way that helps where it has this leverage.
    pub(super) fn end(&self, a: usize, score: f64, leverage: f64) -> Option<f64> {
        let (least, greatest) = self.ranges[a];
        let end = if leverage > 0.0 { greatest } else { least };
        (leverage != 0.0 && (end - score).abs() > 0.0).then_some(end)
    }

    /// The arguments that may change.
    pub(super) fn movable(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|&a| self.ranges[a].0 < self.ranges[a].1)
    }

    /// What it costs to have the base scores `scores`.
    pub(super) fn cost(&self, scores: &[f64]) -> f64 {
        let changes =
            scores.iter().zip(self.initial()).map(|(after, before)| (after - before).abs());
        changes.zip(&self.costs).map(|(change, cost)| change * cost).sum()
    }
}

/// Which way the topic has to go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
}

impl Way {
    pub(super) fn sign(self) -> f64 {
        match self {
            Self::Up => 1.0,
            Self::Down => -1.0,
        }
    }
}

/// Whether a change is to bring the topic closer to its target or may take it back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    Closer,
    Back,
}

/// How much is still missing to a target, for any base scores; keeps what the computation needs between calls.
pub(super) struct Probe<'a> {
    pub(super) cone: &'a Cone,
    way: Way,
    target: f64,
    live: Live,
}

/// How far beyond the target a step may end.
const OVERSHOOT: f64 = 1e-13;

/// How far before the target a strength is taken for it: far below what is asked for, far above rounding errors. A target
/// that is the top of a plateau is then passed at the plateau's edge.
const SHORTFALL: f64 = 1e-12;

impl<'a> Probe<'a> {
    /// Has no target yet.
    pub(super) fn new(cone: &'a Cone) -> Self {
        let live = Live::new(cone.part.clone(), cone.gradual, Solver::continuous());
        Self { cone, way: Way::Up, target: 0.0, live }
    }

    /// Sets the target from now on.
    pub(super) fn aim(&mut self, way: Way, target: f64) {
        (self.way, self.target) = (way, target);
    }

    pub(super) fn way(&self) -> Way {
        self.way
    }

    /// The topic's strength.
    ///
    /// # Errors
    /// The diagnosis where a cycle does not come to rest.
    pub(super) fn strength(&mut self, scores: &[f64]) -> Result<f64, Diagnosis> {
        self.live.set_bases(scores);
        let topic = self.cone.part.topics[0];
        self.live.strengths().map(|strengths| strengths[topic]).map_err(Clone::clone)
    }

    /// How far the topic is beyond the target, in the way it has to go; negative before it.
    pub(super) fn beyond(&mut self, scores: &[f64]) -> f64 {
        self.live.set_bases(scores);
        self.beyond_now()
    }

    /// The same with the base scores that were seen last, but for that of `a`.
    pub(super) fn beyond_with(&mut self, a: usize, score: f64) -> f64 {
        self.live.set_base(a, score);
        self.beyond_now()
    }

    /// The same, which does not count as seen.
    pub(super) fn beyond_if(&mut self, a: usize, score: f64) -> f64 {
        let strength = self.live.topic_with(a, score);
        self.distance(strength.ok())
    }

    fn beyond_now(&mut self) -> f64 {
        let topic = self.cone.part.topics[0];
        let strength = self.live.strengths().ok().map(|strengths| strengths[topic]);
        self.distance(strength)
    }

    /// Where a cycle does not come to rest there is no strength: that is infinitely far from any target.
    fn distance(&self, strength: Option<f64>) -> f64 {
        strength.map_or(f64::NEG_INFINITY, |strength| {
            (strength - self.target) * self.way.sign() + SHORTFALL
        })
    }

    /// How fast the topic comes closer to the target for each unit of cost, where each base score rises; negative where
    /// the base score has to fall for it. At a kink, what matters is whether the topic is to come closer or to go back.
    pub(super) fn leverages(&mut self, scores: &[f64], heading: Heading) -> Vec<f64> {
        self.live.set_bases(scores);
        let cone = self.cone;
        let side = match (self.way, heading) {
            (Way::Up, Heading::Closer) | (Way::Down, Heading::Back) => Side::Rising,
            (Way::Down, Heading::Closer) | (Way::Up, Heading::Back) => Side::Falling,
        };
        // Where a cycle leaves it open, nothing is known to help.
        let mut leverages = self.live.slopes(side).unwrap_or_else(|_| vec![0.0; cone.len()]);
        for (leverage, cost) in leverages.iter_mut().zip(&cone.costs) {
            *leverage *= self.way.sign() / cost;
        }
        leverages
    }

    /// Goes along a path, from where the target is not reached at 0 to where it is at 1, and tells where it is just
    /// reached; nothing where it is not reached at 1.
    ///
    /// # Source
    /// False position with the Illinois rule (Dowell and Jarratt 1971, doi:10.1007/BF01934364), halving where that is
    /// slow.
    pub(super) fn crossing(&mut self, mut path: impl FnMut(&mut Self, f64) -> f64) -> Option<f64> {
        let (mut low, mut high) = (0.0, 1.0);
        let mut above = path(self, high);
        if above < 0.0 {
            return None;
        }
        let mut below = path(self, low);
        if below >= 0.0 {
            return Some(low);
        }
        let mut exact = above;
        for round in 0..200 {
            if exact <= OVERSHOOT || high - low < f64::EPSILON * high {
                break;
            }
            let cut = if round % 4 == 3 { 0.5 } else { below / (below - above) };
            let middle = low + (high - low) * cut;
            let middle = if middle > low && middle < high { middle } else { low.midpoint(high) };
            let value = path(self, middle);
            if value >= 0.0 {
                (high, above, exact) = (middle, value, value);
                below /= 2.0;
            } else {
                (low, below) = (middle, value);
                above /= 2.0;
            }
        }
        Some(high)
    }

    /// Moves one base score from where it is towards `end` until the target is reached; nothing where it is not.
    pub(super) fn slide(&mut self, scores: &mut [f64], a: usize, end: f64) -> Option<()> {
        let start = scores[a];
        let position = |share: f64| start + (end - start) * share;
        self.live.set_bases(scores);
        let share = self.crossing(|probe, share| {
            probe.beyond_with(a, if share < 1.0 { position(share) } else { end })
        });
        scores[a] = share.map_or(start, |share| if share < 1.0 { position(share) } else { end });
        share.map(|_| ())
    }
}
