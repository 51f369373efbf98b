//! Network simplex: integer levels with the least total length of weighted edges.

/// An edge whose head must be at least one level below its tail.
#[derive(Debug, Clone, Copy)]
pub(super) struct Constraint {
    pub(super) tail: usize,
    pub(super) head: usize,
    pub(super) weight: i64,
}

/// Computes levels of a connected acyclic graph with the least total weighted edge length, by
/// network simplex.
///
/// The number of pivots is limited, so that very large graphs get good levels instead of optimal
/// ones. *Shape*: one level per vertex, from 0.
///
/// # Source
///
/// Gansner, Koutsofios, North, Vo 1993, doi:10.1109/32.221135, section 2. Deviation: cut values are
/// subtree sums of weight out minus weight in, recomputed after each pivot; the most negative one
/// leaves.
pub(super) fn levels(n: usize, constraints: &[Constraint]) -> Vec<i64> {
    if n == 0 {
        return Vec::new();
    }
    let mut solver = Solver::new(n, constraints);
    solver.lengthen();
    solver.tighten();
    let most = (40_000_000 / (n + constraints.len())).min(8 * n + 50);
    for _ in 0..most {
        solver.span();
        let Some(leaving) = solver.leaving() else { break };
        if !solver.pivot(leaving) {
            break;
        }
    }
    let least = solver.level.iter().copied().min().unwrap_or(0);
    solver.level.iter().map(|level| level - least).collect()
}

struct Solver<'a> {
    constraints: &'a [Constraint],
    /// Edges at each vertex.
    at: Vec<Vec<usize>>,
    level: Vec<i64>,
    in_tree: Vec<bool>,
    /// Vertices in preorder of the spanning tree, and the position of each vertex in it.
    order: Vec<usize>,
    place: Vec<usize>,
    /// The edge to the parent in the spanning tree; `None` for the root.
    parent: Vec<Option<usize>>,
    /// The number of vertices in the subtree of each vertex, including itself.
    below: Vec<usize>,
}

impl<'a> Solver<'a> {
    fn new(n: usize, constraints: &'a [Constraint]) -> Self {
        let mut at = vec![Vec::new(); n];
        for (index, constraint) in constraints.iter().enumerate() {
            at[constraint.tail].push(index);
            at[constraint.head].push(index);
        }
        Self {
            constraints,
            at,
            level: vec![0; n],
            in_tree: vec![false; constraints.len()],
            order: Vec::with_capacity(n),
            place: vec![0; n],
            parent: vec![None; n],
            below: vec![1; n],
        }
    }

    fn slack(&self, constraint: usize) -> i64 {
        let Constraint { tail, head, .. } = self.constraints[constraint];
        self.level[head] - self.level[tail] - 1
    }

    fn other(&self, constraint: usize, v: usize) -> usize {
        let Constraint { tail, head, .. } = self.constraints[constraint];
        if v == tail { head } else { tail }
    }

    /// Sets each level to the length of the longest path to the vertex.
    fn lengthen(&mut self) {
        let mut missing = vec![0_usize; self.level.len()];
        for constraint in self.constraints {
            missing[constraint.head] += 1;
        }
        let mut ready: Vec<usize> = (0..self.level.len()).filter(|&v| missing[v] == 0).collect();
        while let Some(v) = ready.pop() {
            for &index in &self.at[v] {
                let Constraint { tail, head, .. } = self.constraints[index];
                if tail == v {
                    self.level[head] = self.level[head].max(self.level[v] + 1);
                    missing[head] -= 1;
                    if missing[head] == 0 {
                        ready.push(head);
                    }
                }
            }
        }
    }

    /// Grows a spanning tree of edges without slack, and shifts it towards its nearest neighbour if
    /// there are no more such edges.
    fn tighten(&mut self) {
        let n = self.level.len();
        let mut inside = vec![false; n];
        inside[0] = true;
        let mut members = vec![0];
        let mut next = 0;
        while members.len() < n {
            while next < members.len() {
                let v = members[next];
                next += 1;
                for at in 0..self.at[v].len() {
                    let index = self.at[v][at];
                    let w = self.other(index, v);
                    if !inside[w] && self.slack(index) == 0 {
                        inside[w] = true;
                        self.in_tree[index] = true;
                        members.push(w);
                    }
                }
            }
            let border =
                |constraint: &Constraint| inside[constraint.tail] != inside[constraint.head];
            let nearest = (0..self.constraints.len())
                .filter(|&index| border(&self.constraints[index]))
                .min_by_key(|&index| self.slack(index));
            let Some(nearest) = nearest else { break };
            let slack = self.slack(nearest);
            let shift = if inside[self.constraints[nearest].tail] { slack } else { -slack };
            for &v in &members {
                self.level[v] += shift;
            }
            // The vertex inside is visited again because its edge has no slack now.
            let Constraint { tail, head, .. } = self.constraints[nearest];
            let (joined, _) = if inside[tail] { (head, tail) } else { (tail, head) };
            inside[joined] = true;
            self.in_tree[nearest] = true;
            members.push(joined);
            next = 0;
        }
    }

