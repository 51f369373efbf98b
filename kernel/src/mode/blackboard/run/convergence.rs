//! How far the stances have come together over all claims.

use crate::mode::blackboard::candidates::Candidate;
use crate::mode::blackboard::stance::{Stances, held_on};
use crate::mode::blackboard::stance_masses::{StanceMasses, distance, mean};
use crate::vocabulary::AxisId;

/// The mean split above which the personas are divided.
const DIVIDED: f64 = 0.8;

/// The state of the stances after a round, over all claims.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Convergence {
    /// The means over the claims.
    pub(crate) entropy: f64,
    pub(crate) split: f64,
    pub(crate) distance: f64,
    /// The number of claims that are settled.
    pub(crate) settled: usize,
    /// The number of claims.
    pub(crate) claims: usize,
    /// The number of crux candidates whose claims are not settled.
    pub(crate) unresolved: usize,
}

impl Convergence {
    pub(crate) fn of(stances: &Stances, claims: &[AxisId], candidates: &[Candidate<'_>]) -> Self {
        let masses: Vec<StanceMasses> =
            claims.iter().map(|axis| StanceMasses::of(held_on(stances, axis))).collect();
        let is_settled =
            |axis: &AxisId| StanceMasses::of(held_on(stances, axis)).settled().is_some();
        let is_resolved = |candidate: &&Candidate<'_>| candidate.claim.is_some_and(is_settled);
        Self {
            entropy: mean(masses.iter().map(|mass| mass.entropy())),
            split: mean(masses.iter().map(|mass| mass.split())),
            distance: mean(claims.iter().map(|axis| distance(held_on(stances, axis)))),
            settled: masses.iter().filter(|mass| mass.settled().is_some()).count(),
            claims: claims.len(),
            unresolved: candidates.iter().filter(|candidate| !is_resolved(candidate)).count(),
        }
    }

    /// Whether every claim is settled and every crux candidate resolved. A candidate about no claim
    /// stays open.
    pub(crate) fn has_converged(&self) -> bool {
        self.settled == self.claims && self.unresolved == 0
    }

    /// Whether the personas are divided in a round that named no new crux candidate.
    pub(crate) fn is_divided(&self, new_candidates: usize) -> bool {
        self.split > DIVIDED && new_candidates == 0
    }
}
