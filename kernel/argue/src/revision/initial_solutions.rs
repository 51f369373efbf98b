//! Initial solutions: base scores that reach the target, before their cost is reduced.

use super::cone_of_influence::{Heading, Probe};
use super::polarity::Polarity;

/// The step size of the steepest ascent.
const STEP: f64 = 0.1;

/// Moves each argument to the end of its range that helps most. Arguments that influence the topic
/// in both directions are set one after another, repeatedly, until none of them improves the
/// result.
pub(super) fn corner(probe: &mut Probe) -> Vec<f64> {
    let cone = probe.cone;
    let mut scores = cone.initial().to_vec();
    let mut both_ways = Vec::new();
    for a in cone.movable() {
        let (least, greatest) = cone.ranges[a];
        let up = probe.direction().sign() > 0.0;
        match cone.polarity[a] {
            Polarity::Positive => scores[a] = if up { greatest } else { least },
            Polarity::Negative => scores[a] = if up { least } else { greatest },
            Polarity::Unknown => both_ways.push(a),
            Polarity::Neutral => {}
        }
    }
    let mut best = probe.beyond(&scores);
    let mut improved = true;
    while improved {
        improved = false;
        for &a in &both_ways {
            for end in [cone.ranges[a].0, cone.ranges[a].1] {
                let now = probe.beyond_if(a, end);
                if now > best {
                    (best, improved) = (now, true);
                    scores[a] = end;
                    probe.beyond_with(a, end);
                }
            }
        }
    }
    scores
}

/// Moves `arguments` together, each by the same share of its way to `corner`.
pub(super) fn together(probe: &mut Probe, corner: &[f64], arguments: &[usize]) -> Option<Vec<f64>> {
    let initial = probe.cone.initial();
    let mut scores = initial.to_vec();
    let mut blend = |share: f64| {
        for &a in arguments {
            let subgraph = initial[a] + (corner[a] - initial[a]) * share;
            scores[a] = if share < 1.0 { subgraph } else { corner[a] };
        }
        scores.clone()
    };
    let share = probe.crossing(|probe, share| probe.beyond(&blend(share)))?;
    Some(blend(share))
}

/// The cheapest solution that changes a single argument.
pub(super) fn alone(probe: &mut Probe, candidates: &[usize]) -> Option<Vec<f64>> {
    let cone = probe.cone;
    let initial = cone.initial();
    let mut best = None;
    let mut least = f64::INFINITY;
    probe.beyond(initial);
    for &a in candidates {
        for end in cone.ends(a, probe.direction()) {
            // Beyond this, it would cost more than the cheapest so far.
            let room = (end - initial[a]).abs().min(least / cone.costs[a]);
            if probe.beyond_if(a, initial[a] + room.copysign(end - initial[a])) < 0.0 {
                continue;
            }
            let mut scores = initial.to_vec();
            let reached = probe.move_towards(&mut scores, a, end).is_some();
            if reached && cone.cost(&scores) < least {
                least = cone.cost(&scores);
                best = Some(scores);
            }
            probe.beyond(initial);
        }
    }
    best
}

/// Moves arguments one after another to the end of their ranges, always the one with the best gain
/// for its cost, until one of them reaches the target; `None` if the cost reaches `limit` first.
pub(super) fn greedy(
    probe: &mut Probe,
    from: &[f64],
    candidates: &[usize],
    limit: f64,
) -> Option<Vec<f64>> {
    let mut scores = from.to_vec();
    let mut left = candidates.to_vec();
    while probe.cone.cost(&scores) < limit {
        let here = probe.beyond(&scores);
        let mut best: Option<(f64, usize, f64)> = None;
        for &a in &left {
            for end in probe.cone.ends(a, probe.direction()) {
                // There is no gain beyond the target.
                let gain = probe.beyond_if(a, end).min(0.0) - here;
                let cost = probe.cone.costs[a] * (end - scores[a]).abs();
                if gain > 0.0 && best.is_none_or(|(rate, ..)| gain / cost > rate) {
                    best = Some((gain / cost, a, end));
                }
            }
        }
        let (_, a, end) = best?;
        if probe.move_towards(&mut scores, a, end).is_some() {
            return Some(scores);
        }
        scores[a] = end;
        left.retain(|&other| other != a);
    }
    None
}

/// Takes small steps, always with the argument that currently has the most leverage.
pub(super) fn steepest(probe: &mut Probe) -> Option<Vec<f64>> {
    let cone = probe.cone;
    let mut scores = cone.initial().to_vec();
    // Each step is a full one or ends at a bound, and the number of steps is bounded.
    for _ in 0..(cone.len() + 2) * 20 {
        let leverages = probe.leverages(&scores, Heading::Closer);
        let open = cone.movable().filter(|&a| cone.end(a, scores[a], leverages[a]).is_some());
        let a = open.max_by(|&a, &b| leverages[a].abs().total_cmp(&leverages[b].abs()))?;
        let (least, greatest) = cone.ranges[a];
        let end = (scores[a] + STEP * leverages[a].signum()).clamp(least, greatest);
        if probe.move_towards(&mut scores, a, end).is_some() {
            return Some(scores);
        }
        scores[a] = end;
    }
    None
}
