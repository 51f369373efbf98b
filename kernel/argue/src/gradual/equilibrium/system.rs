//! The equations whose solutions are strengths.

use std::ops::Range;

use crate::bipolar::Rows;
use crate::gradual::Rule;

/// A system of equations for strengths, one for each position: s = f(s).
#[derive(Clone, Copy)]
pub(crate) struct System<'a> {
    pub(crate) rows: &'a Rows,
    pub(crate) base: &'a [f64],
    pub(crate) rule: Rule,
    /// The ranges of positions that are cycles.
    pub(crate) cyclic: &'a [Range<u32>],
}

impl System<'_> {
    /// Returns f(strengths) for one position.
    pub(super) fn single(&self, a: usize, strengths: &[f64]) -> f64 {
        (self.rule)(self.rows, a, self.base[a], strengths, strengths)
    }
}
