//! The questions that two personas answer differently, and what their cases in short say about them.

use faultline::corpus::{Dispute, Importance, Position};
use faultline::vocabulary::{AxisId, PersonaId};
use serde::Serialize;

use super::super::super::columns::{Alignment, align};
use super::super::super::diagnose::plural_of;
use super::super::inferred::shortened;

/// Whether the cases in short of both personas rest on the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// Both do.
    Crux,
    /// Too few of the reasons of a case assert an axis to say it.
    Unknown,
    /// A case is not known to rest on it, and a reason of that case asserts no axis.
    PerhapsIdle,
    /// One of them does not.
    Idle,
}

impl Kind {
    /// All kinds in the order in which they are listed.
    const ALL: [Self; 4] = [Self::Crux, Self::Unknown, Self::PerhapsIdle, Self::Idle];

    /// What the disputes of a kind are called, one and several of them, and why.
    fn words(self) -> [&'static str; 3] {
        match self {
            Self::Crux => ["crux", "cruxes", "both cases in short rest on the answer"],
            Self::Unknown => [
                "possible crux",
                "possible cruxes",
                "a case in short does not say whether it rests on the answer",
            ],
            Self::PerhapsIdle => [
                "other dispute",
                "other disputes",
                "not known whether both cases in short rest on the answer",
            ],
            Self::Idle => {
                ["other dispute", "other disputes", "not both cases in short rest on the answer"]
            }
        }
    }
}

/// A question that the two answer differently.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Issue {
    axis: AxisId,
    question: String,
    /// The answer of each.
    answers: [&'static str; 2],
    importance: Kind,
    /// Whose case in short does not rest on it.
    idle: Vec<PersonaId>,
    /// Whose case in short does not say whether it rests on it.
    unknown: Vec<PersonaId>,
}

impl Issue {
    /// `unlinked` are the personas whose cases have a reason that asserts no axis: it may rest on any question.
    pub(super) fn of(dispute: &Dispute<'_>, unlinked: &[&PersonaId]) -> Self {
        let with = |holds: &dyn Fn(&Position<'_>) -> bool| -> Vec<PersonaId> {
            let positions = dispute.positions.iter().filter(|position| holds(position));
            positions.map(|position| position.persona.clone()).collect()
        };
        let has_no_load =
            |position: &Position<'_>| position.load.is_some_and(|load| load.value() <= 0.0);
        let is_unlinked = |position: &Position<'_>| unlinked.contains(&position.persona);
        let idle = with(&|position| has_no_load(position) && !is_unlinked(position));
        let unknown = with(&|position| {
            position.load.is_none() || (has_no_load(position) && is_unlinked(position))
        });
        let side = |index: usize| dispute.positions[index].side.word();
        Self {
            axis: dispute.axis.id.clone(),
            question: dispute.axis.question.clone(),
            answers: [side(0), side(1)],
            importance: match dispute.importance() {
                Importance::Crux => Kind::Crux,
                Importance::Unknown => Kind::Unknown,
                Importance::Idle if idle.is_empty() => Kind::PerhapsIdle,
                Importance::Idle => Kind::Idle,
            },
            idle,
            unknown,
        }
    }

    /// Why it may be no crux.
    fn reason(&self) -> String {
        let names = |personas: &[PersonaId]| {
            personas.iter().map(PersonaId::as_str).collect::<Vec<_>>().join(" and ")
        };
        match (self.idle.as_slice(), self.unknown.as_slice()) {
            ([], []) => String::new(),
            ([], unknown) => format!("unknown for {}", names(unknown)),
            (idle, _) => format!("not found in the case of {}", names(idle)),
        }
    }
}

/// The issues of two personas, the cruxes to expect first.
pub(super) fn lines(issues: &[Issue]) -> Vec<String> {
    if issues.is_empty() {
        return vec!["  no disputes: they take opposite sides on no axis".to_owned()];
    }
    let mut lines = Vec::new();
    for kind in Kind::ALL {
        let of_kind = issues.iter().filter(|issue| issue.importance == kind);
        let of_kind: Vec<&Issue> = of_kind.collect();
        if !of_kind.is_empty() {
            let [noun, nouns, meaning] = kind.words();
            lines.push(format!("  {}: {meaning}", plural_of(of_kind.len(), noun, nouns)));
            lines.extend(table(&of_kind));
        }
    }
    lines
}

fn table(issues: &[&Issue]) -> Vec<String> {
    let row = |issue: &&Issue| {
        let [first, second] = issue.answers;
        let answers = format!("{first} / {second}");
        vec![issue.axis.to_string(), shortened(&issue.question), answers, issue.reason()]
    };
    let rows: Vec<Vec<String>> = issues.iter().map(row).collect();
    let lines = align(&rows, &[Alignment::Left; 4]).into_iter();
    lines.map(|line| format!("    {}", line.trim_end())).collect()
}
