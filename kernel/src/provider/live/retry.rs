//! How long to wait before another try.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// The wait after the first try that failed; each further one doubles it.
const FIRST: Duration = Duration::from_millis(500);
/// The longest wait that nobody asked for.
const MOST: Duration = Duration::from_secs(30);
/// The longest wait that a server may ask for; beyond it the request is given up.
pub(super) const LONGEST: Duration = Duration::from_secs(600);

/// A share of a wait, so that those who were turned away together do not come back together. *Range*: [0, 1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Jitter(f64);

impl Jitter {
    /// Chance from outside: it moves times, and decides nothing that is kept.
    pub(super) fn random() -> Self {
        Self((RandomState::new().hash_one(0_u8) >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

/// The wait after `failed` tries, the first being 1.
///
/// Without a word of the server it doubles and is cut by up to a half; with one it is never shorter than asked.
pub(super) fn wait(failed: u32, asked: Option<Duration>, Jitter(share): Jitter) -> Duration {
    let doubled = FIRST.saturating_mul(1 << (failed - 1).min(16)).min(MOST);
    let own = doubled.mul_f64(1.0 - share / 2.0);
    asked.map_or(own, |asked| asked + FIRST.mul_f64(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_half_a_minute_and_are_cut_by_half_at_most() {
        let waits =
            |share| [1, 2, 3, 4, 7, 40].map(|failed| wait(failed, None, Jitter(share)).as_millis());
        assert_eq!(waits(0.0), [500, 1000, 2000, 4000, 30_000, 30_000]);
        assert_eq!(waits(0.5), [375, 750, 1500, 3000, 22_500, 22_500]);
        let Jitter(share) = Jitter::random();
        assert!((0.0..1.0).contains(&share));
        assert_ne!(Jitter::random(), Jitter::random(), "or chance is one in 2^53");
    }

    #[test]
    fn a_server_is_never_asked_earlier_than_it_wants() {
        for share in [0.0, 0.9] {
            let asked = Duration::from_secs(7);
            let wait = wait(5, Some(asked), Jitter(share));
            assert!((asked..asked + FIRST).contains(&wait), "{wait:?}");
        }
    }
}
