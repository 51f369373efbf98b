//! The state of each cell of a plan in a store.

use std::collections::BTreeMap;

use super::attempt::Attempt;
use super::cell::Cell;
use super::done_cells::DoneCells;
use super::error::RunError;
use super::plan::Plan;
use super::stored;
use crate::store::{Name, Store};

/// The state of a cell in a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is done, in the plan's own run or in another, from which a run will take it over.
    Done,
    /// It was attempted and is not done.
    Failed {
        /// The number of attempts, in all runs of the store.
        attempts: usize,
        /// The last attempt.
        last: Attempt,
    },
    /// It was never attempted.
    Missing,
    /// The store holds it, but part of it is damaged or missing; says what.
    Damaged(String),
}

/// The state of each cell of a plan, in its order. Nothing is written.
///
/// # Errors
/// The runs of the store cannot be listed, or their attempts cannot be read.
pub fn status(plan: &Plan, store: &Store) -> Result<Vec<State>, RunError> {
    let cells = DoneCells::open(plan, store)?;
    let mut attempts: BTreeMap<Name, Vec<Attempt>> = BTreeMap::new();
    for id in store.runs()? {
        for (cell, at) in store.run(&id).attempts::<Attempt>()? {
            attempts.entry(cell).or_default().extend(at);
        }
    }
    let at = |cell: &Cell| attempts.get(&cell.id).map_or(&[][..], Vec::as_slice);
    Ok(plan.cells.iter().map(|cell| state(store, &cells, cell, at(cell))).collect())
}

fn state(store: &Store, cells: &DoneCells, cell: &Cell, attempts: &[Attempt]) -> State {
    match cells.find(cell) {
        Ok(Some(done)) => {
            return match stored::read(store, &done) {
                Ok(_) => State::Done,
                Err(error) => State::Damaged(error.report()),
            };
        }
        Ok(None) => {}
        Err(error) => return State::Damaged(error.report()),
    }
    match attempts.iter().max_by_key(|attempt| attempt.started) {
        Some(last) => State::Failed { attempts: attempts.len(), last: last.clone() },
        None => State::Missing,
    }
}
