//! How often each axis of the topic recurs among the cruxes of each mode.

use faultline::record::Crux;
use faultline::view::number;
use faultline::vocabulary::{Axis, Topic};

use crate::site::comparison::{Column, finished};
use crate::site::input::{Absent, Debate, Finished};
use crate::site::interval;
use crate::site::route::{Anchor, Link, Route};

/// A crux on an axis.
#[derive(Debug, Clone)]
pub(super) struct Rank {
    /// Its rank, with the replicate where there are several.
    pub(super) text: String,
    pub(super) score: String,
    pub(super) link: Link,
}

/// The cruxes of one mode on an axis.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    /// In how many draws it is named, with an interval, where the mode has several debates.
    pub(super) share: Option<String>,
    /// Mean and range of the scores, where several debates name the axis.
    pub(super) scores: Option<String>,
    pub(super) ranks: Vec<Rank>,
}

/// One axis with the cruxes of each mode on it.
#[derive(Debug)]
pub(super) struct AxisRow {
    pub(super) title: String,
    pub(super) question: String,
    pub(super) link: Link,
    pub(super) cells: Vec<Cell>,
    modes: usize,
    debates: usize,
    best: u32,
}

/// The axes as rows: those that most modes name first, among them those that most debates name, then the topic's order.
pub(super) fn axes(
    topic: &Topic,
    debates: &[&Debate],
    columns: &[Column],
    here: &Route,
) -> Vec<AxisRow> {
    let row = |axis: &Axis| {
        let found: Vec<Vec<(&Debate, Vec<&Crux>)>> =
            columns.iter().map(|column| on_axis(axis, &finished(debates, &column.label))).collect();
        let all = || found.iter().flatten();
        AxisRow {
            title: axis.title.clone(),
            question: axis.question.clone(),
            link: here.link_to(here, &Anchor::Axis(axis.id.clone())),
            modes: found.iter().filter(|naming| !naming.is_empty()).count(),
            debates: all().count(),
            best: all()
                .flat_map(|(_, cruxes)| cruxes)
                .map(|crux| crux.id.number())
                .min()
                .unwrap_or(u32::MAX),
            cells: columns
                .iter()
                .zip(&found)
                .map(|(column, naming)| cell(naming, debates, column, here))
                .collect(),
        }
    };
    let mut rows: Vec<AxisRow> = topic.axes.iter().map(row).collect();
    rows.sort_by_key(|row| (usize::MAX - row.modes, usize::MAX - row.debates, row.best));
    rows
}

/// The debates with a crux on the axis, each with all of them.
fn on_axis<'a>(
    axis: &Axis,
    finished: &[(&'a Debate, &'a Finished)],
) -> Vec<(&'a Debate, Vec<&'a Crux>)> {
    let cruxes = |finished: &'a Finished| {
        let all = finished.outcome.cruxes.iter();
        all.filter(|crux| crux.axis.as_ref() == Some(&axis.id)).collect::<Vec<_>>()
    };
    finished
        .iter()
        .map(|(debate, finished)| (*debate, cruxes(finished)))
        .filter(|(_, cruxes)| !cruxes.is_empty())
        .collect()
}

fn cell(
    naming: &[(&Debate, Vec<&Crux>)],
    debates: &[&Debate],
    column: &Column,
    here: &Route,
) -> Cell {
    let several = debates.iter().filter(|debate| debate.label == column.label).count() > 1;
    let ended = finished(debates, &column.label).len();
    let best =
        |cruxes: &[&Crux]| cruxes.iter().map(|crux| crux.score.value.value()).fold(0.0, f64::max);
    let scores: Vec<f64> = naming.iter().map(|(_, cruxes)| best(cruxes)).collect();
    let rank = |debate: &Debate, crux: &Crux| Rank {
        text: if several {
            format!("crux {} in replicate {}", crux.id.number(), debate.replicate)
        } else {
            format!("crux {}", crux.id.number())
        },
        score: number::score(crux.score.value.value()),
        link: Route::crux(debate, crux.id, here),
    };
    Cell {
        share: several.then(|| interval::of_draws(naming.len(), ended)),
        scores: (scores.len() > 1).then(|| spread(&scores, number::score)),
        ranks: naming
            .iter()
            .flat_map(|(debate, cruxes)| cruxes.iter().map(|crux| rank(debate, crux)))
            .collect(),
    }
}

/// «mean 0.45, 0.40 to 0.50, n = 2», or «always 0.50, n = 2».
pub(super) fn spread(values: &[f64], write: impl Fn(f64) -> String) -> String {
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

pub(super) fn repetition(debates: &[&Debate], columns: &[Column]) -> Repetition {
    let has_run = |debate: &&&Debate| !matches!(debate.result, Err(Absent::NotRun));
    let run: Vec<&&Debate> = debates.iter().filter(has_run).collect();
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
        assert_eq!(spread(&[1.0, 2.0, 6.0], number::measure), "mean 3, 1 to 6, n = 3");
    }
}
