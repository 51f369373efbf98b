//! Connected components of a diagram, with layers and orders of their vertices.

use super::crossing_reduction::order;
use super::cycle_removal;
use super::diagram::Diagram;
use super::edge_routing::Tail;
use super::layer_assignment::{self, Side};
use super::layered::Layered;

/// The most boxes and lines of a component for which several ways of breaking cycles are tried.
const SMALL: usize = 160;
const TRIES: usize = 12;

/// A connected component: boxes and lines as ascending indices into the diagram.
#[derive(Debug, Clone)]
pub(super) struct Component {
    pub(super) nodes: Vec<usize>,
    edges: Vec<usize>,
}

/// A line between two different boxes, oriented along the flow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    /// Index into the diagram.
    pub(super) edge: usize,
    /// The end of its chain at which the line starts.
    pub(super) tail: Tail,
}

/// A component with layers and orders, which fit every direction.
#[derive(Debug, Clone)]
pub(super) struct Ordered {
    pub(super) nodes: Vec<usize>,
    pub(super) links: Vec<Link>,
    /// The position of the box and the index of the line, for each self-loop.
    pub(super) loops: Vec<(usize, usize)>,
    pub(super) layered: Layered,
    pub(super) crossings: usize,
}

/// Splits a diagram into components, in the order of their first boxes.
pub(super) fn components(diagram: &Diagram) -> Vec<Component> {
    let n = diagram.nodes.len();
    let mut near = vec![Vec::new(); n];
    for &(from, to) in &diagram.ends {
        near[from].push(to);
        near[to].push(from);
    }
    let mut owner = vec![usize::MAX; n];
    let mut found: Vec<Component> = Vec::new();
    for first in 0..n {
        if owner[first] != usize::MAX {
            continue;
        }
        owner[first] = found.len();
        let mut nodes = vec![first];
        let mut next = 0;
        while next < nodes.len() {
            for &w in &near[nodes[next]] {
                if owner[w] == usize::MAX {
                    owner[w] = found.len();
                    nodes.push(w);
                }
            }
            next += 1;
        }
        nodes.sort_unstable();
        found.push(Component { nodes, edges: Vec::new() });
    }
    for (edge, &(from, _)) in diagram.ends.iter().enumerate() {
        found[owner[from]].edges.push(edge);
    }
    found
}

impl Component {
    /// Orients the lines along the flow, assigns layers and orders them.
    ///
    /// For small components, several ways of breaking cycles are tried, and the one with the fewest
    /// crossings is kept, the first among equals.
    pub(super) fn order(self, diagram: &Diagram) -> Ordered {
        let local = |node: usize| self.nodes.partition_point(|&other| other < node);
        let ends = |edge: usize| (local(diagram.ends[edge].1), local(diagram.ends[edge].0));
        let (loops, kept): (Vec<usize>, Vec<usize>) =
            self.edges.iter().partition(|&&edge| diagram.ends[edge].0 == diagram.ends[edge].1);
        let pairs: Vec<_> = kept.iter().map(|&edge| ends(edge)).collect();
        let (layered, turned, crossings) = match &diagram.depths {
            Some(depths) => order_given_layers(&self.nodes, &pairs, depths),
            None => order_computed_layers(self.nodes.len(), &pairs),
        };
        let tail = |turned: bool| if turned { Tail::First } else { Tail::Last };
        let links =
            kept.iter().zip(turned).map(|(&edge, turned)| Link { edge, tail: tail(turned) });
        Ordered {
            links: links.collect(),
            loops: loops.iter().map(|&edge| (ends(edge).0, edge)).collect(),
            nodes: self.nodes,
            layered,
            crossings,
        }
    }
}

/// Orders given layers.
fn order_given_layers(
    nodes: &[usize],
    pairs: &[(usize, usize)],
    depths: &[usize],
) -> (Layered, Vec<bool>, usize) {
    let least = nodes.iter().map(|&node| depths[node]).min().unwrap_or(0);
    let ranks: Vec<usize> = nodes.iter().map(|&node| depths[node] - least).collect();
    let turned: Vec<bool> = pairs.iter().map(|&(first, last)| ranks[first] > ranks[last]).collect();
    let mut layered = Layered::new(&ranks, &turn(pairs, &turned));
    let crossings = order(&mut layered);
    (layered, turned, crossings)
}

/// Tries several ways of breaking cycles.
fn order_computed_layers(n: usize, pairs: &[(usize, usize)]) -> (Layered, Vec<bool>, usize) {
    let attempt = |turned: &[bool], side| {
        let along = turn(pairs, turned);
        let mut layered = Layered::new(&layer_assignment::layers(n, &along, side), &along);
        let crossings = order(&mut layered);
        (layered, turned.to_vec(), crossings)
    };
    let mut best = attempt(&cycle_removal::reversed(n, pairs), Side::First);
    if n + pairs.len() > SMALL {
        return best;
    }
    let mut seen: Vec<Vec<bool>> = Vec::new();
    let starts = (0..TRIES.min(n)).map(|at| at * n / TRIES.min(n));
    let walks = starts.map(|start| cycle_removal::back_edges(n, pairs, start));
    for turned in std::iter::once(best.1.clone()).chain(walks) {
        if seen.contains(&turned) {
            continue;
        }
        let sides = if seen.is_empty() { &[Side::Last][..] } else { &[Side::First, Side::Last] };
        for &side in sides {
            if best.2 == 0 {
                return best;
            }
            let found = attempt(&turned, side);
            if found.2 < best.2 {
                best = found;
            }
        }
        seen.push(turned);
    }
    best
}

fn turn(pairs: &[(usize, usize)], turned: &[bool]) -> Vec<(usize, usize)> {
    pairs
        .iter()
        .zip(turned)
        .map(|(&(a, b), &turned)| if turned { (b, a) } else { (a, b) })
        .collect()
}
