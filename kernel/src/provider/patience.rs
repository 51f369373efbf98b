//! Waits before another try: who is told of them, what they come to, and what ends them early.

use std::fmt;
use std::ops::AddAssign;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Stop;

/// The shortest wait that is told.
const LONG: Duration = Duration::from_secs(5);

/// A wait before another try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    /// How long it is to be.
    pub time: Duration,
    /// What it is put down to, as a clause.
    pub cause: String,
}

/// Tries beyond the first of each request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retries {
    /// How many.
    pub tries: u32,
    /// How long was waited before them. *Units*: milliseconds.
    pub waited: u64,
}

impl Retries {
    /// Whether there were none.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

impl AddAssign for Retries {
    fn add_assign(&mut self, other: Self) {
        self.tries += other.tries;
        self.waited += other.waited;
    }
}

/// How a provider waits on behalf of somebody.
#[derive(Clone)]
pub struct Patience {
    stops: Vec<Stop>,
    tell: Arc<dyn Fn(Wait) + Send + Sync>,
    retries: Arc<Mutex<Retries>>,
}

/// Waits as long as it takes, and tells nobody.
impl Default for Patience {
    fn default() -> Self {
        Self::new(Vec::new(), |_| {})
    }
}

impl fmt::Debug for Patience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stops, retries, .. } = self;
        f.debug_struct("Patience").field("stops", stops).field("retries", retries).finish()
    }
}

impl Patience {
    /// Waits until any of the flags asks to stop, and tells of waits that are long.
    pub fn new(stops: Vec<Stop>, tell: impl Fn(Wait) + Send + Sync + 'static) -> Self {
        Self { stops, tell: Arc::new(tell), retries: Arc::default() }
    }

    /// Whether there is to be no more waiting.
    pub fn is_over(&self) -> bool {
        self.stops.iter().any(Stop::is_asked)
    }

    /// Tells that a wait begins, if it is long.
    pub fn begin(&self, wait: Wait) {
        if wait.time >= LONG {
            (self.tell)(wait);
        }
    }

    /// Counts a try after a wait.
    pub fn count(&self, waited: Duration) {
        let waited = u64::try_from(waited.as_millis()).unwrap_or(u64::MAX);
        *self.retries.lock().unwrap_or_else(PoisonError::into_inner) +=
            Retries { tries: 1, waited };
    }

    /// What was counted.
    pub fn retries(&self) -> Retries {
        *self.retries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
