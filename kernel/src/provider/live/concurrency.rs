//! How many requests are under way at a time.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// Lets a number of requests pass at a time that adapts to the server: halved where it is crowded, one more after as
/// many successes as the number is, never more than the manifest says.
///
/// # Source
/// Additive increase, multiplicative decrease: Chiu and Jain 1989 (doi:10.1016/0169-7552(89)90019-6). Those who were
/// sent before a cut do not cut again: they tell of the same crowd.
#[derive(Debug)]
pub(super) struct Gate {
    most: u32,
    state: Mutex<State>,
    freed: Notify,
}

#[derive(Debug)]
struct State {
    limit: u32,
    running: u32,
    successes: u32,
    cuts: u64,
    rest_until: Option<Instant>,
}

/// The right to have one request under way, until it is dropped.
#[derive(Debug)]
pub(super) struct Pass<'g> {
    gate: &'g Gate,
    cuts: u64,
}

impl Gate {
    /// Opens for `most` requests at a time, at least one.
    pub(super) fn new(most: u32) -> Self {
        let most = most.max(1);
        let state = State { limit: most, running: 0, successes: 0, cuts: 0, rest_until: None };
        Self { most, state: Mutex::new(state), freed: Notify::new() }
    }

    /// Waits until there is room and the server need not be left alone.
    pub(super) async fn enter(&self) -> Pass<'_> {
        loop {
            let rest = {
                let mut state = self.state();
                let rest = state.rest_until.filter(|until| *until > Instant::now());
                if rest.is_none() && state.running < state.limit {
                    state.running += 1;
                    return Pass { gate: self, cuts: state.cuts };
                }
                rest
            };
            match rest {
                Some(until) => sleep_until(until).await,
                None => self.freed.notified().await,
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pass<'_> {
    /// Tells that the server answered.
    pub(super) fn answered(&self) {
        let mut state = self.gate.state();
        state.successes += 1;
        if state.successes >= state.limit {
            state.successes = 0;
            if state.limit < self.gate.most {
                state.limit += 1;
                self.gate.freed.notify_one();
            }
        }
    }

    /// Tells that the server has too much to do, and how long it wants to be left alone.
    pub(super) fn crowded(&self, rest: Option<Duration>) {
        let mut state = self.gate.state();
        let until = rest.map(|rest| Instant::now() + rest);
        state.rest_until = state.rest_until.max(until);
        state.successes = 0;
        if state.cuts == self.cuts {
            state.cuts += 1;
            state.limit = (state.limit / 2).max(1);
        }
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        self.gate.state().running -= 1;
        self.gate.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many are let in at once now.
    async fn room(gate: &Gate) -> usize {
        let mut passes = Vec::new();
        while let Ok(pass) = tokio::time::timeout(Duration::from_millis(1), gate.enter()).await {
            passes.push(pass);
        }
        passes.len()
    }

    #[tokio::test(start_paused = true)]
    async fn a_crowd_halves_the_room_once_and_successes_give_it_back_one_by_one() {
        let gate = Gate::new(8);
        assert_eq!(room(&gate).await, 8);
        let passes = [gate.enter().await, gate.enter().await, gate.enter().await];
        for pass in &passes {
            pass.crowded(None);
        }
        drop(passes);
        assert_eq!(room(&gate).await, 4, "three of one crowd cut once");
        for _ in 0..4 {
            gate.enter().await.answered();
        }
        assert_eq!(room(&gate).await, 5);
        for _ in 0..5 + 6 + 7 + 8 + 8 {
            gate.enter().await.answered();
        }
        assert_eq!(room(&gate).await, 8, "never more than at first");
        for _ in 0..9 {
            gate.enter().await.crowded(None);
        }
        assert_eq!(room(&gate).await, 1, "never none");
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_enters_while_the_server_wants_to_be_left_alone() {
        let gate = Gate::new(2);
        let start = Instant::now();
        gate.enter().await.crowded(Some(Duration::from_secs(20)));
        gate.enter().await.crowded(Some(Duration::from_secs(5)));
        drop(gate.enter().await);
        assert_eq!(start.elapsed(), Duration::from_secs(25));
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_is_let_in_when_room_is_made() {
        let gate = Gate::new(1);
        let pass = gate.enter().await;
        let waits = async { drop(gate.enter().await) };
        let leaves = async {
            tokio::time::sleep(Duration::from_secs(3)).await;
            drop(pass);
        };
        let start = Instant::now();
        tokio::join!(waits, leaves);
        assert_eq!(start.elapsed(), Duration::from_secs(3));
    }
}
