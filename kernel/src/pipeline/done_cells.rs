//! Which cells of a plan a store holds.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::cell::Cell;
use super::error::RunError;
use super::plan::Plan;
use super::stored;
use crate::store::{Done, Error, Name, Run, RunId, Store};

/// The done cells of a store that a plan can use: those of the plan's own run, and those of all
/// other runs.
#[derive(Debug)]
pub struct DoneCells {
    store: Store,
    own: Run,
    /// The cells that have a folder in the plan's own run.
    begun: BTreeSet<Name>,
    others: Vec<(RunId, BTreeSet<Name>)>,
}

impl DoneCells {
    /// Lists the runs of a store and their cells.
    ///
    /// # Errors
    /// The folder of runs, or the folder of the cells of a run, cannot be read.
    pub fn open(plan: &Plan, store: &Store) -> Result<Self, Error> {
        let mut others = store.runs()?;
        others.retain(|other| *other != plan.run);
        let listed = |other: RunId| Ok((other.clone(), store.run(&other).begun()?));
        let others = others.into_iter().map(listed).collect::<Result<_, Error>>()?;
        let own = store.run(&plan.run);
        Ok(Self { store: store.clone(), begun: own.begun()?, own, others })
    }

    /// Finds a done cell in the plan's own run, or in any other.
    ///
    /// A cell of another run counts as missing if an object of it is missing or damaged.
    ///
    /// # Errors
    /// [`RunError::Disagreement`] if two other runs hold different outcomes; an error of the store.
    pub fn find(&self, cell: &Cell) -> Result<Option<Done>, RunError> {
        if self.begun.contains(&cell.id)
            && let Some(done) = self.own.done(&cell.id)?
        {
            return Ok(Some(done));
        }
        let mut found: Option<(Done, &RunId)> = None;
        for (other, _) in self.others.iter().filter(|(_, begun)| begun.contains(&cell.id)) {
            let Ok(Some(done)) = self.store.run(other).done(&cell.id) else { continue };
            if stored::read_debate(&self.store, &done).is_err() {
                continue;
            }
            match &found {
                Some((first, run)) if *first != done => {
                    let runs = [run.to_string(), other.to_string()];
                    return Err(RunError::Disagreement { cell: cell.id.clone(), runs });
                }
                Some(_) => {}
                None => found = Some((done, other)),
            }
        }
        Ok(found.map(|(done, _)| done))
    }

    /// The folder of the plan's own run.
    pub(super) fn own_folder(&self) -> PathBuf {
        self.own.folder()
    }

    /// Whether the cell is done, here or in another run, from which the plan's own run then takes
    /// it over.
    pub(super) fn take_over(&self, cell: &Cell) -> Result<bool, RunError> {
        let Some(done) = self.find(cell)? else { return Ok(false) };
        self.own.commit(&cell.id, &done)?;
        Ok(true)
    }
}
