//! Which cells of a plan a store holds already.

use std::collections::BTreeSet;

use super::plan::{Cell, Plan};
use super::run::RunError;
use crate::store::{Done, Error, Name, Run, RunId, Store};

/// The finished cells of a store as a plan sees them: those of its own run, and those of every other.
#[derive(Debug)]
pub struct Archive {
    store: Store,
    own: Run,
    /// The cells that had a folder in it.
    begun: BTreeSet<Name>,
    others: Vec<(RunId, BTreeSet<Name>)>,
}

impl Archive {
    /// Lists the runs of a store, and their cells.
    ///
    /// # Errors
    /// The folder of runs, or that of the cells of a run, cannot be read.
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
    /// An outcome of another run whose objects are gone counts as not there.
    ///
    /// # Errors
    /// [`RunError::Disagreement`] where two other runs hold different outcomes; a fault of the store.
    pub fn find(&self, cell: &Cell) -> Result<Option<Done>, RunError> {
        if self.begun.contains(&cell.id)
            && let Some(done) = self.own.done(&cell.id)?
        {
            return Ok(Some(done));
        }
        let mut found: Option<(Done, &RunId)> = None;
        for (other, _) in self.others.iter().filter(|(_, begun)| begun.contains(&cell.id)) {
            let Ok(Some(done)) = self.store.run(other).done(&cell.id) else { continue };
            if super::read(&self.store, &done).is_err() {
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

    /// Tells whether the cell is done, here or in another run, from which it is then taken over.
    pub(super) fn adopt(&self, cell: &Cell) -> Result<bool, RunError> {
        let Some(done) = self.find(cell)? else { return Ok(false) };
        self.own.finish(&cell.id, &done)?;
        Ok(true)
    }
}
