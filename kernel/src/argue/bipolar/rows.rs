use std::ops::Range;

use super::{Bearing, Influence, strength};

/// Who bears on whom, in compressed rows: for each argument its attackers, then its supporters.
///
/// The attackers of argument `a` are `sources[starts[2a]..starts[2a + 1]]`, its supporters go from there to
/// `starts[2a + 2]`. `weights` runs beside `sources`, and is empty where all weights are 1.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::argue) struct Rows {
    starts: Vec<u32>,
    sources: Vec<u32>,
    weights: Vec<f64>,
}

impl Rows {
    /// Gathers influences, which are sorted by target, between `len` arguments.
    pub(super) fn new(len: usize, influences: &[Influence]) -> Self {
        let row = |i: &Influence| 2 * i.target + usize::from(i.bearing == Bearing::Support);
        let mut starts = vec![0_u32; 2 * len + 1];
        for influence in influences {
            starts[row(influence) + 1] += 1;
        }
        for row in 0..2 * len {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; influences.len()];
        let weighted = influences.iter().any(|i| i.weight.value() < 1.0);
        let mut weights = vec![1.0; if weighted { influences.len() } else { 0 }];
        for influence in influences {
            let at = &mut next[row(influence)];
            sources[*at as usize] = influence.source as u32;
            if weighted {
                weights[*at as usize] = influence.weight.value();
            }
            *at += 1;
        }
        Self { starts, sources, weights }
    }

    /// Keeps the rows of `members` in the order given, and calls the member `a` `places[a]` from now on.
    ///
    /// Whatever bears on a member must be a member.
    pub(in crate::argue) fn arranged(&self, members: &[u32], places: &[u32]) -> Self {
        let mut starts = Vec::with_capacity(2 * members.len() + 1);
        let mut sources = Vec::with_capacity(self.sources.len());
        let mut weights = Vec::with_capacity(self.weights.len());
        starts.push(0);
        for &member in members {
            for row in [2 * member as usize, 2 * member as usize + 1] {
                let range = self.starts[row] as usize..self.starts[row + 1] as usize;
                let row = &self.sources[range.clone()];
                sources.extend(row.iter().map(|&source| places[source as usize]));
                weights.extend_from_slice(self.weights.get(range).unwrap_or_default());
                starts.push(sources.len() as u32);
            }
        }
        Self { starts, sources, weights }
    }

    pub(in crate::argue) fn len(&self) -> usize {
        self.starts.len() / 2
    }

    /// Attackers, then supporters.
    pub(in crate::argue) fn sources(&self, a: usize) -> &[u32] {
        &self.sources[self.starts[2 * a] as usize..self.starts[2 * a + 2] as usize]
    }

    /// The edges that end at `a`, which are numbered row by row.
    pub(in crate::argue) fn edges(&self, a: usize) -> Range<usize> {
        self.starts[2 * a] as usize..self.starts[2 * a + 2] as usize
    }

    /// The sources of all edges.
    pub(in crate::argue) fn all_sources(&self) -> &[u32] {
        &self.sources
    }

    /// Changes the weight of an edge. An edge of weight 0 is as good as none: in no semantics does 0 contribute.
    pub(in crate::argue) fn set_weight(&mut self, edge: usize, weight: f64) {
        if self.weights.is_empty() {
            self.weights = vec![1.0; self.sources.len()];
        }
        self.weights[edge] = weight;
    }

    /// How many of the sources attack.
    pub(in crate::argue) fn attackers(&self, a: usize) -> usize {
        (self.starts[2 * a + 1] - self.starts[2 * a]) as usize
    }

    /// What the attackers of `a` bring to bear, and what its supporters do: strength times weight.
    #[inline]
    pub(in crate::argue) fn contributions<'a>(
        &'a self,
        a: usize,
        strengths: &'a [f64],
    ) -> (impl Iterator<Item = f64> + 'a, impl Iterator<Item = f64> + 'a) {
        self.contributions_of(a, strengths, strengths)
    }

    /// The same where attackers are as strong as one list says, and supporters as another does.
    #[inline]
    pub(in crate::argue) fn contributions_of<'a>(
        &'a self,
        a: usize,
        attackers: &'a [f64],
        supporters: &'a [f64],
    ) -> (impl Iterator<Item = f64> + 'a, impl Iterator<Item = f64> + 'a) {
        let ends = &self.starts[2 * a..2 * a + 3];
        let part = move |from: u32, to: u32, strengths: &'a [f64]| {
            let range = from as usize..to as usize;
            range.map(move |at| strengths[self.sources[at] as usize] * self.weight(at))
        };
        (part(ends[0], ends[1], attackers), part(ends[1], ends[2], supporters))
    }

    /// The weights beside the sources of `a`.
    pub(in crate::argue) fn weights(&self, a: usize) -> impl Iterator<Item = f64> {
        (self.starts[2 * a]..self.starts[2 * a + 2]).map(|at| self.weight(at as usize))
    }

    #[inline]
    pub(in crate::argue) fn weight(&self, at: usize) -> f64 {
        self.weights.get(at).copied().unwrap_or(1.0)
    }

    /// Everything that bears on one of `found`, which are different, through others or directly, and they themselves, in no
    /// order.
    pub(in crate::argue) fn ancestors(&self, mut found: Vec<u32>) -> Vec<u32> {
        let mut seen = vec![false; self.len()];
        for &a in &found {
            seen[a as usize] = true;
        }
        let mut next = 0;
        while let Some(&target) = found.get(next) {
            next += 1;
            for &source in self.sources(target as usize) {
                if !std::mem::replace(&mut seen[source as usize], true) {
                    found.push(source);
                }
            }
        }
        found
    }

    /// The influences on `a`; source and target are places here.
    pub(super) fn influences(&self, a: usize) -> impl Iterator<Item = Influence> {
        let attackers = self.attackers(a);
        let start = self.starts[2 * a] as usize;
        self.sources(a).iter().enumerate().map(move |(index, &source)| Influence {
            source: source as usize,
            target: a,
            bearing: if index < attackers { Bearing::Attack } else { Bearing::Support },
            weight: strength(self.weight(start + index)),
        })
    }
}
