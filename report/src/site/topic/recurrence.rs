//! How often each axis of the topic recurs among the cruxes of each mode.

use faultline::record::Crux;
use faultline::view::number;
use faultline::vocabulary::{Axis, Topic};

use super::compare::finished;
use crate::site::debate::crux_link;
use crate::site::home::Column;
use crate::site::input::{Absent, Debate, Finished};
use crate::site::prose;
use crate::site::route::{Anchor, Link, Route};

/// A crux on an axis.
#[derive(Debug, Clone)]
pub(super) struct Rank {
    /// Its rank, with the replicate where there are several.
    pub(super) text: String,
    pub(super) score: String,
    pub(super) link: Link,
}

/// What one mode makes of an axis.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    /// «2 of 3», where the mode had or was to have several debates.
    pub(super) share: Option<String>,
    /// Mean and range of the scores, where several debates name the axis.
    pub(super) scores: Option<String>,
    pub(super) ranks: Vec<Rank>,
}

/// One axis with what each mode makes of it.
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
            format!("no. {} in replicate {}", crux.id.number(), debate.replicate)
        } else {
            format!("no. {}", crux.id.number())
        },
        score: number::score(crux.score.value.value()),
        link: crux_link(debate, crux, here),
    };
    Cell {
        share: several.then(|| {
            let [naming, ended] =
                [naming.len(), ended].map(|number| number::integer(number as u64));
            format!("{naming} of {ended}")
        }),
        scores: (scores.len() > 1).then(|| spread(&scores, number::score)),
        ranks: naming
            .iter()
            .flat_map(|(debate, cruxes)| cruxes.iter().map(|crux| rank(debate, crux)))
            .collect(),
    }
}

/// «mean 0.45, 0.40 to 0.50, n = 2», or «0.50 each time, n = 2».
pub(super) fn spread(values: &[f64], write: impl Fn(f64) -> String) -> String {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let number = number::integer(values.len() as u64);
    let (low, high) = (write(low), write(high));
    if low == high {
        format!("{low} each time, n = {number}")
    } else {
        format!("mean {}, {low} to {high}, n = {number}", write(mean))
    }
}

/// What the numbers of debates allow to be read into the comparison.
pub(super) fn sentence(debates: &[&Debate], columns: &[Column]) -> String {
    let had: Vec<&Debate> = debates
        .iter()
        .copied()
        .filter(|debate| !matches!(debate.result, Err(Absent::NotRun)))
        .collect();
    let of_mode =
        |column: &Column| had.iter().filter(|debate| debate.label == column.label).count();
    let most = columns.iter().map(of_mode).max().unwrap_or(0);
    let failed = had.iter().filter(|debate| debate.result.is_err()).count();
    let sentence = if most == 0 {
        "None of these debates has been run yet.".to_owned()
    } else if most == 1 && had.len() < debates.len() {
        "No mode has had more than one debate yet, so nothing here says what another seed would have changed."
            .to_owned()
    } else if most == 1 {
        "Each mode had one debate, so nothing here says what another seed would have changed, and no interval can be \
         given."
            .to_owned()
    } else {
        let had = if columns.iter().all(|column| of_mode(column) == most) {
            format!("Each mode had {} debates", number::integer(most as u64))
        } else {
            format!("The modes had up to {} debates each", number::integer(most as u64))
        };
        format!(
            "{had}, with different seeds. “1 of {most}” says that one of them names the axis. Differences smaller than those \
             between the replicates of one mode say nothing about the modes."
        )
    };
    match failed {
        0 => sentence,
        1 => format!("{sentence} One debate did not come to an end and counts for nothing here."),
        _ => format!(
            "{sentence} {} debates did not come to an end and count for nothing here.",
            prose::capital(&number::integer(failed as u64))
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_names_its_number() {
        assert_eq!(spread(&[0.4, 0.5], number::score), "mean 0.45, 0.40 to 0.50, n = 2");
        assert_eq!(spread(&[0.501, 0.499], number::score), "0.50 each time, n = 2");
        assert_eq!(spread(&[1.0, 2.0, 6.0], number::measure), "mean 3, 1 to 6, n = 3");
    }
}
