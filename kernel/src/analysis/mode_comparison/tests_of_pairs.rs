//! Tests of every pair of modes over the blocks that both have.

use serde::Serialize;

use super::block::Block;
use crate::analysis::bootstrap::mean;
use crate::analysis::compared::Role;
use crate::analysis::figure::Figure;
use crate::analysis::holm::holm;
use crate::analysis::sign_flip::sign_flip;
use crate::view::number;

/// The chance of a false verdict that is accepted among all tests of one figure.
const LEVEL: f64 = 0.05;

/// What is known about the difference between two modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceVerdict {
    /// They differ: the corrected p-value is at most 0.05.
    Different,
    /// The test shows no difference.
    NotShown,
    /// Not tested: the pair has fewer blocks than a verdict needs.
    TooSmall,
    /// Not tested: there are too many blocks to count all choices of signs.
    NotCounted,
}

impl DifferenceVerdict {
    /// Its words on pages and in CSV files.
    pub fn words(self) -> &'static str {
        match self {
            Self::Different => "different",
            Self::NotShown => "no difference shown",
            Self::TooSmall => "n too small",
            Self::NotCounted => "too many blocks to count",
        }
    }
}

/// The test of one pair of modes with at least one block in common.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairTest {
    /// The first mode.
    pub first: String,
    /// The second mode.
    pub second: String,
    /// The number of blocks that both have.
    pub blocks: usize,
    /// The mean difference: the first minus the second.
    pub difference: f64,
    /// The two-sided p-value; none if the pair is not tested.
    pub p: Option<f64>,
    /// The p-value after Holm's correction for all pairs.
    pub adjusted: Option<f64>,
    /// The verdict.
    pub verdict: DifferenceVerdict,
}

/// The tests of all pairs of modes for one figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FigureTests {
    /// The figure.
    pub figure: Figure,
    /// The number of pairs with a block in common: the size of the family that Holm's correction
    /// covers.
    pub pairs: usize,
    /// The number of pairs without one, which cannot be compared.
    pub pairs_apart: usize,
    /// The number of blocks that a pair needs so that a verdict is possible.
    pub blocks_needed: usize,
    /// The pairs with a block in common.
    pub tests: Vec<PairTest>,
}

impl FigureTests {
    /// The largest number of blocks that a pair of modes has in common.
    pub fn most_blocks(&self) -> usize {
        self.tests.iter().map(|pair| pair.blocks).max().unwrap_or(0)
    }

    /// Whether no pair has enough blocks for a verdict.
    pub fn is_too_small(&self) -> bool {
        self.tests.iter().all(|pair| pair.verdict == DifferenceVerdict::TooSmall)
    }

    /// The verdicts as clauses: one for each pair of modes, or one that says that there are too few
    /// blocks.
    pub fn verdicts(&self) -> Vec<String> {
        if self.tests.is_empty() {
            return vec!["no two modes have this figure in the same block".to_owned()];
        }
        let pairs_of = |pairs: usize| number::count(pairs, "pair", "pairs");
        let mut verdicts: Vec<String> = if self.is_too_small() {
            vec![format!(
                "n too small for {} of modes: {}, and a verdict needs {}",
                pairs_of(self.pairs),
                blocks_of(self.most_blocks()),
                number::integer(self.blocks_needed as u64),
            )]
        } else {
            self.tests.iter().map(|pair| self.clause(pair)).collect()
        };
        if self.pairs_apart > 0 {
            let apart = pairs_of(self.pairs_apart);
            verdicts.push(format!("{apart} of modes without a block in common"));
        }
        verdicts
    }

    fn clause(&self, pair: &PairTest) -> String {
        let PairTest { first, second, verdict, .. } = pair;
        let (difference, blocks) = (number::signed(pair.difference), blocks_of(pair.blocks));
        let p = pair.p.zip(pair.adjusted).map_or_else(
            || verdict.words().to_owned(),
            |(p, adjusted)| format!("p = {p:.4}, corrected {adjusted:.4}"),
        );
        let needed = match verdict {
            DifferenceVerdict::TooSmall => format!(": a verdict needs {}", self.blocks_needed),
            DifferenceVerdict::Different
            | DifferenceVerdict::NotShown
            | DifferenceVerdict::NotCounted => String::new(),
        };
        format!("{first} − {second} = {difference} over {blocks}, {p}{needed}")
    }
}

