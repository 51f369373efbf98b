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

/// The test of one pair of modes.
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
    /// The two-sided p-value; none if it cannot be counted exactly.
    pub p: Option<f64>,
    /// The p-value after Holm's correction for all pairs.
    pub adjusted: Option<f64>,
}

/// Whether a verdict is possible.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// No p-value of so few blocks could stay below the level after the correction.
    TooSmall {
        /// The largest number of blocks that a pair of modes has in common.
        blocks: usize,
    },
    /// At least one pair of modes has enough blocks.
    Tested(Vec<PairTest>),
}

/// The tests of all pairs of modes for one figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FigureTests {
    /// The figure.
    pub figure: Figure,
    /// The number of pairs of modes: the size of the family that Holm's correction covers.
    pub pairs: usize,
    /// The number of blocks that a pair needs so that a verdict is possible.
    pub blocks_needed: usize,
    /// The verdict.
    pub verdict: Verdict,
}

impl FigureTests {
    /// The verdicts as clauses: one for each pair of modes, or one that says that there are too few blocks.
    pub fn verdicts(&self) -> Vec<String> {
        let blocks_of = |blocks: usize| number::count(blocks, "block", "blocks");
        let of_pair = |pair: &PairTest| {
            let PairTest { first, second, .. } = pair;
            let (difference, blocks) = (number::signed(pair.difference), blocks_of(pair.blocks));
            let p = pair.p.zip(pair.adjusted).map_or_else(
                || "too many blocks to count".to_owned(),
                |(p, adjusted)| format!("p = {p:.4}, corrected {adjusted:.4}"),
            );
            format!("{first} − {second} = {difference} over {blocks}, {p}")
        };
        match &self.verdict {
            Verdict::Tested(pairs) => pairs.iter().map(of_pair).collect(),
            Verdict::TooSmall { blocks } => vec![format!(
                "n too small for {} of modes: {}, and a verdict needs {}",
                number::count(self.pairs, "pair", "pairs"),
                blocks_of(*blocks),
                number::integer(self.blocks_needed as u64),
            )],
        }
    }
}

/// The smallest number of blocks with which a test of one pair can reach a verdict, if `pairs` pairs are tested.
///
/// The smallest two-sided p-value of n blocks is 2^(1−n). Holm's correction compares the smallest of m p-values with 0.05 / m.
/// So n must be at least 1 + log2(m / 0.05): 11 for the 45 pairs of ten modes.
pub(super) fn blocks_needed(pairs: usize) -> usize {
    let enough = |blocks: &i32| pairs as f64 * 2_f64.powi(1 - blocks) <= LEVEL;
    (1..64).find(enough).unwrap_or(64) as usize
}

/// Tests every pair of modes for every tested figure. Controls and modes without debates are left out.
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
    let differences: Vec<Vec<f64>> = pairs.iter().map(differences).collect();
    let most = differences.iter().map(Vec::len).max().unwrap_or(0);
    let blocks_needed = blocks_needed(pairs.len());
    let verdict = if most < blocks_needed {
        Verdict::TooSmall { blocks: most }
    } else {
        Verdict::Tested(tested(pairs, &differences))
    };
    FigureTests { figure, pairs: pairs.len(), blocks_needed, verdict }
}

fn tested(pairs: &[(&str, &str)], differences: &[Vec<f64>]) -> Vec<PairTest> {
    let p_values: Vec<Option<f64>> =
        differences.iter().map(|differences| sign_flip(differences)).collect();
    // A test that cannot be counted stays in the family: it counts as one that found nothing.
    let adjusted = holm(&p_values.iter().map(|p| p.unwrap_or(1.0)).collect::<Vec<_>>());
    let rows = pairs.iter().zip(differences).zip(p_values.into_iter().zip(adjusted));
    rows.map(|(((first, second), differences), (p, adjusted))| PairTest {
        first: (*first).to_owned(),
        second: (*second).to_owned(),
        blocks: differences.len(),
        difference: mean(differences).unwrap_or(0.0),
        p,
        adjusted: p.map(|_| adjusted),
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
