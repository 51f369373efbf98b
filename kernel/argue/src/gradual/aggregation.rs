//! How the contributions of attackers and supporters, each within [0, 1], become one number.

use crate::bipolar::Contribution;

/// An aggregation of contributions; nothing at all aggregates to 0.
pub(super) trait Aggregation {
    /// The aggregate: falls or stays with each attack, rises or stays with each support.
    fn aggregate(attacks: impl Iterator<Item = f64>, supports: impl Iterator<Item = f64>) -> f64;

    /// The same of all contributions, attacks and supports, in one loop: its end is all that a processor has to guess.
    fn gathered(contributions: impl Iterator<Item = Contribution>) -> f64;

    /// How fast one side, attacks or supports, changes the aggregate by each of its contributions, without the sign.
    /// Replaces the contributions by it.
    fn slopes(contributions: &mut [f64]);
}

/// What the attackers leave standing less what the supporters leave wanting: ∏(1 − A) − ∏(1 − S).
pub(super) struct Product;

impl Aggregation for Product {
    #[inline]
    fn aggregate(attacks: impl Iterator<Item = f64>, supports: impl Iterator<Item = f64>) -> f64 {
        rest(attacks) - rest(supports)
    }

    #[inline]
    fn gathered(contributions: impl Iterator<Item = Contribution>) -> f64 {
        let (mut attacks, mut supports) = (1.0, 1.0);
        for Contribution { attack, support } in contributions {
            attacks *= 1.0 - attack;
            supports *= 1.0 - support;
        }
        attacks - supports
    }

    /// The product of the others: from the left and from the right, since a contribution of 1 forbids division.
    fn slopes(contributions: &mut [f64]) {
        let (mut few, mut many) = ([0.0; 16], Vec::new());
        let left = if let Some(few) = few.get_mut(..contributions.len()) {
            few
        } else {
            many.resize(contributions.len(), 0.0);
            &mut many[..]
        };
        let mut product = 1.0;
        for (left, contribution) in left.iter_mut().zip(contributions.iter()) {
            *left = product;
            product *= 1.0 - contribution;
        }
        product = 1.0;
        for (slot, left) in contributions.iter_mut().zip(left).rev() {
            let others = *left * product;
            product *= 1.0 - *slot;
            *slot = others;
        }
    }
}

/// The supports less the attacks: ΣS − ΣA.
pub(super) struct Sum;

impl Aggregation for Sum {
    #[inline]
    fn aggregate(attacks: impl Iterator<Item = f64>, supports: impl Iterator<Item = f64>) -> f64 {
        supports.sum::<f64>() - attacks.sum::<f64>()
    }

    #[inline]
    fn gathered(contributions: impl Iterator<Item = Contribution>) -> f64 {
        let (mut attacks, mut supports) = (0.0, 0.0);
        for Contribution { attack, support } in contributions {
            attacks += attack;
            supports += support;
        }
        supports - attacks
    }

    fn slopes(contributions: &mut [f64]) {
        contributions.fill(1.0);
    }
}

/// The strongest support less the strongest attack: max S − max A.
pub(super) struct Top;

impl Aggregation for Top {
    #[inline]
    fn aggregate(attacks: impl Iterator<Item = f64>, supports: impl Iterator<Item = f64>) -> f64 {
        supports.fold(0.0, f64::max) - attacks.fold(0.0, f64::max)
    }

    #[inline]
    fn gathered(contributions: impl Iterator<Item = Contribution>) -> f64 {
        let (mut attacks, mut supports) = (0.0_f64, 0.0_f64);
        for Contribution { attack, support } in contributions {
            attacks = attacks.max(attack);
            supports = supports.max(support);
        }
        supports - attacks
    }

    /// The first of the strongest counts, and no other.
    fn slopes(contributions: &mut [f64]) {
        let top = contributions.iter().copied().fold(0.0, f64::max);
        let mut found = false;
        for slot in contributions {
            let first = !found && *slot >= top;
            found |= first;
            *slot = f64::from(first);
        }
    }
}

#[inline]
fn rest(contributions: impl Iterator<Item = f64>) -> f64 {
    contributions.fold(1.0, |rest, contribution| rest * (1.0 - contribution))
}
