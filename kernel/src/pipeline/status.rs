//! How far a store is with the cells of a plan.

use std::collections::BTreeMap;

use super::archive::Archive;
use super::attempt::Attempt;
use super::plan::{Cell, Plan};
use super::run::RunError;
use crate::store::{Name, Store};

/// What a store knows of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is done, in the plan's own run or in another, from which it will be taken over.
    Done,
    /// It was tried, and is not done.
    Failed {
        /// How often it was tried, in all runs of the store.
        attempts: usize,
        /// The last attempt.
        last: Attempt,
    },
    /// Nobody has tried it yet.
    Missing,
    /// The store holds it, but not in one piece; says what is wrong.
    Damaged(String),
}

/// Says for each cell of a plan, in its order, what the store knows of it. Nothing is written.
///
/// # Errors
/// The runs of the store cannot be listed, or their attempts cannot be read.
pub fn status(plan: &Plan, store: &Store) -> Result<Vec<State>, RunError> {
    let archive = Archive::open(plan, store)?;
    let mut attempts: BTreeMap<Name, Vec<Attempt>> = BTreeMap::new();
    for id in store.runs()? {
        for (cell, at) in store.run(&id).attempts::<Attempt>()? {
            attempts.entry(cell).or_default().extend(at);
        }
    }
    let at = |cell: &Cell| attempts.get(&cell.id).map_or(&[][..], Vec::as_slice);
    Ok(plan.cells.iter().map(|cell| state(store, &archive, cell, at(cell))).collect())
}

fn state(store: &Store, archive: &Archive, cell: &Cell, attempts: &[Attempt]) -> State {
    match archive.find(cell) {
        Ok(Some(done)) => {
            return match super::read(store, &done) {
                Ok(_) => State::Done,
                Err(error) => State::Damaged(error.told()),
            };
        }
        Ok(None) => {}
        Err(error) => return State::Damaged(error.told()),
    }
    match attempts.iter().max_by_key(|attempt| attempt.started) {
        Some(last) => State::Failed { attempts: attempts.len(), last: last.clone() },
        None => State::Missing,
    }
}
