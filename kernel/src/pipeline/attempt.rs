//! The records of attempts at cells.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::options::RetryFailed;
use crate::provider::Retries;
use crate::store::{Error, Hash, Name, Run, Store};
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
    pub usage: AttemptUsage,
    /// Why it failed, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether the same attempt may succeed later: something other than the replies kept it from
    /// its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// How often a question without a usable answer could be asked again.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub resamples: u32,
    /// If its replies made it fail: the requests that the provider did not answer, each with its
    /// reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unanswered: BTreeMap<Hash, String>,
}

fn is_zero<T: Default + PartialEq>(count: &T) -> bool {
    *count == T::default()
}

impl Attempt {
    /// Whether its replies made it fail, so that only other replies can change its end.
    pub fn has_failed(&self) -> bool {
        self.error.is_some() && !self.interrupted
    }
}

/// The attempts at cells and at matchings.
#[derive(Debug, Default)]
pub struct Attempts(BTreeMap<Name, Vec<Attempt>>);

impl Attempts {
    /// Reads those of one run.
    pub(super) fn of_run(run: &Run) -> Result<Self, Error> {
        run.attempts().map(Self)
    }

    /// Reads those of all runs of a store, in which a cell has the same id.
    ///
    /// # Errors
    /// The runs cannot be listed, or the attempts of one cannot be read.
    pub fn open(store: &Store) -> Result<Self, Error> {
        let mut attempts = Self::default();
        for id in store.runs()? {
            for (cell, at) in store.run(&id).attempts::<Attempt>()? {
                attempts.0.entry(cell).or_default().extend(at);
            }
        }
        Ok(attempts)
    }

    /// How many there are at a cell.
    pub(super) fn count(&self, cell: &Name) -> usize {
        self.at(cell).len()
    }

    /// The last attempt at a cell or a matching.
    pub fn last(&self, cell: &Name) -> Option<&Attempt> {
        self.at(cell).iter().max_by_key(|attempt| attempt.started)
    }

    /// How often the next attempt may ask a question again: as often as earlier attempts, and once
    /// more if failed debates are retried and an attempt has failed that could ask as often as any.
    ///
    /// The number depends on the records alone, so processes that start at the same time agree on
    /// it.
    pub fn resamples(&self, cell: &Name, retry: RetryFailed) -> u32 {
        let most = self.at(cell).iter().map(|attempt| attempt.resamples).max().unwrap_or(0);
        let is_used_up = |attempt: &Attempt| attempt.resamples == most && attempt.has_failed();
        match retry {
            RetryFailed::Yes => most + u32::from(self.at(cell).iter().any(is_used_up)),
            RetryFailed::No => most,
        }
    }

    /// The requests that the provider did not answer in failed attempts at a cell, each with the
    /// latest reason.
    pub(super) fn unanswered(&self, cell: &Name) -> BTreeMap<Hash, String> {
        let mut attempts: Vec<&Attempt> = self.at(cell).iter().collect();
        attempts.sort_by_key(|attempt| attempt.started);
        attempts.into_iter().flat_map(|attempt| attempt.unanswered.clone()).collect()
    }

    fn at(&self, cell: &Name) -> &[Attempt] {
        self.0.get(cell).map_or(&[], Vec::as_slice)
    }
}

/// The replies of an attempt and what they used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttemptUsage {
    /// Replies that the store already held.
    #[serde(rename = "hits")]
    pub reused: u64,
    /// Replies that the provider gave.
    #[serde(rename = "misses")]
    pub requested: u64,
    /// Those of `requested` that are searches of the web.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub searches: u64,
    /// The tokens of the replies that the provider gave, by model, as the provider counted or
    /// estimated them. Costs are calculated where they are shown.
    #[serde(default, skip_serializing_if = "Volumes::is_empty")]
    pub spent: Volumes,
    /// Retries of requests that failed.
    #[serde(default, skip_serializing_if = "Retries::is_none")]
    pub retries: Retries,
}

impl AddAssign for AttemptUsage {
    fn add_assign(&mut self, other: Self) {
        let Self { reused, requested, searches, spent, retries } = other;
        self.reused += reused;
        self.requested += requested;
        self.searches += searches;
        self.spent.extend(spent);
        self.retries += retries;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempts(ends: &[(u32, Option<bool>)]) -> Attempts {
        let attempt = |&(resamples, failed): &(u32, Option<bool>)| Attempt {
            host: Name::nearest("here"),
            started: 0,
            took: 0,
            usage: AttemptUsage::default(),
            error: failed.map(|_| "why".to_owned()),
            interrupted: failed == Some(false),
            resamples,
            unanswered: BTreeMap::new(),
        };
        Attempts([(Name::nearest("cell"), ends.iter().map(attempt).collect())].into())
    }

    #[test]
    fn only_a_retry_of_a_failed_attempt_asks_more_often_than_before() {
        let (failed, interrupted, done) = (Some(true), Some(false), None);
        for (ends, plain, retried) in [
            (&[][..], 0, 0),
            (&[(0, done)], 0, 0),
            (&[(0, interrupted)], 0, 0),
            (&[(0, failed)], 0, 1),
            (&[(0, failed), (1, interrupted)], 1, 1),
            (&[(0, failed), (1, failed)], 1, 2),
            (&[(1, failed), (0, failed), (1, interrupted)], 1, 2),
        ] {
            let (attempts, cell) = (attempts(ends), Name::nearest("cell"));
            assert_eq!(attempts.resamples(&cell, RetryFailed::No), plain, "{ends:?}");
            assert_eq!(attempts.resamples(&cell, RetryFailed::Yes), retried, "{ends:?}");
        }
    }
}
