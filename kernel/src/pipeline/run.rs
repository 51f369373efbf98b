//! Runs what is missing, and commits each cell when it is whole.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::plan::{Cell, Plan};
use super::providers::Providers;
use crate::mode::{Finished, Interrupted, Setting};
use crate::provider::{Cached, ConnectError, Provider, ProviderFault, Replay, ScriptError};
use crate::record::{Event, StopReason};
use crate::store::{self, Done, Journal, Name, Run, RunId, Store, Writer};

/// Says why an experiment cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The provider cannot be set up.
    #[error(transparent)]
    Provider(#[from] ProviderFault),
    /// The server with the models cannot be asked.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The script is none.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// Two runs of the store hold different outcomes of one cell.
    #[error(
        "debate {cell} came out differently in the runs {} and {}: one of the two is not reproducible; take the wrong \
         one's done.json away",
        runs[0],
        runs[1]
    )]
    Disagreement {
        /// The cell.
        cell: Name,
        /// The runs.
        runs: [String; 2],
    },
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

/// A cell that is not done after a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    /// The cell.
    pub cell: Name,
    /// Why.
    pub error: String,
    /// Whether it was interrupted by something that may pass: trying again may help.
    pub interrupted: bool,
}

/// What a run comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cells that were done before.
    pub found: usize,
    /// Cells that were done now.
    pub ran: usize,
    /// Cells that are not done.
    pub missed: Vec<Missed>,
    /// Replies that the cache served.
    pub hits: u64,
    /// Replies that were asked for.
    pub misses: u64,
}

/// Runs every cell of a plan that is not done yet.
///
/// A failing cell never stops the others. Where all cells are done in this run, nothing is written.
///
/// # Errors
/// [`RunError`] where the store cannot be used at all; what is done by then stays done.
pub fn run(
    plan: &Plan,
    store: &Store,
    offline: Offline,
    clock: &Clock,
    listener: &mut dyn FnMut(&Progress),
) -> Result<Summary, RunError> {
    let run = store.run(&plan.run);
    run.freeze(&plan.frozen())?;
    let mut summary = Summary::default();
    let mut missing = Vec::new();
    for cell in &plan.cells {
        match adopt(plan, store, &run, cell) {
            Ok(true) => summary.found += 1,
            Ok(false) => missing.push((cell, None)),
            Err(error) => missing.push((cell, Some(error))),
        }
    }
    if missing.is_empty() {
        return Ok(summary);
    }
    let providers = Providers::new(plan, offline)?;
    let writer = Writer { host: clock.host.clone(), pid: clock.pid, start: Clock::now() };
    let mut log = Log { journal: run.journal(&writer)?, listener, fault: None };
    let (cells, done) = (plan.cells.len(), summary.found);
    log.tell(&Progress::Started { run: plan.run.to_string(), cells, done });
    for (cell, fault) in missing {
        let attempted = match fault {
            Some(fault) => Err(fault),
            None => attempt(plan, cell, &providers, store, clock, &mut log, &mut summary),
        };
        let Some(missed) = attempted.unwrap_or_else(|error| Some(Missed::of(cell, &error))) else {
            summary.ran += 1;
            continue;
        };
        let (cell, error) = (missed.cell.clone(), missed.error.clone());
        log.tell(&Progress::CellFailed { cell, error });
        summary.missed.push(missed);
    }
    log.tell(&Progress::Finished {
        done: summary.found + summary.ran,
        failed: summary.missed.len(),
    });
    log.fault.map_or(Ok(summary), |fault| Err(fault.into()))
}

impl Missed {
    fn of(cell: &Cell, error: &RunError) -> Self {
        let mut told = error.to_string();
        if let RunError::Store(error) = error {
            told = format!("{told}; {}", error.help());
        }
        Self {
            cell: cell.id.clone(),
            error: told,
            interrupted: matches!(error, RunError::Store(_)),
        }
    }
}

