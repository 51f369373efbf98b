//! Has every finished debate again over the stored replies, and compares.

use std::collections::BTreeMap;

use super::archive::Archive;
use super::attempt::debate;
use super::plan::{Cell, Plan};
use super::providers::Providers;
use super::run::{Offline, RunError};
use super::{Stored, read};
use crate::mode::Finished;
use crate::provider::{Cached, Patience, Replay};
use crate::record::{Call, CallFault, Event};
use crate::store::{Done, Hash, Name, Replies, Store, canonical};

/// A cell that did not come out as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The cell.
    pub cell: Name,
    /// What differs, as a sentence.
    pub what: String,
}

/// Replays every finished cell of a plan without asking a provider. Returns how many were replayed, and what differs.
///
/// # Errors
/// [`RunError`] where the store cannot be read.
pub fn verify(plan: &Plan, store: &Store) -> Result<(usize, Vec<Difference>), RunError> {
    let archive = Archive::open(plan, store)?;
    let mut replayed = 0;
    let mut differences = Vec::new();
    for cell in &plan.cells {
        if let Some(done) = archive.find(cell)? {
            replayed += 1;
            differences.extend(retell(plan, store, cell, &done, &mut |_| {})?);
        }
    }
    Ok((replayed, differences))
}

/// Has a finished debate again over the stored replies, tells `listener` what happens in it, and returns what differs from
/// what is stored, if anything does.
///
/// # Errors
/// [`RunError`] where the provider cannot be set up.
pub fn retell(
    plan: &Plan,
    store: &Store,
    cell: &Cell,
    done: &Done,
    listener: &mut dyn FnMut(&Event),
) -> Result<Option<Difference>, RunError> {
    let again = again(plan, store, cell, done, listener)?;
    Ok(again.err().map(|what| Difference { cell: cell.id.clone(), what }))
}

/// Has one debate again. The inner error says what differs.
fn again(
    plan: &Plan,
    store: &Store,
    cell: &Cell,
    done: &Done,
    listener: &mut dyn FnMut(&Event),
) -> Result<Result<(), String>, RunError> {
    let stored = match read(store, done) {
        Ok(stored) => stored,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let provider = Providers::new(plan, Offline::Yes)?.of(plan, cell, Patience::default())?;
    let replay = Replay::new(provider).with_faults(faults(&stored));
    let replies = Replies::new(store.clone());
    let finished = debate(plan, cell, &Cached::new(Box::new(replay), &replies), listener);
    Ok(match finished.map(|finished| hashes(&finished)) {
        Err(why) => Err(why.to_string()),
        Ok(Err(error)) => Err(format!("the outcome has no canonical form: {error}")),
        Ok(Ok(again)) if again == *done => Ok(()),
        Ok(Ok(again)) if again.snapshots == done.snapshots => Err("the outcome differs".to_owned()),
        Ok(Ok(again)) => {
            let same = again.snapshots.iter().zip(&done.snapshots).take_while(|(a, b)| a == b);
            Err(format!("the snapshot of round {} differs", same.count()))
        }
    })
}

/// The requests that nobody answered, with what was said instead.
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

/// The hashes that a debate would leave.
fn hashes(finished: &Finished) -> Result<Done, canonical::Error> {
    let snapshots = finished.snapshots.iter().map(Hash::of_value).collect::<Result<_, _>>()?;
    Ok(Done { snapshots, outcome: Hash::of_value(&finished.outcome)? })
}
