//! Which cells of a plan a store holds already.

use super::plan::{Cell, Plan};
use super::run::RunError;
use crate::store::{Done, Error, Run, RunId, Store};

/// The finished cells of a store as a plan sees them: those of its own run, and those of every other.
#[derive(Debug)]
pub struct Archive {
    store: Store,
    own: Run,
    others: Vec<RunId>,
}

impl Archive {
    /// Lists the runs of a store.
    ///
    /// # Errors
    /// The folder of runs cannot be read.
    pub fn open(plan: &Plan, store: &Store) -> Result<Self, Error> {
        let mut others = store.runs()?;
        others.retain(|other| *other != plan.run);
        Ok(Self { store: store.clone(), own: store.run(&plan.run), others })
    }

    /// Finds a done cell in the plan's own run, or in any other.
    ///
    /// An outcome of another run whose objects are gone counts as not there.
    ///
    /// # Errors
    /// [`RunError::Disagreement`] where two other runs hold different outcomes; a fault of the store.
    pub fn find(&self, cell: &Cell) -> Result<Option<Done>, RunError> {
        if let Some(done) = self.own.done(&cell.id)? {
            return Ok(Some(done));
        }
        let mut found: Option<(Done, &RunId)> = None;
        for other in &self.others {
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
