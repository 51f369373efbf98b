//! The arguments that influence the topic, and the topic's strength for given base scores.

use super::polarity::{Polarity, polarities};
use super::request::Revision;
use crate::bipolar::{Bipolar, Subgraph};
use crate::gradual::{Diagnosis, Gradual, IncrementalStrengths, Side, Solver};

/// The ancestors of the topic, sources before targets, and how they may change.
pub(super) struct Cone {
    pub(super) subgraph: Subgraph,
    pub(super) polarity: Vec<Polarity>,
    /// The least and the greatest allowed base score; both are the current one for frozen
    /// arguments.
    pub(super) ranges: Vec<(f64, f64)>,
    /// The cost of changing a base score by one.
    pub(super) costs: Vec<f64>,
    gradual: Gradual,
}

impl Cone {
    pub(super) fn new(bipolar: &Bipolar, gradual: Gradual, wanted: &Revision) -> Self {
        let subgraph = Subgraph::new(bipolar, &[wanted.topic]);
        let range = |(&argument, &score): (&usize, &f64)| wanted.range(argument, score);
        Self {
            polarity: polarities(&subgraph.rows, subgraph.topics[0]),
            ranges: subgraph.arguments.iter().zip(&subgraph.base).map(range).collect(),
            costs: subgraph.arguments.iter().map(|&argument| wanted.cost(argument)).collect(),
            subgraph,
            gradual,
        }
    }

    /// The current base scores.
    pub(super) fn initial(&self) -> &[f64] {
        &self.subgraph.base
    }

    pub(super) fn len(&self) -> usize {
        self.subgraph.len()
    }

    /// The ends of the range of `a` that may move the topic in a direction: one end if `a`
    /// influences the topic in one direction only.
    pub(super) fn ends(&self, a: usize, direction: Direction) -> impl Iterator<Item = f64> {
        let (least, greatest) = self.ranges[a];
        let (low, high) = match (self.polarity[a], direction) {
            (Polarity::Unknown, _) => (true, true),
            (Polarity::Positive, Direction::Up) | (Polarity::Negative, Direction::Down) => {
                (false, true)
            }
            (Polarity::Positive, Direction::Down) | (Polarity::Negative, Direction::Up) => {
                (true, false)
            }
            (Polarity::Neutral, _) => (false, false),
        };
        low.then_some(least).into_iter().chain(high.then_some(greatest))
    }

    /// The end of the range of `a`, whose base score is `score`, that helps with this leverage;
    /// `None` if it is already there.
    pub(super) fn end(&self, a: usize, score: f64, leverage: f64) -> Option<f64> {
        let (least, greatest) = self.ranges[a];
        let end = if leverage > 0.0 { greatest } else { least };
        (leverage != 0.0 && (end - score).abs() > 0.0).then_some(end)
    }

    /// The arguments whose base scores may change.
    pub(super) fn movable(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|&a| self.ranges[a].0 < self.ranges[a].1)
    }

    /// The cost of the base scores `scores`.
    pub(super) fn cost(&self, scores: &[f64]) -> f64 {
        let changes =
            scores.iter().zip(self.initial()).map(|(after, before)| (after - before).abs());
        changes.zip(&self.costs).map(|(change, cost)| change * cost).sum()
    }
}

/// The direction in which the topic has to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
}

impl Direction {
    pub(super) fn sign(self) -> f64 {
        match self {
            Self::Up => 1.0,
            Self::Down => -1.0,
        }
    }
}

/// Whether a change moves the topic closer to its target or back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    Closer,
    Back,
}

/// Evaluates the distance to a target for any base scores; keeps intermediate results between
/// calls.
pub(super) struct Probe<'a> {
    pub(super) cone: &'a Cone,
    direction: Direction,
    target: f64,
    incremental: IncrementalStrengths,
}

/// How far a step may go beyond the target.
const OVERSHOOT: f64 = 1e-13;

/// Strengths this far before the target count as reached: far less than the tolerance, far more
/// than rounding errors. If the target is the top of a plateau, this finds the edge of the plateau.
const SHORTFALL: f64 = 1e-12;