/// Finds a done cell in this run of the store, or in any other.
///
/// An outcome of another run whose objects are gone counts as not there.
///
/// # Errors
/// [`RunError::Disagreement`] where two other runs hold different outcomes; a fault of the store.
pub fn find(plan: &Plan, store: &Store, cell: &Cell) -> Result<Option<Done>, RunError> {
    if let Some(done) = store.run(&plan.run).done(&cell.id)? {
        return Ok(Some(done));
    }
    let mut found: Option<(Done, RunId)> = None;
    for other in store.runs()?.into_iter().filter(|other| *other != plan.run) {
        let Ok(Some(done)) = store.run(&other).done(&cell.id) else { continue };
        if super::read(store, &done).is_err() {
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

/// Whether the cell is done, here or in another run, from which it is then taken over.
fn adopt(plan: &Plan, store: &Store, run: &Run, cell: &Cell) -> Result<bool, RunError> {
    let Some(done) = find(plan, store, cell)? else { return Ok(false) };
    run.finish(&cell.id, &done)?;
    Ok(true)
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

/// Has the debate of a cell.
pub(super) fn debate(
    plan: &Plan,
    cell: &Cell,
    provider: &dyn Provider,
    listener: &mut dyn FnMut(&Event),
) -> Result<Finished, Interrupted> {
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

/// Has the debate of a cell and commits it. What is returned says why it is not done.
fn attempt(
    plan: &Plan,
    cell: &Cell,
    providers: &Providers,
    store: &Store,
    clock: &Clock,
    log: &mut Log<'_>,
    summary: &mut Summary,
) -> Result<Option<Missed>, RunError> {
    let started = Clock::now();
    log.tell(&Progress::CellStarted {
        cell: cell.id.clone(),
        label: cell.label.clone(),
        topic: cell.topic.to_string(),
        replicate: cell.replicate,
        most_calls: cell.most_calls(),
    });
    let inner = providers.of(plan, cell)?;
    let inner = match providers.offline {
        Offline::Yes => Box::new(Replay::new(inner)),
        Offline::No => inner,
    };
    let cached = Cached::new(inner, store.clone());
    let mut listen = |event: &Event| {
        log.tell(&Progress::Debate { cell: cell.id.clone(), event: event.clone() });
    };
    let finished = debate(plan, cell, &cached, &mut listen);
    let (hits, misses) = cached.hits_and_misses();
    summary.hits += hits;
    summary.misses += misses;
    let missed = |error: String, interrupted| Missed { cell: cell.id.clone(), error, interrupted };
    let missed = match &finished {
        Err(interrupted) => Some(missed(interrupted.to_string(), true)),
        Ok(Finished { outcome, .. }) if outcome.stop.reason == StopReason::Failed => {
            Some(missed(outcome.stop.rule.clone(), false))
        }
        Ok(_) => None,
    };
    let run = store.run(&plan.run);
    let attempt = Attempt {
        host: clock.host.clone(),
        started,
        took: Clock::now().saturating_sub(started),
        hits,
        misses,
        error: missed.as_ref().map(|missed| missed.error.clone()),
    };
    if let (None, Ok(finished)) = (&missed, &finished) {
        commit(store, &run, cell, finished)?;
        let (calls, cruxes) = (finished.outcome.usage.calls, finished.outcome.cruxes.len());
        log.tell(&Progress::CellDone { cell: cell.id.clone(), calls, cruxes });
    }
    run.attempt(&cell.id, &attempt)?;
    Ok(missed)
}

fn commit(store: &Store, run: &Run, cell: &Cell, finished: &Finished) -> Result<(), RunError> {
    let snapshots =
        finished.snapshots.iter().map(|snapshot| store.put(snapshot)).collect::<Result<_, _>>()?;
    let done = Done { snapshots, outcome: store.put(&finished.outcome)? };
    Ok(run.finish(&cell.id, &done)?)
}
