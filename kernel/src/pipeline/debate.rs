//! Runs the debate of a cell with any provider.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::cell::Cell;
use super::done_cells::DoneCells;
use super::error::RunError;
use super::plan::Plan;
use super::stored::read_debate;
use crate::mode::{Finished, Interrupted, Resampling, Setting};
use crate::provider::Provider;
use crate::record::{Event, Snapshot};
use crate::store::{Done, Hash, Store, canonical};
use crate::vocabulary::Persona;

/// Runs the debate of a cell. Nothing is stored. `source` is the last snapshot of the cell's
/// source, if it has one; `resampling` says how often a question without a usable answer is asked
/// again.
pub(super) fn debate(
    plan: &Plan,
    cell: &Cell,
    source: Option<&Snapshot>,
    provider: &dyn Provider,
    resampling: Resampling<'_>,
    listener: &mut dyn FnMut(&Event),
) -> Result<Finished, Interrupted> {
    // A language model reads the texts itself.
    let personas: Cow<'_, [Persona]> = match plan.personas(cell) {
        all if provider.capabilities().asks_models => all.iter().map(Persona::as_written).collect(),
        all => all.into(),
    };
    let setting = Setting {
        topic: plan.topic(cell),
        personas: &personas,
        provider,
        models: &plan.manifest.models,
        seed: cell.seed,
        replicate: cell.replicate,
        foreign: source.map(|last| &last.graph),
        evidence: plan.evidence(cell),
        resampling,
    };
    pollster::block_on(cell.mode.run(setting, listener))
}

/// The last snapshot of the source of a shuffled cell, as the store holds it; `None` for a cell
/// without a source.
pub(super) fn source(
    plan: &Plan,
    store: &Store,
    cell: &Cell,
) -> Result<Option<Snapshot>, RunError> {
    let Some(source) = plan.source(cell) else { return Ok(None) };
    let missing = || RunError::NoSource { cell: cell.id.clone(), shown: source.id.clone() };
    let found = DoneCells::open(plan, store)?.find(source)?.ok_or_else(missing)?;
    read_debate(store, &found)?.snapshots.pop().map(Some).ok_or_else(missing)
}

/// The keys of all requests of a finished debate.
pub(super) fn requests(stored: &Finished) -> BTreeSet<String> {
    let calls = stored.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    calls.flat_map(|call| call.requests.iter().cloned()).collect()
}

/// The hashes under which a debate would be stored.
pub(super) fn hashes(finished: &Finished) -> Result<Done, canonical::Error> {
    let snapshots = finished.snapshots.iter().map(Hash::of_value).collect::<Result<_, _>>()?;
    Ok(Done { snapshots, outcome: Hash::of_value(&finished.outcome)? })
}
