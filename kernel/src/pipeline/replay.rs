//! Re-runs finished debates, and the matching of their cruxes, from the stored replies and compares
//! the results.

use std::collections::BTreeMap;

use super::cell::Cell;
use super::debate::{debate, hashes, requests, source};
use super::done_cells::DoneCells;
use super::error::RunError;
use super::exchanges::missing_replies;
use super::options::Offline;
use super::plan::Plan;
use super::providers::Providers;
use super::stored::read_debate;
use super::topic_matching::{TopicDebates, topics};
use crate::mode::Resampling;
use crate::provider::{Backoff, Cached, Replay};
use crate::record::{Call, Event, Matches};
use crate::store::{self, Done, Hash, Name, Store};
use crate::vocabulary::TopicId;

/// What was re-run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The debate of this cell.
    Debate(Name),
    /// The matching of the cruxes of this topic.
    Matching(TopicId),
}

/// A result whose re-run differs from what is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What was re-run.
    pub subject: Subject,
    /// What differs, as a sentence.
    pub what: String,
}

/// What was re-run, and what differs.
#[derive(Debug, Default)]
pub struct Verified {
    /// The number of debates that were re-run.
    pub debates: usize,
    /// The number of topics whose cruxes were matched again.
    pub matchings: usize,
    /// The differences.
    pub differences: Vec<Difference>,
    /// The replies of finished debates that the store lacks; these debates are not re-run.
    pub missing_replies: Vec<store::Error>,
}

/// Re-runs every finished cell of a plan, and matches the cruxes of its topics again, without
/// calling a server.
///
/// # Errors
/// [`RunError`] if the store cannot be read.
pub fn verify(plan: &Plan, store: &Store) -> Result<Verified, RunError> {
    let cells = DoneCells::open(plan, store)?;
    let mut verified = Verified::default();
    for cell in &plan.cells {
        if let Some(done) = cells.find(cell)? {
            if let Ok(stored) = read_debate(store, &done) {
                let missing = missing_replies(plan, store, cell, &stored)?;
                if !missing.is_empty() {
                    verified.missing_replies.extend(missing);
                    continue;
                }
            }
            verified.debates += 1;
            verified.differences.extend(replay(plan, store, cell, &done, &mut |_| {})?);
        }
    }
    for topic in topics(plan) {
        let debates = TopicDebates::of(plan, &cells, &topic)?;
        match debates.find(plan, store) {
            Ok(None) => continue,
            Ok(Some(stored)) => {
                let what = match_again(plan, store, &debates, &stored)?;
                verified.differences.extend(what.map(|what| different(&topic, what)));
            }
            Err(error) => verified.differences.push(different(&topic, error.report())),
        }
        verified.matchings += 1;
    }
    Ok(verified)
}

fn different(topic: &TopicId, what: String) -> Difference {
    Difference { subject: Subject::Matching(topic.clone()), what }
}

/// Matches the cruxes of a topic again and says how the result differs from what is stored, if it
/// does.
fn match_again(
    plan: &Plan,
    store: &Store,
    debates: &TopicDebates<'_>,
    stored: &Matches,
) -> Result<Option<String>, RunError> {
    let outcomes = match debates.outcomes(store) {
        Ok(outcomes) => outcomes,
        Err(error) => return Ok(Some(error.report())),
    };
    let providers = Providers::new(plan, Offline::Yes)?;
    let personas = debates.personas(plan);
    let provider = providers.of_topic(plan, &debates.topic, &personas, Backoff::default())?;
    let made = if plan.is_computed() {
        debates.make(plan, &outcomes, &*provider)
    } else {
        let silent = Replay::new(provider).with_faults(faults(&stored.calls));
        debates.make(plan, &outcomes, &Cached::new(&silent, store))
    };
    Ok(match made {
        Err(interrupted) => Some(interrupted.to_string()),
        Ok(made) if made == *stored => None,
        Ok(_) => Some(format!(
            "the matched cruxes differ from those in {}; delete the file and run the experiment again: they are matched again, \
             with the stored replies",
            debates.path(plan, store).display()
        )),
    })
}

/// Re-runs a finished debate and passes its events to `listener`. Returns how it differs from what
/// is stored, if it does.
///
/// Replies of servers come from the store; replies of the providers `corpus` and `script` are
/// computed again.
///
/// # Errors
/// [`RunError`] if the provider cannot be set up.
pub fn replay(
    plan: &Plan,
    store: &Store,
    cell: &Cell,
    done: &Done,
    listener: &mut dyn FnMut(&Event),
) -> Result<Option<Difference>, RunError> {
    let difference =
        |what: String| Ok(Some(Difference { subject: Subject::Debate(cell.id.clone()), what }));
    let stored = match read_debate(store, done) {
        Ok(stored) => stored,
        Err(error) => return difference(error.to_string()),
    };
    let source = match source(plan, store, cell) {
        Ok(source) => source,
        Err(error) => return difference(error.report()),
    };
    let provider = Providers::new(plan, Offline::Yes)?.of(plan, cell, Backoff::default())?;
    let requests = requests(&stored);
    let resampling = Resampling::Recorded(&requests);
    let finished = if plan.is_computed() {
        debate(plan, cell, source.as_ref(), &*provider, resampling, listener)
    } else {
        let calls = stored.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
        let silent = Replay::new(provider).with_faults(faults(calls));
        debate(plan, cell, source.as_ref(), &Cached::new(&silent, store), resampling, listener)
    };
    match finished.map(|finished| hashes(&finished)) {
        Err(interrupted) => difference(interrupted.to_string()),
        Ok(Err(error)) => difference(format!("the outcome has no canonical form: {error}")),
        Ok(Ok(again)) if again == *done => Ok(None),
        Ok(Ok(again)) if again.snapshots == done.snapshots => {
            difference("the outcome differs".to_owned())
        }
        Ok(Ok(again)) => {
            let same = again.snapshots.iter().zip(&done.snapshots).take_while(|(a, b)| a == b);
            difference(format!("the snapshot of round {} differs", same.count()))
        }
    }
}

/// The requests that the provider did not answer, each with the recorded fault.
pub(super) fn faults<'c>(calls: impl IntoIterator<Item = &'c Call>) -> BTreeMap<Hash, String> {
    let faults = calls.into_iter().filter_map(Call::unanswered);
    faults.filter_map(|(key, fault)| Some((key.parse().ok()?, fault.to_owned()))).collect()
}
