//! Modes side by side.
//!
//! A *block* is a topic with a group of personas: everything in it is held equal except the mode
//! and the draw. A mode *names* a crux in a block if at least half of its debates there name it.
//! Controls are compared with the modes, but do not count among them.

mod block;
#[cfg(all(test, feature = "run"))]
mod rules;
mod tests_of_pairs;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use self::block::{Block, blocks};
pub use self::tests_of_pairs::{DifferenceVerdict, FigureTests, PairTest};
use super::bootstrap::{Mean, Resampled, nested_mean};
use super::compared::{ComparedDebate, CruxRow, Role};
use super::figure::Figure;
use crate::record::{Matches, Regime, StopReason};
use crate::vocabulary::TopicId;

/// The seed of the intervals.
const SEED: u64 = 1;

/// The figures of one mode.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ModeFigures {
    /// The mode's label.
    pub mode: String,
    /// What it is.
    pub role: Role,
    /// The number of finished debates.
    pub debates: usize,
    /// The number of blocks that they are in.
    pub blocks: usize,
    /// The mean of each figure with its interval, where it is defined.
    pub figures: BTreeMap<Figure, Option<Mean>>,
    /// How many debates ended in each regime.
    pub regimes: Vec<(Regime, usize)>,
    /// How many debates stopped for each reason.
    pub stops: Vec<(StopReason, usize)>,
}

impl ModeFigures {
    /// The label, with what the mode is if it is not a protocol.
    pub fn title(&self) -> String {
        match self.role {
            Role::Protocol => self.mode.clone(),
            Role::Baseline => format!("{} (baseline)", self.mode),
            Role::Control => format!("{} (control)", self.mode),
        }
    }

    /// The mean of a figure with its interval; a dash where it is not defined.
    pub fn mean(&self, figure: Figure) -> String {
        self.figures[&figure].as_ref().map_or_else(|| "–".to_owned(), ToString::to_string)
    }
}

/// Modes side by side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ModeComparison {
    /// The modes, in the order of their first debate; controls last.
    pub modes: Vec<ModeFigures>,
    /// The number of blocks: topics × groups of personas.
    pub blocks: usize,
    /// The cruxes of each block: those named by most modes first.
    pub cruxes: Vec<CruxRow>,
    /// The tests between modes.
    pub tests: Vec<FigureTests>,
    /// The topics whose cruxes are not matched; figures that need matches leave them out.
    pub unmatched: Vec<TopicId>,
}

impl ModeComparison {
    /// Whether every mode has a finished debate in every block. Otherwise their means are over
    /// different blocks.
    pub fn has_same_blocks(&self) -> bool {
        self.modes.iter().all(|mode| mode.blocks == self.blocks)
    }

    /// What the intervals of the figures are sampled from; `None` if no mode has several debates.
    pub fn resampled(&self) -> Option<Resampled> {
        let has = |is_several: fn(&Mean) -> bool| {
            let means = self.modes.iter().flat_map(|mode| mode.figures.values());
            means.flatten().any(is_several)
        };
        if has(|mean| mean.blocks > 1) {
            Some(Resampled::Blocks)
        } else {
            has(|mean| mean.values > 1).then_some(Resampled::Replicates)
        }
    }
}

/// Compares the modes of some debates.
pub fn compare(
    debates: &[ComparedDebate<'_>],
    matches: &BTreeMap<TopicId, Matches>,
) -> ModeComparison {
    let labels = labels(debates);
    let blocks = blocks(debates, matches);
    let unmatched: BTreeSet<&TopicId> =
        blocks.iter().filter(|block| !block.is_matched()).map(|block| block.topic).collect();
    ModeComparison {
        modes: labels.iter().map(|&(label, role)| figures(&blocks, label, role)).collect(),
        blocks: blocks.len(),
        cruxes: blocks.iter().flat_map(|block| block.rows(&labels)).collect(),
        tests: tests_of_pairs::tests(&blocks, &labels),
        unmatched: unmatched.into_iter().cloned().collect(),
    }
}

/// The label and role of every mode, in the order of their first debate; controls last.
fn labels<'a>(debates: &[ComparedDebate<'a>]) -> Vec<(&'a str, Role)> {
    let mut labels: Vec<(&str, Role)> = Vec::new();
    for debate in debates {
        if labels.iter().all(|(label, _)| *label != debate.label) {
            labels.push((debate.label, debate.role));
        }
    }
    labels.sort_by_key(|(_, role)| *role == Role::Control);
    labels
}

fn figures(blocks: &[Block<'_>], label: &str, role: Role) -> ModeFigures {
    let mean = |figure: Figure| {
        let values: Vec<Vec<f64>> =
            blocks.iter().map(|block| block.values(figure, label)).collect();
        (figure, nested_mean(&values, SEED))
    };
    let outcomes = || blocks.iter().flat_map(|block| block.of_mode(label)).map(|one| one.outcome);
    ModeFigures {
        mode: label.to_owned(),
        role,
        debates: outcomes().count(),
        blocks: blocks.iter().filter(|block| block.of_mode(label).next().is_some()).count(),
        figures: Figure::ALL.map(mean).into(),
        regimes: tallied(outcomes().map(|outcome| outcome.regime)),
        stops: tallied(outcomes().map(|outcome| outcome.stop.reason)),
    }
}

/// How often each value occurs, the first one first.
fn tallied<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<(T, usize)> {
    let mut tallied: Vec<(T, usize)> = Vec::new();
    for value in values {
        match tallied.iter_mut().find(|(known, _)| *known == value) {
            Some((_, count)) => *count += 1,
            None => tallied.push((value, 1)),
        }
    }
    tallied
}
