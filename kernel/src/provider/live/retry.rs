//! The waiting time before a retry.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// The wait after the first failed attempt; each further failure doubles it.
const FIRST: Duration = Duration::from_millis(500);
/// The longest wait that the server did not ask for.
const MAX: Duration = Duration::from_secs(30);
/// The longest wait that a server may ask for; after a longer one the request fails.
pub(super) const MAX_ASKED: Duration = Duration::from_mins(10);

/// A random share of a wait, so that rejected requests are not all retried together. *Range*: [0,
/// 1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Jitter(f64);

impl Jitter {
    /// A random number; it affects times only, nothing that is stored.
    pub(super) fn random() -> Self {
        Self((RandomState::new().hash_one(0_u8) >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

/// The wait after `failed` failed attempts, from 1.
///
/// It doubles each time and is reduced by up to a half; if the server asked for a wait, it is never
/// shorter than that.
pub(super) fn wait(failed: u32, asked: Option<Duration>, Jitter(share): Jitter) -> Duration {
    let doubled = FIRST.saturating_mul(1 << (failed - 1).min(16)).min(MAX);
    let own = doubled.mul_f64(1.0 - share / 2.0);
    asked.map_or(own, |asked| own.max(asked + FIRST.mul_f64(share)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_half_a_minute_and_are_reduced_by_half_at_most() {
        let waits =
            |share| [1, 2, 3, 4, 7, 40].map(|failed| wait(failed, None, Jitter(share)).as_millis());
        assert_eq!(waits(0.0), [500, 1000, 2000, 4000, 30_000, 30_000]);
        assert_eq!(waits(0.5), [375, 750, 1500, 3000, 22_500, 22_500]);
        let Jitter(share) = Jitter::random();
        assert!((0.0..1.0).contains(&share));
        assert_ne!(Jitter::random(), Jitter::random(), "equal only once in 2^53");
    }

    #[test]
    fn a_retry_never_comes_earlier_than_the_server_asked_for() {
        for share in [0.0, 0.9] {
            let asked = Duration::from_secs(7);
            let waited = wait(2, Some(asked), Jitter(share));
            assert!((asked..asked + FIRST).contains(&waited), "{waited:?}");
            let at_once = wait(5, Some(Duration::ZERO), Jitter(share));
            assert_eq!(at_once, wait(5, None, Jitter(share)), "its own wait is longer");
        }
    }
}
