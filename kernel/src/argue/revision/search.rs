//! Goes several ways to the target and keeps the cheapest.

use super::cone::{Cone, Heading, Probe, Way};
use super::descent::descend;
use super::polarity::Polarity;
use super::{Obstacle, Reached, TOLERANCE, start};
use crate::argue::gradual::Diagnosis;

/// How many arguments are tried one by one where there are more: those with the most leverage.
const BREADTH: usize = 64;

/// Up to how many arguments are moved together even where another way is known: of more, nearly all have to go back.
const FEW: usize = 16;

/// How many times dearer another way may be at first, which is then improved.
const HOPE: f64 = 1.5;

/// Base scores closer than this are the same way to the target.
const SAME: f64 = 1e-9;

/// The cheapest base scores found that give the topic its target, or what comes nearest to it.
///
/// # Errors
/// The diagnosis where there is no strength to begin with.
pub(super) fn cheapest(cone: &Cone, target: f64) -> Result<(Vec<f64>, Reached), Diagnosis> {
    let initial = Probe::new(cone, Way::Up, target).strength(cone.initial())?;
    let (scores, reached) = from(cone, target, initial);
    // With cycles a strength may leap, and so miss what lies between.
    let left = (Probe::new(cone, Way::Up, target).strength(&scores)? - target).abs();
    let nearest = Reached::Nearest { why: Obstacle::Search };
    Ok(if left > (initial - target).abs() + TOLERANCE {
        (cone.initial().to_vec(), nearest)
    } else if left > TOLERANCE && reached == Reached::Exact {
        (scores, nearest)
    } else {
        (scores, reached)
    })
}

fn from(cone: &Cone, target: f64, initial: f64) -> (Vec<f64>, Reached) {
    let stay = cone.initial().to_vec();
    if (initial - target).abs() <= TOLERANCE {
        return (stay, Reached::Exact);
    }
    if cone.movable().next().is_none() {
        return (stay, Reached::Nearest { why: Obstacle::Immovable });
    }
    let way = if initial < target { Way::Up } else { Way::Down };
    let mut probe = Probe::new(cone, way, target);
    let corner = start::corner(&mut probe);
    let Ok(farthest) = probe.strength(&corner) else {
        return (stay, Reached::Nearest { why: Obstacle::Search });
    };
    if (target - farthest) * way.sign() <= 0.0 {
        return (least(&mut probe, &corner), Reached::Exact);
    }
    let mut near = Probe::new(cone, way, farthest);
    let scores = if (farthest - initial) * way.sign() > TOLERANCE {
        least(&mut near, &corner)
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

/// The cheapest of several ways to a target that `corner` reaches.
fn least(probe: &mut Probe, corner: &[f64]) -> Vec<f64> {
    let cone = probe.cone;
    let candidates = candidates(probe);
    let starts = [
        start::alone(probe, &candidates),
        start::greedy(probe, cone.initial(), &candidates, f64::INFINITY),
        start::steepest(probe),
    ];
    let mut ways: Vec<Vec<f64>> = starts.into_iter().flatten().collect();
    ways.sort_by(|a, b| cone.cost(a).total_cmp(&cone.cost(b)));
    ways.dedup_by(|a, b| a.iter().zip(b).all(|(a, b)| (*a - *b).abs() < SAME));
    if ways.is_empty() || candidates.len() <= FEW {
        let mut some = cone.initial().to_vec();
        for &a in &candidates {
            some[a] = corner[a];
        }
        let together = start::together(probe, &some).or_else(|| start::together(probe, corner));
        ways.extend(together);
    }
    for way in &mut ways {
        descend(probe, way);
    }
    let cheapest = ways.into_iter().min_by(|a, b| cone.cost(a).total_cmp(&cone.cost(b)));
    let mut best = cheapest.expect("the way to the corner meets the target");
    while let Some(cheaper) = without_one(probe, &best, &candidates) {
        best = cheaper;
    }
    best
}

fn candidates(probe: &mut Probe) -> Vec<usize> {
    let cone = probe.cone;
    let mut candidates: Vec<usize> = cone.movable().collect();
    if candidates.len() > BREADTH {
        let leverages = probe.leverages(cone.initial(), Heading::Closer);
        candidates.sort_by(|&a, &b| leverages[b].abs().total_cmp(&leverages[a].abs()));
        candidates.truncate(BREADTH);
        candidates.sort_unstable();
    }
    candidates
}

/// A cheaper way that leaves one of the changed arguments alone at first.
fn without_one(probe: &mut Probe, scores: &[f64], candidates: &[usize]) -> Option<Vec<f64>> {
    let cone = probe.cone;
    let changed = cone.movable().filter(|&a| (scores[a] - cone.initial()[a]).abs() > 0.0);
    for a in changed {
        let mut without = scores.to_vec();
        without[a] = cone.initial()[a];
        let others: Vec<usize> = candidates.iter().copied().filter(|&b| b != a).collect();
        let limit = cone.cost(scores) * HOPE;
        let Some(mut other) = start::greedy(probe, &without, &others, limit) else { continue };
        descend(probe, &mut other);
        if cone.cost(&other) < cone.cost(scores) - TOLERANCE {
            return Some(other);
        }
    }
    None
}
