//! Runs what is missing, and commits each cell when it is whole.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::plan::{Cell, Plan};
use crate::format::ProviderChoice;
use crate::mode::{Finished, Setting};
use crate::provider::{Cached, Corpus, Provider, ProviderFault, Replay, Script, ScriptError};
use crate::record::{Event, Outcome, StopReason};
use crate::store::{self, Done, Hash, Journal, Name, Run, Store, Writer};

/// Says why an experiment cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The provider cannot be set up.
    #[error(transparent)]
    Provider(#[from] ProviderFault),
    /// The script is none.
    #[error(transparent)]
    Script(#[from] ScriptError),
}

/// Whether a provider may be asked, or only what the store holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offline {
    /// Only replies that the store holds are used.
    Yes,
    /// What the store does not hold is asked for.
    No,
}

/// Who runs, and when: it goes into attempts and journals, never into what is hashed.
#[derive(Debug, Clone)]
pub struct Clock {
    /// The host.
    pub host: Name,
    /// The process.
    pub pid: u32,
}

impl Clock {
    /// *Units*: milliseconds since 1970.
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clock")]
    fn now() -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}

/// How one attempt at a cell went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The host.
    pub host: Name,
    /// When it began. *Units*: milliseconds since 1970.
    pub started: u64,
    /// How long it took. *Units*: milliseconds.
    pub took: u64,
    /// Replies that the cache served.
    pub hits: u64,
    /// Replies that were asked for.
    pub misses: u64,
    /// Why it failed, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What it left, even if it failed.
    pub left: Done,
}

/// What a run says of itself while it goes on; each is a line of the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "progress", rename_all = "snake_case")]
pub enum Progress {
    /// The run begins.
    Started {
        /// Its id.
        run: String,
        /// All its cells.
        cells: usize,
        /// Those that are done already, here or in another run of the store.
        done: usize,
    },
    /// A cell begins.
    CellStarted {
        /// Its id.
        cell: Name,
        /// The mode's label.
        label: String,
        /// The topic.
        topic: String,
        /// The replicate, from 1.
        replicate: u32,
        /// The most calls it may take.
        most_calls: u32,
    },
    /// Something happened within a cell.
    Debate {
        /// The cell.
        cell: Name,
        /// What happened.
        event: Event,
    },
    /// A cell is done and committed.
    CellDone {
        /// The cell.
        cell: Name,
        /// The calls it took.
        calls: u32,
        /// The cruxes it found.
        cruxes: usize,
    },
    /// A cell failed; it is tried again by the next run.
    CellFailed {
        /// The cell.
        cell: Name,
        /// Why.
        error: String,
    },
    /// The run is over.
    Finished {
        /// Cells that are done.
        done: usize,
        /// Cells that failed.
        failed: usize,
    },
}

/// What a run comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cells that were done before.
    pub found: usize,
    /// Cells that were done now.
    pub ran: usize,
    /// Cells that failed, with the reason.
    pub failed: Vec<(Name, String)>,
    /// Replies that the cache served.
    pub hits: u64,
    /// Replies that were asked for.
    pub misses: u64,
}

/// Runs every cell of a plan that is not done yet.
///
/// A failing cell never stops the others. Where nothing is missing, nothing is written.
///
/// # Errors
/// [`RunError`] where the store or the provider cannot be used at all; what is done by then stays done.
pub fn run(
    plan: &Plan,
    store: &Store,
    offline: Offline,
    clock: &Clock,
    listener: &mut dyn FnMut(&Progress),
) -> Result<Summary, RunError> {
    let run = store.run(&plan.run);
    run.freeze(&plan.frozen())?;
    let mut missing = Vec::new();
    for cell in &plan.cells {
        if run.done(&cell.id)?.is_none() && !adopt(store, &run, cell)? {
            missing.push(cell);
        }
    }
    let mut summary = Summary { found: plan.cells.len() - missing.len(), ..Summary::default() };
    if missing.is_empty() {
        return Ok(summary);
    }
    let writer = Writer { host: clock.host.clone(), pid: clock.pid, start: Clock::now() };
    let mut log = Log { journal: run.journal(&writer)?, listener, fault: None };
    log.tell(&Progress::Started {
        run: plan.run.to_string(),
        cells: plan.cells.len(),
        done: summary.found,
    });
    for cell in missing {
        log.tell(&Progress::CellStarted {
            cell: cell.id.clone(),
            label: cell.label.clone(),
            topic: cell.topic.to_string(),
            replicate: cell.replicate,
            most_calls: cell
                .mode
                .most_calls(u32::try_from(cell.personas.len()).expect("a group fits a table")),
        });
        let (attempt, outcome) = attempt(plan, cell, store, offline, clock, &mut log)?;
        summary.hits += attempt.hits;
        summary.misses += attempt.misses;
        run.attempt(&cell.id, &attempt)?;
        if let Some(error) = attempt.error {
            log.tell(&Progress::CellFailed { cell: cell.id.clone(), error: error.clone() });
            summary.failed.push((cell.id.clone(), error));
        } else {
            run.finish(&cell.id, &attempt.left)?;
            summary.ran += 1;
            log.tell(&Progress::CellDone {
                cell: cell.id.clone(),
                calls: outcome.usage.calls,
                cruxes: outcome.cruxes.len(),
            });
        }
    }
    log.tell(&Progress::Finished {
        done: summary.found + summary.ran,
        failed: summary.failed.len(),
    });
    log.fault.map_or(Ok(summary), |fault| Err(fault.into()))
}

