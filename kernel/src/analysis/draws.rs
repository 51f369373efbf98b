//! Random draws with a seed.

/// Draws numbers that depend only on its seed. The same as the crate `fastrand`, which the kernel
/// with its default features would need for this alone.
///
/// # Source
/// WyRand (Wang Yi, wyhash 4.2); numbers below a limit by Lemire 2019 (doi:10.1145/3230636).
#[derive(Debug)]
pub(super) struct Draws(u64);

impl Draws {
    pub(super) fn with_seed(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x2d35_8dcc_aa6c_78a5);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0x8bb8_4b93_962e_acc9);
        product as u64 ^ (product >> 64) as u64
    }

    /// A number below a limit, each with the same chance. *Range*: the limit is at least 1.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        let limit = limit as u64;
        loop {
            let product = u128::from(self.next()) * u128::from(limit);
            let low = product as u64;
            if low >= limit || low >= limit.wrapping_neg() % limit {
                return (product >> 64) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_those_of_fastrand() {
        for seed in [0, 1, 7, u64::MAX] {
            let (mut draws, mut other) = (Draws::with_seed(seed), fastrand::Rng::with_seed(seed));
            for limit in [1, 2, 3, 10, 1000, usize::MAX / 2 + 3].repeat(50) {
                assert_eq!(draws.below(limit), other.usize(0..limit));
            }
        }
    }
}
