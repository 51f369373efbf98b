//! Runs one cell, or matches the cruxes of one topic: asks, stores the result, records the attempt.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use super::attempt::{Attempt, AttemptUsage, Attempts};
use super::cell::Cell;
use super::debate::{debate, source};
use super::error::{FailureCause, RunError};
use super::event_buffer::EventBuffer;
use super::options::{Offline, Options};
use super::plan::Plan;
use super::process::{self, Process};
use super::progress::Progress;
use super::providers::Providers;
use super::replay::faults;
use super::spending::Spending;
use super::topic_matching::{TopicDebates, attempt_name};
use crate::mode::{Finished, Interrupted, Resampling};
use crate::provider::{
    Account, Backoff, Budgeted, Cached, Cancel, Cancellable, Metered, Provider, ProviderFault,
    Replay, Used, Wait,
};
use crate::record::{Event, Matches, StopReason};
use crate::store::{self, Done, Hash, Name, Run, Store};

/// Rounds durations to seconds.
const HALF_A_SECOND: Duration = Duration::from_millis(500);

/// An attempt at a cell that has ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) result: AttemptResult,
    pub(super) usage: AttemptUsage,
    /// How often a question without a usable answer could be asked again.
    resamples: u32,
    /// When it started. *Units*: milliseconds since 1970.
    started: u64,
    /// How long it took. *Units*: milliseconds.
    took: u64,
}

impl Ended {
    /// The record of the attempt.
    pub(super) fn attempt(&self, process: &Process) -> Attempt {
        Attempt {
            host: process.host.clone(),
            started: self.started,
            took: self.took,
            usage: self.usage.clone(),
            error: self.result.error(),
            interrupted: self.result.is_interrupted(),
            resamples: self.resamples,
            unanswered: self.result.unanswered(),
        }
    }
}

/// How an attempt at a cell, or at matching the cruxes of a topic, ended.
#[derive(Debug)]
pub(super) enum AttemptResult {
    /// The result is stored.
    Done {
        calls: u32,
        cruxes: usize,
    },
    Failed {
        error: String,
        cause: FailureCause,
        /// If its replies made it fail: the requests that the provider did not answer, each with
        /// its reason.
        unanswered: BTreeMap<Hash, String>,
    },
    Cancelled,
}

impl AttemptResult {
    fn failed(error: String, cause: FailureCause) -> Self {
        Self::Failed { error, cause, unanswered: BTreeMap::new() }
    }

    fn unanswered(&self) -> BTreeMap<Hash, String> {
        match self {
            Self::Failed { unanswered, .. } => unanswered.clone(),
            Self::Done { .. } | Self::Cancelled => BTreeMap::new(),
        }
    }

    fn error(&self) -> Option<String> {
        match self {
            Self::Done { .. } => None,
            Self::Failed { error, .. } => Some(error.clone()),
            Self::Cancelled => Some(ProviderFault::Cancelled.to_string()),
        }
    }

    /// Whether the same attempt may succeed later.
    fn is_interrupted(&self) -> bool {
        match self {
            Self::Done { .. } => false,
            Self::Failed { cause, .. } => cause.interrupts(),
            Self::Cancelled => true,
        }
    }
}

impl From<RunError> for AttemptResult {
    fn from(error: RunError) -> Self {
        match &error {
            // A value that cannot be written is a defect: another attempt would make the same
            // value.
            RunError::Store(store::Error::Unwritable { .. })
            | RunError::Provider(_)
            | RunError::Connect(_)
            | RunError::Script(_)
            | RunError::Unpriced(_)
            | RunError::Disagreement { .. } => Self::failed(error.report(), FailureCause::Lasting),
            RunError::NoSource { .. } => Self::failed(error.report(), FailureCause::Refused),
            RunError::Store(_) => Self::failed(error.report(), FailureCause::Passing),
        }
    }
}

impl From<Interrupted> for AttemptResult {
    fn from(interrupted: Interrupted) -> Self {
        let cause = match &interrupted {
            Interrupted::Provider(ProviderFault::Cancelled) => return Self::Cancelled,
            Interrupted::Provider(fault) if fault.may_pass() => FailureCause::Passing,
            Interrupted::Provider(_) => FailureCause::Refused,
            // The same prompt is written again, and the same debate has nothing to show.
            Interrupted::NoPrompt { .. } | Interrupted::NothingToShow => FailureCause::Lasting,
        };
        Self::failed(interrupted.to_string(), cause)
    }
}

/// Runs cells; shared by all threads of a run.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    pub(super) plan: &'a Plan,
    pub(super) store: &'a Store,
    pub(super) run: &'a Run,
    pub(super) options: &'a Options,
    pub(super) providers: &'a Providers,
    pub(super) spending: &'a Spending<'a>,
    /// The attempts before this run.
    pub(super) attempts: &'a Attempts,
    /// Cancelled when the store cannot be written: further replies would be lost as well.
    pub(super) store_failed: &'a Cancel,
}

