//! The cruxes of a topic with the modes that name them.

use std::collections::BTreeMap;

use faultline::analysis::{CruxRow, Naming};
use faultline::record::{Crux, CruxReference, FoundBy};
use faultline::view::number;
use faultline::vocabulary::{Axis, Topic};

use crate::site::comparison::Column;
use crate::site::index::IndexedDebate;
use crate::site::input::NoOutcome;
use crate::site::interval;
use crate::site::route::{Anchor, Link, Route};

/// The number of debates of one mode that a cell links to. With hundreds of replicates the page
/// would become too large.
const LISTED: usize = 50;

/// A crux as one debate names it.
#[derive(Debug, Clone)]
pub(super) struct Rank {
    /// Its rank, with the replicate where there are several.
    pub(super) text: String,
    pub(super) score: String,
    pub(super) link: Link,
}

/// The cruxes of one mode that are this crux.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    /// In how many draws it is named, with an interval, where the mode has several debates.
    pub(super) share: Option<String>,
    /// Mean and range of the scores, where several debates name it.
    pub(super) scores: Option<String>,
    pub(super) ranks: Vec<Rank>,
    /// How many more debates name it.
    pub(super) more: usize,
    /// Whether the mode has a finished debate.
    pub(super) is_run: bool,
}

/// A crux with what each mode says about it.
#[derive(Debug)]
pub(super) struct CruxLine {
    /// The title of its axis, if it belongs to one, with a link to it.
    pub(super) axis: Option<(String, Link)>,
    pub(super) question: String,
    /// Other wordings that mean the same.
    pub(super) other_wordings: Vec<String>,
    pub(super) cells: Vec<Cell>,
}

/// What the modes have in common and what separates them.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// The questions that every mode names.
    pub(super) common: Vec<String>,
    /// The questions that only one mode names, with its title.
    pub(super) unique: Vec<(String, String)>,
    /// The questions that some modes miss, with their titles.
    pub(super) missed: Vec<(String, Vec<String>)>,
}

/// The crux table of one group of personas.
pub(super) fn lines(
    topic: &Topic,
    rows: &[&CruxRow],
    debates: &[&IndexedDebate],
    columns: &[Column],
    here: &Route,
) -> Vec<CruxLine> {
    let cruxes: BTreeMap<(&str, u32), (&IndexedDebate, &Crux)> = debates
        .iter()
        .filter_map(|debate| Some((debate, debate.result.as_ref().ok()?)))
        .flat_map(|(debate, finished)| {
            let cruxes = finished.outcome.cruxes.iter();
            cruxes.map(move |crux| ((debate.cell.as_str(), crux.id.number()), (*debate, crux)))
        })
        .collect();
    let line = |row: &&CruxRow| {
        let axis = row.axis.as_ref().and_then(|id| topic.axis(id));
        let link = |axis: &Axis| here.link_to(here, &Anchor::Axis(axis.id.clone()));
        let naming = |column: &Column| {
            let naming = row.namings.iter().find(|naming| naming.mode == column.label);
            let own = debates.iter().filter(|debate| debate.label == column.label);
            cell(naming, own.count() > 1, &cruxes, here)
        };
        CruxLine {
            axis: axis.map(|axis| (axis.title.clone(), link(axis))),
            question: row.question.clone(),
            other_wordings: row.other_wordings.clone(),
            cells: columns.iter().map(naming).collect(),
        }
    };
    rows.iter().map(line).collect()
}

