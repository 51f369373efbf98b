//! What debates that are missing will take: by those on record, else by a rehearsal that asks nobody.

use std::sync::Mutex;
use std::sync::PoisonError;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::Serialize;

use super::archive::Archive;
use super::attempt::debate;
use super::plan::{Cell, Plan};
use super::run::RunError;
use crate::format::Condition;
use crate::mode::ModeName;
use crate::prompt::{self, Message};
use crate::provider::{Corpus, Exchange, Provider, ProviderFault, Reply, Request, tokens_of};
use crate::record::{Call, CallFault, Snapshot, StopReason};
use crate::store::{Error, Hash, Store};
use crate::vocabulary::{PersonaId, Probability, Tokens, TopicId, Volume, Volumes};

/// The debates of one mode between the same personas on the same topic: what there is and what they take.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Expected {
    /// What is debated.
    pub topic: TopicId,
    /// Who debates.
    pub personas: Vec<PersonaId>,
    /// The mode's label.
    pub label: String,
    /// The mode.
    pub mode: ModeName,
    /// Debates that the store holds.
    pub done: usize,
    /// Debates that are yet to be had.
    pub missing: usize,
    /// The most calls that a debate takes, without repairs.
    pub most_calls: u32,
    /// How these are counted.
    pub formula: String,
    /// What a debate is expected to take.
    pub each: Toll,
    /// By what it is expected.
    pub basis: Basis,
}

/// By what is known what a debate takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// By the mean of debates on record, of the same mode and provider.
    Record {
        /// How many.
        debates: usize,
    },
    /// By a rehearsal: the same questions, with answers of the provider `corpus`.
    Rehearsal,
    /// By nothing: the rehearsal failed.
    Unknown {
        /// Why.
        why: String,
    },
}

/// What a debate takes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Toll {
    /// Calls, repairs included.
    pub calls: u64,
    /// Tokens by model.
    pub volumes: Volumes,
    /// The same if every answer were as long as its task allows; nothing where that is not known.
    pub longest: Option<Volumes>,
    /// How much of what is read is a beginning that an earlier call of the debate has sent already.
    pub prefix: Prefix,
}

/// How much of what models read in a debate a provider's prompt cache may serve.
///
/// Counted is, for each request, its beginning up to where providers are told to cache ([`prompt::head`]), if an earlier
/// request of the same debate to the same model began with the very same messages. Tokens are estimated from the text.
/// Providers may serve less: they forget within minutes, and most cache no beginning of less than about 1,000 tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Prefix {
    /// Tokens of beginnings that were sent before.
    pub repeated: Tokens,
    /// All tokens sent.
    pub sent: Tokens,
}

impl Prefix {
    /// The share of what is sent that was sent before.
    pub fn share(self) -> Probability {
        let count = |tokens: Tokens| usize::try_from(tokens.0).expect("texts fit the memory");
        Probability::share(count(self.repeated), count(self.sent))
    }

