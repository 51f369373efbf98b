//! Has every finished debate again over the stored replies, and compares.

use super::plan::Plan;
use super::run::{RunError, debate, hashes, provider};
use crate::provider::{Cached, Replay};
use crate::store::{Name, Store};

/// A cell that did not come out as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The cell.
    pub cell: Name,
    /// What differs, as a sentence.
    pub what: String,
}

/// Replays every finished cell of a plan without asking a provider. Returns how many were replayed, and what differs.
///
/// # Errors
/// [`RunError`] where the store cannot be read.
pub fn verify(plan: &Plan, store: &Store) -> Result<(usize, Vec<Difference>), RunError> {
    let run = store.run(&plan.run);
    let mut replayed = 0;
    let mut differences = Vec::new();
    for cell in &plan.cells {
        let Some(done) = run.done(&cell.id)? else { continue };
        let provider = Cached::new(Box::new(Replay::new(provider(plan, cell)?)), store.clone());
        let finished = debate(plan, cell, &provider, &mut |_| {});
        replayed += 1;
        let what = match hashes(&finished) {
            Ok(again) if again == done => continue,
            Ok(again) if again.snapshots == done.snapshots => "the outcome differs".to_owned(),
            Ok(again) => {
                let same =
                    again.snapshots.iter().zip(&done.snapshots).take_while(|(a, b)| a == b).count();
                format!("the snapshot of round {same} differs: {}", finished.outcome.stop.rule)
            }
            Err(error) => format!("the outcome has no canonical form: {error}"),
        };
        differences.push(Difference { cell: cell.id.clone(), what });
    }
    Ok((replayed, differences))
}
