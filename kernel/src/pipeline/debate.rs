//! Runs the debate of a cell with any provider.

use super::cell::Cell;
use super::plan::Plan;
use crate::mode::{Finished, Interrupted, Setting};
use crate::provider::Provider;
use crate::record::Event;
use crate::store::{Done, Hash, canonical};

/// Runs the debate of a cell. Nothing is stored.
pub(super) fn debate(
    plan: &Plan,
    cell: &Cell,
    provider: &dyn Provider,
    listener: &mut dyn FnMut(&Event),
) -> Result<Finished, Interrupted> {
    let setting = Setting {
        topic: plan.topic(cell),
        personas: plan.personas(cell),
        provider,
        models: &plan.manifest.models,
        seed: cell.seed,
        replicate: cell.replicate,
    };
    pollster::block_on(cell.mode.run(setting, listener))
}

/// The hashes under which a debate would be stored.
pub(super) fn hashes(finished: &Finished) -> Result<Done, canonical::Error> {
    let snapshots = finished.snapshots.iter().map(Hash::of_value).collect::<Result<_, _>>()?;
    Ok(Done { snapshots, outcome: Hash::of_value(&finished.outcome)? })
}
