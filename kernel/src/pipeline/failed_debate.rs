//! What was said in a debate that failed. Only finished debates are stored, so it is run again with
//! the stored replies.

use std::collections::BTreeMap;

use super::attempt::Attempts;
use super::cell::Cell;
use super::debate::{debate, source};
use super::options::{Offline, RetryFailed};
use super::plan::Plan;
use super::providers::Providers;
use crate::mode::{Finished, Resampling};
use crate::provider::{Backoff, Cached, Exchange, Recorded, Recorder, Replay};
use crate::record::{Snapshot, StopReason};
use crate::store::{Hash, Store};

/// A failed debate, as far as it went.
#[derive(Debug)]
pub struct FailedDebate {
    /// The state after each round, in order. The last one ends where the debate failed.
    pub snapshots: Vec<Snapshot>,
    /// The text of each reply, by the key of its request. Where the store has lost a reply it is
    /// missing.
    pub replies: BTreeMap<Hash, String>,
}

/// Runs a failed debate again as its `attempts` went: with the stored replies, those of free
/// providers with computed ones. `None` if the debate does not fail this time: without some of its
/// replies it cannot be repeated.
pub fn failed_debate(
    plan: &Plan,
    store: &Store,
    cell: &Cell,
    attempts: &Attempts,
) -> Option<FailedDebate> {
    let source = source(plan, store, cell).ok()?;
    let provider =
        Providers::new(plan, Offline::Yes).ok()?.of(plan, cell, Backoff::default()).ok()?;
    let resampling = Resampling::UpTo(attempts.resamples(&cell.id, RetryFailed::No));
    let mut replies = BTreeMap::new();
    let ended = if plan.is_computed() {
        let recorder = Recorder::new(provider);
        let ended = debate(plan, cell, source.as_ref(), &recorder, resampling, &mut |_| {});
        let recorded = recorder.recorded().into_iter();
        replies.extend(recorded.map(|Recorded { key, exchange, .. }| (key, exchange.reply.text)));
        ended
    } else {
        let silent = Replay::new(provider).with_faults(attempts.unanswered(&cell.id));
        let cached = Cached::new(&silent, store);
        debate(plan, cell, source.as_ref(), &cached, resampling, &mut |_| {})
    };
    let Finished { snapshots, outcome } = ended.ok()?;
    if outcome.stop.reason != StopReason::Failed {
        return None;
    }
    let calls = snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    for key in calls.flat_map(|call| &call.requests).filter_map(|key| key.parse::<Hash>().ok()) {
        if let Ok(Some(exchange)) = store.reply::<Exchange>(&key) {
            replies.insert(key, exchange.reply.text);
        }
    }
    Some(FailedDebate { snapshots, replies })
}
