//! Re-runs finished debates from the stored replies and compares the results.

use std::collections::BTreeMap;

use super::cell::Cell;
use super::debate::{debate, hashes, source};
use super::done_cells::DoneCells;
use super::error::RunError;
use super::options::Offline;
use super::plan::Plan;
use super::providers::Providers;
use super::stored::{Stored, read};
use crate::provider::{Backoff, Cached, Replay};
use crate::record::{Call, CallFault, Event};
use crate::store::{Done, Hash, Name, Store};

/// A cell whose re-run differs from what is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The cell.
    pub cell: Name,
    /// What differs, as a sentence.
    pub what: String,
}

/// Re-runs every finished cell of a plan without calling a server. Returns how many were re-run, and what differs.
///
/// # Errors
/// [`RunError`] if the store cannot be read.
pub fn verify(plan: &Plan, store: &Store) -> Result<(usize, Vec<Difference>), RunError> {
    let cells = DoneCells::open(plan, store)?;
    let mut count = 0;
    let mut differences = Vec::new();
    for cell in &plan.cells {
        if let Some(done) = cells.find(cell)? {
            count += 1;
            differences.extend(replay(plan, store, cell, &done, &mut |_| {})?);
        }
    }
    Ok((count, differences))
}

/// Re-runs a finished debate and passes its events to `listener`. Returns how it differs from what is stored, if it does.
///
/// Replies of servers come from the store; replies of the providers `corpus` and `script` are computed again.
///
/// # Errors
/// [`RunError`] if the provider cannot be set up.
pub fn replay(
    plan: &Plan,
    store: &Store,
    cell: &Cell,
    done: &Done,
    listener: &mut dyn FnMut(&Event),
) -> Result<Option<Difference>, RunError> {
    let difference = |what: String| Ok(Some(Difference { cell: cell.id.clone(), what }));
    let stored = match read(store, done) {
        Ok(stored) => stored,
        Err(error) => return difference(error.to_string()),
    };
    let source = match source(plan, store, cell) {
        Ok(source) => source,
        Err(error) => return difference(error.report()),
    };
    let provider = Providers::new(plan, Offline::Yes)?.of(plan, cell, Backoff::default())?;
    let finished = if plan.is_computed() {
        debate(plan, cell, source.as_ref(), &*provider, listener)
    } else {
        let silent = Replay::new(provider).with_faults(faults(&stored));
        debate(plan, cell, source.as_ref(), &Cached::new(&silent, store), listener)
    };
    match finished.map(|finished| hashes(&finished)) {
        Err(interrupted) => difference(interrupted.to_string()),
        Ok(Err(error)) => difference(format!("the outcome has no canonical form: {error}")),
        Ok(Ok(again)) if again == *done => Ok(None),
        Ok(Ok(again)) if again.snapshots == done.snapshots => {
            difference("the outcome differs".to_owned())
        }
        Ok(Ok(again)) => {
            let same = again.snapshots.iter().zip(&done.snapshots).take_while(|(a, b)| a == b);
            difference(format!("the snapshot of round {} differs", same.count()))
        }
    }
}

/// The requests that the provider did not answer, each with the recorded fault.
fn faults(stored: &Stored) -> BTreeMap<Hash, String> {
    let calls = stored.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    let fault = |call: &Call| match &call.fault {
        Some(CallFault::Provider(fault)) => {
            call.requests.last()?.parse().ok().map(|key| (key, fault.clone()))
        }
        Some(CallFault::Incomplete(_) | CallFault::Unusable(_)) | None => None,
    };
    calls.filter_map(fault).collect()
}
