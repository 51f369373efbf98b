//! Cycle removal: which lines to reverse so that no cycle is left.

use std::collections::BTreeSet;

/// Returns the edges of a small feedback arc set; the graph has no cycle when they are reversed.
///
/// Vertices are taken greedily: sinks last, sources first, otherwise the vertex with the greatest
/// surplus of outgoing edges, the earliest among equals. Self-loops are never included. *Shape*:
/// one flag per edge. Time O((n + m) log n).
///
/// # Source
///
/// Eades, Lin, Smyth 1993, doi:10.1016/0020-0190(93)90079-O, with an ordered set in place of
/// buckets.
pub(super) fn reversed(n: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let mut greedy = Greedy::new(n, edges);
    let mut place = vec![0; n];
    let (mut front, mut back) = (0, n);
    while let Some((v, end)) = greedy.take() {
        match end {
            End::Front => {
                place[v] = front;
                front += 1;
            }
            End::Back => {
                back -= 1;
                place[v] = back;
            }
        }
    }
    edges.iter().map(|&(from, to)| place[from] > place[to]).collect()
}

/// Returns the edges that lead a depth-first search from `start` back to a vertex on its current
/// path; the graph has no cycle when they are reversed. Self-loops are never included.
///
/// # Source
///
/// Gansner, Koutsofios, North, Vo 1993, doi:10.1109/32.221135, section 2.1.
pub(super) fn back_edges(n: usize, edges: &[(usize, usize)], start: usize) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Left,
    }
    let mut out = vec![Vec::new(); n];
    for (index, &(from, to)) in edges.iter().enumerate() {
        if from != to {
            out[from].push((to, index));
        }
    }
    let mut marks = vec![Mark::New; n];
    let mut back = vec![false; edges.len()];
    for root in (0..n).map(|v| (v + start) % n) {
        if marks[root] != Mark::New {
            continue;
        }
        marks[root] = Mark::Open;
        let mut stack = vec![(root, 0)];
        while let Some((v, next)) = stack.last_mut() {
            let v = *v;
            let Some(&(w, index)) = out[v].get(*next) else {
                marks[v] = Mark::Left;
                stack.pop();
                continue;
            };
            *next += 1;
            match marks[w] {
                Mark::New => {
                    marks[w] = Mark::Open;
                    stack.push((w, 0));
                }
                Mark::Open => back[index] = true,
                Mark::Left => {}
            }
        }
    }
    back
}

enum End {
    Front,
    Back,
}

struct Greedy {
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
    /// Numbers of outgoing and incoming edges among the remaining vertices.
    degree: Vec<(i64, i64)>,
    left: Vec<bool>,
    sinks: BTreeSet<usize>,
    sources: BTreeSet<usize>,
    /// (−surplus, vertex), so that the first entry has the greatest surplus.
    rest: BTreeSet<(i64, usize)>,
}

impl Greedy {
    fn new(n: usize, edges: &[(usize, usize)]) -> Self {
        let mut greedy = Self {
            out: vec![Vec::new(); n],
            into: vec![Vec::new(); n],
            degree: vec![(0, 0); n],
            left: vec![true; n],
            sinks: BTreeSet::new(),
            sources: BTreeSet::new(),
            rest: BTreeSet::new(),
        };
        for &(from, to) in edges.iter().filter(|(from, to)| from != to) {
            greedy.out[from].push(to);
            greedy.into[to].push(from);
            greedy.degree[from].0 += 1;
            greedy.degree[to].1 += 1;
        }
        for v in 0..n {
            greedy.insert(v);
        }
        greedy
    }

    fn insert(&mut self, v: usize) {
        match self.degree[v] {
            (_, 0) => self.sources.insert(v),
            (0, _) => self.sinks.insert(v),
            (out, into) => self.rest.insert((into - out, v)),
        };
    }

    fn remove(&mut self, v: usize) {
        let (out, into) = self.degree[v];
        self.sources.remove(&v);
        self.sinks.remove(&v);
        self.rest.remove(&(into - out, v));
    }

    fn take(&mut self) -> Option<(usize, End)> {
        let (v, end) = if let Some(&v) = self.sinks.last() {
            (v, End::Back)
        } else if let Some(&v) = self.sources.first() {
            (v, End::Front)
        } else {
            (self.rest.first()?.1, End::Front)
        };
        self.remove(v);
        self.left[v] = false;
        for w in std::mem::take(&mut self.out[v]) {
            self.lower(w, |degree| degree.1 -= 1);
        }
        for w in std::mem::take(&mut self.into[v]) {
            self.lower(w, |degree| degree.0 -= 1);
        }
        Some((v, end))
    }

    fn lower(&mut self, v: usize, by: impl Fn(&mut (i64, i64))) {
        if self.left[v] {
            self.remove(v);
            by(&mut self.degree[v]);
            self.insert(v);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_acyclic(n: usize, edges: &[(usize, usize)]) -> bool {
        let mut left: Vec<_> = edges.to_vec();
        for _ in 0..n {
            let targets: BTreeSet<_> = left.iter().map(|edge| edge.1).collect();
            left.retain(|edge| targets.contains(&edge.0));
        }
        left.is_empty()
    }

    #[test]
    fn acyclic_graphs_are_unchanged() {
        let edges = [(0, 1), (1, 2), (0, 2), (3, 2)];
        assert_eq!(reversed(4, &edges), [false; 4]);
    }

    #[test]
    fn one_edge_of_a_cycle_is_reversed() {
        let edges = [(0, 1), (1, 2), (2, 0)];
        assert_eq!(reversed(3, &edges), [false, false, true]);
    }

    #[test]
    fn dense_graphs_become_acyclic() {
        for step in 1..9 {
            let n = 17;
            let edges: Vec<_> = (0..80)
                .map(|i| ((i * step) % n, (i * i + step) % n))
                .filter(|(a, b)| a != b)
                .collect();
            let flags = reversed(n, &edges);
            let turn = |flags: &[bool]| {
                let turned = edges.iter().zip(flags);
                turned
                    .map(|(&(a, b), &flag)| if flag { (b, a) } else { (a, b) })
                    .collect::<Vec<_>>()
            };
            assert!(is_acyclic(n, &turn(&flags)));
            assert!(flags.iter().filter(|&&flag| flag).count() * 2 <= edges.len());
            assert!(is_acyclic(n, &turn(&back_edges(n, &edges, step))));
        }
    }
}
