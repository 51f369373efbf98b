//! Estimates what retrying a failed debate uses.

use crate::mode::{Finished, Resampling};
use crate::pipeline::attempt::Attempts;
use crate::pipeline::cell::Cell;
use crate::pipeline::debate::{debate, source};
use crate::pipeline::options::{Offline, RetryFailed};
use crate::pipeline::plan::Plan;
use crate::pipeline::providers::Providers;
use crate::provider::{Backoff, Cached, Replay};
use crate::record::{Call, CallFault, StopReason};
use crate::store::Store;
use crate::vocabulary::Volumes;

/// What the calls of a failed debate used.
#[derive(Debug, Clone, Default)]
pub(super) struct FailedDebate {
    /// Those whose answers are kept.
    kept: Volumes,
    /// Those that a retry asks anew.
    asked_anew: Volumes,
}

impl FailedDebate {
    /// Runs the debate again with the stored replies. Without some of them, what it used is unknown and counts as nothing.
    pub(super) fn of(plan: &Plan, store: &Store, cell: &Cell, attempts: &Attempts) -> Self {
        let mut used = Self::default();
        for call in calls(plan, store, cell, attempts).unwrap_or_default() {
            let volumes = match &call.fault {
                Some(CallFault::Incomplete(_) | CallFault::Unusable(_)) => &mut used.asked_anew,
                Some(CallFault::Provider(_)) | None => &mut used.kept,
            };
            volumes.extend([(call.model, call.usage.volume())]);
        }
        used
    }

    /// What a retry uses if a whole debate uses `whole`: the calls that are asked anew, and what follows from their answers.
    pub(super) fn retry(&self, whole: &Volumes) -> Volumes {
        whole.clone().less(&self.kept).max(&self.asked_anew)
    }
}

fn calls(plan: &Plan, store: &Store, cell: &Cell, attempts: &Attempts) -> Option<Vec<Call>> {
    let source = source(plan, store, cell).ok()?;
    let providers = Providers::new(plan, Offline::Yes).ok()?;
    let silent = Replay::new(providers.of(plan, cell, Backoff::default()).ok()?);
    let cached = Cached::new(&silent, store);
    let resampling = Resampling::UpTo(attempts.resamples(&cell.id, RetryFailed::No));
    let ended = debate(plan, cell, source.as_ref(), &cached, resampling, &mut |_| {});
    let Finished { snapshots, outcome } = ended.ok()?;
    let has_failed = outcome.stop.reason == StopReason::Failed;
    has_failed.then(|| snapshots.into_iter().flat_map(|snapshot| snapshot.calls).collect())
}
