//! How the confidences of the stances on a claim are distributed.
//!
//! # Source
//! Entropy of the masses: Shannon 1948 (doi:10.1002/j.1538-7305.1948.tb01338.x). The rules do not
//! read it, because it cannot tell an even split from one certain and one unsure persona; they read
//! the split.

use super::stance::{ClaimStance, HeldStance};

/// The share of the mass that settles a claim.
const SETTLED: f64 = 0.8;

/// The mass of each stance: the sum of the confidences of those who hold it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct StanceMasses {
    pub(crate) pro: f64,
    pub(crate) con: f64,
    pub(crate) uncertain: f64,
}

impl StanceMasses {
    pub(crate) fn of<'h>(held: impl IntoIterator<Item = &'h HeldStance>) -> Self {
        let mut mass = Self::default();
        for HeldStance { stance, confidence, .. } in held {
            *match stance {
                ClaimStance::Pro => &mut mass.pro,
                ClaimStance::Con => &mut mass.con,
                ClaimStance::Uncertain => &mut mass.uncertain,
            } += confidence.value();
        }
        mass
    }

    fn total(self) -> f64 {
        self.pro + self.con + self.uncertain
    }

    /// The entropy of the three masses over ln 3; 0 without any mass. *Range*: [0, 1].
    pub(crate) fn entropy(self) -> f64 {
        let total = self.total();
        let term = |mass: f64| if mass > 0.0 { -(mass / total) * (mass / total).ln() } else { 0.0 };
        [self.pro, self.con, self.uncertain].into_iter().map(term).sum::<f64>() / 3.0_f64.ln()
    }

    /// How evenly the mass is split between pro and con: 2·min(pro, con) of all mass; 0 without any
    /// mass. *Range*: [0, 1].
    pub(crate) fn split(self) -> f64 {
        if self.total() > 0.0 { 2.0 * self.pro.min(self.con) / self.total() } else { 0.0 }
    }

    /// The stance that has at least four fifths of the mass, pro or con.
    pub(crate) fn settled(self) -> Option<ClaimStance> {
        let has = |mass: f64| self.total() > 0.0 && mass / self.total() >= SETTLED;
        match (has(self.pro), has(self.con)) {
            (true, _) => Some(ClaimStance::Pro),
            (_, true) => Some(ClaimStance::Con),
            (false, false) => None,
        }
    }
}

/// Where a stance lies between certain no (−1) and certain yes (1).
pub(crate) fn position(held: &HeldStance) -> f64 {
    match held.stance {
        ClaimStance::Pro => held.confidence.value(),
        ClaimStance::Con => -held.confidence.value(),
        ClaimStance::Uncertain => 0.0,
    }
}

/// The mean of half the difference between the positions of each two personas; 0 for fewer than
/// two. *Range*: [0, 1].
pub(crate) fn distance<'h>(held: impl IntoIterator<Item = &'h HeldStance>) -> f64 {
    let positions: Vec<f64> = held.into_iter().map(position).collect();
    let pairs = positions.iter().enumerate();
    let pairs =
        pairs.flat_map(|(at, one)| positions[at + 1..].iter().map(move |b| (one - b).abs()));
    mean(pairs.map(|difference| difference / 2.0))
}

/// The mean of some numbers; 0 without any.
pub(super) fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0_u32), |(sum, count), next| (sum + next, count + 1));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}
