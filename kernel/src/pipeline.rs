//! From a manifest to a store: plan the cells, run what is missing, read what is there.
//!
//! A cell's id is the hash of everything its outcome depends on: topic, personas with their corpora, mode, parameters,
//! version of the protocol, words, schema and parameters of its questions, provider, models, seed and replicate; not titles,
//! limits or places. So an
//! edit re-runs exactly the cells that depend on it: the others are found under their ids in any earlier run of the store.

mod archive;
mod attempt;
mod commit;
mod estimate;
pub mod gc;
mod inputs;
mod plan;
mod progress;
mod providers;
mod replay;
mod run;
mod spending;
mod status;
mod telling;

pub use archive::Archive;
pub use attempt::{Attempt, Clock, Effort};
pub use estimate::{Basis, Expected, Outlook, Prefix, Toll, expect};
pub use plan::{Cell, Plan, PlanError};
pub use progress::Progress;
pub use providers::ready;
pub use replay::{Difference, retell, verify};
pub use run::{Missed, Offline, Options, RunError, Summary, run};
pub use spending::{asked, cost, spent};
pub use status::{State, status};

pub use crate::provider::Stop;

use crate::record::{Outcome, Snapshot};
use crate::store::{Done, Error, Store};

/// A finished cell as the store holds it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// The state after each round.
    pub snapshots: Vec<Snapshot>,
    /// What it comes to.
    pub outcome: Outcome,
}

/// Reads what a finished cell left in the store.
///
/// # Errors
/// An object is missing, damaged or cannot be read.
pub fn read(store: &Store, done: &Done) -> Result<Stored, Error> {
    let snapshots =
        done.snapshots.iter().map(|hash| store.object(hash)).collect::<Result<_, _>>()?;
    Ok(Stored { snapshots, outcome: store.object(&done.outcome)? })
}