    fn of(requests: &[Heard]) -> Self {
        let mut prefix = Self::default();
        for (place, request) in requests.iter().enumerate() {
            let head = prompt::head(&request.messages);
            let same = |earlier: &Heard| {
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

/// What all debates take that are missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Outlook {
    /// How many they are.
    pub debates: usize,
    /// Expected tokens by model, but for `unknown`.
    pub volumes: Volumes,
    /// The same if every answer were as long as its task allows; nothing where that is not known of all of them.
    pub longest: Option<Volumes>,
    /// How many of them nothing is known of.
    pub unknown: usize,
}

impl Outlook {
    /// Sums up what is missing.
    pub fn of(rows: &[Expected]) -> Self {
        let longest = Some(Volumes::default());
        let mut outlook = Self { debates: 0, volumes: Volumes::default(), longest, unknown: 0 };
        for Expected { missing, each, basis, .. } in rows.iter().filter(|row| row.missing > 0) {
            outlook.debates += missing;
            if let Basis::Unknown { .. } = basis {
                outlook.unknown += missing;
            }
            let all = |each: &Volumes| each.clone().map(|number| number * *missing as u64);
            outlook.volumes.extend(all(&each.volumes));
            outlook.longest =
                outlook.longest.zip(each.longest.as_ref()).map(|(mut sum, longest)| {
                    sum.extend(all(longest));
                    sum
                });
        }
        outlook
    }
}

/// A request with what its reply took.
#[derive(Debug)]
struct Heard {
    model: String,
    messages: Vec<Message>,
    took: Volume,
    /// The longest answer, where that is known.
    room: Option<Tokens>,
}

impl Toll {
    fn of(requests: &[Heard]) -> Self {
        let took = |heard: &Heard| (heard.model.clone(), heard.took);
        let longest = |heard: &Heard| {
            Some((heard.model.clone(), Volume { output: heard.room?, ..heard.took }))
        };
        Self {
            calls: requests.len() as u64,
            volumes: requests.iter().map(took).collect(),
            longest: requests.iter().map(longest).collect(),
            prefix: Prefix::of(requests),
        }
    }

    /// The mean of several, rounded up.
    fn mean(tolls: &[&Self]) -> Self {
        let count = tolls.len() as u64;
        let part = |sum: u64| sum.div_ceil(count);
        let mut sum = Self::default();
        for toll in tolls {
            sum.calls += toll.calls;
            sum.prefix.repeated += toll.prefix.repeated;
            sum.prefix.sent += toll.prefix.sent;
            sum.volumes.extend(toll.volumes.clone());
        }
        Self { calls: part(sum.calls), volumes: sum.volumes.map(part), ..sum }
    }
}

/// Tells what the debates of a plan take that were chosen, all without a condition. Asks nobody and writes nothing; without
/// a store nothing is on record.
///
/// # Errors
/// [`RunError`] where the store cannot be read.
pub fn expect(
    plan: &Plan,
    only: &[Condition],
    store: Option<&Store>,
) -> Result<Vec<Expected>, RunError> {
    let mut rows: Vec<(Expected, Vec<Toll>, &Cell)> = Vec::new();
    let archive = store.map(|store| Archive::open(plan, store)).transpose()?;
    for (_, cell) in plan.chosen(only) {
        let same = |(row, _, _): &(Expected, _, _)| {
            (&row.topic, &row.personas, &row.label) == (&cell.topic, &cell.personas, &cell.label)
        };
        let place = rows.iter().position(same).unwrap_or_else(|| {
            rows.push((empty(cell), Vec::new(), cell));
            rows.len() - 1
        });
        let (row, tolls, _) = &mut rows[place];
        let done = archive.as_ref().map(|archive| archive.find(cell)).transpose()?.flatten();
        match (done, store) {
            (Some(done), Some(store)) => {
                row.done += 1;
                tolls.extend(recorded(store, &super::read(store, &done)?.snapshots)?);
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
        each: Toll::default(),
        basis: Basis::Rehearsal,
    }
}

/// Expects what the same debates on record took, else those of the same label, else what a rehearsal takes.
fn with_basis(plan: &Plan, rows: &[(Expected, Vec<Toll>, &Cell)], place: usize) -> Expected {
    let (row, own, cell) = &rows[place];
    let alike = || rows.iter().filter(|(other, _, _)| other.label == row.label);
    let tolls: Vec<&Toll> = match own.as_slice() {
        [] => alike().flat_map(|(_, tolls, _)| tolls).collect(),
        own => own.iter().collect(),
    };
    let (each, basis) = if tolls.is_empty() {
        match rehearse(plan, cell) {
            Ok(toll) => (toll, Basis::Rehearsal),
            Err(why) => (Toll::default(), Basis::Unknown { why }),
        }
    } else {
        (Toll::mean(&tolls), Basis::Record { debates: tolls.len() })
    };
    Expected { each, basis, ..row.clone() }
}

/// What a debate on record took; nothing where the store has lost some of its replies.
fn recorded(store: &Store, snapshots: &[Snapshot]) -> Result<Option<Toll>, Error> {
    let mut heard = Vec::new();
    for call in snapshots.iter().flat_map(|snapshot| &snapshot.calls) {
        for (place, key) in call.requests.iter().enumerate() {
            let Ok(key) = key.parse::<Hash>() else { return Ok(None) };
            match store.cached::<Exchange>(&key)? {
                Some(Exchange { messages, reply }) => {
                    let (model, took) = (call.model.clone(), reply.spent.volume());
                    heard.push(Heard { model, messages, took, room: None });
                }
                None if was_silence(call, place) => {}
                None => return Ok(None),
            }
        }
    }
    Ok(Some(Toll::of(&heard)))
}

/// Whether nobody answered this request of a call.
fn was_silence(call: &Call, place: usize) -> bool {
    matches!(call.fault, Some(CallFault::Provider(_))) && place + 1 == call.requests.len()
}

/// What a debate takes that the provider `corpus` has in place of whoever is to be asked.
fn rehearse(plan: &Plan, cell: &Cell) -> Result<Toll, String> {
    let recall = plan.manifest.provider.recall_or_default();
    let corpus = Corpus::new(plan.topic(cell), &plan.personas(cell), recall);
    let rehearsal =
        Rehearsal { corpus: corpus.map_err(|fault| fault.to_string())?, heard: Mutex::default() };
    let finished = debate(plan, cell, &rehearsal, &mut |_| {}).map_err(|why| why.to_string())?;
    if finished.outcome.stop.reason == StopReason::Failed {
        return Err(finished.outcome.stop.rule);
    }
    let heard = rehearsal.heard.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Toll::of(&heard))
}

/// The provider `corpus`, with an ear for what it is asked.
#[derive(Debug)]
struct Rehearsal {
    corpus: Corpus,
    heard: Mutex<Vec<Heard>>,
}

impl Rehearsal {
    async fn answer(&self, request: &Request, key: &Hash) -> Result<Reply, ProviderFault> {
        let reply = self.corpus.complete(request, key).await?;
        let heard = Heard {
            model: request.model.clone(),
            messages: request.messages.clone(),
            took: reply.spent.volume(),
            room: Some(request.parameters.max_output),
        };
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).push(heard);
        Ok(reply)
    }
}

impl Provider for Rehearsal {
    fn identity(&self, request: &Request) -> String {
        self.corpus.identity(request)
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request,
        key: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        self.answer(request, key).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::Role;

    fn heard(model: &str, system: &str, user: &str) -> Heard {
        let message = |role, text: &str| Message { role, text: text.to_owned() };
        let took = Volume { input: Tokens(30), output: Tokens(5), ..Volume::default() };
        Heard {
            model: model.to_owned(),
            messages: vec![message(Role::System, system), message(Role::User, user)],
            took,
            room: Some(Tokens(50)),
        }
    }

    #[test]
    fn a_beginning_counts_from_its_second_time_and_for_one_model() {
        let (bear, bull) = ("b".repeat(40), "c".repeat(40));
        let requests = [
            heard("m", &bear, "one"),
            heard("m", &bull, "one"),
            heard("m", &bear, "two"),
            heard("n", &bear, "two"),
            heard("m", &bear, "one"),
        ];
        let prefix = Prefix::of(&requests);
        assert_eq!(prefix, Prefix { repeated: Tokens(20), sent: Tokens(55) });
    }

    #[test]
    fn the_longest_answers_take_what_is_allowed_and_the_mean_is_rounded_up() {
        let one = Toll::of(&[heard("m", "s", "u"), heard("n", "s", "u"), heard("m", "s", "u")]);
        let output = |volumes: &Volumes, model: &str| {
            volumes.iter().find(|(name, _)| *name == model).unwrap().1.output
        };
        assert_eq!((one.calls, output(&one.volumes, "m")), (3, Tokens(10)));
        assert_eq!(one.longest.as_ref().map(|it| output(it, "m")), Some(Tokens(100)));
        let other = Toll::of(&[Heard { room: None, ..heard("m", "s", "u") }]);
        assert_eq!(other.longest, None);
        let mean = Toll::mean(&[&one, &other]);
        assert_eq!((mean.calls, output(&mean.volumes, "m")), (2, Tokens(8)));
        assert_eq!(output(&mean.volumes, "n"), Tokens(3), "5 in two debates");
    }
}
