//! Coordinate refinement: shortens edges by moving vertices closer to their neighbours.

use super::layered::Layered;

/// Moves boxes towards the mean of their neighbours as far as `separation` allows. Long edges move
/// as a whole, so that straight edges stay straight. Orders are kept.
///
/// # Source
///
/// Least squares with a fixed order is isotonic regression, solved layer by layer by pooling
/// adjacent violators: Ayer et al. 1955, doi:10.1214/aoms/1177728423.
pub(super) fn refine(
    layered: &Layered,
    centres: &mut [f64],
    separation: impl Fn(usize, usize) -> f64,
) {
    let runs = straight_runs(layered, centres);
    let edges: usize = layered.down.iter().map(Vec::len).sum();
    let rounds = (2_000_000 / (centres.len() + edges + 1)).clamp(2, 24);
    for round in 0..rounds {
        let count = layered.layers.len();
        for step in 0..count {
            let layer = if round % 2 == 0 { step } else { count - 1 - step };
            for group in groups(layered, layer) {
                place_boxes(layered, centres, &separation, layer, group);
            }
        }
        for run in &runs {
            move_run(layered, centres, &separation, run);
        }
    }
}

/// The bends of long edges, split where an edge is not straight.
fn straight_runs(layered: &Layered, centres: &[f64]) -> Vec<Vec<usize>> {
    let mut runs = Vec::new();
    for chain in layered.chains.iter().filter(|chain| chain.len() > 2) {
        let bends = &chain[1..chain.len() - 1];
        runs.extend(
            bends.chunk_by(|&v, &w| (centres[v] - centres[w]).abs() < 0.01).map(<[usize]>::to_vec),
        );
    }
    runs
}

/// The ranges of boxes between two bends of a layer.
fn groups(layered: &Layered, layer: usize) -> Vec<std::ops::Range<usize>> {
    let vertices = &layered.layers[layer];
    let mut groups = Vec::new();
    let mut first = 0;
    for at in 0..=vertices.len() {
        if at == vertices.len() || layered.is_bend(vertices[at]) {
            if first < at {
                groups.push(first..at);
            }
            first = at + 1;
        }
    }
    groups
}

/// The preferred position of a vertex, and its weight.
fn preferred(layered: &Layered, centres: &[f64], v: usize) -> (f64, f64) {
    let near = layered.up[v].iter().chain(&layered.down[v]);
    let (sum, count) = near.fold((0.0, 0.0), |(sum, count), &w| (sum + centres[w], count + 1.0));
    if count > 0.0 { (sum / count, count) } else { (centres[v], 0.01) }
}

/// Moves one range of boxes to the best positions between the bends at its ends.
fn place_boxes(
    layered: &Layered,
    centres: &mut [f64],
    separation: impl Fn(usize, usize) -> f64,
    layer: usize,
    group: std::ops::Range<usize>,
) {
    let vertices = &layered.layers[layer];
    let members = &vertices[group.clone()];
    // Distances from the first member if all are packed: subtracting them leaves an order without
    // gaps.
    let mut packed = vec![0.0];
    for pair in members.windows(2) {
        packed.push(packed[packed.len() - 1] + separation(pair[0], pair[1]));
    }
    // Pools of (sum of weighted positions, weight, number of members).
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (&v, gap) in members.iter().zip(&packed) {
        let (at, weight) = preferred(layered, centres, v);
        let mut pool = ((at - gap) * weight, weight, 1);
        while let Some(&(sum, total, count)) = pools.last() {
            if sum / total <= pool.0 / pool.1 {
                break;
            }
            pool = (pool.0 + sum, pool.1 + total, pool.2 + count);
            pools.pop();
        }
        pools.push(pool);
    }
    let low = group.start.checked_sub(1).map_or(f64::NEG_INFINITY, |before| {
        centres[vertices[before]] + separation(vertices[before], members[0])
    });
    let (last, width) = (members[members.len() - 1], packed[packed.len() - 1]);
    let high = vertices
        .get(group.end)
        .map_or(f64::INFINITY, |&after| centres[after] - separation(last, after) - width);
    let mut at = 0;
    for (sum, weight, count) in pools {
        let place = (sum / weight).min(high).max(low);
        for _ in 0..count {
            centres[members[at]] = place + packed[at];
            at += 1;
        }
    }
}

/// Moves a straight run of bends between its neighbours towards the ends of its edge.
fn move_run(
    layered: &Layered,
    centres: &mut [f64],
    separation: impl Fn(usize, usize) -> f64,
    run: &[usize],
) {
    let ends = [layered.up[run[0]][0], layered.down[run[run.len() - 1]][0]];
    let preferred = f64::midpoint(centres[ends[0]], centres[ends[1]]);
    // An edge that is straight at one end looks better than one that is half bent at both.
    let preferred = ends
        .iter()
        .map(|&end| centres[end])
        .min_by(|a, b| (a - preferred).abs().total_cmp(&(b - preferred).abs()));
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for &v in run {
        let layer = &layered.layers[layered.rank[v]];
        let place = layered.place[v];
        if place > 0 {
            low = low.max(centres[layer[place - 1]] + separation(layer[place - 1], v));
        }
        if let Some(&after) = layer.get(place + 1) {
            high = high.min(centres[after] - separation(v, after));
        }
    }
    let here = centres[run[0]];
    let to = preferred.unwrap_or(here).min(high).max(low);
    for &v in run {
        centres[v] = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinate_assignment::centres;
    use crate::crossing_reduction::order;

    fn stretch(layered: &Layered, x: &[f64]) -> f64 {
        let pairs = (0..x.len()).flat_map(|v| layered.down[v].iter().map(move |&w| (v, w)));
        pairs.map(|(v, w)| (x[v] - x[w]).powi(2)).sum()
    }

    fn tangle() -> Layered {
        let n = 40_usize;
        let ranks: Vec<usize> = (0..n).map(|v| v / 5).collect();
        let edges: Vec<_> = (0..90).map(|i| (i * 7 % n, (i * 13 + 5) % n)).collect();
        let down = edges.iter().map(|&(a, b)| if ranks[a] < ranks[b] { (a, b) } else { (b, a) });
        let kept: Vec<_> = down.filter(|&(a, b)| ranks[a] < ranks[b]).collect();
        let mut layered = Layered::new(&ranks, &kept);
        order(&mut layered);
        layered
    }

    #[test]
    fn edges_become_shorter_and_distances_are_kept() {
        let layered = tangle();
        let separation =
            |v: usize, w: usize| if layered.is_bend(v) || layered.is_bend(w) { 8.0 } else { 30.0 };
        let before = centres(&layered, separation);
        let mut after = before.clone();
        refine(&layered, &mut after, separation);
        assert!(stretch(&layered, &after) < stretch(&layered, &before));
        for pair in layered.layers.iter().flat_map(|layer| layer.windows(2)) {
            assert!(after[pair[1]] - after[pair[0]] > separation(pair[0], pair[1]) - 1e-6);
        }
    }

    #[test]
    fn straight_edges_stay_straight() {
        let layered = tangle();
        let separation = |_: usize, _: usize| 10.0;
        let mut x = centres(&layered, separation);
        let runs = straight_runs(&layered, &x);
        refine(&layered, &mut x, separation);
        assert!(
            runs.iter()
                .flat_map(|run| run.windows(2))
                .all(|pair| (x[pair[0]] - x[pair[1]]).abs() < 1e-9)
        );
    }
}
