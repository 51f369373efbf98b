//! What of a store today's experiments can do without.
//!
//! A run stays where it is today's: made of what a manifest names now, whoever answered. It stays as well where it holds a
//! debate that a manifest of today wants and has nowhere else. With a run stay its objects and the replies that its debates
//! were made of; whatever a finished debate needs survives, so that it can be had again.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use super::attempt::Clock;
use super::plan::Plan;
use super::progress::Progress;
use crate::provider::Exchange;
use crate::store::{self, Error, Hash, Item, Kept, Name, RunId, Store, Writer};
use crate::task::Models;

/// What is younger stays: whoever wrote it may be about to refer to it.
const YOUNG: Duration = Duration::from_secs(60 * 60);

/// Says why nothing is dropped.
#[derive(Debug, thiserror::Error)]
pub enum GcError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// Somebody is at work.
    #[error("a run is going on in this store: {run}, by {writer}")]
    Running {
        /// The run.
        run: RunId,
        /// Host, process and start of whoever runs.
        writer: Writer,
    },
    /// A plan cannot be compared.
    #[error("a manifest has no canonical form")]
    Unhashable(#[from] store::canonical::Error),
}

/// Whether replies of models are dropped that no finished debate was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paid {
    /// They stay: to have them again would be paid again.
    Kept,
    /// They go.
    Dropped,
}

/// What may be dropped.
#[derive(Debug)]
pub struct Reach<'a> {
    /// The plan of every manifest that shares the store.
    pub plans: &'a [Plan],
    /// The experiments whose former runs may go; runs of others stay.
    pub experiments: &'a BTreeSet<Name>,
    /// Whether replies of models may go.
    pub paid: Paid,
    /// Whether a process may still be at work; true where that cannot be known.
    pub is_alive: fn(&Writer) -> bool,
}

/// What a store can do without.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sweep {
    /// What could be dropped, by kind and place.
    pub items: Vec<Item>,
    /// Runs and files that stay only because they are younger than an hour.
    pub young: usize,
    /// Replies of models that stay although nothing names them: how many, and their bytes.
    pub paid: (usize, u64),
    /// Former runs that stay since they hold debates that today's have not taken over yet.
    pub serving: Vec<RunId>,
}

/// Says what a store can do without. Nothing is dropped.
///
/// # Errors
/// [`GcError::Running`] where somebody is at work, and where the store cannot be read.
pub fn litter(store: &Store, reach: &Reach<'_>) -> Result<Sweep, GcError> {
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(Clock::now());
    let young = now - YOUNG;
    let folders = store.run_folders()?;
    for id in &folders {
        if let Some(writer) = at_work(store, id, young, reach.is_alive)? {
            return Err(GcError::Running { run: id.clone(), writer });
        }
    }
    let mut kept = Kept::default();
    let mut former = Vec::new();
    let mut young_runs = 0;
    for id in folders {
        let run = store.run(&id);
        if !reach.experiments.contains(id.experiment()) || is_todays(store, &id, reach.plans)? {
            kept.runs.insert(id);
        } else if run.changed()?.is_some_and(|changed| changed >= young) {
            kept.runs.insert(id);
            young_runs += 1;
        } else {
            former.push(id);
        }
    }
    let serving = serving(store, reach.plans, &kept.runs, former)?;
    kept.runs.extend(serving.iter().cloned());
    for id in &kept.runs {
        kept.replies.extend(replies(store, id)?);
    }
    let mut paid = (0, 0);
    for (key, bytes) in store.replies()? {
        if reach.paid == Paid::Kept && !kept.replies.contains(&key) && is_paid(store, &key) {
            kept.replies.insert(key);
            paid = (paid.0 + 1, paid.1 + bytes);
        }
    }
    let mut items = store.litter(&kept)?;
    let all = items.len();
    items.retain(|item| item.changed < young);
    Ok(Sweep { young: young_runs + all - items.len(), items, paid, serving })
}

