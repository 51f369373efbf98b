//! The state of each cell of a plan in a store.

use super::attempt::{Attempt, Attempts};
use super::cell::Cell;
use super::done_cells::DoneCells;
use super::error::RunError;
use super::exchanges::missing_replies;
use super::plan::Plan;
use super::stored;
use crate::store::Store;

/// The state of a cell in a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellState {
    /// It is done, in the plan's own run or in another, from which a run will take it over.
    Done,
    /// Its replies made it fail.
    Failed {
        /// The number of attempts, in all runs of the store.
        attempts: usize,
        /// The last attempt.
        last: Attempt,
    },
    /// Something other than its replies ended the last attempt: a provider, a limit, or the
    /// process.
    Interrupted {
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
pub fn status(plan: &Plan, store: &Store) -> Result<Vec<CellState>, RunError> {
    let (cells, attempts) = (DoneCells::open(plan, store)?, Attempts::open(store)?);
    Ok(plan.cells.iter().map(|cell| state(plan, store, &cells, cell, &attempts)).collect())
}

fn state(
    plan: &Plan,
    store: &Store,
    cells: &DoneCells,
    cell: &Cell,
    attempts: &Attempts,
) -> CellState {
    match cells.find(cell) {
        Ok(Some(done)) => {
            let missing = stored::read_debate(store, &done)
                .and_then(|stored| missing_replies(plan, store, cell, &stored));
            return match missing.as_deref() {
                Ok([]) => CellState::Done,
                Ok([error, ..]) | Err(error) => CellState::Damaged(error.report()),
            };
        }
        Ok(None) => {}
        Err(error) => return CellState::Damaged(error.report()),
    }
    match attempts.last(&cell.id) {
        Some(last) => {
            let (attempts, last) = (attempts.count(&cell.id), last.clone());
            if last.has_failed() {
                CellState::Failed { attempts, last }
            } else {
                CellState::Interrupted { attempts, last }
            }
        }
        None => CellState::Missing,
    }
}
