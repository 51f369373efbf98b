//! How far a store is with the cells of a plan.

use std::collections::BTreeMap;

use super::archive::Archive;
use super::attempt::Attempt;
use super::plan::{Cell, Plan};
use super::run::RunError;
use crate::store::{Name, RunId, Store};

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
/// The runs of the store cannot be listed.
pub fn status(plan: &Plan, store: &Store) -> Result<Vec<State>, RunError> {
    let archive = Archive::open(plan, store)?;
    let mut attempted: BTreeMap<Name, Vec<RunId>> = BTreeMap::new();
    for id in store.runs()? {
        for cell in store.run(&id).attempted()? {
            attempted.entry(cell).or_default().push(id.clone());
        }
    }
    let runs = |cell: &Cell| attempted.get(&cell.id).map_or(&[][..], Vec::as_slice);
    Ok(plan.cells.iter().map(|cell| state(store, &archive, cell, runs(cell))).collect())
}

fn state(store: &Store, archive: &Archive, cell: &Cell, runs: &[RunId]) -> State {
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
    let mut attempts: Vec<Attempt> = Vec::new();
    for run in runs {
        match store.run(run).attempts(&cell.id) {
            Ok(found) => attempts.extend(found.into_values()),
            Err(error) => return State::Damaged(error.told()),
        }
    }
    attempts.sort_by_key(|attempt| attempt.started);
    match attempts.last() {
        Some(last) => State::Failed { attempts: attempts.len(), last: last.clone() },
        None => State::Missing,
    }
}
