//! Makes a way to the target cheaper by exchange: one argument goes back, another makes up for it.

use super::cone::Probe;

/// What an exchange has to save to be worth it.
const WORTH: f64 = 1e-11;

/// How many exchanges are gone into where the most promising one does not pay.
const TRIES: usize = 4;

/// Exchanges between two arguments until none is found that pays.
pub(super) fn descend(probe: &mut Probe, scores: &mut Vec<f64>) {
    let cone = probe.cone;
    // Each round makes it cheaper; the bound only ends a crawl.
    for _ in 0..50 + 4 * cone.len() {
        let cost = cone.cost(scores);
        let Some(cheaper) = exchange(probe, scores).filter(|s| cone.cost(s) < cost - WORTH) else {
            return;
        };
        *scores = cheaper;
    }
}

/// The first exchange that pays, most promising first.
fn exchange(probe: &mut Probe, scores: &[f64]) -> Option<Vec<f64>> {
    let cone = probe.cone;
    let leverages = probe.leverages(scores).to_vec();
    let cost = cone.cost(scores);
    let home = |a: usize| cone.initial[a] - scores[a];
    // What is lost by going back; negative where going back even helps.
    let lost = |a: usize| -leverages[a] * home(a).signum();
    let mut back: Vec<usize> = cone.movable().filter(|&a| home(a) != 0.0).collect();
    back.sort_by(|&a, &b| lost(a).total_cmp(&lost(b)));
    let room = |a: usize| {
        let (least, greatest) = cone.ranges[a];
        if leverages[a] > 0.0 { scores[a] < greatest } else { scores[a] > least }
    };
    let mut out: Vec<usize> = cone.movable().filter(|&a| leverages[a] != 0.0 && room(a)).collect();
    out.sort_by(|&a, &b| leverages[b].abs().total_cmp(&leverages[a].abs()));
    for &a in back.iter().take(TRIES) {
        if let Some(cheaper) = retreat(probe, scores, a).filter(|s| cone.cost(s) < cost - WORTH) {
            return Some(cheaper);
        }
        for &b in out.iter().take(TRIES) {
            if a == b || leverages[b].abs() <= lost(a) {
                continue;
            }
            if let Some(cheaper) =
                trade(probe, scores, a, b).filter(|s| cone.cost(s) < cost - WORTH)
            {
                return Some(cheaper);
            }
        }
    }
    None
}

/// Takes `a` back as far as the target stays reached without anything else.
fn retreat(probe: &mut Probe, scores: &[f64], a: usize) -> Option<Vec<f64>> {
    let mut back = scores.to_vec();
    back[a] = probe.cone.initial[a];
    probe.slide(&mut back, a, scores[a]).map(|()| back)
}

/// Takes `a` back while `b` makes up for it: as far as `b` can, or to where both have the same leverage.
fn trade(probe: &mut Probe, scores: &[f64], a: usize, b: usize) -> Option<Vec<f64>> {
    let cone = probe.cone;
    let up = probe.leverages(scores)[b] > 0.0;
    let end = if up { cone.ranges[b].1 } else { cone.ranges[b].0 };
    let mut far = scores.to_vec();
    far[a] = cone.initial[a];
    if probe.slide(&mut far, b, end).is_none() {
        far[b] = end;
        probe.slide(&mut far, a, scores[a])?;
    }
    if pays(probe, &far, a, b) {
        return Some(far);
    }
    // Somewhere between, the two have the same leverage.
    let (mut near, mut best) = (scores[a], None::<Vec<f64>>);
    let mut beyond = far[a];
    for _ in 0..40 {
        let mut middle = scores.to_vec();
        middle[a] = near.midpoint(beyond);
        if probe.slide(&mut middle, b, far[b]).is_none() {
            break;
        }
        if pays(probe, &middle, a, b) {
            near = middle[a];
        } else {
            beyond = middle[a];
        }
        let cost = cone.cost(&middle);
        if best.as_ref().is_none_or(|best| cost < cone.cost(best)) {
            best = Some(middle);
        }
        if (near - beyond).abs() < 1e-7 {
            break;
        }
    }
    best.into_iter().chain([far]).min_by(|x, y| cone.cost(x).total_cmp(&cone.cost(y)))
}

/// Whether taking `a` back further, for more of `b`, makes it cheaper still.
fn pays(probe: &mut Probe, scores: &[f64], a: usize, b: usize) -> bool {
    let leverages = probe.leverages(scores);
    leverages[b].abs() >= leverages[a].abs()
}
