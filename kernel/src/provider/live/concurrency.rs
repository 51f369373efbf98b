//! Limits the number of parallel requests.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// Limits parallel requests by a number that adapts to the server: it is halved when the server is
/// overloaded, grows by one after as many successes as its value, and never exceeds the limit of
/// the manifest.
///
/// # Source
/// Additive increase, multiplicative decrease: Chiu and Jain 1989
/// (doi:10.1016/0169-7552(89)90019-6). Requests that were sent before a decrease do not decrease
/// the limit again: they report the same overload.
#[derive(Debug)]
pub(super) struct Concurrency {
    max: u32,
    state: Mutex<State>,
    released: Notify,
}

#[derive(Debug)]
struct State {
    limit: u32,
    running: u32,
    successes: u32,
    decreases: u64,
    paused_until: Option<Instant>,
}

/// Permission for one request, until it is dropped.
#[derive(Debug)]
pub(super) struct Permit<'a> {
    concurrency: &'a Concurrency,
    decreases: u64,
}

impl Concurrency {
    /// Allows up to `max` parallel requests, at least one.
    pub(super) fn new(max: u32) -> Self {
        let max = max.max(1);
        let state =
            State { limit: max, running: 0, successes: 0, decreases: 0, paused_until: None };
        Self { max, state: Mutex::new(state), released: Notify::new() }
    }

    /// Waits until the limit allows a request and no pause is in force.
    pub(super) async fn acquire(&self) -> Permit<'_> {
        loop {
            // A release between the check and the wait must not be missed.
            let released = self.released.notified();
            let pause = {
                let mut state = self.state();
                let pause = state.paused_until.filter(|until| *until > Instant::now());
                if pause.is_none() && state.running < state.limit {
                    state.running += 1;
                    return Permit { concurrency: self, decreases: state.decreases };
                }
                pause
            };
            match pause {
                Some(until) => sleep_until(until).await,
                None => released.await,
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Reports that the server answered.
    pub(super) fn succeeded(&self) {
        let mut state = self.concurrency.state();
        state.successes += 1;
        if state.successes >= state.limit {
            state.successes = 0;
            if state.limit < self.concurrency.max {
                state.limit += 1;
                self.concurrency.released.notify_waiters();
            }
        }
    }

    /// Reports that the server is overloaded, and for how long it asks for no requests.
    pub(super) fn overloaded(&self, pause: Option<Duration>) {
        let mut state = self.concurrency.state();
        let until = pause.map(|pause| Instant::now() + pause);
        state.paused_until = state.paused_until.max(until);
        state.successes = 0;
        if state.decreases == self.decreases {
            state.decreases += 1;
            state.limit = (state.limit / 2).max(1);
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.concurrency.state().running -= 1;
        self.concurrency.released.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many requests are allowed in parallel now.
    async fn allowed(concurrency: &Concurrency) -> usize {
        let mut permits = Vec::new();
        while let Ok(permit) =
            tokio::time::timeout(Duration::from_millis(1), concurrency.acquire()).await
        {
            permits.push(permit);
        }
        permits.len()
    }

    #[tokio::test(start_paused = true)]
    async fn an_overload_halves_the_limit_once_and_successes_restore_it_one_by_one() {
        let concurrency = Concurrency::new(8);
        assert_eq!(allowed(&concurrency).await, 8);
        let permits =
            [concurrency.acquire().await, concurrency.acquire().await, concurrency.acquire().await];
        for permit in &permits {
            permit.overloaded(None);
        }
        drop(permits);
        assert_eq!(
            allowed(&concurrency).await,
            4,
            "three reports of one overload decrease it once"
        );
        for _ in 0..4 {
            concurrency.acquire().await.succeeded();
        }
        assert_eq!(allowed(&concurrency).await, 5);
        for _ in 0..5 + 6 + 7 + 8 + 8 {
            concurrency.acquire().await.succeeded();
        }
        assert_eq!(allowed(&concurrency).await, 8, "never above the maximum");
        for _ in 0..9 {
            concurrency.acquire().await.overloaded(None);
        }
        assert_eq!(allowed(&concurrency).await, 1, "never below one");
    }

    #[tokio::test(start_paused = true)]
    async fn no_request_starts_during_a_pause_that_the_server_asked_for() {
        let concurrency = Concurrency::new(2);
        let start = Instant::now();
        concurrency.acquire().await.overloaded(Some(Duration::from_secs(20)));
        concurrency.acquire().await.overloaded(Some(Duration::from_secs(5)));
        drop(concurrency.acquire().await);
        assert_eq!(start.elapsed(), Duration::from_secs(25));
    }

    #[tokio::test(start_paused = true)]
    async fn a_waiting_request_starts_when_a_permit_is_released() {
        let concurrency = Concurrency::new(1);
        let permit = concurrency.acquire().await;
        let waiting = async { drop(concurrency.acquire().await) };
        let release = async {
            tokio::time::sleep(Duration::from_secs(3)).await;
            drop(permit);
        };
        let start = Instant::now();
        tokio::join!(waiting, release);
        assert_eq!(start.elapsed(), Duration::from_secs(3));
    }
}
