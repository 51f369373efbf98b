//! Attackers and supporters of each argument, in compressed rows.

use std::ops::Range;

use super::error::BipolarError;
use super::influence::{Influence, InfluenceKind};
use crate::unit::strength;

/// The contribution of one influence; one of the two numbers is 0.
pub(crate) struct Contribution {
    pub(crate) attack: f64,
    pub(crate) support: f64,
}

/// The attackers and then the supporters of each argument, in compressed rows.
///
/// The attackers of argument `a` are `sources[starts[2a]..starts[2a + 1]]`, its supporters follow
/// up to `starts[2a + 2]`. `weights` is parallel to `sources`, and empty if all weights are 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rows {
    starts: Vec<u32>,
    sources: Vec<u32>,
    weights: Vec<f64>,
}

impl Rows {
    /// Builds the rows of `len` arguments, each sorted by source.
    pub(super) fn new(len: usize, influences: &[Influence]) -> Self {
        let row = |i: &Influence| 2 * i.target + usize::from(i.kind == InfluenceKind::Support);
        let given = 0..influences.len() as u32;
        let (by_source, _) = sorted(given, len, |at| influences[at as usize].source);
        let by_source = by_source.into_iter();
        let (order, starts) = sorted(by_source, 2 * len, |at| row(&influences[at as usize]));
        let in_order = || order.iter().map(|&at| &influences[at as usize]);
        let weighted = influences.iter().any(|i| i.weight.value() < 1.0);
        let weights =
            if weighted { in_order().map(|i| i.weight.value()).collect() } else { vec![] };
        Self { starts, sources: in_order().map(|i| i.source as u32).collect(), weights }
    }

    /// Returns the error for the first source, by number, that `target` has twice.
    pub(super) fn repetition(&self, target: usize) -> Option<BipolarError> {
        let (attackers, supporters) = self.sources(target).split_at(self.attackers(target));
        let twins = |side: &[u32]| side.windows(2).find(|w| w[0] == w[1]).map(|w| w[0]);
        let twice = [attackers, supporters].into_iter().filter_map(twins).min();
        let both = attackers.iter().copied().find(|a| supporters.binary_search(a).is_ok());
        let to = target;
        match (twice, both) {
            (Some(twice), both) if both.is_none_or(|both| twice <= both) => {
                Some(BipolarError::Duplicate { from: twice as usize, to })
            }
            (_, Some(both)) => Some(BipolarError::Contradictory { from: both as usize, to }),
            (_, None) => None,
        }
    }

    /// Keeps the rows of `members` in the given order, and renumbers member `a` to `positions[a]`.
    ///
    /// All attackers and supporters of a member must be members.
    pub(crate) fn arranged(&self, members: &[u32], positions: &[u32]) -> Self {
        let mut starts = Vec::with_capacity(2 * members.len() + 1);
        let mut sources = Vec::with_capacity(self.sources.len());
        let mut weights = Vec::with_capacity(self.weights.len());
        starts.push(0);
        for &member in members {
            let row = self.edges(member as usize);
            starts.push((sources.len() + self.attackers(member as usize)) as u32);
            sources.extend(self.sources[row.clone()].iter().map(|&a| positions[a as usize]));
            weights.extend_from_slice(self.weights.get(row).unwrap_or_default());
            starts.push(sources.len() as u32);
        }
        Self { starts, sources, weights }
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() / 2
    }

    /// The attackers, then the supporters.
    pub(crate) fn sources(&self, a: usize) -> &[u32] {
        &self.sources[self.starts[2 * a] as usize..self.starts[2 * a + 2] as usize]
    }

    /// The edges that end at `a`. Edges are numbered row by row.
    pub(crate) fn edges(&self, a: usize) -> Range<usize> {
        self.starts[2 * a] as usize..self.starts[2 * a + 2] as usize
    }

    /// The sources of all edges.
    pub(crate) fn all_sources(&self) -> &[u32] {
        &self.sources
    }

