//! The figures of every mode, with intervals, and the tests of their differences.

use faultline::analysis::{
    DifferenceVerdict, Figure, FigureTests, MOST_BLOCKS, Mean, ModeComparison, ModeFigures,
    PairTest, Resampled, Role,
};
use faultline::view::number;

use crate::site::comparison::Column;
use crate::site::index::IndexedDebate;
use crate::site::input::NoOutcome;
use faultline::view::glossary;

/// One figure for every mode.
#[derive(Debug)]
pub(super) struct FigureRow {
    pub(super) name: &'static str,
    pub(super) gloss: &'static str,
    /// One for each mode.
    pub(super) values: Vec<Value>,
    pub(super) is_number: bool,
}

impl FigureRow {
    /// Whether it is 0 in every mode, in every debate.
    pub(super) fn is_zero(&self) -> bool {
        self.values.iter().all(|value| value.text == "0" && value.bar.is_none())
    }
}

/// A figure of one mode.
#[derive(Debug)]
pub(super) struct Value {
    pub(super) text: String,
    /// The interval and what the mean covers, where there are several values.
    pub(super) spread: String,
    /// The interval as a drawing, on the scale of the row.
    pub(super) bar: Option<Bar>,
}

/// An interval with its mean. *Units*: percent of the width.
#[derive(Debug)]
pub(super) struct Bar {
    pub(super) low: String,
    pub(super) high: String,
    pub(super) value: String,
}

impl Value {
    fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), spread: String::new(), bar: None }
    }
}

/// Why a mode has no finished debate: a failed debate says more than one that has not been run.
fn absence(debates: &[&IndexedDebate], label: &str) -> &'static str {
    let own = debates.iter().filter(|debate| debate.label == label);
    let absent = own.filter_map(|debate| debate.result.as_ref().err());
    let failed = absent.clone().find(|absent| matches!(absent, NoOutcome::Failed(_)));
    failed.or(absent.clone().next()).map_or("", NoOutcome::word)
}

/// The figures as rows. Modes without a finished debate say why.
pub(super) fn figures(
    comparison: &ModeComparison,
    debates: &[&IndexedDebate],
    columns: &[Column],
) -> Vec<FigureRow> {
    let of_columns = |write: &dyn Fn(&ModeFigures) -> Value| -> Vec<Value> {
        let of = |column: &Column| {
            let mode = comparison.modes.iter().find(|mode| mode.mode == column.label);
            mode.map_or_else(|| Value::of(absence(debates, &column.label)), write)
        };
        columns.iter().map(of).collect()
    };
    let words = |name, gloss, write: &dyn Fn(&ModeFigures) -> String| FigureRow {
        name,
        gloss,
        is_number: false,
        values: of_columns(&|mode| Value::of(write(mode))),
    };
    let regimes = |mode: &ModeFigures| {
        tally(mode.regimes.iter().map(|(regime, count)| (glossary::regime(*regime).word, *count)))
    };
    let stops = |mode: &ModeFigures| {
        tally(mode.stops.iter().map(|(stop, count)| (glossary::stop(*stop).word, *count)))
    };
    let mut rows = vec![words("Regime", "how the positions relate at the end", &regimes)];
    if !comparison.has_same_blocks() {
        let groups = |mode: &ModeFigures| number::integer(mode.blocks as u64);
        rows.push(words("Groups", "groups of personas whose debates the figures cover", &groups));
    }
    for figure in Figure::ALL {
        let means = comparison.modes.iter().filter_map(|mode| mode.figures[&figure]);
        let Some(largest) = means.map(largest).reduce(f64::max) else { continue };
        rows.push(FigureRow {
            name: figure.title(),
            gloss: figure.meaning(),
            is_number: true,
            values: of_columns(&|mode| value(figure, mode.figures[&figure], largest)),
        });
        if figure == Figure::Rounds {
            rows.push(words(
                "Stop",
                "why the debate ended; where a rule was met the personas may still disagree",
                &stops,
            ));
        }
    }
    rows
}

