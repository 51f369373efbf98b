//! The questions that two personas answer differently, and what their cases in short say about
//! them.

use faultline::corpus::{Dispute, Voice};
use faultline::view::number;
use faultline::vocabulary::{AxisId, PersonaId};
use serde::Serialize;

use super::super::super::columns::{Alignment, align};
use super::super::importance::{IssueKind, Weight};
use super::super::inferred::shortened;

/// A question that the two answer differently.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Issue {
    axis: AxisId,
    question: String,
    /// The answer of each.
    answers: [&'static str; 2],
    #[serde(flatten)]
    weight: Weight,
}

impl Issue {
    /// `voices` are those of the personas that dispute.
    pub(super) fn of(dispute: &Dispute<'_>, voices: &[Voice<'_>]) -> Self {
        let side = |index: usize| dispute.positions[index].side.word();
        Self {
            axis: dispute.axis.id.clone(),
            question: dispute.axis.question.clone(),
            answers: [side(0), side(1)],
            weight: Weight::of(dispute, voices),
        }
    }
}

/// Who has a case in short that does not say whether it rests on one of these issues.
pub(super) fn unknown(issues: &[Issue]) -> impl Iterator<Item = &PersonaId> {
    issues.iter().flat_map(|issue| issue.weight.unknown())
}

/// The issues of two personas, the cruxes to expect first.
pub(super) fn lines(issues: &[Issue]) -> Vec<String> {
    if issues.is_empty() {
        return vec!["  no disputes: they take opposite sides on no axis".to_owned()];
    }
    let mut lines = Vec::new();
    for kind in IssueKind::ALL {
        let of_kind = issues.iter().filter(|issue| issue.weight.kind == kind);
        let of_kind: Vec<&Issue> = of_kind.collect();
        if !of_kind.is_empty() {
            let [noun, nouns, meaning] = kind.words();
            lines.push(format!("  {}: {meaning}", number::count(of_kind.len(), noun, nouns)));
            lines.extend(table(&of_kind));
        }
    }
    lines
}

fn table(issues: &[&Issue]) -> Vec<String> {
    let row = |issue: &&Issue| {
        let [first, second] = issue.answers;
        let answers = format!("{first} / {second}");
        vec![issue.axis.to_string(), shortened(&issue.question), answers, issue.weight.reason()]
    };
    let rows: Vec<Vec<String>> = issues.iter().map(row).collect();
    let lines = align(&rows, &[Alignment::Left; 4]).into_iter();
    lines.map(|line| format!("    {}", line.trim_end())).collect()
}
