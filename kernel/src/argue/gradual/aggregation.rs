//! How the contributions of attackers and supporters, each within [0, 1], become one number.

/// An aggregation of contributions; nothing at all aggregates to 0.
pub(super) trait Aggregation {
    /// The aggregate: falls or stays with each attack, rises or stays with each support.
    fn aggregate(attacks: impl Iterator<Item = f64>, supports: impl Iterator<Item = f64>) -> f64;

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

    /// The product of the others: from the left and from the right, since a contribution of 1 forbids division.
    fn slopes(contributions: &mut [f64]) {
        let mut left = Vec::with_capacity(contributions.len());
        let mut product = 1.0;
        for contribution in contributions.iter() {
            left.push(product);
            product *= 1.0 - contribution;
        }
        product = 1.0;
        for (slot, left) in contributions.iter_mut().zip(left).rev() {
            let others = left * product;
            product *= 1.0 - *slot;
            *slot = others;
        }
    }
}

#[inline]
fn rest(contributions: impl Iterator<Item = f64>) -> f64 {
    contributions.fold(1.0, |rest, contribution| rest * (1.0 - contribution))
}