fn largest(mean: Mean) -> f64 {
    mean.interval.map_or(mean.value, |(_, high, _)| high.max(mean.value))
}

fn value(figure: Figure, mean: Option<Mean>, largest: f64) -> Value {
    let write = |value: f64| {
        if figure == Figure::Similarity {
            number::score(value)
        } else if value >= 100.0 {
            number::integer(value.round() as u64)
        } else {
            number::measure(value)
        }
    };
    let Some(mean) = mean else { return Value::of("–") };
    let covered = covered(mean);
    let Some((low, high, _)) = mean.interval else {
        let spread = match mean.values {
            1 => String::new(),
            _ if mean.is_constant => format!("the same in each of {covered}"),
            _ => format!("{covered} with the same mean"),
        };
        return Value { spread, ..Value::of(write(mean.value)) };
    };
    let percent = |value: f64| format!("{:.1}", 2.0 + 96.0 * value / largest);
    Value {
        text: write(mean.value),
        spread: format!("{} to {}, {covered}", write(low), write(high)),
        bar: (largest > 0.0).then(|| Bar {
            low: percent(low),
            high: percent(high),
            value: percent(mean.value),
        }),
    }
}

/// «30 debates in 5 groups», «8 debates» of one group, or «5 groups» with one value each.
fn covered(Mean { blocks, values, .. }: Mean) -> String {
    let debates = number::count(values, "debate", "debates");
    let groups = number::count(blocks, "group", "groups");
    if blocks == 1 {
        debates
    } else if blocks == values {
        groups
    } else {
        format!("{debates} in {groups}")
    }
}

/// «partial», or «partial 2, polarized 1».
fn tally(words: impl Iterator<Item = (&'static str, usize)>) -> String {
    let words: Vec<(&str, usize)> = words.collect();
    match words.as_slice() {
        [(word, _)] => (*word).to_owned(),
        several => {
            let each = |(word, count): &(&str, usize)| {
                format!("{word} {}", number::integer(*count as u64))
            };
            several.iter().map(each).collect::<Vec<_>>().join(", ")
        }
    }
}

/// What the intervals of the figures cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Intervals {
    /// No mode has more than one debate.
    None,
    /// The differences between replicates of one group.
    Replicates,
    /// The differences between groups.
    Groups,
}

pub(super) fn intervals(comparison: &ModeComparison) -> Intervals {
    match comparison.resampled() {
        None => Intervals::None,
        Some(Resampled::Replicates) => Intervals::Replicates,
        Some(Resampled::Blocks) => Intervals::Groups,
    }
}

/// The tests of the differences between modes, over all topics of the experiment.
#[derive(Debug)]
pub(super) struct Tests {
    /// The number of modes that are compared.
    pub(super) modes: usize,
    /// The number of pairs of them that have a block in common.
    pub(super) pairs: usize,
    /// The number of pairs that have none.
    pub(super) pairs_apart: usize,
    /// The largest number of blocks that two modes have in common.
    pub(super) blocks: usize,
    /// The number of blocks that a verdict needs.
    pub(super) needed: usize,
    /// The smallest p-value that this number of blocks can give.
    pub(super) smallest: String,
    /// What the smallest of the p-values must not exceed.
    pub(super) threshold: String,
    /// The largest number of blocks for which every test can be counted.
    pub(super) most: usize,
    /// The tests of each figure for which some pair has enough blocks.
    pub(super) figures: Vec<TestedFigure>,
    /// The names of the other figures.
    pub(super) too_small: Vec<&'static str>,
}

/// The tests of one figure.
#[derive(Debug)]
pub(super) struct TestedFigure {
    pub(super) name: &'static str,
    pub(super) pairs: Vec<TestedPair>,
}

/// The test of one pair of modes.
#[derive(Debug)]
pub(super) struct TestedPair {
    pub(super) first: String,
    pub(super) second: String,
    pub(super) difference: String,
    pub(super) blocks: String,
    /// The p-value, or why there is none.
    pub(super) p: String,
    pub(super) adjusted: String,
    pub(super) is_significant: bool,
}