impl<'a> Probe<'a> {
    /// Creates a probe without a target.
    pub(super) fn new(cone: &'a Cone) -> Self {
        let incremental =
            IncrementalStrengths::new(cone.subgraph.clone(), cone.gradual, Solver::continuous());
        Self { cone, direction: Direction::Up, target: 0.0, incremental }
    }

    /// Sets the target.
    pub(super) fn set_target(&mut self, direction: Direction, target: f64) {
        (self.direction, self.target) = (direction, target);
    }

    pub(super) fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns the topic's strength.
    ///
    /// # Errors
    /// The diagnosis if the strengths do not converge.
    pub(super) fn strength(&mut self, scores: &[f64]) -> Result<f64, Diagnosis> {
        self.incremental.set_bases(scores);
        let topic = self.cone.subgraph.topics[0];
        self.incremental.strengths().map(|strengths| strengths[topic]).map_err(Clone::clone)
    }

    /// How far the topic is beyond the target, in the direction in which it has to move; negative
    /// before the target.
    pub(super) fn beyond(&mut self, scores: &[f64]) -> f64 {
        self.incremental.set_bases(scores);
        self.beyond_now()
    }

    /// The same for the last base scores with another one for `a`.
    pub(super) fn beyond_with(&mut self, a: usize, score: f64) -> f64 {
        self.incremental.set_base(a, score);
        self.beyond_now()
    }

    /// The same without keeping the change.
    pub(super) fn beyond_if(&mut self, a: usize, score: f64) -> f64 {
        let strength = self.incremental.topic_with(a, score);
        self.distance(strength.ok())
    }

    fn beyond_now(&mut self) -> f64 {
        let topic = self.cone.subgraph.topics[0];
        let strength = self.incremental.strengths().ok().map(|strengths| strengths[topic]);
        self.distance(strength)
    }

    /// If the strengths do not converge, the distance to any target is infinite.
    fn distance(&self, strength: Option<f64>) -> f64 {
        strength.map_or(f64::NEG_INFINITY, |strength| {
            (strength - self.target) * self.direction.sign() + SHORTFALL
        })
    }

    /// How fast the topic approaches the target per unit of cost when each base score rises;
    /// negative if the base score has to fall. At a kink, `heading` selects the one-sided
    /// derivative.
    pub(super) fn leverages(&mut self, scores: &[f64], heading: Heading) -> Vec<f64> {
        self.incremental.set_bases(scores);
        let cone = self.cone;
        let side = match (self.direction, heading) {
            (Direction::Up, Heading::Closer) | (Direction::Down, Heading::Back) => Side::Rising,
            (Direction::Down, Heading::Closer) | (Direction::Up, Heading::Back) => Side::Falling,
        };
        // Without derivatives, no argument is known to help.
        let mut leverages = self.incremental.slopes(side).unwrap_or_else(|_| vec![0.0; cone.len()]);
        for (leverage, cost) in leverages.iter_mut().zip(&cone.costs) {
            *leverage *= self.direction.sign() / cost;
        }
        leverages
    }

    /// Finds on a path, which misses the target at 0, the point where it reaches the target; `None`
    /// if it misses the target at 1.
    ///
    /// # Source
    /// False position with the Illinois rule (Dowell and Jarratt 1971, doi:10.1007/BF01934364), and
    /// bisection where that is slow.
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

    /// Moves one base score towards `end` until the target is reached; `None` if it is not.
    pub(super) fn move_towards(&mut self, scores: &mut [f64], a: usize, end: f64) -> Option<()> {
        let start = scores[a];
        let position = |share: f64| start + (end - start) * share;
        self.incremental.set_bases(scores);
        let share = self.crossing(|probe, share| {
            probe.beyond_with(a, if share < 1.0 { position(share) } else { end })
        });
        scores[a] = share.map_or(start, |share| if share < 1.0 { position(share) } else { end });
        share.map(|_| ())
    }
}
