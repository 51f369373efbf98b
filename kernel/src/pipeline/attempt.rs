//! One attempt at a cell: its debate, its commit, its record.

use std::any::Any;
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::plan::{Cell, Plan};
use super::progress::Progress;
use super::providers::Providers;
use super::run::{Offline, Options, RunError};
use super::spending::Spending;
use crate::mode::{Finished, Interrupted, Setting};
use crate::provider::{
    Cached, Gate, Patience, Provider, ProviderFault, Replay, Retries, Stop, Wait,
};
use crate::record::{Event, StopReason};
use crate::store::{self, Done, Name, Run, Store};
use crate::vocabulary::Volumes;

/// Rounds seconds.
const HALF: Duration = Duration::from_millis(500);

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
    pub(super) fn now() -> u64 {
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
    /// What its replies took.
    #[serde(flatten)]
    pub effort: Effort,
    /// Why it failed, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What replies took.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Replies that the cache served.
    pub hits: u64,
    /// Replies that were asked for.
    pub misses: u64,
    /// The tokens of the replies that were asked for, by model, as the provider counted or estimated them. What they cost
    /// is reckoned wherever it is shown.
    #[serde(default, skip_serializing_if = "Volumes::is_empty")]
    pub spent: Volumes,
    /// The tries beyond the first of each request.
    #[serde(default, skip_serializing_if = "Retries::is_none")]
    pub retries: Retries,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        let Self { hits, misses, spent, retries } = other;
        self.hits += hits;
        self.misses += misses;
        self.spent.extend(spent);
        self.retries += retries;
    }
}

/// What an attempt came to.
#[derive(Debug)]
pub(super) struct Attempted {
    pub(super) fate: Fate,
    pub(super) effort: Effort,
}

/// Whom an attempt tells how it goes on, from any thread.
pub(super) type Tell = Arc<dyn Fn(Progress) + Send + Sync>;

/// What became of a cell.
#[derive(Debug)]
pub(super) enum Fate {
    Done {
        calls: u32,
        cruxes: usize,
    },
    Failed {
        error: String,
        /// Whether trying again may help.
        interrupted: bool,
    },
    Stopped,
}

impl Fate {
    fn error(&self) -> Option<String> {
        match self {
            Self::Done { .. } => None,
            Self::Failed { error, .. } => Some(error.clone()),
            Self::Stopped => Some(ProviderFault::Stopped.to_string()),
        }
    }
}

impl From<RunError> for Fate {
    fn from(error: RunError) -> Self {
        Self::Failed { error: error.told(), interrupted: matches!(error, RunError::Store(_)) }
    }
}

/// Attempts cells; free to share between threads.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    pub(super) plan: &'a Plan,
    pub(super) store: &'a Store,
    pub(super) run: &'a Run,
    pub(super) options: &'a Options,
    pub(super) clock: &'a Clock,
    pub(super) providers: &'a Providers,
    pub(super) spending: &'a Spending<'a>,
    /// Set where something could not be stored: whatever else is asked for would be lost as well.
    pub(super) broken: &'a Stop,
}