/// The tests; none with fewer than two modes. The numbers of pairs and blocks are those of the
/// first figure, which every finished debate has.
pub(super) fn tests(comparison: &ModeComparison, name: impl Fn(&str) -> String) -> Option<Tests> {
    let first = comparison.tests.first()?;
    let blocks = first.most_blocks();
    let pair = |pair: &PairTest| TestedPair {
        first: name(&pair.first),
        second: name(&pair.second),
        difference: number::signed(pair.difference),
        blocks: number::integer(pair.blocks as u64),
        p: pair.p.map_or_else(|| pair.verdict.words().to_owned(), probability),
        adjusted: pair.adjusted.map_or_else(|| "–".to_owned(), probability),
        is_significant: pair.verdict == DifferenceVerdict::Different,
    };
    let tested = |tests: &&FigureTests| TestedFigure {
        name: tests.figure.title(),
        pairs: tests.tests.iter().map(pair).collect(),
    };
    let (too_small, enough): (Vec<&FigureTests>, Vec<&FigureTests>) =
        comparison.tests.iter().partition(|tests| tests.is_too_small());
    let modes = comparison.modes.iter().filter(|mode| mode.role != Role::Control);
    Some(Tests {
        modes: modes.count(),
        pairs: first.pairs,
        pairs_apart: first.pairs_apart,
        blocks,
        needed: first.blocks_needed,
        smallest: probability(2_f64.powi(1 - i32::try_from(blocks).unwrap_or(i32::MAX)).min(1.0)),
        threshold: probability(0.05 / first.pairs.max(1) as f64),
        most: MOST_BLOCKS,
        figures: enough.iter().map(tested).collect(),
        too_small: too_small.iter().map(|tests| tests.figure.title()).collect(),
    })
}

/// «0.031», or «below 0.0001».
fn probability(p: f64) -> String {
    if p < 0.0001 {
        return "below 0.0001".to_owned();
    }
    let text = format!("{p:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use faultline::analysis::nested_mean;

    use super::*;

    #[test]
    fn probabilities_keep_four_decimals() {
        assert_eq!(
            [1.0, 0.5, 0.03125, 0.00001].map(probability),
            ["1", "0.5", "0.0312", "below 0.0001"]
        );
    }

    #[test]
    fn a_mean_names_its_interval_and_how_many_debates_and_groups_it_covers() {
        let mean = |interval, blocks, values| Mean {
            value: 2.5,
            interval,
            is_constant: false,
            blocks,
            values,
        };
        let text = |mean| {
            let Value { text, spread, .. } = value(Figure::Cruxes, Some(mean), 4.0);
            format!("{text} | {spread}")
        };
        let ends = Some((1.0, 4.0, Resampled::Blocks));
        assert_eq!(text(mean(ends, 1, 8)), "2.50 | 1 to 4, 8 debates");
        assert_eq!(text(mean(ends, 5, 30)), "2.50 | 1 to 4, 30 debates in 5 groups");
        assert_eq!(text(mean(ends, 5, 5)), "2.50 | 1 to 4, 5 groups");
        assert_eq!(text(mean(None, 1, 1)), "2.50 | ");
    }

    #[test]
    fn a_mean_is_called_the_same_everywhere_only_if_all_values_are_equal() {
        let spread = |blocks: &[Vec<f64>]| {
            let found = value(Figure::Cruxes, nested_mean(blocks, 1), 4.0);
            assert!(found.bar.is_none());
            found.spread
        };
        assert_eq!(spread(&[vec![2.0; 3]]), "the same in each of 3 debates");
        let constant = [vec![2.0; 3], vec![2.0; 2]];
        assert_eq!(spread(&constant), "the same in each of 5 debates in 2 groups");
        let equal_means = [vec![1.0, 3.0], vec![2.0, 2.0]];
        assert_eq!(spread(&equal_means), "4 debates in 2 groups with the same mean");
    }
}
