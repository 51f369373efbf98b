//! Estimates what missing debates will use: from finished debates, or from a rehearsal without any server.

mod matchings;

use serde::Serialize;

pub use matchings::{ExpectedMatching, expect_matchings};

use super::cell::Cell;
use super::debate::debate;
use super::done_cells::DoneCells;
use super::error::RunError;
use super::exchanges::{Exchanges, exchanges};
use super::plan::Plan;
use super::stored::read;
use crate::format::Condition;
use crate::mode::ModeName;
use crate::prompt::{self, Message};
use crate::provider::{Corpus, Exchange, Recorded, Recorder, tokens_of};
use crate::record::{Call, CallFault, Outcome, Snapshot, StopReason};
use crate::store::{Done, Hash, Store};
use crate::vocabulary::{PersonaId, Probability, Tokens, TopicId, Volume, Volumes};

/// The debates of one mode between the same personas on the same topic, and what they are expected to use.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Expected {
    /// The topic.
    pub topic: TopicId,
    /// The personas.
    pub personas: Vec<PersonaId>,
    /// The mode's label.
    pub label: String,
    /// The mode.
    pub mode: ModeName,
    /// Debates that the store holds.
    pub done: usize,
    /// Debates that are not done.
    pub missing: usize,
    /// The maximum number of calls of a debate, without repairs.
    pub most_calls: u32,
    /// How that number is calculated.
    pub formula: String,
    /// What one debate is expected to use.
    pub each: Consumption,
    /// The basis of the estimate.
    pub basis: Basis,
}

/// The basis of an estimate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The mean of finished debates of the same mode and provider.
    Record {
        /// How many.
        debates: usize,
    },
    /// A rehearsal: the same questions, answered by the provider `corpus`.
    Rehearsal,
    /// None: the rehearsal failed.
    Unknown {
        /// Why.
        why: String,
    },
}

/// What a debate uses.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Consumption {
    /// Calls, repairs included.
    pub calls: u64,
    /// Tokens by model.
    pub volumes: Volumes,
    /// The same if every answer were as long as its question allows; `None` if that is not known.
    pub longest: Option<Volumes>,
    /// How much of the input repeats the beginning of an earlier call of the debate.
    pub prefix: Prefix,
}

/// How much of the input of a debate a provider's prompt cache may serve.
///
/// A request counts with its beginning, up to where providers are asked to cache ([`prompt::head`]), if an earlier request
/// of the same debate to the same model began with the same messages. Tokens are estimated from the text. Providers may
/// serve less: their caches expire within minutes, and most ignore beginnings of less than about 1,000 tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Prefix {
    /// Tokens of repeated beginnings.
    pub repeated: Tokens,
    /// All tokens sent.
    pub sent: Tokens,
}

impl Prefix {
    /// The share of repeated tokens.
    pub fn share(self) -> Probability {
        let count = |tokens: Tokens| usize::try_from(tokens.0).expect("texts fit the memory");
        Probability::share(count(self.repeated), count(self.sent))
    }

    fn of(requests: &[Counted]) -> Self {
        let mut prefix = Self::default();
        for (place, request) in requests.iter().enumerate() {
            let head = prompt::head(&request.messages);
            let same = |earlier: &Counted| {
                earlier.model == request.model && prompt::head(&earlier.messages) == head
            };
            prefix.sent += tokens_of(&request.messages);
            if requests[..place].iter().any(same) {
                prefix.repeated += tokens_of(head);
            }
        }
        prefix
    }
}

/// What all missing debates, and the matching of their cruxes, are expected to use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TotalEstimate {
    /// Their number.
    pub debates: usize,
    /// The topics whose cruxes must be compared by meaning to match them.
    pub matchings: usize,
    /// Expected tokens by model, without those of `unknown`.
    pub volumes: Volumes,
    /// The same if every answer were as long as its question allows; `None` if that is unknown for any of them.
    pub longest: Option<Volumes>,
    /// How many of them have no estimate.
    pub unknown: usize,
}

impl TotalEstimate {
    /// Sums up the missing debates and matchings.
    pub fn of(rows: &[Expected], matchings: &[ExpectedMatching]) -> Self {
        let longest = Some(Volumes::default());
        let volumes = Volumes::default();
        let mut total = Self { debates: 0, matchings: 0, volumes, longest, unknown: 0 };
        for Expected { missing, each, basis, .. } in rows.iter().filter(|row| row.missing > 0) {
            total.debates += missing;
            if let Basis::Unknown { .. } = basis {
                total.unknown += missing;
            }
            total.add(*missing, each);
        }
        // The debates of a topic whose matching cannot be estimated cannot be estimated either.
        for ExpectedMatching { each, .. } in matchings.iter().filter(|row| !row.is_made) {
            total.matchings += usize::from(each.calls > 0);
            total.add(1, each);
        }
        total
    }

