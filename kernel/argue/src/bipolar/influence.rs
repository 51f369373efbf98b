//! Attacks and supports.

use crate::unit::{Strength, strength};

/// Whether an influence is an attack or a support.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InfluenceKind {
    /// The source weakens the target.
    Attack,
    /// The source strengthens the target.
    Support,
}

/// A directed edge of a [`Bipolar`](crate::Bipolar) framework: `source` attacks or supports
/// `target`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Influence {
    /// The attacker or supporter.
    pub source: usize,
    /// The argument that is attacked or supported.
    pub target: usize,
    /// Whether it is an attack or a support.
    pub kind: InfluenceKind,
    /// The factor for the source's strength; 1 by default.
    pub weight: Strength,
}

impl Influence {
    /// Creates an attack of `source` on `target`.
    pub fn attack(source: usize, target: usize) -> Self {
        Self { source, target, kind: InfluenceKind::Attack, weight: strength(1.0) }
    }

    /// Creates a support of `target` by `source`.
    pub fn support(source: usize, target: usize) -> Self {
        Self { source, target, kind: InfluenceKind::Support, weight: strength(1.0) }
    }

    /// Sets the weight.
    #[must_use]
    pub fn weighted(self, weight: Strength) -> Self {
        Self { weight, ..self }
    }
}
