//! Estimates what missing debates will use: from finished debates, or from a rehearsal without any
//! server.

mod consumption;
mod failed;
mod matchings;
mod rehearsal;

use serde::Serialize;

pub use consumption::{Basis, Consumption, Prefix};
pub use matchings::ExpectedMatching;

use consumption::Counted;
use failed::FailedCalls;
use rehearsal::Rehearsals;

use super::attempt::{Attempt, Attempts};
use super::cell::Cell;
use super::done_cells::DoneCells;
use super::error::RunError;
use super::exchanges::{Exchanges, exchanges};
use super::plan::Plan;
use super::stored::read_debate;
use crate::format::Condition;
use crate::mode::ModeName;
use crate::provider::Exchange;
use crate::store::{Done, Hash, Store};
use crate::vocabulary::{PersonaId, TopicId, Volumes};

/// The debates of one mode between the same personas on the same topic, and what they are expected
/// to use.
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
    /// Debates that are neither done nor failed.
    pub missing: usize,
    /// Debates that their replies made fail. They cost nothing unless they are retried.
    pub failed: usize,
    /// The tokens that retrying all failed debates is expected to use, by model.
    pub retry: Volumes,
    /// The searches of the web that retrying them is expected to make.
    pub retry_searches: u64,
    /// The maximum number of calls of a debate, without repairs.
    pub most_calls: u32,
    /// How that number is calculated.
    pub formula: String,
    /// What one debate is expected to use.
    pub each: Consumption,
    /// The basis of the estimate.
    pub basis: Basis,
}

/// What all missing debates, and the matching of their cruxes, are expected to use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TotalEstimate {
    /// Their number.
    pub debates: usize,
    /// The topics whose cruxes must be compared by meaning to match them, or may have to be.
    pub matchings: usize,
    /// Expected searches of the web.
    pub searches: u64,
    /// Expected tokens by model, without those of `unknown`.
    pub volumes: Volumes,
    /// The same if every answer were as long as its question allows; `None` if that is unknown for
    /// any of them.
    pub longest: Option<Volumes>,
    /// How many of the debates have no estimate.
    pub unknown: usize,
    /// How many of the matchings have no estimate.
    pub unknown_matchings: usize,
    /// The number of debates that failed and are not among the missing ones.
    pub failed: usize,
    /// The tokens that retrying them is expected to use, by model, without those of
    /// `unknown_retries`.
    pub retry: Volumes,
    /// The searches of the web that retrying them is expected to make.
    pub retry_searches: u64,
    /// How many of the failed debates have no estimate.
    pub unknown_retries: usize,
}

impl TotalEstimate {
    /// Sums up the missing debates and matchings.
    pub fn of(rows: &[Expected], matchings: &[ExpectedMatching]) -> Self {
        let mut total = Self {
            debates: 0,
            matchings: 0,
            searches: 0,
            volumes: Volumes::default(),
            longest: Some(Volumes::default()),
            unknown: 0,
            unknown_matchings: 0,
            failed: 0,
            retry: Volumes::default(),
            retry_searches: 0,
            unknown_retries: 0,
        };
        for Expected { failed, retry, retry_searches, basis, .. } in rows {
            total.failed += failed;
            total.retry_searches += retry_searches;
            total.retry.extend(retry.clone());
            if let Basis::Unknown { .. } = basis {
                total.unknown_retries += failed;
            }
        }
        for Expected { missing, each, basis, .. } in rows.iter().filter(|row| row.missing > 0) {
            total.debates += missing;
            if let Basis::Unknown { .. } = basis {
                total.unknown += missing;
            }
            total.add(*missing, each);
        }
        for ExpectedMatching { each, basis, .. } in matchings.iter().filter(|row| !row.is_made) {
            let is_unknown = matches!(basis, Basis::Unknown { .. });
            total.unknown_matchings += usize::from(is_unknown);
            total.matchings += usize::from(is_unknown || each.calls > 0);
            total.add(1, each);
        }
        total
    }

    /// Whether all of them have an estimate.
    pub fn is_complete(&self) -> bool {
        self.unknown + self.unknown_matchings == 0
    }

    /// The same if the failed debates are retried. The longest answers of a retry are not known.
    #[must_use]
    pub fn with_retries(mut self) -> Self {
        self.longest = self.longest.filter(|_| self.failed == 0);
        self.volumes.extend(self.retry.clone());
        self.searches += self.retry_searches;
        self.debates += self.failed;
        self.unknown += self.unknown_retries;
        self
    }

    fn add(&mut self, count: usize, each: &Consumption) {
        let all = |each: &Volumes| each.clone().map(|number| number * count as u64);
        self.volumes.extend(all(&each.volumes));
        self.searches += each.searches * count as u64;
        let longest = self.longest.take().zip(each.longest.as_ref());
        self.longest = longest.map(|(mut sum, longest)| {
            sum.extend(all(longest));
            sum
        });
    }
}

/// Estimates what the chosen debates of a plan use, and what matching their cruxes uses; all if
/// there are no conditions. No server is called and nothing is written. Without a store every
/// estimate is a rehearsal.
///
/// # Errors
/// [`RunError`] if the store cannot be read.
pub fn estimate(
    plan: &Plan,
    only: &[Condition],
    store: Option<&Store>,
) -> Result<(Vec<Expected>, Vec<ExpectedMatching>), RunError> {
    let mut rehearsals = Rehearsals::new(plan);
    let debates = estimate_debates(&mut rehearsals, only, store)?;
    let matchings = matchings::estimate(&mut rehearsals, only, store)?;
    Ok((debates, matchings))
}

