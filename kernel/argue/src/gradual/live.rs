//! Strengths that are kept right while base scores and weights change.

use super::aggregation::Aggregation;
use super::derivative::{Local, Point};
use super::equilibrium::{Diagnosis, Found, Solver, System};
use super::{Gradual, Semantics, Side, by_semantics};
use crate::bipolar::Part;

/// A part of a framework with its strengths. Where there are no cycles, a change costs as much as is changed by it.
pub(crate) struct Live {
    pub(crate) part: Part,
    gradual: Gradual,
    solver: Solver,
    strengths: Vec<f64>,
    /// Why the strengths are none, where a cycle did not come to rest.
    open: Option<Diagnosis>,
    /// The edges that begin at each place, place by place.
    outgoing: Vec<u32>,
    starts: Vec<u32>,
    /// The place where each edge ends.
    ends: Vec<u32>,
    /// Places to compute anew, a bit for each.
    stale: Vec<u64>,
    /// The places that were computed anew last, with their strengths before.
    touched: Vec<(usize, f64)>,
    local: Local,
}

impl Live {
    pub(crate) fn new(part: Part, gradual: Gradual, solver: Solver) -> Self {
        let len = part.len();
        let sources = part.rows.all_sources();
        let mut starts = vec![0_u32; len + 1];
        for &source in sources {
            starts[source as usize + 1] += 1;
        }
        for place in 0..len {
            starts[place + 1] += starts[place];
        }
        let mut next = starts.clone();
        let mut outgoing = vec![0; sources.len()];
        for (edge, &source) in (0..).zip(sources) {
            let at = &mut next[source as usize];
            outgoing[*at as usize] = edge;
            *at += 1;
        }
        let ends = (0..len).flat_map(|a| part.rows.edges(a).map(move |_| a as u32)).collect();
        let mut live = Self {
            local: Local::new(&part.rows),
            touched: Vec::new(),
            strengths: vec![0.0; len],
            open: None,
            stale: vec![u64::MAX; len.div_ceil(64)],
            part,
            gradual,
            solver,
            outgoing,
            starts,
            ends,
        };
        if let Some(last) = live.stale.last_mut()
            && !len.is_multiple_of(64)
        {
            *last = (1 << (len % 64)) - 1;
        }
        live
    }

    /// The edges that begin at `a`.
    pub(crate) fn outgoing(&self, a: usize) -> &[u32] {
        &self.outgoing[self.starts[a] as usize..self.starts[a + 1] as usize]
    }

    pub(crate) fn set_base(&mut self, a: usize, score: f64) {
        if self.part.base[a].to_bits() != score.to_bits() {
            self.part.base[a] = score;
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
        self.part.rows.set_weight(edge, weight);
        self.stale[end / 64] |= 1 << (end % 64);
    }

    /// The strengths by place, for what is set.
    ///
    /// # Errors
    /// The diagnosis where a cycle does not come to rest.
    pub(crate) fn strengths(&mut self) -> Result<&[f64], &Diagnosis> {
        self.refresh();
        for (a, _) in self.touched.drain(..) {
            self.local.forget(a);
        }
        self.open.as_ref().map_or(Ok(&self.strengths), Err)
    }

    /// What the first topic's strength would be with another base score of `a`, while everything stays as it is.
    ///
    /// # Errors
    /// The diagnosis where a cycle would not come to rest.
    pub(crate) fn topic_with(&mut self, a: usize, score: f64) -> Result<f64, Diagnosis> {
        let open = self.strengths().err().cloned();
        let before = self.part.base[a];
        self.set_base(a, score);
        self.refresh();
        let topic = self.strengths[self.part.topics[0]];
        self.part.base[a] = before;
        for (a, strength) in self.touched.drain(..) {
            self.strengths[a] = strength;
        }
        std::mem::replace(&mut self.open, open).map_or(Ok(topic), Err)
    }

    /// How fast the first topic's strength grows with each base score, by place; at a kink, where it goes the way of `side`.
    ///
    /// # Errors
    /// The diagnosis where a cycle does not come to rest, or the slopes of one cannot be told.
    pub(crate) fn slopes(&mut self, side: Side) -> Result<Vec<f64>, Diagnosis> {
        self.strengths().map_err(Clone::clone)?;
        let Part { rows, base, cyclic, topics, arguments } = &self.part;
        let at = Point { rows, cyclic, gradual: self.gradual, base, strengths: &self.strengths };
        let slopes = self.local.sweep(at, topics[0], side);
        slopes.map_err(|open| open.renamed(|place| arguments[place]))
    }

    /// Computes what is stale and what becomes stale by it.
    fn refresh(&mut self) {
        if self.part.cyclic.is_empty() {
            by_semantics!(self.gradual, S => self.refresh_by::<S>());
        } else if self.stale.iter().any(|&word| word != 0) {
            self.stale.fill(0);
            let Part { rows, base, cyclic, arguments, .. } = &self.part;
            let system = System { rows, base, rule: self.gradual.rule(), cyclic };
            let Found { strengths, diagnosis, .. } = system.solve(self.solver).0;
            self.open = diagnosis.map(|open| open.renamed(|place| arguments[place]));
            let before = std::mem::replace(&mut self.strengths, strengths);
            self.touched.extend(before.into_iter().enumerate());
        }
    }

    /// The same where there are no cycles: sources first.
    fn refresh_by<S: Semantics>(&mut self) {
        for word in 0..self.stale.len() {
            while self.stale[word] != 0 {
                let bit = self.stale[word].trailing_zeros();
                self.stale[word] &= self.stale[word] - 1;
                let a = word * 64 + bit as usize;
                let contributions = self.part.rows.all_contributions(a, &self.strengths);
                let aggregate = S::Aggregation::gathered(contributions);
                let strength = S::strength(self.part.base[a], aggregate);
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
