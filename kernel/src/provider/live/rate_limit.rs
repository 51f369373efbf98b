//! Limits of requests or tokens per minute.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

const MINUTE: Duration = Duration::from_mins(1);

/// Admits amounts so that no span of one minute exceeds the limit, in the order of arrival.
///
/// An amount that exceeds the limit alone is admitted after an empty minute, since it cannot be
/// made smaller.
#[derive(Debug)]
pub(super) struct RateLimit {
    limit: u64,
    log: Mutex<Log>,
    turn: tokio::sync::Mutex<()>,
}

/// The amounts admitted within the last minute.
#[derive(Debug, Default)]
struct Log {
    entries: VecDeque<Entry>,
    sum: u64,
    last: u64,
}

#[derive(Debug)]
struct Entry {
    number: u64,
    at: Instant,
    amount: u64,
}

/// An admitted amount.
#[derive(Debug, Clone, Copy)]
pub(super) struct Admission(u64);

impl RateLimit {
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, log: Mutex::default(), turn: tokio::sync::Mutex::new(()) }
    }

    /// Waits until the amount can be admitted.
    pub(super) async fn admit(&self, amount: u64) -> Admission {
        let _turn = self.turn.lock().await;
        loop {
            let admitted = self.log().admit(Instant::now(), amount, self.limit);
            match admitted {
                Ok(admission) => return admission,
                Err(until) => sleep_until(until).await,
            }
        }
    }

    /// Replaces the expected amount by the real one.
    pub(super) fn correct(&self, Admission(number): Admission, amount: u64) {
        let mut log = self.log();
        if let Some(entry) = log.entries.iter_mut().find(|entry| entry.number == number) {
            let before = std::mem::replace(&mut entry.amount, amount);
            log.sum = log.sum - before + amount;
        }
    }

    fn log(&self) -> std::sync::MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Log {
    /// Admits the amount, or returns when to try again.
    fn admit(&mut self, now: Instant, amount: u64, limit: u64) -> Result<Admission, Instant> {
        while let Some(first) = self.entries.front().filter(|entry| entry.at + MINUTE <= now) {
            self.sum -= first.amount;
            self.entries.pop_front();
        }
        if let Some(first) = self.entries.front().filter(|_| self.sum + amount > limit) {
            return Err(first.at + MINUTE);
        }
        self.last += 1;
        self.sum += amount;
        self.entries.push_back(Entry { number: self.last, at: now, amount });
        Ok(Admission(self.last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn no_span_of_a_minute_exceeds_the_limit() {
        let limit = RateLimit::new(10);
        let mut admitted: Vec<(Duration, u64)> = Vec::new();
        let start = Instant::now();
        for number in 0..60 {
            let amount = number % 4 + 1;
            limit.admit(amount).await;
            admitted.push((start.elapsed(), amount));
            tokio::time::sleep(Duration::from_secs(number % 7)).await;
        }
        for (from, _) in &admitted {
            let within = admitted.iter().filter(|(at, _)| at >= from && *at < *from + MINUTE);
            let sum: u64 = within.map(|(_, amount)| amount).sum();
            assert!(sum <= 10, "{sum} from {from:?}");
        }
        let (total, last) =
            (admitted.iter().map(|(_, amount)| amount).sum::<u64>(), admitted[59].0);
        let fastest = MINUTE * u32::try_from(total / 10 - 1).unwrap();
        assert!(last < fastest * 2, "{total} took {last:?}: it waits longer than necessary");
    }

    #[tokio::test(start_paused = true)]
    async fn a_smaller_real_amount_frees_capacity_and_an_excessive_amount_is_admitted_alone() {
        let limit = RateLimit::new(100);
        let start = Instant::now();
        let first = limit.admit(90).await;
        limit.correct(first, 10);
        limit.admit(90).await;
        assert_eq!(start.elapsed(), Duration::ZERO);
        limit.admit(1000).await;
        assert_eq!(start.elapsed(), MINUTE);
        limit.admit(1).await;
        assert_eq!(start.elapsed(), MINUTE * 2);
    }

    #[tokio::test(start_paused = true)]
    async fn amounts_are_admitted_in_the_order_of_arrival() {
        let limit = RateLimit::new(5);
        limit.admit(5).await;
        let order = Mutex::new(Vec::new());
        let asks = async |name: &'static str, amount| {
            limit.admit(amount).await;
            order.lock().unwrap().push(name);
        };
        tokio::join!(biased; asks("large", 5), asks("small", 1));
        assert_eq!(*order.lock().unwrap(), ["large", "small"]);
    }
}
