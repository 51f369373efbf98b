//! Limits of the kind «so much a minute».

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

const MINUTE: Duration = Duration::from_mins(1);

/// Lets so much pass that in no span of a minute it is more than the limit; whoever comes first goes first.
///
/// What alone is more than the limit passes when the minute before it is empty: nobody could make it smaller.
#[derive(Debug)]
pub(super) struct Pace {
    limit: u64,
    log: Mutex<Log>,
    turn: tokio::sync::Mutex<()>,
}

/// What passed within the last minute.
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

/// Something that passed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ticket(u64);

impl Pace {
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, log: Mutex::default(), turn: tokio::sync::Mutex::new(()) }
    }

    /// Waits until the amount may pass.
    pub(super) async fn admit(&self, amount: u64) -> Ticket {
        let _turn = self.turn.lock().await;
        loop {
            let admitted = self.log().admit(Instant::now(), amount, self.limit);
            match admitted {
                Ok(ticket) => return ticket,
                Err(until) => sleep_until(until).await,
            }
        }
    }

    /// Puts the true amount in the place of the one that was expected.
    pub(super) fn settle(&self, Ticket(number): Ticket, amount: u64) {
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
    /// Lets the amount pass, or says when to look again.
    fn admit(&mut self, now: Instant, amount: u64, limit: u64) -> Result<Ticket, Instant> {
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
        Ok(Ticket(self.last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn in_no_minute_more_passes_than_the_limit() {
        let pace = Pace::new(10);
        let mut passed: Vec<(Duration, u64)> = Vec::new();
        let start = Instant::now();
        for number in 0..60 {
            let amount = number % 4 + 1;
            pace.admit(amount).await;
            passed.push((start.elapsed(), amount));
            tokio::time::sleep(Duration::from_secs(number % 7)).await;
        }
        for (from, _) in &passed {
            let within = passed.iter().filter(|(at, _)| at >= from && *at < *from + MINUTE);
            let sum: u64 = within.map(|(_, amount)| amount).sum();
            assert!(sum <= 10, "{sum} from {from:?}");
        }
        let (total, last) = (passed.iter().map(|(_, amount)| amount).sum::<u64>(), passed[59].0);
        let fastest = MINUTE * u32::try_from(total / 10 - 1).unwrap();
        assert!(last < fastest * 2, "{total} took {last:?}: it waits for more than it must");
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_less_than_expected_makes_room_and_what_is_too_much_passes_alone() {
        let pace = Pace::new(100);
        let start = Instant::now();
        let first = pace.admit(90).await;
        pace.settle(first, 10);
        pace.admit(90).await;
        assert_eq!(start.elapsed(), Duration::ZERO);
        pace.admit(1000).await;
        assert_eq!(start.elapsed(), MINUTE);
        pace.admit(1).await;
        assert_eq!(start.elapsed(), MINUTE * 2);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_comes_first_goes_first() {
        let pace = Pace::new(5);
        pace.admit(5).await;
        let order = Mutex::new(Vec::new());
        let asks = async |name: &'static str, amount| {
            pace.admit(amount).await;
            order.lock().unwrap().push(name);
        };
        tokio::join!(biased; asks("large", 5), asks("small", 1));
        assert_eq!(*order.lock().unwrap(), ["large", "small"]);
    }
}
