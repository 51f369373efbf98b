//! Aggregation of the contributions of attackers and supporters, each within [0, 1], into one
//! number.

use crate::bipolar::Contribution;

/// An aggregation of contributions; the aggregate without contributions is 0.
pub(super) trait Aggregation {
    /// Returns the aggregate. It falls or stays the same with each attack, and rises or stays the
    /// same with each support.
    fn aggregate(attacks: impl Iterator<Item = f64>, supports: impl Iterator<Item = f64>) -> f64;

    /// The same for a mixed sequence of attacks and supports, in one loop, so that the only
    /// unpredictable branch is its end.
    fn gathered(contributions: impl Iterator<Item = Contribution>) -> f64;

    /// Replaces the contributions of one side, attacks or supports, by the absolute values of the
    /// aggregate's derivatives.
    fn slopes(contributions: &mut [f64]);
}

/// The product of (1 − A) over attackers less the product of (1 − S) over supporters: ∏(1 − A) −
/// ∏(1 − S).
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

    /// The product of the other factors, from prefix and suffix products, because a contribution of
    /// 1 rules out division.
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

/// The sum of supports less the sum of attacks: ΣS − ΣA.
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

    /// Only the first of the strongest contributions has an effect.
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
