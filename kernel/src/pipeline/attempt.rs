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
use super::telling::Telling;
use crate::mode::{Finished, Interrupted, Setting};
use crate::provider::{
    Cached, Gate, Patience, Provider, ProviderFault, Replay, Retries, Stop, Wait,
};
use crate::record::{Event, StopReason};
use crate::store::{self, Hash, Name, Object, Outcome, Replies, Run, canonical};
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
    /// When it began. *Units*: milliseconds since 1970.
    started: u64,
    /// How long it took. *Units*: milliseconds.
    took: u64,
    /// What is to be stored before it is done.
    pub(super) outcome: Option<Outcome>,
}

impl Attempted {
    /// What is put on record of it.
    pub(super) fn record(&self, clock: &Clock) -> Attempt {
        Attempt {
            host: clock.host.clone(),
            started: self.started,
            took: self.took,
            effort: self.effort.clone(),
            error: self.fate.error(),
        }
    }
}

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
    /// It rests on a reply that another process had otherwise, and first: the debate is to be had again.
    Overtaken,
}

impl Fate {
    fn error(&self) -> Option<String> {
        match self {
            Self::Done { .. } => None,
            Self::Failed { error, .. } => Some(error.clone()),
            Self::Stopped => Some(ProviderFault::Stopped.to_string()),
            Self::Overtaken => Some("another process had another reply first".to_owned()),
        }
    }

    /// Makes it a failure of the store, unless it is one already: what failed first tells more.
    pub(super) fn fail_for(&mut self, error: &store::Error) {
        match self {
            Self::Done { .. } | Self::Stopped | Self::Overtaken => {
                *self = Self::Failed { error: error.told(), interrupted: true };
            }
            Self::Failed { .. } => {}
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
    pub(super) replies: &'a Replies,
    pub(super) run: &'a Run,
    pub(super) options: &'a Options,
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

    /// Notes a fault of the store: where something could not be written, nothing new is begun.
    pub(super) fn note(&self, error: &store::Error) {
        if let store::Error::Io { .. } = error {
            self.broken.ask();
        }
    }

    /// Has the debate of a cell. What it leaves is not stored yet, but for its replies.
    pub(super) fn attempt(&self, cell: &Cell, tell: &Arc<Telling>) -> Attempted {
        let started = Clock::now();
        tell.tell(Progress::CellStarted {
            cell: cell.id.clone(),
            label: cell.label.clone(),
            topic: cell.topic.to_string(),
            personas: cell.personas.clone(),
            replicate: cell.replicate,
            most_calls: cell.calls().total(),
        });
        let (fate, effort, outcome) = self.have(cell, tell);
        tell.send();
        let took = Clock::now().saturating_sub(started);
        Attempted { fate, effort, started, took, outcome }
    }

    fn have(&self, cell: &Cell, tell: &Arc<Telling>) -> (Fate, Effort, Option<Outcome>) {
        let patience = self.patience(cell, tell);
        let inner = match self.provider(cell, patience.clone()) {
            Ok(inner) => inner,
            Err(error) => return (error.into(), Effort::default(), None),
        };
        let cached = Cached::new(inner, self.replies);
        let about_to_wait = || tell.send();
        let gate = Gate::new(&cached, &self.options.stop, self.broken, &about_to_wait);
        let mut listen = |event: &Event| {
            tell.tell(Progress::Debate { cell: cell.id.clone(), event: event.clone() });
        };
        // A defect that one debate brings to light must not cost the others.
        let finished =
            catch_unwind(AssertUnwindSafe(|| debate(self.plan, cell, &gate, &mut listen)));
        let (fate, outcome) = match finished {
            Ok(finished) => fate(finished, cached.unnamed()),
            Err(panic) => {
                (Fate::Failed { error: defect(panic.as_ref()), interrupted: false }, None)
            }
        };
        let (hits, misses) = cached.hits_and_misses();
        let effort = Effort { hits, misses, spent: cached.spent(), retries: patience.retries() };
        (fate, effort, outcome)
    }

    /// Long waits of a cell are told, and end with the run.
    fn patience(&self, cell: &Cell, tell: &Arc<Telling>) -> Patience {
        let (tell, cell) = (Arc::clone(tell), cell.id.clone());
        let stops = vec![self.options.stop.clone(), self.broken.clone()];
        Patience::new(stops, move |Wait { time, cause }| {
            let seconds = (time + HALF).as_secs();
            tell.tell(Progress::Waiting { cell: cell.clone(), seconds, cause });
            tell.send();
        })
    }

    fn provider(&self, cell: &Cell, patience: Patience) -> Result<Box<dyn Provider>, RunError> {
        let inner = self.providers.of(self.plan, cell, patience)?;
        match self.options.offline {
            Offline::Yes => Ok(Box::new(Replay::new(inner))),
            Offline::No => Ok(self.spending.guard(cell, inner)),
        }
    }
}

/// What became of a debate, as far as it can be told before it is stored, and what is to be stored.
fn fate(finished: Result<Finished, Interrupted>, unnamed: Vec<Hash>) -> (Fate, Option<Outcome>) {
    let finished = match finished {
        Err(Interrupted::Provider(ProviderFault::Stopped)) => return (Fate::Stopped, None),
        Err(interrupted) => {
            return (Fate::Failed { error: interrupted.to_string(), interrupted: true }, None);
        }
        Ok(Finished { outcome, .. }) if outcome.stop.reason == StopReason::Failed => {
            return (Fate::Failed { error: outcome.stop.rule, interrupted: false }, None);
        }
        Ok(finished) => finished,
    };
    let Finished { snapshots, outcome } = &finished;
    let objects = || -> Result<_, canonical::Error> {
        Ok((snapshots.iter().map(Object::of).collect::<Result<_, _>>()?, Object::of(outcome)?))
    };
    match objects() {
        Ok((snapshots, object)) => (
            Fate::Done { calls: outcome.usage.calls, cruxes: outcome.cruxes.len() },
            Some(Outcome { snapshots, outcome: object, replies: unnamed }),
        ),
        Err(error) => (Fate::Failed { error: error.to_string(), interrupted: false }, None),
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