    /// Roots the spanning tree at vertex 0 and numbers it in preorder.
    fn span(&mut self) {
        self.order.clear();
        self.parent.fill(None);
        let mut stack = vec![0];
        while let Some(v) = stack.pop() {
            self.place[v] = self.order.len();
            self.order.push(v);
            for &index in &self.at[v] {
                if self.in_tree[index] && self.parent[v] != Some(index) {
                    let w = self.other(index, v);
                    self.parent[w] = Some(index);
                    stack.push(w);
                }
            }
        }
        self.below.fill(1);
        for at in (1..self.order.len()).rev() {
            let v = self.order[at];
            if let Some(index) = self.parent[v] {
                let up = self.other(index, v);
                self.below[up] += self.below[v];
            }
        }
    }

    /// Finds the vertex whose tree edge to its parent has the most negative cut value.
    fn leaving(&self) -> Option<usize> {
        let mut sum = vec![0; self.level.len()];
        for constraint in self.constraints {
            sum[constraint.tail] += constraint.weight;
            sum[constraint.head] -= constraint.weight;
        }
        let mut worst = (0, None);
        for at in (1..self.order.len()).rev() {
            let v = self.order[at];
            let Some(index) = self.parent[v] else { continue };
            let cut = if self.constraints[index].tail == v { sum[v] } else { -sum[v] };
            if cut < worst.0 {
                worst = (cut, Some(v));
            }
            let up = self.other(index, v);
            sum[up] += sum[v];
        }
        worst.1
    }

    /// Replaces the tree edge above `v` by the tightest edge in the opposite direction; `false` if
    /// there is none.
    fn pivot(&mut self, v: usize) -> bool {
        let (first, last) = (self.place[v], self.place[v] + self.below[v]);
        let Some(leaving) = self.parent[v] else { return false };
        let upwards = self.constraints[leaving].tail == v;
        let inside = |w: usize| (first..last).contains(&self.place[w]);
        let crosses = |constraint: &Constraint| {
            let (tail, head) = (inside(constraint.tail), inside(constraint.head));
            if upwards { !tail && head } else { tail && !head }
        };
        let entering = self.order[first..last]
            .iter()
            .flat_map(|&w| &self.at[w])
            .copied()
            .filter(|&index| crosses(&self.constraints[index]))
            .min_by_key(|&index| (self.slack(index), index));
        let Some(entering) = entering else { return false };
        let shift = if upwards { -self.slack(entering) } else { self.slack(entering) };
        for at in first..last {
            let w = self.order[at];
            self.level[w] += shift;
        }
        self.in_tree[leaving] = false;
        self.in_tree[entering] = true;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constraints(pairs: &[(usize, usize)]) -> Vec<Constraint> {
        pairs.iter().map(|&(tail, head)| Constraint { tail, head, weight: 1 }).collect()
    }

    fn length(constraints: &[Constraint], levels: &[i64]) -> i64 {
        constraints
            .iter()
            .map(|constraint| {
                constraint.weight * (levels[constraint.head] - levels[constraint.tail])
            })
            .sum()
    }

    /// Tries all levels below `n`.
    fn least(n: usize, constraints: &[Constraint]) -> i64 {
        let count = n.pow(u32::try_from(n).unwrap());
        let all = (0..count).map(|mut code| {
            let mut levels = vec![0; n];
            for level in &mut levels {
                (*level, code) = (i64::try_from(code % n).unwrap(), code / n);
            }
            levels
        });
        let fits = |levels: &Vec<i64>| {
            constraints.iter().all(|constraint| levels[constraint.head] > levels[constraint.tail])
        };
        all.filter(fits).map(|levels| length(constraints, &levels)).min().unwrap()
    }

    #[test]
    fn total_length_is_the_least_possible() {
        let graphs: [&[(usize, usize)]; 5] = [
            &[(0, 1), (1, 2), (0, 2), (3, 2), (3, 4)],
            &[(0, 1), (0, 2), (1, 3), (2, 3), (4, 3), (0, 5), (5, 4)],
            &[(0, 5), (1, 5), (2, 5), (3, 4), (4, 5)],
            &[(0, 1), (1, 2), (2, 3), (0, 4), (4, 3), (5, 3)],
            &[(5, 0), (4, 0), (5, 4), (3, 4), (3, 1), (2, 1), (0, 1)],
        ];
        for pairs in graphs {
            let n = pairs.iter().map(|&(a, b)| a.max(b)).max().unwrap() + 1;
            let constraints = constraints(pairs);
            let levels = levels(n, &constraints);
            assert!(
                constraints
                    .iter()
                    .all(|constraint| levels[constraint.head] > levels[constraint.tail])
            );
            assert_eq!(length(&constraints, &levels), least(n, &constraints), "{pairs:?}");
        }
    }

    #[test]
    fn heavy_edges_are_short() {
        let mut constraints = constraints(&[(0, 1), (1, 2), (2, 3), (0, 4), (4, 3)]);
        constraints[4].weight = 5;
        let levels = levels(5, &constraints);
        assert_eq!(levels[3] - levels[4], 1);
    }
}