impl Worker<'_> {
    /// Whether no further cell or call should start.
    pub(super) fn is_cancelled(&self) -> bool {
        self.options.cancel.is_requested() || self.store_failed.is_requested()
    }

    /// Runs the debate of a cell and stores its result.
    pub(super) fn run_cell(&self, cell: &Cell, events: &Arc<EventBuffer>) -> Ended {
        let started = process::now();
        events.push(Progress::CellStarted {
            cell: cell.id.clone(),
            label: cell.label.clone(),
            topic: cell.topic.to_string(),
            personas: cell.personas.clone(),
            replicate: cell.replicate,
            most_calls: cell.calls().total(),
        });
        let resamples = self.attempts.resamples(&cell.id, self.options.retry_failed);
        let (result, usage) = self.debate(cell, resamples, events);
        events.flush();
        let took = process::now().saturating_sub(started);
        Ended { result, usage, resamples, started, took }
    }

    /// Matches the cruxes of the debates of a topic and stores the result.
    pub(super) fn match_topic(
        &self,
        debates: &TopicDebates<'_>,
        events: &Arc<EventBuffer>,
    ) -> Ended {
        let started = process::now();
        let topic = debates.topic.to_string();
        events.push(Progress::MatchingStarted { topic, debates: debates.done.len() });
        let name = attempt_name(&debates.topic);
        let account = self.spending.account(&name);
        let backoff = self.backoff(&name, events).charging(account.clone());
        let personas = debates.personas(self.plan);
        let provider =
            self.providers.of_topic(self.plan, &debates.topic, &personas, backoff.clone());
        let provider = provider.map(|provider| self.restricted(account, provider));
        let make = |provider: &dyn Provider| match debates.outcomes(self.store) {
            Ok(outcomes) => {
                self.conclude_matching(debates, debates.make(self.plan, &outcomes, provider))
            }
            Err(error) => RunError::from(error).into(),
        };
        let (result, usage) = self.with_provider(provider, &backoff, events, make);
        events.flush();
        let took = process::now().saturating_sub(started);
        Ended { result, usage, resamples: 0, started, took }
    }

    /// Stores matches that were made.
    fn conclude_matching(
        &self,
        debates: &TopicDebates<'_>,
        made: Result<Matches, Interrupted>,
    ) -> AttemptResult {
        match made {
            Err(interrupted) => interrupted.into(),
            Ok(made) => {
                let (calls, cruxes) = (made.usage.calls, made.cruxes.len());
                let stored = debates.commit(self.plan, self.store, &made);
                self.conclude_storing(stored, AttemptResult::Done { calls, cruxes })
            }
        }
    }

    fn debate(
        &self,
        cell: &Cell,
        resamples: u32,
        events: &Arc<EventBuffer>,
    ) -> (AttemptResult, AttemptUsage) {
        let account = self.spending.account(&cell.id);
        let backoff = self.backoff(&cell.id, events).charging(account.clone());
        let source = match source(self.plan, self.store, cell) {
            Ok(source) => source,
            Err(error) => return (error.into(), AttemptUsage::default()),
        };
        let provider = self.providers.of(self.plan, cell, backoff.clone());
        let provider = provider.map(|provider| self.restricted(account, provider));
        let mut listener = |event: &Event| {
            events.push(Progress::Debate { cell: cell.id.clone(), event: event.clone() });
        };
        let run = |provider: &dyn Provider| {
            let resampling = Resampling::UpTo(resamples);
            let finished =
                debate(self.plan, cell, source.as_ref(), provider, resampling, &mut listener);
            self.conclude(cell, finished)
        };
        self.with_provider(provider, &backoff, events, run)
    }

    /// Does work with a provider whose replies are counted, stored where they should be, and
    /// refused after a cancellation.
    fn with_provider(
        &self,
        provider: Result<Box<dyn Provider>, RunError>,
        backoff: &Backoff,
        events: &Arc<EventBuffer>,
        work: impl FnOnce(&dyn Provider) -> AttemptResult,
    ) -> (AttemptResult, AttemptUsage) {
        let metered = match provider {
            Ok(provider) => Metered::new(provider),
            Err(error) => return (error.into(), AttemptUsage::default()),
        };
        let cached = self.stores_replies().then(|| Cached::new(&metered, self.store));
        let provider: &dyn Provider = match &cached {
            Some(cached) => cached,
            None => &metered,
        };
        let flush = || events.flush();
        let provider = Cancellable::new(provider, &self.options.cancel, self.store_failed, &flush);
        // A defect in one debate must not stop the others.
        let result = catch_unwind(AssertUnwindSafe(|| work(&provider)));
        let result = result.unwrap_or_else(|panic| {
            AttemptResult::failed(defect(panic.as_ref()), FailureCause::Lasting)
        });
        let Used { replies: requested, searches, volumes: spent } = metered.used();
        let reused = cached.as_ref().map_or(0, Cached::reused);
        (result, AttemptUsage { reused, requested, searches, spent, retries: backoff.retries() })
    }

    /// Reports long waits of a cell, and ends them when the run is cancelled.
    fn backoff(&self, cell: &Name, events: &Arc<EventBuffer>) -> Backoff {
        let (events, cell) = (Arc::clone(events), cell.clone());
        let cancels = vec![self.options.cancel.clone(), self.store_failed.clone()];
        Backoff::new(cancels, move |Wait { time, cause }| {
            let seconds = (time + HALF_A_SECOND).as_secs();
            events.push(Progress::Waiting { cell: cell.clone(), seconds, cause });
            events.flush();
        })
    }

    /// Restricts a provider to stored replies where the run is offline, and otherwise to the budget
    /// of a cell or matching.
    fn restricted(
        &self,
        account: Option<Arc<Account>>,
        provider: Box<dyn Provider>,
    ) -> Box<dyn Provider> {
        match (self.options.offline, account) {
            (Offline::Yes, _) if self.stores_replies() => Box::new(Replay::new(provider)),
            (Offline::Yes | Offline::No, Some(account)) => {
                Box::new(Budgeted::new(provider, account))
            }
            (Offline::Yes | Offline::No, None) => provider,
        }
    }

    /// Replies are stored if asking again would cost something or could give another reply.
    fn stores_replies(&self) -> bool {
        let is_free = self.options.tariff.is_free(self.plan.manifest.models.names());
        !(self.plan.is_computed() && is_free)
    }

    /// Stores the result of a debate that has ended.
    fn conclude(&self, cell: &Cell, finished: Result<Finished, Interrupted>) -> AttemptResult {
        let finished = match finished {
            Err(interrupted) => return interrupted.into(),
            Ok(Finished { outcome, snapshots }) if outcome.stop.reason == StopReason::Failed => {
                let unanswered = faults(snapshots.iter().flat_map(|snapshot| &snapshot.calls));
                let error = outcome.stop.rule;
                return AttemptResult::Failed { error, cause: FailureCause::Lasting, unanswered };
            }
            Ok(finished) => finished,
        };
        let Finished { outcome, .. } = &finished;
        let done = AttemptResult::Done { calls: outcome.usage.calls, cruxes: outcome.cruxes.len() };
        self.conclude_storing(self.store(cell, &finished), done)
    }

    /// The result of something that was stored. If the store cannot be written, the run is
    /// cancelled.
    fn conclude_storing(
        &self,
        stored: Result<(), store::Error>,
        done: AttemptResult,
    ) -> AttemptResult {
        match stored {
            Ok(()) => done,
            Err(error) => {
                if let store::Error::Io { .. } = error {
                    self.store_failed.request();
                }
                RunError::from(error).into()
            }
        }
    }

    /// Stores the objects of a debate, then commits its cell.
    fn store(&self, cell: &Cell, finished: &Finished) -> Result<(), store::Error> {
        let put = |snapshot| self.store.put(snapshot);
        let snapshots = finished.snapshots.iter().map(put).collect::<Result<_, _>>()?;
        let outcome = self.store.put(&finished.outcome)?;
        self.run.commit(&cell.id, &Done { snapshots, outcome })
    }
}

