//! Estimates what retrying a failed debate uses.

use crate::pipeline::attempt::Attempts;
use crate::pipeline::cell::Cell;
use crate::pipeline::failed_debate::failed_debate;
use crate::pipeline::plan::Plan;
use crate::record::{Call, CallFault};
use crate::store::Store;
use crate::vocabulary::Volumes;

/// What the calls of a failed debate used.
#[derive(Debug, Clone, Default)]
pub(super) struct FailedCalls {
    /// Those whose answers are kept.
    kept: Volumes,
    /// Those that a retry asks again.
    asked_again: Volumes,
    /// Searches of the web whose answers are kept.
    searches_kept: u64,
    /// Searches of the web that a retry makes again.
    searches_made_again: u64,
}

impl FailedCalls {
    /// Runs the debate again with the stored replies. Without some of them, what it used is unknown
    /// and counts as nothing.
    pub(super) fn of(plan: &Plan, store: &Store, cell: &Cell, attempts: &Attempts) -> Self {
        let mut used = Self::default();
        let calls = calls(plan, store, cell, attempts).unwrap_or_default();
        for call in calls {
            if call.usage.searches > 0 {
                let searches = match &call.fault {
                    Some(_) => &mut used.searches_made_again,
                    None => &mut used.searches_kept,
                };
                *searches += u64::from(call.usage.searches);
                continue;
            }
            let volumes = match &call.fault {
                Some(CallFault::Incomplete(_) | CallFault::Unusable(_)) => &mut used.asked_again,
                Some(CallFault::Provider(_)) | None => &mut used.kept,
            };
            volumes.extend([(call.model, call.usage.volume())]);
        }
        used
    }

    /// What a retry uses if a whole debate uses `whole`: the calls that are asked again, and what
    /// follows from their answers.
    pub(super) fn retry(&self, whole: &Volumes) -> Volumes {
        whole.clone().less(&self.kept).max(&self.asked_again)
    }

    /// The searches of the web that a retry makes if a whole debate makes `whole`.
    pub(super) fn retry_searches(&self, whole: u64) -> u64 {
        whole.saturating_sub(self.searches_kept).max(self.searches_made_again)
    }
}

fn calls(plan: &Plan, store: &Store, cell: &Cell, attempts: &Attempts) -> Option<Vec<Call>> {
    // Replies of these providers are free, so retrying costs nothing.
    if plan.is_computed() {
        return None;
    }
    let failed = failed_debate(plan, store, cell, attempts)?;
    Some(failed.snapshots.into_iter().flat_map(|snapshot| snapshot.calls).collect())
}