fn cell(
    naming: Option<&Naming>,
    has_replicates: bool,
    cruxes: &BTreeMap<(&str, u32), (&IndexedDebate, &Crux)>,
    here: &Route,
) -> Cell {
    let Some(naming) = naming.filter(|naming| naming.debates > 0) else {
        return Cell { share: None, scores: None, ranks: Vec::new(), more: 0, is_run: false };
    };
    let found = |reference: &CruxReference| {
        cruxes.get(&(reference.cell.as_str(), reference.crux.number())).copied()
    };
    let found: Vec<(&IndexedDebate, &Crux)> = naming.cruxes.iter().filter_map(found).collect();
    let mut best: BTreeMap<&str, f64> = BTreeMap::new();
    for (debate, crux) in found.iter().filter(|(_, crux)| crux.found != FoundBy::LoadUnknown) {
        let score = best.entry(&debate.cell).or_default();
        *score = score.max(crux.score.value.value());
    }
    let scores: Vec<f64> = best.into_values().collect();
    let rank = |(debate, crux): &(&IndexedDebate, &Crux)| Rank {
        text: if has_replicates {
            format!("replicate {}", debate.replicate)
        } else {
            "named".to_owned()
        },
        score: match crux.found {
            FoundBy::LoadUnknown => "of unknown importance".to_owned(),
            FoundBy::Load | FoundBy::Proposed => number::score(crux.score.value.value()),
        },
        link: Route::crux(debate, crux.id, here),
    };
    Cell {
        share: has_replicates.then(|| interval::of_draws(naming.named, naming.debates)),
        scores: (scores.len() > 1).then(|| spread(&scores, number::score)),
        ranks: found.iter().take(LISTED).map(rank).collect(),
        more: found.len().saturating_sub(LISTED),
        is_run: true,
    }
}

/// What the modes have in common and what separates them, in words.
pub(super) fn answer(rows: &[&CruxRow], columns: &[Column]) -> Answer {
    let title = |label: &String| {
        let column = columns.iter().find(|column| column.label == *label);
        column.map_or_else(|| label.clone(), |column| column.title.clone())
    };
    let mut answer = Answer::default();
    for row in rows {
        let question = row.question.clone();
        if row.named_by_all {
            answer.common.push(question);
        } else if let Some(mode) = &row.only {
            answer.unique.push((question, title(mode)));
        } else if !row.missed_by.is_empty() {
            answer.missed.push((question, row.missed_by.iter().map(title).collect()));
        }
    }
    answer
}

/// «mean 0.45, 0.40 to 0.50, n = 2», or «always 0.50, n = 2».
fn spread(values: &[f64], write: impl Fn(f64) -> String) -> String {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let number = number::integer(values.len() as u64);
    let (low, high) = (write(low), write(high));
    if low == high {
        format!("always {low}, n = {number}")
    } else {
        format!("mean {}, {low} to {high}, n = {number}", write(mean))
    }
}

/// How many debates the comparison rests on.
#[derive(Debug)]
pub(super) struct Repetition {
    /// The maximum number of debates that a mode has run.
    pub(super) most: usize,
    /// Whether each mode has run as many.
    pub(super) is_equal: bool,
    pub(super) failed: usize,
    pub(super) not_run: usize,
}

pub(super) fn repetition(debates: &[&IndexedDebate], columns: &[Column]) -> Repetition {
    let has_run = |debate: &&&IndexedDebate| !matches!(debate.result, Err(NoOutcome::NotRun));
    let run: Vec<&&IndexedDebate> = debates.iter().filter(has_run).collect();
    let counts: Vec<usize> = columns
        .iter()
        .map(|column| run.iter().filter(|debate| debate.label == column.label).count())
        .collect();
    let most = counts.iter().copied().max().unwrap_or(0);
    Repetition {
        most,
        is_equal: counts.iter().all(|&count| count == most),
        failed: run.iter().filter(|debate| debate.result.is_err()).count(),
        not_run: debates.len() - run.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_names_its_number() {
        assert_eq!(spread(&[0.4, 0.5], number::score), "mean 0.45, 0.40 to 0.50, n = 2");
        assert_eq!(spread(&[0.501, 0.499], number::score), "always 0.50, n = 2");
        assert_eq!(spread(&[0.1, 0.2, 0.6], number::score), "mean 0.30, 0.10 to 0.60, n = 3");
    }
}