    fn add(&mut self, count: usize, each: &Consumption) {
        let all = |each: &Volumes| each.clone().map(|number| number * count as u64);
        self.volumes.extend(all(&each.volumes));
        let longest = self.longest.take().zip(each.longest.as_ref());
        self.longest = longest.map(|(mut sum, longest)| {
            sum.extend(all(longest));
            sum
        });
    }
}

/// A request with the tokens that it used.
#[derive(Debug)]
struct Counted {
    model: String,
    messages: Vec<Message>,
    used: Volume,
    /// The limit of the answer's length, if it is known.
    max_output: Option<Tokens>,
}

impl Consumption {
    fn of(requests: &[Counted]) -> Self {
        let used = |request: &Counted| (request.model.clone(), request.used);
        let longest = |request: &Counted| {
            let longest = Volume { output: request.max_output?, ..request.used };
            Some((request.model.clone(), longest))
        };
        Self {
            calls: requests.len() as u64,
            volumes: requests.iter().map(used).collect(),
            longest: requests.iter().map(longest).collect(),
            prefix: Prefix::of(requests),
        }
    }

    /// The mean of several, rounded up.
    fn mean(finished: &[&Self]) -> Self {
        let count = finished.len() as u64;
        let mean = |sum: u64| sum.div_ceil(count);
        let mut sum = Self::default();
        for used in finished {
            sum.calls += used.calls;
            sum.prefix.repeated += used.prefix.repeated;
            sum.prefix.sent += used.prefix.sent;
            sum.volumes.extend(used.volumes.clone());
        }
        Self { calls: mean(sum.calls), volumes: sum.volumes.map(mean), ..sum }
    }
}

/// Estimates what the chosen debates of a plan use; all if there are no conditions. No server is called and nothing is
/// written. Without a store every estimate is a rehearsal.
///
/// # Errors
/// [`RunError`] if the store cannot be read.
pub fn expect(
    plan: &Plan,
    only: &[Condition],
    store: Option<&Store>,
) -> Result<Vec<Expected>, RunError> {
    let mut rows: Vec<(Expected, Vec<Consumption>, &Cell)> = Vec::new();
    let cells = store.map(|store| DoneCells::open(plan, store)).transpose()?;
    for (_, cell) in plan.chosen(only) {
        let same = |(row, _, _): &(Expected, _, _)| {
            (&row.topic, &row.personas, &row.label) == (&cell.topic, &cell.personas, &cell.label)
        };
        let place = rows.iter().position(same).unwrap_or_else(|| {
            rows.push((empty(cell), Vec::new(), cell));
            rows.len() - 1
        });
        let (row, finished, _) = &mut rows[place];
        let done = cells.as_ref().map(|cells| cells.find(cell)).transpose()?.flatten();
        match (done, store) {
            (Some(done), Some(store)) => {
                row.done += 1;
                finished.extend(recorded(plan, store, cell, &done)?);
            }
            _ => row.missing += 1,
        }
    }
    Ok((0..rows.len()).map(|place| with_basis(plan, &rows, place)).collect())
}

fn empty(cell: &Cell) -> Expected {
    Expected {
        topic: cell.topic.clone(),
        personas: cell.personas.clone(),
        label: cell.label.clone(),
        mode: cell.mode.name(),
        done: 0,
        missing: 0,
        most_calls: cell.calls().total(),
        formula: cell.calls().to_string(),
        each: Consumption::default(),
        basis: Basis::Rehearsal,
    }
}

/// Estimates from finished debates of the same row, else from those of the same label, else from a rehearsal.
fn with_basis(plan: &Plan, rows: &[(Expected, Vec<Consumption>, &Cell)], place: usize) -> Expected {
    let (row, own, cell) = &rows[place];
    let alike = || rows.iter().filter(|(other, _, _)| other.label == row.label);
    let finished: Vec<&Consumption> = match own.as_slice() {
        [] => alike().flat_map(|(_, finished, _)| finished).collect(),
        own => own.iter().collect(),
    };
    let (each, basis) = if finished.is_empty() {
        match rehearse(plan, cell) {
            Ok((_, used)) => (used, Basis::Rehearsal),
            Err(why) => (Consumption::default(), Basis::Unknown { why }),
        }
    } else {
        (Consumption::mean(&finished), Basis::Record { debates: finished.len() })
    };
    Expected { each, basis, ..row.clone() }
}