/// A row in the making.
struct Row<'p> {
    expected: Expected,
    /// What its finished debates used.
    finished: Vec<Consumption>,
    /// What its failed debates used.
    failed: Vec<FailedCalls>,
    /// Its first cell.
    cell: &'p Cell,
}

fn estimate_debates(
    rehearsals: &mut Rehearsals<'_>,
    only: &[Condition],
    store: Option<&Store>,
) -> Result<Vec<Expected>, RunError> {
    let plan = rehearsals.plan;
    let mut rows: Vec<Row<'_>> = Vec::new();
    let stored = match store {
        Some(store) => Some((store, DoneCells::open(plan, store)?, Attempts::open(store)?)),
        None => None,
    };
    for (_, cell) in plan.chosen(only) {
        let same = |Row { expected, .. }: &Row<'_>| {
            (&expected.topic, &expected.personas, &expected.label)
                == (&cell.topic, &cell.personas, &cell.label)
        };
        let place = rows.iter().position(same).unwrap_or_else(|| {
            let (finished, failed) = (Vec::new(), Vec::new());
            rows.push(Row { expected: empty(cell), finished, failed, cell });
            rows.len() - 1
        });
        let Row { expected, finished, failed, .. } = &mut rows[place];
        let Some((store, cells, attempts)) = &stored else {
            expected.missing += 1;
            continue;
        };
        if let Some(done) = cells.find(cell)? {
            expected.done += 1;
            finished.extend(recorded(plan, store, cell, &done)?);
        } else if attempts.last(&cell.id).is_some_and(Attempt::has_failed) {
            expected.failed += 1;
            failed.push(FailedCalls::of(plan, store, cell, attempts));
        } else {
            expected.missing += 1;
        }
    }
    Ok((0..rows.len()).map(|place| with_basis(rehearsals, &rows, place)).collect())
}

fn empty(cell: &Cell) -> Expected {
    Expected {
        topic: cell.topic.clone(),
        personas: cell.personas.clone(),
        label: cell.label.clone(),
        mode: cell.mode.name(),
        done: 0,
        missing: 0,
        failed: 0,
        retry: Volumes::default(),
        retry_searches: 0,
        most_calls: cell.calls().total(),
        formula: cell.calls().to_string(),
        each: Consumption::default(),
        basis: Basis::Rehearsal,
    }
}

/// Estimates from finished debates of the same row, else from those of the same label, else from a
/// rehearsal.
fn with_basis(rehearsals: &mut Rehearsals<'_>, rows: &[Row<'_>], place: usize) -> Expected {
    let Row { expected, finished: own, failed, cell } = &rows[place];
    let alike = || rows.iter().filter(|other| other.expected.label == expected.label);
    let finished: Vec<&Consumption> = match own.as_slice() {
        [] => alike().flat_map(|row| &row.finished).collect(),
        own => own.iter().collect(),
    };
    let (each, basis) = if finished.is_empty() {
        match rehearsals.of(cell) {
            Ok((_, used)) => (used, Basis::Rehearsal),
            Err(why) => (Consumption::default(), Basis::Unknown { why }),
        }
    } else {
        (Consumption::mean(&finished), Basis::Record { debates: finished.len() })
    };
    let retry = failed.iter().flat_map(|failed| failed.retry(&each.volumes)).collect();
    let retry_searches = failed.iter().map(|failed| failed.retry_searches(each.searches)).sum();
    Expected { retry, retry_searches, each, basis, ..expected.clone() }
}

/// What a finished debate used; `None` if some of its replies are not available.
fn recorded(
    plan: &Plan,
    store: &Store,
    cell: &Cell,
    done: &Done,
) -> Result<Option<Consumption>, RunError> {
    // A run and `verify` report the damage; an estimate can do without this debate.
    let Ok(stored) = read_debate(store, done) else { return Ok(None) };
    let Exchanges { by_request, .. } = exchanges(plan, store, cell, done, &stored)?;
    let mut requests = Vec::new();
    for call in stored.snapshots.iter().flat_map(|snapshot| &snapshot.calls) {
        for key in call.answered() {
            let exchange = key.parse::<Hash>().ok().and_then(|key| by_request.get(&key));
            let Some(Exchange { messages, reply }) = exchange else { return Ok(None) };
            requests.push(Counted {
                model: call.model.clone(),
                messages: messages.clone(),
                used: reply.spent.volume(),
                max_output: None,
            });
        }
    }
    Ok(Some(Consumption::of(&requests)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_searches_of_retried_debates_count() {
        let topic = TopicId::new("trade").unwrap();
        let row = |failed, missing, retry_searches| Expected {
            topic: topic.clone(),
            personas: vec![],
            label: "facts".to_owned(),
            mode: ModeName::ALL[0],
            done: 0,
            missing,
            failed,
            retry: Volumes::default(),
            retry_searches,
            most_calls: 9,
            formula: String::new(),
            each: Consumption { searches: 4, ..Consumption::default() },
            basis: Basis::Rehearsal,
        };
        let total = TotalEstimate::of(&[row(2, 0, 5), row(1, 3, 2)], &[]);
        assert_eq!(total.searches, 12, "three missing debates");
        assert_eq!(total.with_retries().searches, 12 + 5 + 2);
    }
}
