//! Waits between the attempts at a request: reports long ones, counts them, ends them when a run is
//! cancelled.

use std::fmt;
use std::ops::AddAssign;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Account, Cancel, ProviderFault, Request};
use crate::vocabulary::Tokens;

/// The shortest wait that is reported.
const LONG: Duration = Duration::from_secs(5);

/// A wait before another attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    /// How long it lasts.
    pub time: Duration,
    /// Its cause, as a clause.
    pub cause: String,
}

/// The attempts at requests beyond the first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retries {
    /// Their number.
    pub tries: u32,
    /// The time spent waiting before them. *Units*: milliseconds.
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

/// Handles the waits of a provider for one debate.
#[derive(Clone)]
pub struct Backoff {
    cancels: Vec<Cancel>,
    on_wait: Arc<dyn Fn(Wait) + Send + Sync>,
    retries: Arc<Mutex<Retries>>,
    /// Counts attempts whose answers were lost.
    account: Option<Arc<Account>>,
}

/// Waits that are never cancelled and not reported.
impl Default for Backoff {
    fn default() -> Self {
        Self::new(Vec::new(), |_| {})
    }
}

impl fmt::Debug for Backoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cancels, retries, .. } = self;
        f.debug_struct("Backoff").field("cancels", cancels).field("retries", retries).finish()
    }
}

impl Backoff {
    /// Ends waits when any of the flags is set, and calls `on_wait` for long waits.
    pub fn new(cancels: Vec<Cancel>, on_wait: impl Fn(Wait) + Send + Sync + 'static) -> Self {
        Self { cancels, on_wait: Arc::new(on_wait), retries: Arc::default(), account: None }
    }

    /// Counts attempts whose answers are lost against an account.
    #[must_use]
    pub fn charging(self, account: Option<Arc<Account>>) -> Self {
        Self { account, ..self }
    }

    /// Counts an attempt whose answer was lost, for which the server may charge.
    ///
    /// # Errors
    /// [`ProviderFault`] if the budget allows no further attempt.
    pub fn lost(&self, request: &Request<'_>, thinking: Tokens) -> Result<(), ProviderFault> {
        self.account.as_ref().map_or(Ok(()), |account| account.charge_lost(request, thinking))
    }

    /// Whether waits must end.
    pub fn is_cancelled(&self) -> bool {
        self.cancels.iter().any(Cancel::is_requested)
    }

    /// Reports that a wait begins, if it is long.
    pub fn begin(&self, wait: Wait) {
        if wait.time >= LONG {
            (self.on_wait)(wait);
        }
    }

    /// Counts a retry after a wait.
    pub fn count(&self, waited: Duration) {
        let waited = u64::try_from(waited.as_millis()).unwrap_or(u64::MAX);
        *self.retries.lock().unwrap_or_else(PoisonError::into_inner) +=
            Retries { tries: 1, waited };
    }

    /// The retries counted so far.
    pub fn retries(&self) -> Retries {
        *self.retries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