/// The message of a panic, as a sentence about the debate that it ended.
fn defect(panic: &(dyn Any + Send)) -> String {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message =
        message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    format!("a defect of the program ended this debate, please report it: {message}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_pass_asks_for_the_same_command_again() {
        let cause = |interrupted: Interrupted| match interrupted.into() {
            AttemptResult::Failed { cause, .. } => cause,
            other @ (AttemptResult::Done { .. } | AttemptResult::Cancelled) => panic!("{other:?}"),
        };
        let of = |fault: ProviderFault| cause(fault.into());
        assert_eq!(of(ProviderFault::NotStored("full".to_owned())), FailureCause::Passing);
        assert_eq!(of(ProviderFault::NotRecorded("cruxes")), FailureCause::Refused);
        assert_eq!(of(ProviderFault::Unpriced("big".to_owned())), FailureCause::Refused);
        let no_prompt = Interrupted::NoPrompt { question: "cruxes", cause: "why".to_owned() };
        assert_eq!(cause(no_prompt), FailureCause::Lasting);
        assert!(matches!(
            AttemptResult::from(Interrupted::from(ProviderFault::Cancelled)),
            AttemptResult::Cancelled
        ));
    }

    #[test]
    fn the_message_of_a_panic_is_reported() {
        let report = |panic: fn()| defect(catch_unwind(panic).unwrap_err().as_ref());
        let start = "a defect of the program ended this debate, please report it: ";
        assert_eq!(report(|| panic!("{} is no node", "n7")), format!("{start}n7 is no node"));
        assert_eq!(report(|| panic!("no node")), format!("{start}no node"));
        assert_eq!(report(|| std::panic::panic_any(7)), format!("{start}no reason given"));
    }
}
