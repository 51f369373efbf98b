//! The prompts and replies behind the calls of a finished debate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::cell::Cell;
use super::debate::{debate, hashes, requests, source};
use super::error::RunError;
use super::options::Offline;
use super::plan::Plan;
use super::providers::Providers;
use crate::mode::{Finished, Resampling};
use crate::provider::{Backoff, Exchange, Recorded, Recorder};
use crate::record::Call;
use crate::store::{self, Done, Hash, Store};

/// The prompts and replies of a finished debate, by the keys of its requests.
#[derive(Debug, Default)]
pub struct Exchanges {
    /// Those that are available.
    pub by_request: BTreeMap<Hash, Exchange>,
    /// Errors for stored replies that are damaged or missing.
    pub damaged: Vec<store::Error>,
}

/// Collects the prompts and replies of a finished debate.
///
/// Stored replies are read. Replies of the providers `corpus` and `script` that are not stored are
/// computed again, by running the debate; if its result differs from the stored one, because the
/// program has changed, none is available.
///
/// # Errors
/// [`RunError`] if the store cannot be read, or the provider cannot be set up.
pub fn exchanges(
    plan: &Plan,
    store: &Store,
    cell: &Cell,
    done: &Done,
    stored: &Finished,
) -> Result<Exchanges, RunError> {
    let mut exchanges = read(store, stored)?;
    exchanges.damaged.extend(missing_replies(plan, store, cell, stored)?);
    let is_stored = !exchanges.by_request.is_empty() || !exchanges.damaged.is_empty();
    if is_stored || !plan.is_computed() {
        Ok(exchanges)
    } else {
        recompute(plan, store, cell, done, stored)
    }
}

/// The replies that a finished debate was made from and that the store lacks, each as an error.
///
/// A request that a provider did not answer has no reply. Replies of free, deterministic providers
/// are never stored: if none of a debate by such a provider is there, none is missing.
pub(super) fn missing_replies(
    plan: &Plan,
    store: &Store,
    cell: &Cell,
    stored: &Finished,
) -> Result<Vec<store::Error>, store::Error> {
    let calls = stored.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    let keys: BTreeSet<Hash> =
        calls.flat_map(Call::answered).filter_map(|key| key.parse().ok()).collect();
    let (present, missing): (Vec<&Hash>, Vec<&Hash>) =
        keys.iter().partition(|key| store.reply_path(key).exists());
    if missing.is_empty() || plan.is_computed() && present.is_empty() {
        return Ok(Vec::new());
    }
    let done = done_paths(plan, store, cell)?;
    let error = |key| store::Error::NoReply { path: store.reply_path(key), done: done.clone() };
    Ok(missing.into_iter().map(error).collect())
}

/// The files that make a cell done: in the plan's own run, and in the runs from which it would be
/// taken over again.
fn done_paths(plan: &Plan, store: &Store, cell: &Cell) -> Result<Vec<PathBuf>, store::Error> {
    let mut runs = store.runs()?;
    runs.sort_by_key(|run| *run != plan.run);
    let paths = runs.iter().map(|run| store.run(run).done_path(&cell.id));
    Ok(paths.filter(|path| path.exists()).collect())
}

fn recompute(
    plan: &Plan,
    store: &Store,
    cell: &Cell,
    done: &Done,
    stored: &Finished,
) -> Result<Exchanges, RunError> {
    let source = source(plan, store, cell)?;
    let provider = Providers::new(plan, Offline::Yes)?.of(plan, cell, Backoff::default())?;
    let recorder = Recorder::new(provider);
    let requests = requests(stored);
    let resampling = Resampling::Recorded(&requests);
    let finished = debate(plan, cell, source.as_ref(), &recorder, resampling, &mut |_| {});
    let is_same =
        finished.is_ok_and(|finished| hashes(&finished).is_ok_and(|again| again == *done));
    let mut exchanges = Exchanges::default();
    if is_same {
        let recorded = recorder.recorded().into_iter();
        exchanges.by_request =
            recorded.map(|Recorded { key, exchange, .. }| (key, exchange)).collect();
    }
    Ok(exchanges)
}

fn read(store: &Store, stored: &Finished) -> Result<Exchanges, store::Error> {
    let mut exchanges = Exchanges::default();
    let calls = stored.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    for key in calls.flat_map(|call| &call.requests) {
        let Ok(key) = key.parse::<Hash>() else { continue };
        match store.reply(&key) {
            Ok(Some(exchange)) => drop(exchanges.by_request.insert(key, exchange)),
            Ok(None) => {}
            Err(error @ (store::Error::DamagedReply { .. } | store::Error::Malformed { .. })) => {
                exchanges.damaged.push(error);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(exchanges)
}
