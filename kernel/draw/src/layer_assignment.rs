//! Layer assignment.

use super::network_simplex::{Constraint, levels};

/// The end from which levels are assigned first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// From the sources.
    First,
    /// From the sinks.
    Last,
}

/// Assigns layers to a connected graph: every edge leads from a lower-numbered layer to a
/// higher-numbered one, and the total length of edges is small. Self-loops are ignored.
///
/// Boxes with several layers of equal cost go to the emptiest. `side` breaks remaining constraints.
/// *Shape*: one layer per vertex, from 0.
pub(super) fn layers(n: usize, edges: &[(usize, usize)], side: Side) -> Vec<usize> {
    let constraints: Vec<Constraint> = edges
        .iter()
        .filter(|(tail, head)| tail != head)
        .map(|&(tail, head)| match side {
            Side::First => Constraint { tail, head, weight: 1 },
            Side::Last => Constraint { tail: head, head: tail, weight: 1 },
        })
        .collect();
    let levels = levels(n, &constraints);
    let mut layers: Vec<usize> =
        levels.into_iter().map(|level| usize::try_from(level).unwrap_or(0)).collect();
    balance(&constraints, &mut layers);
    if side == Side::Last {
        let last = layers.iter().copied().max().unwrap_or(0);
        for layer in &mut layers {
            *layer = last - *layer;
        }
    }
    layers
}

fn balance(constraints: &[Constraint], layers: &mut [usize]) {
    let last = layers.iter().copied().max().unwrap_or(0);
    let mut filled = vec![0_usize; last + 1];
    for &layer in layers.iter() {
        filled[layer] += 1;
    }
    let (mut out, mut into) = (vec![Vec::new(); layers.len()], vec![Vec::new(); layers.len()]);
    for constraint in constraints {
        out[constraint.tail].push(constraint.head);
        into[constraint.head].push(constraint.tail);
    }
    for v in 0..layers.len() {
        if out[v].len() != into[v].len() || out[v].is_empty() {
            continue;
        }
        let first = into[v].iter().map(|&w| layers[w] + 1).max().unwrap_or(0);
        let end = out[v].iter().map(|&w| layers[w]).min().unwrap_or(0);
        let here = layers[v];
        if let Some(best) = (first..end).min_by_key(|&layer| filled[layer])
            && filled[best] + 1 < filled[here]
        {
            filled[here] -= 1;
            filled[best] += 1;
            layers[v] = best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_with_a_choice_goes_to_the_emptier_layer() {
        // 0 → 1 → 2 → 3 is the longest path; 4 lies between 0 and 3; 5 and 6 fill layer 1.
        let edges = [(0, 1), (1, 2), (2, 3), (0, 4), (4, 3), (0, 5), (0, 6)];
        let layers = layers(7, &edges, Side::First);
        assert_eq!((layers[0], layers[3], layers[4]), (0, 3, 2));
    }

    #[test]
    fn a_long_chain_is_ranked_without_recursion() {
        let n = 10_000;
        let edges: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
        for side in [Side::First, Side::Last] {
            assert_eq!(layers(n, &edges, side), (0..n).collect::<Vec<_>>());
        }
    }
}
