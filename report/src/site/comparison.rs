//! What the debates of a topic have in common: their modes and their groups of personas.

pub(crate) mod csv;

use std::collections::BTreeMap;

use faultline::analysis::{self, ComparedDebate, ModeComparison, Role};
use faultline::record::Matches;
use faultline::vocabulary::{PersonaId, TopicId};

use super::index::{Index, IndexedDebate};
use super::input::Debate;
use super::route::{Link, Route};
use crate::unique::unique;

/// A mode as the head of a column.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) label: String,
    pub(super) title: String,
    pub(super) link: Link,
    pub(super) role: Role,
}

impl Column {
    /// What the mode is, if it is not a protocol.
    pub(super) fn note(&self) -> &'static str {
        match self.role {
            Role::Protocol => "",
            Role::Baseline => "baseline",
            Role::Control => "control",
        }
    }
}

/// Compares the modes of the finished debates on some topics.
pub(super) fn compared(index: &Index<'_>, is_chosen: impl Fn(&TopicId) -> bool) -> ModeComparison {
    let debates = index.debates.iter().filter(|debate| is_chosen(&debate.topic));
    let debates: Vec<ComparedDebate<'_>> = debates.filter_map(compared_debate).collect();
    let matches: BTreeMap<TopicId, Matches> = index
        .experiment
        .matches
        .iter()
        .filter_map(|(topic, matches)| Some((topic.clone(), matches.as_ref().ok()?.clone())))
        .collect();
    analysis::compare(&debates, &matches)
}

fn compared_debate(debate: &IndexedDebate) -> Option<ComparedDebate<'_>> {
    Some(ComparedDebate {
        cell: &debate.cell,
        topic: &debate.topic,
        personas: &debate.personas,
        label: &debate.label,
        role: Role::of(&debate.mode),
        outcome: &debate.result.as_ref().ok()?.outcome,
    })
}

/// A debate by its mode; the first replicate is named as if it were the only one.
pub(super) fn title_with_replicate<R>(debate: &Debate<R>) -> String {
    let title = title(debate);
    match debate.replicate {
        1 => title,
        other => format!("{title}, replicate {other}"),
    }
}

/// The modes of some debates, in the order of their first appearance; controls last.
pub(super) fn columns(debates: &[&IndexedDebate], from: &Route) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for debate in debates {
        if columns.iter().all(|column| column.label != debate.label) {
            columns.push(Column {
                label: debate.label.clone(),
                title: title(debate),
                link: Route::of_mode(&debate.label).link(from),
                role: Role::of(&debate.mode),
            });
        }
    }
    columns.sort_by_key(|column| column.role == Role::Control);
    columns
}

/// The mode's title, followed by the manifest's label where the label is not the mode's name, and
/// by its control if it has one: `Argument graph (isolated)`.
pub(super) fn title<R>(debate: &Debate<R>) -> String {
    let (mode, control) = (debate.mode.name(), debate.mode.control());
    let label = control.map_or(debate.label.as_str(), |control| control.base(&debate.label));
    let mut title = mode.title().to_owned();
    if label != mode.name() {
        title.extend([" (", label, ")"]);
    }
    if let Some(control) = control {
        title.extend([" (", control.name(), ")"]);
    }
    title
}

/// The groups of personas that debate, in the order of their first appearance.
pub(super) fn groups(debates: &[&IndexedDebate]) -> Vec<Vec<PersonaId>> {
    unique(debates.iter().map(|debate| debate.personas.clone()))
}
