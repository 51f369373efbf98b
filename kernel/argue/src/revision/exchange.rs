//! Reduces the cost of a solution by exchanges: one argument moves back, another one compensates.

use super::cone_of_influence::{Heading, Probe};

/// The most exchanges. Each reduces the cost, so this only ends very slow progress.
const ROUNDS: usize = 400;

/// The least saving of an exchange.
const WORTH: f64 = 1e-11;

/// The precision of the line search within an exchange.
const NARROW: f64 = 1e-7;

/// The golden section.
const GOLDEN: f64 = 0.618_033_988_749_894_8;

/// How many arguments are tried for moving back, and how many for compensation.
const TRIES: usize = 8;

/// After this many consecutive failures, no further arguments are tried for moving back.
const STUCK: usize = 4;

/// Exchanges between pairs of arguments until no exchange reduces the cost.
pub(super) fn descend(probe: &mut Probe, mut scores: Vec<f64>) -> Vec<f64> {
    let cone = probe.cone;
    for _ in 0..ROUNDS {
        let cost = cone.cost(&scores);
        let Some(cheaper) = exchange(probe, &scores).filter(|s| cone.cost(s) < cost - WORTH) else {
            break;
        };
        scores = cheaper;
    }
    scores
}

/// The first exchange that reduces the cost, most promising first.
fn exchange(probe: &mut Probe, scores: &[f64]) -> Option<Vec<f64>> {
    let cone = probe.cone;
    let back_leverages = probe.leverages(scores, Heading::Back);
    let leverages = probe.leverages(scores, Heading::Closer);
    let cost = cone.cost(scores);
    let home = |a: usize| cone.initial()[a] - scores[a];
    // The loss of moving back; negative if moving back helps.
    let lost = |a: usize| -back_leverages[a] * home(a).signum();
    let mut back: Vec<usize> = cone.movable().filter(|&a| home(a) != 0.0).collect();
    back.sort_by(|&a, &b| lost(a).total_cmp(&lost(b)));
    let open = |a: usize| Some((a, cone.end(a, scores[a], leverages[a])?));
    let mut out: Vec<(usize, f64)> = cone.movable().filter_map(open).collect();
    out.sort_by(|&(a, _), &(b, _)| leverages[b].abs().total_cmp(&leverages[a].abs()));
    if let Some(cheaper) = retreats(probe, scores, &back) {
        return Some(cheaper);
    }
    for &a in back.iter().take(TRIES) {
        for &(b, end) in out.iter().take(TRIES) {
            if a == b || leverages[b].abs() <= lost(a) {
                continue;
            }
            if let Some(cheaper) =
                trade(probe, scores, a, (b, end)).filter(|s| cone.cost(s) < cost - WORTH)
            {
                return Some(cheaper);
            }
        }
    }
    None
}

/// Moves arguments back one after another while the target stays reached, until several in a row do
/// not move.
fn retreats(probe: &mut Probe, scores: &[f64], back: &[usize]) -> Option<Vec<f64>> {
    let cone = probe.cone;
    let mut best = scores.to_vec();
    let (mut paid, mut failed) = (false, 0);
    for &a in back {
        if retreat(probe, &mut best, a) * cone.costs[a] > WORTH {
            (paid, failed) = (true, 0);
        } else {
            failed += 1;
        }
        if failed == STUCK {
            break;
        }
    }
    paid.then_some(best)
}

/// Moves `a` back as far as the target stays reached without compensation, and returns the
/// distance.
fn retreat(probe: &mut Probe, scores: &mut [f64], a: usize) -> f64 {
    let (before, home) = (scores[a], probe.cone.initial()[a]);
    scores[a] = home;
    if probe.move_towards(scores, a, before).is_none() {
        scores[a] = before;
    }
    (before - home).abs() - (scores[a] - home).abs()
}

/// Moves `a` back while `b` compensates towards its end: as far as `b` can, or to the cheapest
/// point on the way.
///
/// # Source
/// Golden section: Kiefer 1953, «Sequential minimax search for a maximum»,
/// doi:10.1090/S0002-9939-1953-0055639-3.
fn trade(probe: &mut Probe, scores: &[f64], a: usize, (b, end): (usize, f64)) -> Option<Vec<f64>> {
    let cone = probe.cone;
    let mut far = scores.to_vec();
    far[a] = cone.initial()[a];
    if probe.move_towards(&mut far, b, end).is_none() {
        far[b] = end;
        probe.move_towards(&mut far, a, scores[a])?;
    }
    let cheaper = cone.cost(&far) < cone.cost(scores) - WORTH;
    if cheaper && pays(probe, &far, a, b) {
        return Some(far);
    }
    // The cost has its minimum in between; derivatives would mislead at a kink.
    let (mut near, mut beyond) = (scores[a], far[a]);
    let at = |probe: &mut Probe, score: f64| {
        let mut middle = scores.to_vec();
        middle[a] = score;
        probe.move_towards(&mut middle, b, far[b]).map(|()| middle)
    };
    let mut left = at(probe, near + (beyond - near) * (1.0 - GOLDEN))?;
    let mut right = at(probe, near + (beyond - near) * GOLDEN)?;
    while (near - beyond).abs() > NARROW {
        if cone.cost(&left) < cone.cost(&right) {
            beyond = right[a];
            right = left;
            left = at(probe, near + (beyond - near) * (1.0 - GOLDEN))?;
        } else {
            near = left[a];
            left = right;
            right = at(probe, near + (beyond - near) * GOLDEN)?;
        }
    }
    [left, right, far].into_iter().min_by(|x, y| cone.cost(x).total_cmp(&cone.cost(y)))
}

/// Whether moving `a` further back, compensated by `b`, would reduce the cost further.
fn pays(probe: &mut Probe, scores: &[f64], a: usize, b: usize) -> bool {
    let given_up = probe.leverages(scores, Heading::Back)[a].abs();
    probe.leverages(scores, Heading::Closer)[b].abs() >= given_up
}
