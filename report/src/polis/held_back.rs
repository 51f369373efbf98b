//! Statements that are kept out of a debate, with labels, to test what the debate finds.

use fastrand::Rng;

use super::export::{Export, Vote};
use super::votes::{Deliberation, Statement, StatementKind};
use crate::bench::labelled::Label;
use crate::csv_table::CsvTable;

/// A held-back statement belongs to an issue only if at least this many participants voted on both.
const LEAST_COMMON_VOTERS: usize = 10;
/// … and if the votes are correlated at least this much, one way or the other.
const LEAST_CORRELATION: f64 = 0.3;

/// Which statements are kept out of a debate.
#[derive(Debug, Clone, PartialEq)]
pub struct HoldBack {
    /// The share of the statements of each label. *Range*: 0 to 1.
    pub share: f64,
    /// The seed of the draw.
    pub seed: u64,
}

impl HoldBack {
    /// Draws the statements: the same share of those that divide the groups, of those that all
    /// groups share, and of the others.
    pub(super) fn draw(&self, dividing: &[Statement], found: &Deliberation) -> Vec<Statement> {
        let mut rng = Rng::with_seed(self.seed);
        let shared = found.of_kind(StatementKind::Shared).cloned().collect();
        let others = found
            .of_kind(StatementKind::OneSided)
            .chain(found.of_kind(StatementKind::Undecided))
            .cloned()
            .collect();
        let mut drawn = Vec::new();
        for mut statements in [dividing.to_vec(), shared, others] {
            rng.shuffle(&mut statements);
            statements.truncate((statements.len() as f64 * self.share).round() as usize);
            drawn.append(&mut statements);
        }
        drawn.sort_by_key(|statement| statement.number);
        drawn
    }
}

/// A statement that is kept out of the debate.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldBack {
    /// The number of the statement.
    pub number: u32,
    /// The text.
    pub text: String,
    /// What it is to the groups.
    pub label: Label,
    /// The issue with whose votes its votes are correlated most.
    pub issue: Option<String>,
}

/// The labels of some statements.
pub(super) fn labels(
    held_back: &[Statement],
    issues: &[Statement],
    export: &Export,
) -> Vec<HeldBack> {
    let label = |statement: &Statement| HeldBack {
        number: statement.number,
        text: statement.text.clone(),
        label: match statement.kind() {
            StatementKind::Divides => Label::Crux,
            StatementKind::Shared => Label::CommonGround,
            StatementKind::OneSided | StatementKind::Undecided => Label::Other,
        },
        issue: nearest_issue(statement.number, issues, export),
    };
    held_back.iter().map(label).collect()
}

fn nearest_issue(number: u32, issues: &[Statement], export: &Export) -> Option<String> {
    let correlated = issues.iter().filter_map(|issue| {
        let strength = correlation(export, number, issue.number)?.abs();
        (strength >= LEAST_CORRELATION).then(|| (strength, issue.id()))
    });
    correlated.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
}

/// Pearson's correlation of the votes on two statements, over the participants who voted on both.
fn correlation(export: &Export, one: u32, other: u32) -> Option<f64> {
    let value = |vote: &Vote| match vote {
        Vote::Agree => 1.0,
        Vote::Disagree => -1.0,
        Vote::Pass => 0.0,
    };
    let both = export.participants.iter().filter_map(|participant| {
        Some((value(participant.votes.get(&one)?), value(participant.votes.get(&other)?)))
    });
    let both: Vec<(f64, f64)> = both.collect();
    if both.len() < LEAST_COMMON_VOTERS {
        return None;
    }
    let n = both.len() as f64;
    let mean = |sum: f64| sum / n;
    let (x, y) = (mean(both.iter().map(|(x, _)| x).sum()), mean(both.iter().map(|(_, y)| y).sum()));
    let product: f64 = both.iter().map(|(a, b)| (a - x) * (b - y)).sum();
    let squares =
        |values: &mut dyn Iterator<Item = f64>| values.map(|value| value * value).sum::<f64>();
    let spread = squares(&mut both.iter().map(|(a, _)| a - x))
        * squares(&mut both.iter().map(|(_, b)| b - y));
    (spread > 0.0).then(|| product / spread.sqrt())
}

/// The file `labels.csv`.
pub(super) fn csv(labels: &[HeldBack]) -> String {
    let mut table = CsvTable::new(&["statement", "label", "axis", "source"]);
    for label in labels {
        let axis = label.issue.as_deref().unwrap_or_default();
        let source = format!("Polis, comment {}", label.number);
        table.push([&label.text, label.label.name(), axis, &source]);
    }
    table.finish()
}
