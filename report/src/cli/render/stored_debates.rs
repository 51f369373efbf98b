//! Reads the debates of an experiment from the store, one after the other.

use std::collections::BTreeMap;
use std::path::{MAIN_SEPARATOR, PathBuf};

use faultline::mode;
use faultline::pipeline::{self, Attempts, Cell, DoneCells, Exchanges, Plan, RunError};
use faultline::provider::Exchange;
use faultline::record::Snapshot;
use faultline::store::{self, Done, Store};
use faultline::vocabulary::{CallId, Tariff, Unlisted};

use super::failed_debate;
use crate::cli::CommandError;
use crate::cli::project::Project;
use crate::site::{self, Cost, Debate, Failure, Finished, Message, NoOutcome};

/// How a debate that has failed can succeed.
const RETRY: &str = ". `report run --retry-failed` repeats the questions without a usable answer, and keeps all other replies";

/// The debates of an experiment in its store.
#[derive(Debug)]
pub(in crate::cli) struct StoredDebates<'p> {
    pub(super) plan: &'p Plan,
    pub(super) store: &'p Store,
    cells: DoneCells,
    attempts: Result<Attempts, store::Error>,
    tariff: Tariff,
}

impl<'p> StoredDebates<'p> {
    /// Lists what the store contains.
    pub(in crate::cli) fn open(
        project: &'p Project,
        store: &'p Store,
    ) -> Result<Self, CommandError> {
        let plan = &project.plan;
        Ok(Self {
            plan,
            store,
            cells: DoneCells::open(plan, store)?,
            attempts: Attempts::open(store),
            tariff: project.tariff()?,
        })
    }

    /// Reads the debate of a cell, with the names of its stored record if it is done. What cannot
    /// be read is added to `damage`.
    pub(in crate::cli) fn debate(
        &self,
        cell: &Cell,
        damage: &mut Damage,
    ) -> (Debate, Option<Done>) {
        let mut unreadable = |error: String| {
            let why = self.without_path(&error);
            damage.debates.push((cell.id.to_string(), error));
            let why = format!("The store contains this debate, but it cannot be read: {why}");
            Err(NoOutcome::Failed(why.into()))
        };
        let mut record = None;
        let result = match (self.finished(cell, &mut damage.replies), &self.attempts) {
            (Ok(Some((finished, done))), _) => {
                record = Some(done);
                Ok(finished)
            }
            (Ok(None), Ok(attempts)) => Err(self.absent(cell, attempts)),
            (Ok(None), Err(error)) => unreadable(error.report()),
            (Err(error), _) => unreadable(error.report()),
        };
        let debate = Debate {
            cell: cell.id.to_string(),
            topic: cell.topic.clone(),
            personas: cell.personas.clone(),
            label: cell.label.clone(),
            mode: cell.mode.clone(),
            replicate: cell.replicate,
            seed: cell.seed,
            result,
        };
        (debate, record)
    }

    /// The debate as the store holds it, if it is done.
    fn finished(
        &self,
        cell: &Cell,
        damaged: &mut BTreeMap<PathBuf, store::Error>,
    ) -> Result<Option<(Finished, Done)>, RunError> {
        let Some(done) = self.cells.find(cell)? else { return Ok(None) };
        let stored = pipeline::read_debate(self.store, &done)?;
        let cost = cost(&self.tariff, &stored.snapshots);
        // Without a cost no model read the prompts, and no page shows them.
        let exchanges = if cost == Cost::None {
            BTreeMap::new()
        } else {
            let available = pipeline::exchanges(self.plan, self.store, cell, &done, &stored)?;
            exchanges(&stored.snapshots, available, damaged)
        };
        let forgotten = pipeline::unrecalled(self.plan, cell)
            .into_iter()
            .map(|(persona, own)| (persona, own.into_iter().map(|own| own.text).collect()))
            .collect();
        let mode::Finished { snapshots, outcome } = stored;
        Ok(Some((Finished { snapshots, outcome, cost, forgotten, exchanges }, done)))
    }

    /// Why there is no debate: how the last attempt at it ended, and what was said if its replies
    /// made it fail.
    fn absent(&self, cell: &Cell, attempts: &Attempts) -> NoOutcome {
        let last = attempts.last(&cell.id);
        let Some((last, error)) = last.and_then(|last| Some((last, last.error.as_ref()?))) else {
            return NoOutcome::NotRun;
        };
        let mut why = self.without_path(error);
        let mut said = Vec::new();
        if last.has_failed() {
            if !self.plan.is_computed() {
                why.push_str(RETRY);
            }
            let failed = pipeline::failed_debate(self.plan, self.store, cell, attempts);
            said = failed.map_or_else(Vec::new, |failed| failed_debate::rounds(&failed));
        }
        NoOutcome::Failed(Failure { why, said })
    }

    /// A text with paths relative to the store, because pages do not show where the store was.
    pub(super) fn without_path(&self, text: &str) -> String {
        let root = self.store.root().display();
        text.replace(&format!("{root}{MAIN_SEPARATOR}"), "")
    }
}

fn cost(tariff: &Tariff, snapshots: &[Snapshot]) -> Cost {
    match tariff.unlisted {
        Unlisted::Free if tariff.own.is_empty() => Cost::None,
        Unlisted::Free | Unlisted::Unknown => {
            let usd = pipeline::cost(tariff, &pipeline::tokens_of_calls(snapshots));
            usd.map_or(Cost::Unknown, |usd| Cost::Of { usd, by: tariff.origin() })
        }
    }
}

/// What could not be read from the store.
#[derive(Debug, Default)]
pub(in crate::cli) struct Damage {
    /// Replies, by their files.
    pub(in crate::cli) replies: BTreeMap<PathBuf, store::Error>,
    /// Debates with their errors.
    pub(in crate::cli) debates: Vec<(String, String)>,
}

/// The prompts and replies of each call. What is not available is omitted, and the page says so.
fn exchanges(
    snapshots: &[Snapshot],
    available: Exchanges,
    unreadable: &mut BTreeMap<PathBuf, store::Error>,
) -> BTreeMap<CallId, Vec<site::Exchange>> {
    let Exchanges { by_request, damaged } = available;
    for error in damaged {
        unreadable.insert(error.path().to_owned(), error);
    }
    let exchange = |key: &String| {
        let key = key.parse().expect("calls name requests by their hash");
        let Exchange { messages, reply } = by_request.get(&key)?.clone();
        let prompt = messages
            .into_iter()
            .map(|message| Message { role: message.role.word().to_owned(), text: message.text });
        Some(site::Exchange { prompt: prompt.collect(), reply: reply.text })
    };
    let calls = snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    calls.map(|call| (call.id, call.requests.iter().filter_map(exchange).collect())).collect()
}
