//! The record of one attempt at a cell.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::provider::Retries;
use crate::store::Name;
use crate::vocabulary::Volumes;

/// How one attempt at a cell went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The host.
    pub host: Name,
    /// When it started. *Units*: milliseconds since 1970.
    pub started: u64,
    /// How long it took. *Units*: milliseconds.
    pub took: u64,
    /// Its replies and what they used.
    #[serde(flatten)]
    pub effort: Effort,
    /// Why it failed, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The replies of an attempt and what they used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Replies that the store already held.
    pub hits: u64,
    /// Replies that the provider gave.
    pub misses: u64,
    /// The tokens of the replies that the provider gave, by model, as the provider counted or estimated them. Costs are
    /// calculated where they are shown.
    #[serde(default, skip_serializing_if = "Volumes::is_empty")]
    pub spent: Volumes,
    /// Retries of requests that failed.
    #[serde(default, skip_serializing_if = "Retries::is_none")]
    pub retries: Retries,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        let Self { hits, misses, spent, retries } = other;
        self.hits += hits;
        self.misses += misses;
        self.spent.extend(spent);
        self.retries += retries;
    }
}
