//! Coordinate assignment: the position of each vertex within its layer.

use super::layered::Layered;

/// Computes the centre of every vertex across the layers, such that neighbours keep a distance of
/// `separation` between their centres.
///
/// Long edges are straight wherever they do not cross each other. *Units*: px. *Shape*: one centre
/// per vertex.
///
/// # Source
///
/// Brandes, Köpf 2001, doi:10.1007/3-540-45848-4_3. Deviation: blocks are compacted by longest
/// paths over the block graph, first outwards, then back towards their neighbours, which avoids the
/// errors of the published class shifts.
pub(super) fn centres(layered: &Layered, separation: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let conflicts = conflicts(layered);
    let mut runs: Vec<Vec<f64>> = Vec::with_capacity(4);
    for from in [From::Above, From::Below] {
        for side in [Side::Left, Side::Right] {
            let roots = align(layered, &conflicts, from, side);
            runs.push(compact(layered, &roots, side, &separation));
        }
    }
    align_to_narrowest(&mut runs);
    (0..layered.rank.len())
        .map(|v| {
            let mut found = [runs[0][v], runs[1][v], runs[2][v], runs[3][v]];
            found.sort_by(f64::total_cmp);
            f64::midpoint(found[1], found[2])
        })
        .collect()
}

#[derive(Clone, Copy, PartialEq)]
enum From {
    Above,
    Below,
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

/// For each vertex, the upper neighbours that it must not be aligned with because a straight long
/// edge lies between them.
fn conflicts(layered: &Layered) -> Vec<Vec<usize>> {
    let mut conflicts = vec![Vec::new(); layered.rank.len()];
    for pair in layered.layers.windows(2) {
        let (upper, lower) = (&pair[0], &pair[1]);
        let inner = |v: usize| {
            layered
                .is_bend(v)
                .then(|| layered.up[v].first().copied())
                .flatten()
                .filter(|&u| layered.is_bend(u))
        };
        let (mut left, mut scanned) = (0, 0);
        for (at, &v) in lower.iter().enumerate() {
            let end = inner(v);
            if end.is_none() && at + 1 < lower.len() {
                continue;
            }
            let right = end.map_or(upper.len(), |u| layered.place[u]);
            for &w in &lower[scanned..=at] {
                for &u in &layered.up[w] {
                    let place = layered.place[u];
                    let is_inner = layered.is_bend(u) && layered.is_bend(w);
                    if (place < left || place > right) && !is_inner {
                        conflicts[w].push(u);
                    }
                }
            }
            scanned = at + 1;
            left = right;
        }
    }
    conflicts
}

/// Joins vertices into vertical blocks; returns the root of each vertex's block.
fn align(layered: &Layered, conflicts: &[Vec<usize>], from: From, side: Side) -> Vec<usize> {
    let n = layered.rank.len();
    let mut root: Vec<usize> = (0..n).collect();
    let count = layered.layers.len();
    for step in 1..count {
        let layer = if from == From::Above { step } else { count - 1 - step };
        let mut bound: Option<usize> = None;
        let mut visit = |v: usize| {
            let neighbours = if from == From::Above { &layered.up[v] } else { &layered.down[v] };
            for u in medians(neighbours, side).into_iter().flatten() {
                let clash = if from == From::Above {
                    conflicts[v].contains(&u)
                } else {
                    conflicts[u].contains(&v)
                };
                let place = layered.place[u];
                let beyond = bound.is_none_or(|bound| {
                    if side == Side::Left { bound < place } else { place < bound }
                });
                if beyond && !clash {
                    root[v] = root[u];
                    bound = Some(place);
                    break;
                }
            }
        };
        if side == Side::Left {
            layered.layers[layer].iter().for_each(|&v| visit(v));
        } else {
            layered.layers[layer].iter().rev().for_each(|&v| visit(v));
        }
    }
    root
}

/// The one or two middle neighbours, the one nearer to `side` first.
fn medians(neighbours: &[usize], side: Side) -> [Option<usize>; 2] {
    let count = neighbours.len();
    if count == 0 {
        return [None, None];
    }
    let (low, high) = ((count - 1) / 2, count / 2);
    let (first, second) = if side == Side::Left { (low, high) } else { (high, low) };
    [Some(neighbours[first]), (first != second).then(|| neighbours[second])]
}

/// Packs the blocks towards `side`, then moves blocks with free space back.
fn compact(
    layered: &Layered,
    root: &[usize],
    side: Side,
    separation: impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let n = layered.rank.len();
    let mut after: Vec<Vec<(usize, f64)>> = vec![Vec::new(); n];
    let mut missing = vec![0_usize; n];
    for pair in layered.layers.iter().flat_map(|layer| layer.windows(2)) {
        let (v, w) = if side == Side::Left { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
        after[root[v]].push((root[w], separation(pair[0], pair[1])));
        missing[root[w]] += 1;
    }
    let mut sorted: Vec<usize> = (0..n).filter(|&v| root[v] == v && missing[v] == 0).collect();
    let mut at = vec![0.0_f64; n];
    let mut next = 0;
    while next < sorted.len() {
        let v = sorted[next];
        next += 1;
        for &(w, gap) in &after[v] {
            at[w] = at[w].max(at[v] + gap);
            missing[w] -= 1;
            if missing[w] == 0 {
                sorted.push(w);
            }
        }
    }
    for &v in sorted.iter().rev() {
        let room = after[v].iter().map(|&(w, gap)| at[w] - gap).fold(f64::INFINITY, f64::min);
        if room.is_finite() {
            at[v] = at[v].max(room);
        }
    }
    let sign = if side == Side::Left { 1.0 } else { -1.0 };
    root.iter().map(|&r| sign * at[r]).collect()
}

/// Shifts all assignments onto the narrowest one: left-packed ones to its left end, right-packed
/// ones to its right end.
fn align_to_narrowest(runs: &mut [Vec<f64>]) {
    let extents: Vec<(f64, f64)> = runs
        .iter()
        .map(|run| {
            let low = run.iter().copied().fold(f64::INFINITY, f64::min);
            (low, run.iter().copied().fold(f64::NEG_INFINITY, f64::max))
        })
        .collect();
    let width = |extent: &(f64, f64)| extent.1 - extent.0;
    let Some(narrow) = extents.iter().copied().min_by(|a, b| width(a).total_cmp(&width(b))) else {
        return;
    };
    for (at, run) in runs.iter_mut().enumerate() {
        let shift = if at % 2 == 0 { narrow.0 - extents[at].0 } else { narrow.1 - extents[at].1 };
        for x in run.iter_mut() {
            *x += shift;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crossing_reduction::order;

    fn drawn(ranks: &[usize], edges: &[(usize, usize)]) -> (Layered, Vec<f64>) {
        let mut layered = Layered::new(ranks, edges);
        order(&mut layered);
        let centres = centres(&layered, |_, _| 10.0);
        (layered, centres)
    }

    #[test]
    fn parents_are_above_the_middle_of_their_children() {
        for children in [2, 3, 4, 5] {
            let edges: Vec<_> = (1..=children).map(|child| (0, child)).collect();
            let mut ranks = vec![1; children + 1];
            ranks[0] = 0;
            let (layered, x) = drawn(&ranks, &edges);
            let (first, last) = (layered.layers[1][0], layered.layers[1][children - 1]);
            assert!((x[0] - f64::midpoint(x[first], x[last])).abs() < 1e-9, "{children}: {x:?}");
        }
    }

    #[test]
    fn long_edges_are_straight_between_their_bends() {
        let (layered, x) = drawn(&[0, 1, 2, 3, 4], &[(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]);
        let bends = &layered.chains[4][1..4];
        assert!(bends.windows(2).all(|pair| (x[pair[0]] - x[pair[1]]).abs() < 1e-9), "{x:?}");
    }

    #[test]
    fn neighbours_keep_their_distance() {
        let edges: Vec<_> = (0..120_usize).map(|i| (i * 7 % 30, 30 + i * 11 % 30)).collect();
        let ranks: Vec<usize> = (0..60).map(|v| v / 30).collect();
        let (layered, x) = drawn(&ranks, &edges);
        for pair in layered.layers.iter().flat_map(|layer| layer.windows(2)) {
            assert!(x[pair[1]] - x[pair[0]] >= 10.0 - 1e-9);
        }
    }
}
