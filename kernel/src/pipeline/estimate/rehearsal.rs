//! Rehearsals: debates of a plan in which the provider `corpus` answers in place of the plan's own.

use std::collections::BTreeMap;

use super::consumption::Consumption;
use crate::mode::Resampling;
use crate::pipeline::cell::Cell;
use crate::pipeline::debate::debate;
use crate::pipeline::plan::Plan;
use crate::provider::{Corpus, Recorder};
use crate::record::{Outcome, Snapshot, StopReason};
use crate::store::Name;

/// The outcome of a debate and what it uses if the provider `corpus` answers in place of the plan's
/// own; or why it fails.
pub(super) type Rehearsal = Result<(Outcome, Consumption), String>;

/// The rehearsals of a plan, each made once.
pub(super) struct Rehearsals<'p> {
    pub(super) plan: &'p Plan,
    made: BTreeMap<Name, Rehearsal>,
}

impl<'p> Rehearsals<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        Self { plan, made: BTreeMap::new() }
    }

    /// The rehearsal of a debate.
    pub(super) fn of(&mut self, cell: &Cell) -> Rehearsal {
        let made = self.made.entry(cell.id.clone());
        made.or_insert_with(|| rehearse(self.plan, cell)).clone()
    }
}

fn rehearse(plan: &Plan, cell: &Cell) -> Rehearsal {
    let recorder = Recorder::new(Box::new(corpus(plan, cell)?));
    let source = plan.source(cell).map(|source| rehearsed(plan, source)).transpose()?.flatten();
    let finished = debate(plan, cell, source.as_ref(), &recorder, Resampling::NEVER, &mut |_| {});
    let finished = finished.map_err(|why| why.to_string())?;
    if finished.outcome.stop.reason == StopReason::Failed {
        return Err(finished.outcome.stop.rule);
    }
    let thinking = plan.manifest.provider.thinking();
    Ok((finished.outcome, Consumption::rehearsed(recorder.recorded(), thinking)))
}

/// The last snapshot of a debate in which the provider `corpus` answers in place of the plan's own.
fn rehearsed(plan: &Plan, cell: &Cell) -> Result<Option<Snapshot>, String> {
    let finished = debate(plan, cell, None, &corpus(plan, cell)?, Resampling::NEVER, &mut |_| {});
    Ok(finished.map_err(|why| why.to_string())?.snapshots.pop())
}

/// The provider `corpus` for the personas of a cell.
fn corpus(plan: &Plan, cell: &Cell) -> Result<Corpus, String> {
    let recall = plan.manifest.provider.recall_or_default();
    Corpus::new(plan.topic(cell), plan.personas(cell), recall).map_err(|fault| fault.to_string())
}
