//! What a store holds that no current experiment needs.
//!
//! A run stays if it is current: a manifest describes it as it is now, with any provider. It also
//! stays if it holds a debate that a manifest needs and no other run has. The objects of such a run
//! and the replies of its debates stay too, so every finished debate that stays can be re-run.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

use serde::Deserialize;
use serde_json::Value;

use super::inputs::CORPUS_RULE;
use super::plan::Plan;
use super::process;
use super::progress::Progress;
use crate::store::{self, Error, Hash, Item, Keep, Name, RunId, Store, Writer};

/// Younger files stay: the process that wrote one may be about to refer to it.
const YOUNG: Duration = Duration::from_hours(1);

/// Why nothing can be deleted.
#[derive(Debug, thiserror::Error)]
pub enum GcError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// A process is running debates.
    #[error("a run is in progress in this store: {run}, by {writer}")]
    Running {
        /// The run.
        run: RunId,
        /// Host, id and start of the process.
        writer: Writer,
    },
    /// A plan cannot be compared with a run.
    #[error("a manifest has no canonical form")]
    Unhashable(#[from] store::canonical::Error),
}

impl GcError {
    /// What to do about it, where the message does not say it.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Store(error) => Some(error.help()),
            Self::Running { .. } => Some("nothing was deleted; try again when the run has ended"),
            Self::Unhashable(_) => None,
        }
    }
}

/// Whether replies can be deleted that no finished debate uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paid {
    /// They stay: they were paid for.
    Keep,
    /// They can be deleted.
    Delete,
}

/// What can be deleted.
#[derive(Debug)]
pub struct Scope<'a> {
    /// The plan of every manifest that shares the store.
    pub plans: &'a [Plan],
    /// The experiments whose former runs can be deleted; runs of others stay.
    pub experiments: &'a BTreeSet<Name>,
    /// Whether unused replies can be deleted.
    pub paid: Paid,
    /// Whether a process may still be running; true if that cannot be known.
    pub is_alive: fn(&Writer) -> bool,
}

/// What a store no longer needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// What can be deleted, by kind and path.
    pub items: Vec<Item>,
    /// The number of runs and files that stay only because they are younger than an hour.
    pub young: usize,
    /// Replies that stay although no finished debate uses them: their number and size in bytes.
    pub paid: (usize, u64),
    /// Former runs that stay because they hold debates that the current runs have not taken over
    /// yet.
    pub serving: Vec<RunId>,
}

/// Finds what a store no longer needs. Nothing is deleted.
///
/// # Errors
/// [`GcError::Running`] if a process is running debates; an error of the store.
pub fn find(store: &Store, scope: &Scope<'_>) -> Result<Findings, GcError> {
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(process::now());
    let young = now - YOUNG;
    let folders = store.run_folders()?;
    for id in &folders {
        if let Some(writer) = running(store, id, young, scope.is_alive)? {
            return Err(GcError::Running { run: id.clone(), writer });
        }
    }
    let mut keep = Keep::default();
    let mut former = Vec::new();
    let mut young_runs = 0;
    for id in folders {
        let run = store.run(&id);
        if !scope.experiments.contains(id.experiment()) || is_current(store, &id, scope.plans)? {
            keep.runs.insert(id);
        } else if run.changed()?.is_some_and(|changed| changed >= young) {
            keep.runs.insert(id);
            young_runs += 1;
        } else {
            former.push(id);
        }
    }
    let serving = serving(store, scope.plans, &keep.runs, former)?;
    keep.runs.extend(serving.iter().cloned());
    for id in &keep.runs {
        keep.replies.extend(replies(store, id)?);
    }
    let mut paid = (0, 0);
    for (key, bytes) in store.replies()? {
        if scope.paid == Paid::Keep && !keep.replies.contains(&key) {
            keep.replies.insert(key);
            paid = (paid.0 + 1, paid.1 + bytes);
        }
    }
    let mut items = store.garbage(&keep)?;
    let all = items.len();
    items.retain(|item| item.changed < young);
    Ok(Findings { young: young_runs + all - items.len(), items, paid, serving })
}

/// The process that writes a journal of the run, or may.
fn running(
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

/// Whether a run belongs to a present plan, or to such a plan with another provider.
fn is_current(store: &Store, id: &RunId, plans: &[Plan]) -> Result<bool, GcError> {
    if plans.iter().any(|plan| plan.run == *id) {
        return Ok(true);
    }
    // A run that was frozen in a form that this version does not know is a former one.
    let Ok(Some(frozen)) = store.run(id).manifest::<Value>() else { return Ok(false) };
    let kind = frozen.get("provider").and_then(|provider| provider.get("kind")?.as_str());
    for plan in plans.iter().filter(|plan| plan.run.experiment() == id.experiment()) {
        let bytes = store::canonical::to_vec(&plan.frozen())?;
        let current: Value = serde_json::from_slice(&bytes).expect("canonical form is JSON");
        let other =
            kind.is_some_and(|kind| !is_free(kind) || kind != plan.manifest.provider.kind());
        if other && without_provider(frozen.clone()) == without_provider(current) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a provider of this kind costs nothing.
fn is_free(kind: &str) -> bool {
    ["corpus", "script"].contains(&kind)
}

/// A frozen manifest without everything that depends on the provider.
fn without_provider(mut frozen: Value) -> Value {
    if let Some(fields) = frozen.as_object_mut() {
        fields.remove("provider");
        fields.remove("models");
        if let Some(inputs) = fields.get_mut("inputs").and_then(Value::as_object_mut) {
            inputs.retain(|name, _| !name.starts_with(CORPUS_RULE));
        }
        let cells = fields.get_mut("cells").and_then(Value::as_array_mut);
        for cell in cells.into_iter().flatten().filter_map(Value::as_object_mut) {
            cell.remove("id");
        }
    }
    frozen
}

/// The former runs that hold a debate of a present plan which no staying run holds.
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
        // `|` so that every debate found here is removed from `wanted`.
        if held.iter().fold(false, |serves, cell| serves | wanted.remove(cell)) {
            serving.push(id);
        }
    }
    Ok(serving)
}

/// The replies that the finished debates of a run use, and the matching of their cruxes.
fn replies(store: &Store, id: &RunId) -> Result<BTreeSet<Hash>, Error> {
    let run = store.run(id);
    let mut replies = BTreeSet::new();
    for cell in run.cells()? {
        let Some(done) = run.done(&cell)? else { continue };
        for snapshot in &done.snapshots {
            replies.extend(store.object::<Calls>(snapshot)?.requests());
        }
    }
    replies.extend(run.all_matches::<Calls>()?.iter().flat_map(Calls::requests));
    Ok(replies)
}

/// The calls of a snapshot or of matches. Everything else may be in a form that only an earlier
/// version of the program knows.
#[derive(Debug, Deserialize)]
struct Calls {
    #[serde(default)]
    calls: Vec<Requests>,
}

/// The requests of a call.
#[derive(Debug, Deserialize)]
struct Requests {
    requests: Vec<String>,
}

impl Calls {
    fn requests(&self) -> impl Iterator<Item = Hash> {
        let requests = self.calls.iter().flat_map(|call| &call.requests);
        requests.filter_map(|key| key.parse().ok())
    }
}