/// Takes a cell over from another run of the store.
fn adopt(store: &Store, run: &Run, cell: &Cell) -> Result<bool, RunError> {
    for other in store.runs()?.iter().filter(|other| *other != run.id()) {
        if let Some(done) = store.run(other).done(&cell.id)? {
            run.finish(&cell.id, &done)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tells events to the journal and to whoever listens.
struct Log<'a> {
    journal: Journal,
    listener: &'a mut dyn FnMut(&Progress),
    fault: Option<store::Error>,
}

impl Log<'_> {
    fn tell(&mut self, progress: &Progress) {
        if let Err(fault) = self.journal.write(progress) {
            self.fault.get_or_insert(fault);
        }
        (self.listener)(progress);
    }
}

/// The provider of a cell, without its cache.
pub(super) fn provider(plan: &Plan, cell: &Cell) -> Result<Box<dyn Provider>, RunError> {
    Ok(match &plan.manifest.provider {
        ProviderChoice::Corpus { recall } => {
            Box::new(Corpus::new(plan.topic(cell), &plan.personas(cell), *recall)?)
        }
        ProviderChoice::Script { .. } => {
            Box::new(Script::parse(plan.script.as_deref().unwrap_or_default())?)
        }
    })
}

/// Has the debate of a cell.
pub(super) fn debate(
    plan: &Plan,
    cell: &Cell,
    provider: &dyn Provider,
    listener: &mut dyn FnMut(&Event),
) -> Finished {
    let personas = plan.personas(cell);
    let setting = Setting {
        topic: plan.topic(cell),
        personas: &personas,
        provider,
        models: &plan.manifest.models,
        seed: cell.seed,
        replicate: cell.replicate,
    };
    pollster::block_on(cell.mode.run(setting, listener))
}

fn attempt(
    plan: &Plan,
    cell: &Cell,
    store: &Store,
    offline: Offline,
    clock: &Clock,
    log: &mut Log<'_>,
) -> Result<(Attempt, Outcome), RunError> {
    let started = Clock::now();
    let inner = provider(plan, cell)?;
    let inner = match offline {
        Offline::Yes => Box::new(Replay::new(inner)),
        Offline::No => inner,
    };
    let cached = Cached::new(inner, store.clone());
    let mut listen =
        |event: &Event| log.tell(&Progress::Debate { cell: cell.id.clone(), event: event.clone() });
    let finished = debate(plan, cell, &cached, &mut listen);
    let snapshots =
        finished.snapshots.iter().map(|snapshot| store.put(snapshot)).collect::<Result<_, _>>()?;
    let left = Done { snapshots, outcome: store.put(&finished.outcome)? };
    let (hits, misses) = cached.hits_and_misses();
    let stop = &finished.outcome.stop;
    let attempt = Attempt {
        host: clock.host.clone(),
        started,
        took: Clock::now().saturating_sub(started),
        hits,
        misses,
        error: (stop.reason == StopReason::Failed).then(|| stop.rule.clone()),
        left,
    };
    Ok((attempt, finished.outcome))
}

/// The hashes that a debate would leave.
pub(super) fn hashes(finished: &Finished) -> Result<Done, store::canonical::Error> {
    let snapshots = finished.snapshots.iter().map(Hash::of_value).collect::<Result<_, _>>()?;
    Ok(Done { snapshots, outcome: Hash::of_value(&finished.outcome)? })
}