    /// Changes the weight of an edge. An edge of weight 0 acts like no edge: a contribution of 0
    /// changes no aggregate.
    pub(crate) fn set_weight(&mut self, edge: usize, weight: f64) {
        if self.weights.is_empty() {
            self.weights = vec![1.0; self.sources.len()];
        }
        self.weights[edge] = weight;
    }

    /// The number of attackers, which come first among the sources.
    pub(crate) fn attackers(&self, a: usize) -> usize {
        (self.starts[2 * a + 1] - self.starts[2 * a]) as usize
    }

    /// The contributions of the attackers of `a` and of its supporters, each strength times weight.
    /// Attackers take their strengths from one list, supporters from another.
    #[inline]
    pub(crate) fn contributions_of<'a>(
        &'a self,
        a: usize,
        attackers: &'a [f64],
        supporters: &'a [f64],
    ) -> (impl Iterator<Item = f64> + 'a, impl Iterator<Item = f64> + 'a) {
        let ends = &self.starts[2 * a..2 * a + 3];
        let subgraph = move |from: u32, to: u32, strengths: &'a [f64]| {
            let range = from as usize..to as usize;
            range.map(move |at| strengths[self.sources[at] as usize] * self.weight(at))
        };
        (subgraph(ends[0], ends[1], attackers), subgraph(ends[1], ends[2], supporters))
    }

    /// The contributions of all sources with strengths from one list, attackers first, in a single
    /// loop.
    #[inline]
    pub(crate) fn all_contributions<'a>(
        &'a self,
        a: usize,
        strengths: &'a [f64],
    ) -> impl Iterator<Item = Contribution> + 'a {
        let &[start, middle, end] = &self.starts[2 * a..2 * a + 3] else { unreachable!() };
        let sources = &self.sources[start as usize..end as usize];
        let numbered = sources.iter().zip(start as usize..);
        numbered.map(move |(&source, at)| {
            let contribution = strengths[source as usize] * self.weight(at);
            let attacks = f64::from(u8::from(at < middle as usize));
            Contribution { attack: contribution * attacks, support: contribution * (1.0 - attacks) }
        })
    }

    /// The weights of the sources of `a`.
    pub(crate) fn weights(&self, a: usize) -> impl Iterator<Item = f64> {
        (self.starts[2 * a]..self.starts[2 * a + 2]).map(|at| self.weight(at as usize))
    }

    #[inline]
    pub(crate) fn weight(&self, at: usize) -> f64 {
        self.weights.get(at).copied().unwrap_or(1.0)
    }

    /// Returns all arguments with a path to one of `found`, which are distinct, together with
    /// these, in no particular order.
    pub(crate) fn ancestors(&self, mut found: Vec<u32>) -> Vec<u32> {
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

    /// The influences on `a`, with positions for source and target.
    pub(super) fn influences(&self, a: usize) -> impl Iterator<Item = Influence> {
        let attackers = self.attackers(a);
        let start = self.starts[2 * a] as usize;
        self.sources(a).iter().enumerate().map(move |(index, &source)| Influence {
            source: source as usize,
            target: a,
            kind: if index < attackers { InfluenceKind::Attack } else { InfluenceKind::Support },
            weight: strength(self.weight(start + index)),
        })
    }
}

/// Sorts numbers stably by a key below `keys`. Returns them and the index at which each key starts.
fn sorted(
    numbers: impl ExactSizeIterator<Item = u32> + Clone,
    keys: usize,
    key: impl Fn(u32) -> usize,
) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0_u32; keys + 1];
    for number in numbers.clone() {
        starts[key(number) + 1] += 1;
    }
    for at in 0..keys {
        starts[at + 1] += starts[at];
    }
    let mut next = starts.clone();
    let mut order = vec![0; numbers.len()];
    for number in numbers {
        let slot = &mut next[key(number)];
        order[*slot as usize] = number;
        *slot += 1;
    }
    (order, starts)
}
