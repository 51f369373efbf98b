//! Stores what debates leave, as many at once as have ended meanwhile, while others go on.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::attempt::{Attempted, Fate, Worker};
use super::run::RunError;
use crate::store;

/// After how long replies get their names though no debate ends.
const UNNAMED: Duration = Duration::from_millis(50);

/// The most debates that are stored at once.
const MOST: usize = 256;

/// An attempt at the cell of this place in the plan that is over.
pub(super) type Over = (usize, Attempted);

/// Stores what comes until nothing more can come, and sends on what became of it.
pub(super) fn store_all(worker: &Worker<'_>, ended: &Receiver<Over>, send: impl Fn(Vec<Over>)) {
    loop {
        let first = ended.recv_timeout(UNNAMED);
        let is_last = matches!(first, Err(RecvTimeoutError::Disconnected));
        let mut over: Vec<Over> = first.into_iter().collect();
        over.extend(ended.try_iter().take(MOST));
        store(worker, &mut over);
        send(over);
        if is_last {
            break;
        }
    }
}

/// Stores what came of attempts, and sees whether that is what became of them.
pub(super) fn store(worker: &Worker<'_>, over: &mut [Over]) {
    let mut waiting = Vec::new();
    let mut debates = Vec::new();
    for (place, attempted) in over.iter_mut() {
        let Attempted { fate, outcome, .. } = attempted;
        let cell = &worker.plan.cells[*place].id;
        debates.extend(outcome.as_ref().map(|outcome| store::Debate {
            run: worker.run,
            cell,
            outcome,
        }));
        waiting.push((fate, outcome.is_some()));
    }
    match worker.replies.commit(&debates) {
        Ok(results) => {
            let fates = waiting.into_iter().filter(|(_, has_outcome)| *has_outcome);
            for ((fate, _), result) in fates.zip(results) {
                if let Err(error) = result {
                    worker.note(&error);
                    *fate = if let store::Error::Overtaken { .. } = error {
                        Fate::Overtaken
                    } else {
                        RunError::from(error).into()
                    };
                }
            }
        }
        Err(error) => {
            worker.note(&error);
            for (fate, _) in waiting {
                fate.fail_for(&error);
            }
        }
    }
}
