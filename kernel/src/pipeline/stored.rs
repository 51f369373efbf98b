//! Finished debates as the store holds them.

use crate::mode::Finished;
use crate::store::{Done, Error, Store};

/// Reads a finished debate.
///
/// # Errors
/// An object is missing, damaged or cannot be read.
pub fn read_debate(store: &Store, done: &Done) -> Result<Finished, Error> {
    let snapshots =
        done.snapshots.iter().map(|hash| store.object(hash)).collect::<Result<_, _>>()?;
    Ok(Finished { snapshots, outcome: store.object(&done.outcome)? })
}
