//! Finished debates as the store holds them.

use crate::record::{Outcome, Snapshot};
use crate::store::{Done, Error, Store};

/// A finished debate as the store holds it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// The state after each round.
    pub snapshots: Vec<Snapshot>,
    /// The outcome.
    pub outcome: Outcome,
}

/// Reads a finished debate.
///
/// # Errors
/// An object is missing, damaged or cannot be read.
pub fn read_debate(store: &Store, done: &Done) -> Result<Stored, Error> {
    let snapshots =
        done.snapshots.iter().map(|hash| store.object(hash)).collect::<Result<_, _>>()?;
    Ok(Stored { snapshots, outcome: store.object(&done.outcome)? })
}