/// What a finished debate used; `None` if some of its replies are not available.
fn recorded(
    plan: &Plan,
    store: &Store,
    cell: &Cell,
    done: &Done,
) -> Result<Option<Consumption>, RunError> {
    // A run and `verify` report the damage; an estimate can do without this debate.
    let Ok(stored) = read(store, done) else { return Ok(None) };
    let Exchanges { by_request, .. } = exchanges(plan, store, cell, done, &stored)?;
    let mut requests = Vec::new();
    for call in stored.snapshots.iter().flat_map(|snapshot| &snapshot.calls) {
        for (place, key) in call.requests.iter().enumerate() {
            let exchange = key.parse::<Hash>().ok().and_then(|key| by_request.get(&key));
            match exchange {
                Some(Exchange { messages, reply }) => requests.push(Counted {
                    model: call.model.clone(),
                    messages: messages.clone(),
                    used: reply.spent.volume(),
                    max_output: None,
                }),
                None if was_unanswered(call, place) => {}
                None => return Ok(None),
            }
        }
    }
    Ok(Some(Consumption::of(&requests)))
}

/// Whether the provider did not answer this request of a call.
fn was_unanswered(call: &Call, place: usize) -> bool {
    matches!(call.fault, Some(CallFault::Provider(_))) && place + 1 == call.requests.len()
}

/// The outcome of a debate and what it uses if the provider `corpus` answers in place of the plan's own.
fn rehearse(plan: &Plan, cell: &Cell) -> Result<(Outcome, Consumption), String> {
    let recorder = Recorder::new(Box::new(corpus(plan, cell)?));
    let source = plan.source(cell).map(|source| rehearsed(plan, source)).transpose()?.flatten();
    let finished = debate(plan, cell, source.as_ref(), &recorder, &mut |_| {});
    let finished = finished.map_err(|why| why.to_string())?;
    if finished.outcome.stop.reason == StopReason::Failed {
        return Err(finished.outcome.stop.rule);
    }
    let thinking = plan.manifest.provider.thinking();
    let requests = recorder.recorded().into_iter().map(|request| counted(request, thinking));
    let requests: Vec<Counted> = requests.collect();
    Ok((finished.outcome, Consumption::of(&requests)))
}

/// A request of a rehearsal. A model that thinks may use the room for it as well.
fn counted(Recorded { model, exchange, max_output, .. }: Recorded, thinking: Tokens) -> Counted {
    Counted {
        model,
        used: exchange.reply.spent.volume(),
        messages: exchange.messages,
        max_output: Some(max_output + thinking),
    }
}

/// The last snapshot of a debate in which the provider `corpus` answers in place of the plan's own.
fn rehearsed(plan: &Plan, cell: &Cell) -> Result<Option<Snapshot>, String> {
    let finished = debate(plan, cell, None, &corpus(plan, cell)?, &mut |_| {});
    Ok(finished.map_err(|why| why.to_string())?.snapshots.pop())
}

/// The provider `corpus` for the personas of a cell.
fn corpus(plan: &Plan, cell: &Cell) -> Result<Corpus, String> {
    let recall = plan.manifest.provider.recall_or_default();
    Corpus::new(plan.topic(cell), plan.personas(cell), recall).map_err(|fault| fault.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::Role;

    fn request(model: &str, system: &str, user: &str) -> Counted {
        let message = |role, text: &str| Message { role, text: text.to_owned() };
        let used = Volume { input: Tokens(30), output: Tokens(5), ..Volume::default() };
        Counted {
            model: model.to_owned(),
            messages: vec![message(Role::System, system), message(Role::User, user)],
            used,
            max_output: Some(Tokens(50)),
        }
    }

    #[test]
    fn a_repeated_beginning_counts_from_its_second_use_by_the_same_model() {
        let (bear, bull) = ("b".repeat(40), "c".repeat(40));
        let requests = [
            request("m", &bear, "one"),
            request("m", &bull, "one"),
            request("m", &bear, "two"),
            request("n", &bear, "two"),
            request("m", &bear, "one"),
        ];
        let prefix = Prefix::of(&requests);
        assert_eq!(prefix, Prefix { repeated: Tokens(20), sent: Tokens(55) });
    }

    #[test]
    fn the_longest_answers_use_the_limit_and_the_mean_is_rounded_up() {
        let one = Consumption::of(&[
            request("m", "s", "u"),
            request("n", "s", "u"),
            request("m", "s", "u"),
        ]);
        let output = |volumes: &Volumes, model: &str| {
            volumes.iter().find(|(name, _)| *name == model).unwrap().1.output
        };
        assert_eq!((one.calls, output(&one.volumes, "m")), (3, Tokens(10)));
        assert_eq!(one.longest.as_ref().map(|it| output(it, "m")), Some(Tokens(100)));
        let other = Consumption::of(&[Counted { max_output: None, ..request("m", "s", "u") }]);
        assert_eq!(other.longest, None);
        let mean = Consumption::mean(&[&one, &other]);
        assert_eq!((mean.calls, output(&mean.volumes, "m")), (2, Tokens(8)));
        assert_eq!(output(&mean.volumes, "n"), Tokens(3), "5 in two debates");
    }
}
