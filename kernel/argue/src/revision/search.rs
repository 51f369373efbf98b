//! Finds several solutions and keeps the cheapest.

use super::cone_of_influence::{Cone, Direction, Heading, Probe};
use super::exchange::descend;
use super::initial_solutions;
use super::polarity::Polarity;
use super::result::{Obstacle, Reached, TOLERANCE};
use crate::gradual::Diagnosis;

/// How many arguments are tried one by one, at most: those with the most leverage.
const BREADTH: usize = 64;

/// How many arguments are moved together, unless more are needed to reach the target: with more,
/// nearly all have to move back. If there are more, and the best solution so far changes one
/// argument only, none are moved together.
const FEW: usize = 16;

/// How many times more expensive than the best a solution without one argument may be before it is
/// improved.
const HOPE: f64 = 1.5;

/// Base scores closer than this are the same solution.
const SAME: f64 = 1e-9;

/// Returns the cheapest base scores found that give the topic its target strength, or the nearest
/// strength.
///
/// # Errors
/// The diagnosis if there is no strength to start from.
pub(super) fn cheapest(probe: &mut Probe, target: f64) -> Result<(Vec<f64>, Reached), Diagnosis> {
    let stay = probe.cone.initial();
    let initial = probe.strength(stay)?;
    let (scores, reached) = from(probe, target, initial);
    let scores = rounded_to_bounds(probe, scores);
    // With cycles a strength may jump and miss values in between.
    let left = (probe.strength(&scores)? - target).abs();
    let nearest = Reached::Nearest { why: Obstacle::Search };
    Ok(if left > (initial - target).abs() + TOLERANCE {
        (stay.to_vec(), nearest)
    } else if left > TOLERANCE && reached == Reached::Exact {
        (scores, nearest)
    } else {
        (scores, reached)
    })
}

fn from(probe: &mut Probe, target: f64, initial: f64) -> (Vec<f64>, Reached) {
    let cone = probe.cone;
    let stay = cone.initial().to_vec();
    if (initial - target).abs() <= TOLERANCE {
        return (stay, Reached::Exact);
    }
    if cone.movable().next().is_none() {
        return (stay, Reached::Nearest { why: Obstacle::Immovable });
    }
    let direction = if initial < target { Direction::Up } else { Direction::Down };
    probe.set_target(direction, target);
    let corner = initial_solutions::corner(probe);
    let Ok(farthest) = probe.strength(&corner) else {
        return (stay, Reached::Nearest { why: Obstacle::Search });
    };
    if (target - farthest) * direction.sign() <= 0.0 {
        return (least(probe, &corner), Reached::Exact);
    }
    probe.set_target(direction, farthest);
    let scores = if (farthest - initial) * direction.sign() > TOLERANCE {
        least(probe, &corner)
    } else {
        stay
    };
    if (farthest - target).abs() <= TOLERANCE {
        return (scores, Reached::Exact);
    }
    let is_unknown = |a: usize| cone.polarity[a] == Polarity::Unknown;
    let why = if cone.movable().any(is_unknown) { Obstacle::Search } else { Obstacle::Bounds };
    (scores, Reached::Nearest { why })
}

/// The cheapest of several solutions for a target that `corner` reaches.
fn least(probe: &mut Probe, corner: &[f64]) -> Vec<f64> {
    let cone = probe.cone;
    let movable: Vec<usize> = cone.movable().collect();
    let candidates = strongest(probe, &movable, BREADTH);
    let few = strongest(probe, &candidates, FEW);
    let starts = [
        initial_solutions::alone(probe, &candidates),
        initial_solutions::greedy(probe, cone.initial(), &candidates, f64::INFINITY),
        initial_solutions::steepest(probe),
    ];
    let by_cost = |a: &Vec<f64>, b: &Vec<f64>| cone.cost(a).total_cmp(&cone.cost(b));
    let mut solutions: Vec<Vec<f64>> = starts.into_iter().flatten().collect();
    solutions.sort_by(by_cost);
    solutions.dedup_by(|a, b| a.iter().zip(b).all(|(a, b)| (*a - *b).abs() < SAME));
    let mut best = solutions.into_iter().map(|solution| descend(probe, solution)).min_by(by_cost);
    let moved = best.as_ref().map_or(0, |best| changed(cone, best).count());
    if moved != 1 || few.len() == candidates.len() {
        let wider: &[&[usize]] = if moved == 0 { &[&candidates, &movable] } else { &[] };
        let mut sets = [&few[..]].into_iter().chain(wider.iter().copied());
        let solution = sets.find_map(|set| initial_solutions::together(probe, corner, set));
        best = best
            .into_iter()
            .chain(solution.map(|solution| descend(probe, solution)))
            .min_by(by_cost);
    }
    let mut best = best.expect("the path to the corner meets the target");
    while let Some(cheaper) = without_one(probe, &best, &candidates) {
        best = cheaper;
    }
    best
}

/// The arguments with the most leverage, in their order.
fn strongest(probe: &mut Probe, arguments: &[usize], most: usize) -> Vec<usize> {
    let mut arguments = arguments.to_vec();
    if arguments.len() > most {
        let leverages = probe.leverages(probe.cone.initial(), Heading::Closer);
        arguments.sort_by(|&a, &b| leverages[b].abs().total_cmp(&leverages[a].abs()));
        arguments.truncate(most);
        arguments.sort_unstable();
    }
    arguments
}

/// Moves base scores that are very close to their initial value or a bound exactly there, if the
/// topic's strength changes by at most half of the tolerance.
fn rounded_to_bounds(probe: &mut Probe, mut scores: Vec<f64>) -> Vec<f64> {
    let cone = probe.cone;
    let aim = probe.strength(&scores).ok();
    let is_near = |strength: f64| aim.is_some_and(|aim| (strength - aim).abs() <= TOLERANCE / 2.0);
    for a in changed(cone, &scores).collect::<Vec<_>>() {
        let (least, greatest) = cone.ranges[a];
        let close = [cone.initial()[a], least, greatest]
            .into_iter()
            .find(|at| (at - scores[a]).abs() < SAME);
        let Some(close) = close else { continue };
        let before = std::mem::replace(&mut scores[a], close);
        if !probe.strength(&scores).is_ok_and(is_near) {
            scores[a] = before;
        }
    }
    scores
}

/// The arguments whose base scores have changed.
fn changed(cone: &Cone, scores: &[f64]) -> impl Iterator<Item = usize> {
    cone.movable().filter(|&a| (scores[a] - cone.initial()[a]).abs() > 0.0)
}

/// A cheaper solution that starts without one of the changed arguments.
fn without_one(probe: &mut Probe, scores: &[f64], candidates: &[usize]) -> Option<Vec<f64>> {
    let cone = probe.cone;
    for a in changed(cone, scores) {
        let mut without = scores.to_vec();
        without[a] = cone.initial()[a];
        let others: Vec<usize> = candidates.iter().copied().filter(|&b| b != a).collect();
        let limit = cone.cost(scores) * HOPE;
        let Some(other) = initial_solutions::greedy(probe, &without, &others, limit) else {
            continue;
        };
        let other = descend(probe, other);
        if cone.cost(&other) < cone.cost(scores) - TOLERANCE {
            return Some(other);
        }
    }
    None
}
