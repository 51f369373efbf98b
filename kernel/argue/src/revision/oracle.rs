//! The cheapest revision of a small framework by exhaustive search; for tests only.

use super::request::Revision;
use crate::gradual::Gradual;
use crate::gradual::oracle::OracleInput;

/// The smallest cost on a grid that is refined around its best points; `None` if no point leads to
/// the target.
///
/// Each argument in turn compensates for the others, which lie on the grid.
pub(super) fn cheapest(given: &OracleInput, gradual: Gradual, wanted: &Revision) -> Option<f64> {
    let sight = Sight { given, gradual, wanted };
    let movable: Vec<usize> =
        (0..given.scores.len()).filter(|a| !wanted.frozen.contains(a)).collect();
    let mut least: Option<f64> = None;
    for &last in &movable {
        let others: Vec<usize> = movable.iter().copied().filter(|&a| a != last).collect();
        let mut axes: Vec<Vec<f64>> = others
            .iter()
            .map(|&a| {
                (0..=8).map(|eighth| f64::from(eighth) / 8.0).chain([given.scores[a]]).collect()
            })
            .collect();
        let mut width = 0.125;
        for _ in 0..14 {
            let Some((cost, point)) = sight.best_of(&others, &axes, last) else { break };
            least = Some(least.map_or(cost, |least| least.min(cost)));
            axes = others
                .iter()
                .map(|&a| {
                    let near =
                        [-0.5, 0.0, 0.5].map(|step| (point[a] + step * width).clamp(0.0, 1.0));
                    near.into_iter().chain([given.scores[a]]).collect()
                })
                .collect();
            width /= 2.0;
        }
    }
    least
}

struct Sight<'a> {
    given: &'a OracleInput,
    gradual: Gradual,
    wanted: &'a Revision,
}

impl Sight<'_> {
    fn best_of(&self, others: &[usize], axes: &[Vec<f64>], last: usize) -> Option<(f64, Vec<f64>)> {
        let mut best: Option<(f64, Vec<f64>)> = None;
        let points: usize = axes.iter().map(Vec::len).product();
        for mut index in 0..points {
            let mut scores = self.given.scores.clone();
            for (&a, axis) in others.iter().zip(axes) {
                scores[a] = axis[index % axis.len()];
                index /= axis.len();
            }
            if let Some(cost) = self.completed(&mut scores, last)
                && best.as_ref().is_none_or(|(least, _)| cost < *least)
            {
                best = Some((cost, scores));
            }
        }
        best
    }

    /// Solves for the last argument by bisection, towards both ends of its range.
    fn completed(&self, scores: &mut [f64], last: usize) -> Option<f64> {
        let start = self.given.scores[last];
        let mut least: Option<f64> = None;
        for end in [0.0, 1.0] {
            let mut miss = |score: f64| {
                scores[last] = score;
                let topic = self.wanted.topic;
                self.given.strength(self.gradual, scores, topic) - self.wanted.target.value()
            };
            let (mut near, mut far) = (start, end);
            let below = miss(near) < 0.0;
            if miss(near).abs() > 1e-12 && (miss(far) < 0.0) == below && miss(far).abs() > 1e-12 {
                continue;
            }
            for _ in 0..45 {
                let middle = near.midpoint(far);
                if (miss(middle) < 0.0) == below && miss(middle).abs() > 1e-12 {
                    near = middle;
                } else {
                    far = middle;
                }
            }
            scores[last] = far;
            let cost = self.cost(scores);
            least = Some(least.map_or(cost, |least| least.min(cost)));
        }
        scores[last] = start;
        least
    }

    fn cost(&self, scores: &[f64]) -> f64 {
        let changes = scores.iter().zip(&self.given.scores).enumerate();
        changes.map(|(a, (after, before))| self.wanted.cost(a) * (after - before).abs()).sum()
    }
}