fn blocks_of(blocks: usize) -> String {
    number::count(blocks, "block", "blocks")
}

/// The smallest number of blocks with which a test of one pair can reach a verdict, if `pairs`
/// pairs are tested.
///
/// The smallest two-sided p-value of n blocks is 2^(1−n). Holm's correction compares the smallest
/// of m p-values with 0.05 / m. So n must be at least 1 + log2(m / 0.05): 11 for the 45 pairs of
/// ten modes.
pub(super) fn blocks_needed(pairs: usize) -> usize {
    let enough = |blocks: &i32| pairs as f64 * 2_f64.powi(1 - blocks) <= LEVEL;
    (1..64).find(enough).unwrap_or(64) as usize
}

/// Tests every pair of modes for every tested figure. Controls and modes without debates are left
/// out, and so are pairs without a block in common: there is nothing to compare.
pub(super) fn tests(blocks: &[Block<'_>], labels: &[(&str, Role)]) -> Vec<FigureTests> {
    let modes: Vec<&str> =
        labels.iter().filter(|(_, role)| *role != Role::Control).map(|(label, _)| *label).collect();
    let pairs: Vec<(&str, &str)> = modes
        .iter()
        .enumerate()
        .flat_map(|(place, one)| modes[place + 1..].iter().map(move |other| (*one, *other)))
        .collect();
    if pairs.is_empty() {
        return Vec::new();
    }
    Figure::TESTED.into_iter().map(|figure| of_figure(blocks, &pairs, figure)).collect()
}

fn of_figure(blocks: &[Block<'_>], pairs: &[(&str, &str)], figure: Figure) -> FigureTests {
    let differences = |(one, other): &(&str, &str)| -> Vec<f64> {
        let of = |block: &Block<'_>, label: &str| mean(&block.values(figure, label));
        blocks.iter().filter_map(|block| Some(of(block, one)? - of(block, other)?)).collect()
    };
    let compared: Vec<Compared<'_>> = pairs
        .iter()
        .map(|&modes| Compared { modes, differences: differences(&modes) })
        .filter(|pair| !pair.differences.is_empty())
        .collect();
    let blocks_needed = blocks_needed(compared.len());
    FigureTests {
        figure,
        pairs: compared.len(),
        pairs_apart: pairs.len() - compared.len(),
        blocks_needed,
        tests: tested(&compared, blocks_needed),
    }
}

/// Two modes with their difference in each block that both have.
struct Compared<'a> {
    modes: (&'a str, &'a str),
    differences: Vec<f64>,
}

fn tested(pairs: &[Compared<'_>], blocks_needed: usize) -> Vec<PairTest> {
    let is_enough = |pair: &Compared<'_>| pair.differences.len() >= blocks_needed;
    let p_value =
        |pair: &Compared<'_>| if is_enough(pair) { sign_flip(&pair.differences) } else { None };
    let p_values: Vec<Option<f64>> = pairs.iter().map(p_value).collect();
    // A pair that is not tested stays in the family: it counts as one for which nothing was found.
    let adjusted = holm(&p_values.iter().map(|p| p.unwrap_or(1.0)).collect::<Vec<_>>());
    let rows = pairs.iter().zip(p_values.into_iter().zip(adjusted));
    rows.map(|(pair, (p, adjusted))| PairTest {
        first: pair.modes.0.to_owned(),
        second: pair.modes.1.to_owned(),
        blocks: pair.differences.len(),
        difference: mean(&pair.differences).unwrap_or(0.0),
        p,
        adjusted: p.map(|_| adjusted),
        verdict: match p {
            Some(_) if adjusted <= LEVEL => DifferenceVerdict::Different,
            Some(_) => DifferenceVerdict::NotShown,
            None if is_enough(pair) => DifferenceVerdict::NotCounted,
            None => DifferenceVerdict::TooSmall,
        },
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_modes_need_eleven_blocks_for_any_verdict() {
        let needed = |modes: usize| blocks_needed(modes * (modes - 1) / 2);
        assert_eq!([2, 3, 4, 10].map(needed), [6, 7, 8, 11]);
    }
}
