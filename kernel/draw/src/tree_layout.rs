//! Tree layout: parents above the middle of their children, subtrees close together.

use super::layered::Layered;

/// Computes the centre of every vertex of a tree; `None` if a vertex has several neighbours in the
/// previous layer.
///
/// Subtrees are packed from the left and from the right; the mean of both keeps every distance and
/// spreads small subtrees evenly between large ones. *Units*: px. *Shape*: one centre per vertex.
///
/// # Source
///
/// Reingold, Tilford 1981, doi:10.1109/TSE.1981.234519, with contours of boxes of any width.
pub(super) fn centres(
    layered: &Layered,
    separation: impl Fn(usize, usize) -> f64,
) -> Option<Vec<f64>> {
    let roots = layered.up.iter().filter(|up| up.is_empty()).count();
    if roots != 1 || layered.up.iter().any(|up| up.len() > 1) {
        return None;
    }
    let left = packed(layered, |v| layered.down[v].clone(), &separation);
    let right = packed(
        layered,
        |v| layered.down[v].iter().rev().copied().collect(),
        |v, w| separation(w, v),
    );
    Some(left.iter().zip(right).map(|(left, right)| (left - right) / 2.0).collect())
}

/// The outermost vertices of a subtree in one layer and their centres, relative to the subtree's
/// root.
#[derive(Debug, Clone, Copy)]
struct Level {
    first: (usize, f64),
    last: (usize, f64),
}

impl Level {
    fn shifted(self, by: f64) -> Self {
        Self { first: (self.first.0, self.first.1 + by), last: (self.last.0, self.last.1 + by) }
    }
}

/// Packs subtrees one after another; returns centres relative to the root.
fn packed(
    layered: &Layered,
    children: impl Fn(usize) -> Vec<usize>,
    separation: impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let n = layered.rank.len();
    let mut offset = vec![0.0; n];
    // The layers of each finished subtree, the deepest first.
    let mut contours: Vec<Vec<Level>> = vec![Vec::new(); n];
    for &v in layered.layers.iter().rev().flatten() {
        let mut whole: Vec<Level> = Vec::new();
        let children = children(v);
        for &child in &children {
            let next = std::mem::take(&mut contours[child]);
            offset[child] = distance(&whole, &next, &separation);
            whole = joined(whole, next, offset[child]);
        }
        if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
            let middle = f64::midpoint(offset[first], offset[last]);
            for &child in &children {
                offset[child] -= middle;
            }
            if middle != 0.0 {
                for level in &mut whole {
                    *level = level.shifted(-middle);
                }
            }
        }
        whole.push(Level { first: (v, 0.0), last: (v, 0.0) });
        contours[v] = whole;
    }
    for &v in layered.layers.iter().flatten() {
        if let Some(&parent) = layered.up[v].first() {
            offset[v] += offset[parent];
        }
    }
    offset
}

/// How far the root of `next` must be from the origin of `whole`.
fn distance(whole: &[Level], next: &[Level], separation: impl Fn(usize, usize) -> f64) -> f64 {
    let pairs = whole.iter().rev().zip(next.iter().rev());
    pairs
        .map(|(left, right)| left.last.1 + separation(left.last.0, right.first.0) - right.first.1)
        .fold(0.0, f64::max)
}

/// Joins the contours of two subtrees, the second one shifted by `shift`.
fn joined(mut whole: Vec<Level>, mut next: Vec<Level>, shift: f64) -> Vec<Level> {
    if shift != 0.0 {
        for level in &mut next {
            *level = level.shifted(shift);
        }
    }
    let (above, beside) = (whole.len(), next.len());
    if above >= beside {
        for (left, right) in whole[above - beside..].iter_mut().zip(next) {
            left.last = right.last;
        }
        return whole;
    }
    for (right, left) in next[beside - above..].iter_mut().zip(whole) {
        right.first = left.first;
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crossing_reduction::order;

    fn tree(parents: &[usize]) -> (Layered, Vec<f64>) {
        let edges: Vec<_> =
            parents.iter().enumerate().map(|(at, &parent)| (parent, at + 1)).collect();
        let mut ranks = vec![0; parents.len() + 1];
        for &(parent, child) in &edges {
            ranks[child] = ranks[parent] + 1;
        }
        let mut layered = Layered::new(&ranks, &edges);
        order(&mut layered);
        let centres = centres(&layered, |_, _| 10.0).expect("it is a tree");
        (layered, centres)
    }

    #[test]
    fn parents_are_centred_and_neighbours_keep_their_distance() {
        let parents: Vec<usize> = (1..150_usize).map(|v| (v * 7 + v * v % 5) % v.min(40)).collect();
        let (layered, x) = tree(&parents);
        for children in layered.down.iter().filter(|down| !down.is_empty()) {
            let parent = layered.up[children[0]][0];
            let ends = (x[children[0]], x[children[children.len() - 1]]);
            assert!((x[parent] - f64::midpoint(ends.0, ends.1)).abs() < 1e-6);
        }
        for pair in layered.layers.iter().flat_map(|layer| layer.windows(2)) {
            assert!(x[pair[1]] - x[pair[0]] > 10.0 - 1e-6);
        }
    }

    #[test]
    fn a_leaf_between_two_large_subtrees_is_centred() {
        // 0 has children 1, 2, 3; 1 and 3 have three leaves each.
        let (layered, x) = tree(&[0, 0, 0, 1, 1, 1, 3, 3, 3]);
        let row = &layered.layers[1];
        assert!((x[row[1]] - f64::midpoint(x[row[0]], x[row[2]])).abs() < 1e-9);
        assert!((x[row[2]] - x[row[0]] - 30.0).abs() < 1e-9);
    }

    #[test]
    fn a_vertex_with_two_parents_is_not_a_tree() {
        let layered = Layered::new(&[0, 0, 1], &[(0, 2), (1, 2)]);
        assert!(centres(&layered, |_, _| 10.0).is_none());
    }
}
