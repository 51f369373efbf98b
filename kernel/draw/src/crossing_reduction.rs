//! Crossing reduction: orders the vertices of each layer so that few edges cross.

use super::layered::Layered;

/// Orders every layer and returns the number of crossings left.
///
/// Several starts (depth first from either end, then depth first with shuffled neighbours from a
/// fixed seed) are each improved by sweeps and by exchanges of neighbours. The best is kept, the
/// earliest among equals. The number of passes decreases with the size of the graph.
///
/// # Source
///
/// Gansner, Koutsofios, North, Vo 1993, doi:10.1109/32.221135, section 3 (weighted median,
/// transpose); every second start uses barycentres instead.
pub(super) fn order(layered: &mut Layered) -> usize {
    let edges: usize = layered.down.iter().map(Vec::len).sum();
    let mut search = Search {
        passes: (4_000_000 / (layered.rank.len() + edges + 1)).clamp(400, 3000),
        random: 0x9e37_79b9_7f4a_7c15,
    };
    let mut best = (usize::MAX, layered.layers.clone());
    for start in 0.. {
        search.depth_first(layered, start);
        let found = search.improve(layered, start);
        if found.0 < best.0 {
            best = found;
        }
        if best.0 == 0 || search.passes == 0 || start == 63 {
            break;
        }
    }
    layered.layers = best.1;
    layered.number();
    layered.sort_neighbours();
    best.0
}

struct Search {
    /// The number of passes over the graph that are left.
    passes: usize,
    /// The state of a xorshift generator.
    random: u64,
}

#[derive(Clone, Copy)]
enum Sweep {
    Down,
    Up,
}

impl Search {
    fn spend(&mut self) -> bool {
        let left = self.passes > 0;
        self.passes = self.passes.saturating_sub(1);
        left
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        usize::try_from(self.random % bound as u64).unwrap_or(0)
    }

    fn shuffle(&mut self, list: &mut [usize]) {
        for at in (1..list.len()).rev() {
            let other = self.below(at + 1);
            list.swap(at, other);
        }
    }

    /// Fills the layers in the order of a depth-first search, which draws trees without crossings.
    fn depth_first(&mut self, layered: &mut Layered, start: usize) {
        let n = layered.rank.len();
        let mut roots: Vec<usize> = (0..n).collect();
        roots.sort_by_key(|&v| layered.rank[v]);
        if start % 2 == 1 {
            roots.reverse();
        }
        if start > 1 {
            self.shuffle(&mut roots);
        }
        layered.layers.iter_mut().for_each(Vec::clear);
        let mut seen = vec![false; n];
        let mut stack = Vec::new();
        for root in roots {
            stack.push(root);
            while let Some(v) = stack.pop() {
                if std::mem::replace(&mut seen[v], true) {
                    continue;
                }
                layered.layers[layered.rank[v]].push(v);
                let first = stack.len();
                stack.extend(layered.up[v].iter().chain(&layered.down[v]).filter(|&&w| !seen[w]));
                if start > 1 {
                    self.shuffle(&mut stack[first..]);
                } else {
                    stack[first..].reverse();
                }
            }
        }
        layered.number();
    }

    /// Sweeps until several sweeps in a row bring no improvement.
    fn improve(&mut self, layered: &mut Layered, start: usize) -> (usize, Vec<Vec<usize>>) {
        let mut best = (layered.crossings(), layered.layers.clone());
        let mut idle = 0;
        for round in 0.. {
            if best.0 == 0 || idle > 5 || !self.spend() {
                break;
            }
            let sweep = if round % 2 == 0 { Sweep::Down } else { Sweep::Up };
            sort_layers(layered, sweep, start % 4 > 1, round % 4 > 1);
            while transpose(layered, round % 4 > 1) && self.spend() {}
            let crossings = layered.crossings();
            idle += 1;
            if crossings < best.0 {
                best = (crossings, layered.layers.clone());
                idle = 0;
            }
        }
        best
    }
}

