//! Matches the cruxes of all debates of a topic, once its last debate has ended.
//!
//! Matches are stored under the debates that they were made from. So they are made again when a
//! debate of the topic changes, and an experiment takes over the matches of an earlier run as it
//! takes over debates.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::attempt::{Attempt, Attempts};
use super::cell::Cell;
use super::done_cells::DoneCells;
use super::error::RunError;
use super::plan::Plan;
use crate::mode::{self, CruxMatching, DebateCruxes, Interrupted, Setting};
use crate::provider::Provider;
use crate::record::{Matches, Outcome};
use crate::store::{Done, Error, Hash, Name, Store};
use crate::vocabulary::{Persona, TopicId};

/// The version of the rules by which cruxes are matched; raised with every change that can change
/// matches.
const VERSION: u32 = 3;

/// Whether the cruxes of a topic's debates are matched.
#[derive(Debug, Clone, PartialEq)]
pub enum Matching {
    /// They are.
    Made(Box<Matches>),
    /// They are not yet.
    Missing {
        /// The number of finished debates of the topic.
        finished: usize,
        /// The number of its debates that are not finished.
        unfinished: usize,
        /// The last attempt in the plan's own run.
        last: Option<Box<Attempt>>,
    },
    /// The matches are stored, but cannot be read; says why.
    Damaged(String),
}

/// The matching of each topic of a plan, in its order. Nothing is written.
///
/// # Errors
/// The runs of the store cannot be listed.
pub fn matchings(plan: &Plan, store: &Store) -> Result<Vec<(TopicId, Matching)>, RunError> {
    let cells = DoneCells::open(plan, store)?;
    // Topics have the same names in all runs, so only attempts of this run are at this matching.
    let attempts = Attempts::of_run(&store.run(&plan.run));
    let of =
        |topic: &TopicId| Ok((topic.clone(), matching(plan, store, &cells, &attempts, topic)?));
    topics(plan).iter().map(of).collect()
}

fn matching(
    plan: &Plan,
    store: &Store,
    cells: &DoneCells,
    attempts: &Result<Attempts, Error>,
    topic: &TopicId,
) -> Result<Matching, RunError> {
    let debates = TopicDebates::of(plan, cells, topic)?;
    Ok(match (debates.find(plan, store), attempts) {
        (Ok(Some(matches)), _) => Matching::Made(Box::new(matches)),
        (Ok(None), Ok(attempts)) => Matching::Missing {
            finished: debates.done.len(),
            unfinished: debates.missing.len(),
            last: attempts.last(&attempt_name(topic)).cloned().map(Box::new),
        },
        (Ok(None), Err(error)) => Matching::Damaged(error.report()),
        (Err(error), _) => Matching::Damaged(error.report()),
    })
}

/// The name under which attempts at matching the cruxes of a topic are recorded.
pub(super) fn attempt_name(topic: &TopicId) -> Name {
    Name::nearest(&format!("matches.{topic}"))
}

/// The topics of a plan that have debates, in its order.
pub(super) fn topics(plan: &Plan) -> Vec<TopicId> {
    let debated: BTreeSet<&TopicId> = plan.cells.iter().map(|cell| &cell.topic).collect();
    plan.manifest.topics.iter().filter(|topic| debated.contains(topic)).cloned().collect()
}

/// The debates of a topic, as far as they are done.
#[derive(Debug)]
pub(super) struct TopicDebates<'p> {
    pub(super) topic: TopicId,
    pub(super) done: Vec<(&'p Cell, Done)>,
    /// The cells that are not done.
    pub(super) missing: Vec<&'p Name>,
    /// What the matches depend on.
    inputs: Hash,
}

