//! Estimates what matching the cruxes of each topic will use.

use std::collections::BTreeMap;

use serde::Serialize;

use super::consumption::{Basis, Consumption};
use super::rehearsal::Rehearsals;
use crate::format::Condition;
use crate::pipeline::cell::Cell;
use crate::pipeline::done_cells::DoneCells;
use crate::pipeline::error::RunError;
use crate::pipeline::plan::Plan;
use crate::pipeline::topic_matching::{TopicDebates, match_outcomes, personas, topics};
use crate::provider::{Corpus, Recorder};
use crate::record::{Call, Outcome};
use crate::store::{Name, Store};
use crate::vocabulary::{PersonaId, Probability, TopicId};

/// The matching of the cruxes of a topic, and what it is expected to use.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExpectedMatching {
    /// The topic.
    pub topic: TopicId,
    /// The number of debates whose cruxes are matched.
    pub debates: usize,
    /// Whether the store holds the matches.
    pub is_made: bool,
    /// What it is expected to use, or has used.
    pub each: Consumption,
    /// The basis of the estimate.
    pub basis: Basis,
}

/// Estimates what matching the cruxes of the topics of the chosen debates uses; all if there are no
/// conditions. No server is called and nothing is written.
///
/// The cruxes of finished debates are known. For the others they are taken from a finished debate
/// of the same mode and group, or from a rehearsal. A model may name cruxes that neither has; these
/// are compared by meaning and take further calls.
///
/// # Errors
/// [`RunError`] if the store cannot be read.
pub(super) fn estimate(
    rehearsals: &mut Rehearsals<'_>,
    only: &[Condition],
    store: Option<&Store>,
) -> Result<Vec<ExpectedMatching>, RunError> {
    let plan = rehearsals.plan;
    let chosen = plan.chosen(only);
    let is_chosen = |topic: &&TopicId| chosen.iter().any(|(_, cell)| cell.topic == **topic);
    let done = store.map(|store| DoneCells::open(plan, store)).transpose()?;
    let topics = topics(plan);
    let mut expected = Vec::new();
    for topic in topics.iter().filter(is_chosen) {
        let stored = match done.as_ref().zip(store) {
            Some((done, store)) => Some((TopicDebates::of(plan, done, topic)?, store)),
            None => None,
        };
        expected.push(of_topic(rehearsals, topic, stored.as_ref()));
    }
    Ok(expected)
}

fn of_topic(
    rehearsals: &mut Rehearsals<'_>,
    topic: &TopicId,
    stored: Option<&(TopicDebates<'_>, &Store)>,
) -> ExpectedMatching {
    let plan = rehearsals.plan;
    let cells: Vec<&Cell> = plan.cells.iter().filter(|cell| cell.topic == *topic).collect();
    let of = |each, basis, is_made| ExpectedMatching {
        topic: topic.clone(),
        debates: cells.len(),
        is_made,
        each,
        basis,
    };
    let mut known: BTreeMap<Name, Outcome> = BTreeMap::new();
    if let Some((debates, store)) = stored {
        if let Ok(Some(made)) = debates.find(plan, store) {
            return of(used(&made.calls), Basis::Record { debates: cells.len() }, true);
        }
        // A run and `verify` report the damage; an estimate can do without these debates.
        known.extend(debates.outcomes(store).unwrap_or_default());
    }
    let outcomes = match representative(rehearsals, &cells, &known) {
        Ok(outcomes) => outcomes,
        Err(why) => return of(Consumption::default(), Basis::Unknown { why }, false),
    };
    match rehearsed(plan, topic, &cells, &outcomes) {
        Ok(used) => of(used, Basis::Rehearsal, false),
        Err(why) => of(Consumption::default(), Basis::Unknown { why }, false),
    }
}

/// What stored matches have used.
fn used(calls: &[Call]) -> Consumption {
    Consumption {
        calls: calls.iter().map(|call| u64::from(call.usage.calls)).sum(),
        volumes: calls.iter().map(|call| (call.model.clone(), call.usage.volume())).collect(),
        ..Consumption::default()
    }
}

/// An outcome for each cell: its own, or that of a debate of the same mode and group.
fn representative(
    rehearsals: &mut Rehearsals<'_>,
    cells: &[&Cell],
    known: &BTreeMap<Name, Outcome>,
) -> Result<Vec<(Name, Outcome)>, String> {
    let row = |cell: &Cell| (cell.personas.clone(), cell.label.clone());
    let mut of_row: BTreeMap<(Vec<PersonaId>, String), Outcome> = BTreeMap::new();
    for cell in cells {
        if let Some(outcome) = known.get(&cell.id) {
            of_row.entry(row(cell)).or_insert_with(|| outcome.clone());
        }
    }
    let mut outcomes = Vec::new();
    for cell in cells {
        let outcome = match (known.get(&cell.id), of_row.get(&row(cell))) {
            (Some(outcome), _) | (None, Some(outcome)) => outcome.clone(),
            (None, None) => {
                let (outcome, _) = rehearsals.of(cell)?;
                of_row.insert(row(cell), outcome.clone());
                outcome
            }
        };
        outcomes.push((cell.id.clone(), outcome));
    }
    Ok(outcomes)
}

/// What matching these outcomes uses if the provider `corpus` answers in place of the plan's own.
fn rehearsed(
    plan: &Plan,
    topic: &TopicId,
    cells: &[&Cell],
    outcomes: &[(Name, Outcome)],
) -> Result<Consumption, String> {
    let personas = personas(plan, cells.iter().copied());
    let corpus = Corpus::new(plan.inputs.topic(topic), &personas, Probability::ONE);
    let recorder = Recorder::new(Box::new(corpus.map_err(|fault| fault.to_string())?));
    match_outcomes(plan, topic, &personas, outcomes, &recorder).map_err(|why| why.to_string())?;
    Ok(Consumption::rehearsed(recorder.recorded(), plan.manifest.provider.thinking()))
}