/// Sorts each layer by the median or mean of the neighbours in the layer sorted before; vertices
/// without neighbours there keep their positions.
fn sort_layers(layered: &mut Layered, sweep: Sweep, barycentre: bool, turn_ties: bool) {
    let count = layered.layers.len();
    for step in 1..count {
        let layer = match sweep {
            Sweep::Down => step,
            Sweep::Up => count - 1 - step,
        };
        let mut free = Vec::new();
        let mut keyed = Vec::new();
        for (at, &v) in layered.layers[layer].iter().enumerate() {
            let neighbours = match sweep {
                Sweep::Down => &layered.up[v],
                Sweep::Up => &layered.down[v],
            };
            let mut places: Vec<usize> = neighbours.iter().map(|&w| layered.place[w]).collect();
            if places.is_empty() {
                continue;
            }
            places.sort_unstable();
            let middle = if barycentre { mean(&places) } else { median(&places) };
            free.push(at);
            keyed.push((middle, if turn_ties { count_down(at) } else { at }, v));
        }
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (&at, &(_, _, v)) in free.iter().zip(&keyed) {
            layered.layers[layer][at] = v;
            layered.place[v] = at;
        }
    }
}

fn count_down(at: usize) -> usize {
    usize::MAX - at
}

fn mean(places: &[usize]) -> f64 {
    places.iter().sum::<usize>() as f64 / places.len() as f64
}

/// The median; for an even number of positions it is biased to the denser side.
fn median(places: &[usize]) -> f64 {
    let half = places.len() / 2;
    let at = |i: usize| places[i] as f64;
    if places.len() % 2 == 1 {
        return at(half);
    }
    if places.len() == 2 {
        return f64::midpoint(at(0), at(1));
    }
    let left = at(half - 1) - at(0);
    let right = at(places.len() - 1) - at(half);
    if left + right == 0.0 {
        return f64::midpoint(at(half - 1), at(half));
    }
    (at(half - 1) * right + at(half) * left) / (left + right)
}

/// Exchanges neighbours within layers if that saves crossings, or costs none if `even`; returns
/// whether any was saved.
fn transpose(layered: &mut Layered, even: bool) -> bool {
    let mut saved = false;
    for layer in 0..layered.layers.len() {
        for at in 1..layered.layers[layer].len() {
            let (v, w) = (layered.layers[layer][at - 1], layered.layers[layer][at]);
            let (up, up_turned) = pair_crossings(&layered.place, &layered.up[v], &layered.up[w]);
            let (down, down_turned) =
                pair_crossings(&layered.place, &layered.down[v], &layered.down[w]);
            let (now, then) = (up + down, up_turned + down_turned);
            if then < now || (even && then == now) {
                layered.layers[layer].swap(at - 1, at);
                layered.place[v] = at;
                layered.place[w] = at - 1;
                saved |= then < now;
            }
        }
    }
    saved
}

/// Counts the crossings between the edges of two vertices in their current order, and in the
/// reverse order.
fn pair_crossings(place: &[usize], left: &[usize], right: &[usize]) -> (usize, usize) {
    let (mut now, mut then) = (0, 0);
    for &a in left {
        for &b in right {
            now += usize::from(place[a] > place[b]);
            then += usize::from(place[a] < place[b]);
        }
    }
    (now, then)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_drawn_without_crossings() {
        let edges: Vec<_> = (1..200_usize).map(|v| ((v - 1) / 3, v)).collect();
        let mut ranks = vec![0; 200];
        for &(from, to) in &edges {
            ranks[to] = ranks[from] + 1;
        }
        assert_eq!(order(&mut Layered::new(&ranks, &edges)), 0);
    }

    #[test]
    fn a_planar_grid_is_drawn_without_crossings() {
        // Five rows of four, each joined to the one below and to that one's right neighbour,
        // vertices shuffled.
        let name = |row: usize, column: usize| row * 4 + (column * 3 + row) % 4;
        let mut edges = Vec::new();
        for row in 0..4 {
            for column in 0..4 {
                edges.push((name(row, column), name(row + 1, column)));
                if column < 3 {
                    edges.push((name(row, column), name(row + 1, column + 1)));
                }
            }
        }
        let ranks: Vec<usize> = (0..20).map(|v| v / 4).collect();
        assert_eq!(order(&mut Layered::new(&ranks, &edges)), 0);
    }

    #[test]
    fn complete_bipartite_layers_have_the_least_crossings() {
        let edges: Vec<_> = (0..9).map(|i| (i / 3, 3 + i % 3)).collect();
        assert_eq!(order(&mut Layered::new(&[0, 0, 0, 1, 1, 1], &edges)), 9);
    }

    #[test]
    fn the_median_of_an_even_number_is_biased_to_the_denser_side() {
        assert!((median(&[0, 1, 2, 9]) - 1.125).abs() < 1e-9);
    }
}