impl<'p> TopicDebates<'p> {
    /// Finds the debates of a topic. One that cannot be read counts as missing.
    pub(super) fn of(plan: &'p Plan, cells: &DoneCells, topic: &TopicId) -> Result<Self, RunError> {
        let (mut done, mut missing) = (Vec::new(), Vec::new());
        for cell in plan.cells.iter().filter(|cell| cell.topic == *topic) {
            match cells.find(cell) {
                Ok(Some(found)) => done.push((cell, found)),
                Ok(None) | Err(_) => missing.push(&cell.id),
            }
        }
        let outcomes: BTreeMap<&Name, Hash> =
            done.iter().map(|(cell, done)| (&cell.id, done.outcome)).collect();
        let inputs = Hash::of_value(&(VERSION, plan.inputs.matching(), outcomes));
        let inputs = inputs.map_err(|source| Error::Unwritable {
            path: cells.own_folder().join("matches"),
            source,
        })?;
        Ok(Self { topic: topic.clone(), done, missing, inputs })
    }

    /// The stored matches, of the plan's own run or of any other.
    pub(super) fn find(&self, plan: &Plan, store: &Store) -> Result<Option<Matches>, Error> {
        let own = store.run(&plan.run).matches(&self.file_name(), &self.inputs)?;
        if own.is_some() {
            return Ok(own);
        }
        for other in store.runs()? {
            // What another run cannot read is made again.
            if let Ok(Some(found)) = store.run(&other).matches(&self.file_name(), &self.inputs) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The file of the matches in the plan's own run.
    pub(super) fn path(&self, plan: &Plan, store: &Store) -> PathBuf {
        store.run(&plan.run).matches_path(&self.file_name(), &self.inputs)
    }

    /// Commits the matches to the plan's own run.
    pub(super) fn commit(&self, plan: &Plan, store: &Store, made: &Matches) -> Result<(), Error> {
        store.run(&plan.run).commit_matches(&self.file_name(), &self.inputs, made)
    }

    /// The personas of the debates, in the order of the debates, each with its corpus on the topic.
    pub(super) fn personas(&self, plan: &Plan) -> Vec<Persona> {
        personas(plan, self.done.iter().map(|(cell, _)| *cell))
    }

    /// The outcomes of the debates.
    pub(super) fn outcomes(&self, store: &Store) -> Result<Vec<(Name, Outcome)>, Error> {
        let read =
            |(cell, done): &(&Cell, Done)| Ok((cell.id.clone(), store.object(&done.outcome)?));
        self.done.iter().map(read).collect()
    }

    /// Matches the cruxes of the debates. Nothing is stored.
    pub(super) fn make(
        &self,
        plan: &Plan,
        outcomes: &[(Name, Outcome)],
        provider: &dyn Provider,
    ) -> Result<Matches, Interrupted> {
        let made = match_outcomes(plan, &self.topic, &self.personas(plan), outcomes, provider)?;
        let CruxMatching { cruxes, calls, usage } = made;
        let debates = self.done.iter();
        let debates =
            debates.map(|(cell, done)| (cell.id.to_string(), done.outcome.to_string())).collect();
        Ok(Matches { topic: self.topic.clone(), debates, cruxes, calls, usage })
    }

    fn file_name(&self) -> Name {
        Name::nearest(self.topic.as_str())
    }
}

/// The personas of some cells, each once, in the order of the cells.
pub(super) fn personas<'c>(plan: &Plan, cells: impl Iterator<Item = &'c Cell>) -> Vec<Persona> {
    let mut personas: Vec<Persona> = Vec::new();
    for persona in cells.flat_map(|cell| plan.personas(cell)) {
        if personas.iter().all(|known| known.id != persona.id) {
            personas.push(persona.clone());
        }
    }
    personas
}

/// Matches the cruxes of some outcomes.
pub(super) fn match_outcomes(
    plan: &Plan,
    topic: &TopicId,
    personas: &[Persona],
    outcomes: &[(Name, Outcome)],
    provider: &dyn Provider,
) -> Result<CruxMatching, Interrupted> {
    let setting = Setting::new(
        plan.inputs.topic(topic),
        personas,
        provider,
        &plan.manifest.models,
        plan.manifest.seed,
    );
    let debates = outcomes.iter();
    let debates: Vec<DebateCruxes<'_>> = debates
        .map(|(cell, outcome)| DebateCruxes { cell: cell.as_str(), cruxes: &outcome.cruxes })
        .collect();
    pollster::block_on(mode::match_cruxes(setting, &debates))
}
