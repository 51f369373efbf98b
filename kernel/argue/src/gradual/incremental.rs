//! Strengths that are updated when base scores and weights change.

use super::aggregation::Aggregation;
use super::derivative::{Local, Point};
use super::equilibrium::{Diagnosis, Found, Solver, System};
use super::modular::{Semantics, Side};
use super::{Gradual, by_semantics};
use crate::bipolar::Subgraph;

/// A subgraph with its strengths. Without cycles, a change costs time proportional to what it
/// affects.
pub(crate) struct IncrementalStrengths {
    pub(crate) subgraph: Subgraph,
    gradual: Gradual,
    solver: Solver,
    strengths: Vec<f64>,
    /// Why there are no strengths, if they did not converge.
    open: Option<Diagnosis>,
    /// The outgoing edges of each position, in compressed rows.
    outgoing: Vec<u32>,
    starts: Vec<u32>,
    /// The position at which each edge ends.
    ends: Vec<u32>,
    /// The positions to recompute, one bit each.
    stale: Vec<u64>,
    /// The positions that were recomputed last, with their previous strengths.
    touched: Vec<(usize, f64)>,
    local: Local,
}

impl IncrementalStrengths {
    pub(crate) fn new(subgraph: Subgraph, gradual: Gradual, solver: Solver) -> Self {
        let len = subgraph.len();
        let sources = subgraph.rows.all_sources();
        let mut starts = vec![0_u32; len + 1];
        for &source in sources {
            starts[source as usize + 1] += 1;
        }
        for position in 0..len {
            starts[position + 1] += starts[position];
        }
        let mut next = starts.clone();
        let mut outgoing = vec![0; sources.len()];
        for (edge, &source) in (0..).zip(sources) {
            let at = &mut next[source as usize];
            outgoing[*at as usize] = edge;
            *at += 1;
        }
        let ends = (0..len).flat_map(|a| subgraph.rows.edges(a).map(move |_| a as u32)).collect();
        let mut incremental = Self {
            local: Local::new(&subgraph.rows),
            touched: Vec::new(),
            strengths: vec![0.0; len],
            open: None,
            stale: vec![u64::MAX; len.div_ceil(64)],
            subgraph,
            gradual,
            solver,
            outgoing,
            starts,
            ends,
        };
        if let Some(last) = incremental.stale.last_mut()
            && !len.is_multiple_of(64)
        {
            *last = (1 << (len % 64)) - 1;
        }
        incremental
    }

    /// The edges that start at `a`.
    pub(crate) fn outgoing(&self, a: usize) -> &[u32] {
        &self.outgoing[self.starts[a] as usize..self.starts[a + 1] as usize]
    }

    pub(crate) fn set_base(&mut self, a: usize, score: f64) {
        if self.subgraph.base[a].to_bits() != score.to_bits() {
            self.subgraph.base[a] = score;
            self.stale[a / 64] |= 1 << (a % 64);
        }
    }

    pub(crate) fn set_bases(&mut self, scores: &[f64]) {
        for (a, &score) in scores.iter().enumerate() {
            self.set_base(a, score);
        }
    }

    pub(crate) fn set_weight(&mut self, edge: usize, weight: f64) {
        let end = self.ends[edge] as usize;
        self.subgraph.rows.set_weight(edge, weight);
        self.stale[end / 64] |= 1 << (end % 64);
    }

    /// Returns the strengths by position, for the current base scores and weights.
    ///
    /// # Errors
    /// The diagnosis if they do not converge.
    pub(crate) fn strengths(&mut self) -> Result<&[f64], &Diagnosis> {
        self.refresh();
        for (a, _) in self.touched.drain(..) {
            self.local.forget(a);
        }
        self.open.as_ref().map_or(Ok(&self.strengths), Err)
    }

    /// Returns the first topic's strength for another base score of `a`, without changing any
    /// state.
    ///
    /// # Errors
    /// The diagnosis if strengths would not converge.
    pub(crate) fn topic_with(&mut self, a: usize, score: f64) -> Result<f64, Diagnosis> {
        let open = self.strengths().err().cloned();
        let before = self.subgraph.base[a];
        self.set_base(a, score);
        self.refresh();
        let topic = self.strengths[self.subgraph.topics[0]];
        self.subgraph.base[a] = before;
        for (a, strength) in self.touched.drain(..) {
            self.strengths[a] = strength;
        }
        std::mem::replace(&mut self.open, open).map_or(Ok(topic), Err)
    }

    /// Returns the derivative of the first topic's strength by each base score, by position; at a
    /// kink, in the direction `side`.
    ///
    /// # Errors
    /// The diagnosis if strengths did not converge or a derivative was not found.
    pub(crate) fn slopes(&mut self, side: Side) -> Result<Vec<f64>, Diagnosis> {
        self.strengths().map_err(Clone::clone)?;
        let Subgraph { rows, base, cyclic, topics, arguments } = &self.subgraph;
        let at = Point { rows, cyclic, gradual: self.gradual, base, strengths: &self.strengths };
        let slopes = self.local.sweep(at, topics[0], side);
        slopes.map_err(|open| open.renamed(|position| arguments[position]))
    }

    /// Recomputes the positions that are out of date, and those that depend on them.
    fn refresh(&mut self) {
        if self.subgraph.cyclic.is_empty() {
            by_semantics!(self.gradual, S => self.refresh_by::<S>());
        } else if self.stale.iter().any(|&word| word != 0) {
            self.stale.fill(0);
            let Subgraph { rows, base, cyclic, arguments, .. } = &self.subgraph;
            let system = System { rows, base, rule: self.gradual.rule(), cyclic };
            let Found { strengths, diagnosis, .. } = system.solve(self.solver).0;
            self.open = diagnosis.map(|open| open.renamed(|position| arguments[position]));
            let before = std::mem::replace(&mut self.strengths, strengths);
            self.touched.extend(before.into_iter().enumerate());
        }
    }

    /// The same without cycles: sources first.
    fn refresh_by<S: Semantics>(&mut self) {
        for word in 0..self.stale.len() {
            while self.stale[word] != 0 {
                let bit = self.stale[word].trailing_zeros();
                self.stale[word] &= self.stale[word] - 1;
                let a = word * 64 + bit as usize;
                let contributions = self.subgraph.rows.all_contributions(a, &self.strengths);
                let aggregate = S::Aggregation::gathered(contributions);
                let strength = S::strength(self.subgraph.base[a], aggregate);
                let before = std::mem::replace(&mut self.strengths[a], strength);
                self.touched.push((a, before));
                if strength.to_bits() == before.to_bits() {
                    continue;
                }
                for at in self.starts[a]..self.starts[a + 1] {
                    let end = self.ends[self.outgoing[at as usize] as usize] as usize;
                    self.stale[end / 64] |= 1 << (end % 64);
                }
            }
        }
    }
}
