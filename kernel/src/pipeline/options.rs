//! How a run proceeds.

use std::num::NonZeroUsize;

use crate::format::Condition;
use crate::provider::Cancel;
use crate::vocabulary::Tariff;

/// Whether a run may call providers that cost something or reach beyond this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offline {
    /// Only replies that are stored or can be computed here are used.
    Yes,
    /// Replies that are not stored are asked for.
    No,
}

/// Whether debates are run again whose replies made them fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryFailed {
    /// Each of their questions without a usable answer is asked again; all other replies are kept.
    Yes,
    /// They fail again with the stored replies, which costs nothing.
    No,
}

/// How a run proceeds; none of it affects anything that is hashed.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether providers may be called.
    pub offline: Offline,
    /// Which cells to run now; all if there are no conditions. The run and its manifest stay the
    /// same.
    pub only: Vec<Condition>,
    /// Whether failed debates are retried.
    pub retry_failed: RetryFailed,
    /// How many cells run in parallel.
    pub jobs: NonZeroUsize,
    /// The prices of models, for the budget of the manifest.
    pub tariff: Tariff,
    /// Cancels the run: no further cell or call starts; calls in flight are completed and stored.
    pub cancel: Cancel,
}