impl Worker<'_> {
    /// Tells whether nothing new is to be begun.
    pub(super) fn is_to_end(&self) -> bool {
        self.options.stop.is_asked() || self.broken.is_asked()
    }

    /// Has the debate of a cell, commits it and puts the attempt on record.
    pub(super) fn attempt(&self, cell: &Cell, tell: &Tell) -> Attempted {
        let started = Clock::now();
        tell(Progress::CellStarted {
            cell: cell.id.clone(),
            label: cell.label.clone(),
            topic: cell.topic.to_string(),
            personas: cell.personas.clone(),
            replicate: cell.replicate,
            most_calls: cell.most_calls(),
        });
        let mut attempted = self.have(cell, tell);
        let record = Attempt {
            host: self.clock.host.clone(),
            started,
            took: Clock::now().saturating_sub(started),
            effort: attempted.effort.clone(),
            error: attempted.fate.error(),
        };
        if let Err(error) = self.run.attempt(&cell.id, &record) {
            self.broken.ask();
            // What failed first tells more; a cell that is done stays done.
            if !matches!(attempted.fate, Fate::Failed { .. }) {
                attempted.fate = RunError::from(error).into();
            }
        }
        attempted
    }

    fn have(&self, cell: &Cell, tell: &Tell) -> Attempted {
        let patience = self.patience(cell, tell);
        let inner = match self.provider(cell, patience.clone()) {
            Ok(inner) => inner,
            Err(error) => return Attempted { fate: error.into(), effort: Effort::default() },
        };
        let cached = Cached::new(inner, self.store.clone());
        let gate = Gate::new(&cached, &self.options.stop, self.broken);
        let mut listen = |event: &Event| {
            tell(Progress::Debate { cell: cell.id.clone(), event: event.clone() });
        };
        // A defect that one debate brings to light must not cost the others.
        let finished =
            catch_unwind(AssertUnwindSafe(|| debate(self.plan, cell, &gate, &mut listen)));
        let fate = match finished {
            Ok(finished) => self.fate(cell, finished),
            Err(panic) => Fate::Failed { error: defect(panic.as_ref()), interrupted: false },
        };
        let (hits, misses) = cached.hits_and_misses();
        let effort = Effort { hits, misses, spent: cached.spent(), retries: patience.retries() };
        Attempted { fate, effort }
    }

    /// Long waits of a cell are told, and end with the run.
    fn patience(&self, cell: &Cell, tell: &Tell) -> Patience {
        let (tell, cell) = (Arc::clone(tell), cell.id.clone());
        let stops = vec![self.options.stop.clone(), self.broken.clone()];
        Patience::new(stops, move |Wait { time, cause }| {
            let seconds = (time + HALF).as_secs();
            tell(Progress::Waiting { cell: cell.clone(), seconds, cause });
        })
    }

    fn provider(&self, cell: &Cell, patience: Patience) -> Result<Box<dyn Provider>, RunError> {
        let inner = self.providers.of(self.plan, cell, patience)?;
        match self.options.offline {
            Offline::Yes => Ok(Box::new(Replay::new(inner))),
            Offline::No => self.spending.guard(cell, inner),
        }
    }

    fn fate(&self, cell: &Cell, finished: Result<Finished, Interrupted>) -> Fate {
        match finished {
            Err(Interrupted::Provider(ProviderFault::Stopped)) => Fate::Stopped,
            Err(interrupted) => Fate::Failed { error: interrupted.to_string(), interrupted: true },
            Ok(Finished { outcome, .. }) if outcome.stop.reason == StopReason::Failed => {
                Fate::Failed { error: outcome.stop.rule, interrupted: false }
            }
            Ok(finished) => match self.commit(cell, &finished) {
                Ok(()) => Fate::Done {
                    calls: finished.outcome.usage.calls,
                    cruxes: finished.outcome.cruxes.len(),
                },
                Err(error) => {
                    if let RunError::Store(store::Error::Io { .. }) = error {
                        self.broken.ask();
                    }
                    error.into()
                }
            },
        }
    }

    fn commit(&self, cell: &Cell, finished: &Finished) -> Result<(), RunError> {
        let put = |snapshot| self.store.put(snapshot);
        let snapshots = finished.snapshots.iter().map(put).collect::<Result<_, _>>()?;
        let done = Done { snapshots, outcome: self.store.put(&finished.outcome)? };
        Ok(self.run.finish(&cell.id, &done)?)
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

/// What a panic says, as a sentence about the debate that it ended.
fn defect(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    format!("a defect of the program ended this debate, please report it: {said}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_in_its_own_words() {
        let told = |panic: fn()| defect(catch_unwind(panic).unwrap_err().as_ref());
        let start = "a defect of the program ended this debate, please report it: ";
        assert_eq!(told(|| panic!("{} is no node", "n7")), format!("{start}n7 is no node"));
        assert_eq!(told(|| panic!("no node")), format!("{start}no node"));
        assert_eq!(told(|| std::panic::panic_any(7)), format!("{start}no reason given"));
    }
}