/// Whoever writes a journal of the run, or may.
fn at_work(
    store: &Store,
    id: &RunId,
    young: SystemTime,
    is_alive: fn(&Writer) -> bool,
) -> Result<Option<Writer>, Error> {
    let run = store.run(id);
    for writer in run.writers()? {
        let recording = run.recording::<Progress>(&writer);
        let last = recording.as_ref().ok().and_then(|recording| recording.events.last());
        let is_over = matches!(last, Some(Progress::Finished { .. }));
        if !is_over && run.journal_changed(&writer)? >= young && is_alive(&writer) {
            return Ok(Some(writer));
        }
    }
    Ok(None)
}

/// Whether a run is one of today's plans, or such a plan with another provider.
fn is_todays(store: &Store, id: &RunId, plans: &[Plan]) -> Result<bool, GcError> {
    if plans.iter().any(|plan| plan.run == *id) {
        return Ok(true);
    }
    // Frozen in a form that this version does not know, it is a former one.
    let Ok(Some(frozen)) = store.run(id).manifest::<Value>() else { return Ok(false) };
    let of_model = frozen.get("provider").and_then(|provider| provider.get("kind")?.as_str());
    for plan in plans.iter().filter(|plan| plan.run.experiment() == id.experiment()) {
        let bytes = store::canonical::to_vec(&plan.frozen())?;
        let today: Value = serde_json::from_slice(&bytes).expect("canonical form is JSON");
        let other =
            of_model.is_some_and(|kind| !is_free(kind) || kind != plan.manifest.provider.kind());
        if other && without_provider(frozen.clone()) == without_provider(today) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a provider of this kind answers for nothing.
fn is_free(kind: &str) -> bool {
    ["corpus", "script"].contains(&kind)
}

/// A frozen manifest without what depends on who answers.
fn without_provider(mut frozen: Value) -> Value {
    if let Some(fields) = frozen.as_object_mut() {
        fields.remove("provider");
        fields.remove("models");
        let cells = fields.get_mut("cells").and_then(Value::as_array_mut);
        for cell in cells.into_iter().flatten().filter_map(Value::as_object_mut) {
            cell.remove("id");
        }
    }
    frozen
}

/// The former runs that hold a debate of today which no other run holds that stays.
fn serving(
    store: &Store,
    plans: &[Plan],
    kept: &BTreeSet<RunId>,
    former: Vec<RunId>,
) -> Result<Vec<RunId>, Error> {
    let mut wanted: BTreeSet<&Name> =
        plans.iter().flat_map(|plan| &plan.cells).map(|cell| &cell.id).collect();
    for id in kept {
        for cell in store.run(id).cells()? {
            wanted.remove(&cell);
        }
    }
    let mut serving = Vec::new();
    for id in former {
        let held = store.run(&id).cells()?;
        // `|`, for a debate that was found is wanted no more.
        if held.iter().fold(false, |serves, cell| serves | wanted.remove(cell)) {
            serving.push(id);
        }
    }
    Ok(serving)
}

/// The replies that the finished debates of a run were made of.
fn replies(store: &Store, id: &RunId) -> Result<BTreeSet<Hash>, Error> {
    let run = store.run(id);
    let mut replies = BTreeSet::new();
    for cell in run.cells()? {
        let Some(done) = run.done(&cell)? else { continue };
        for snapshot in super::read(store, &done)?.snapshots {
            let requests = snapshot.calls.iter().flat_map(|call| &call.requests);
            replies.extend(requests.filter_map(|key| key.parse::<Hash>().ok()));
        }
    }
    Ok(replies)
}

/// Whether a model gave the reply; one that cannot be read may be worth mending.
fn is_paid(store: &Store, key: &Hash) -> bool {
    let reply = store.cached::<Exchange>(key).ok().flatten();
    reply.is_none_or(|Exchange { reply, .. }| reply.model != Models::default().strong)
}
