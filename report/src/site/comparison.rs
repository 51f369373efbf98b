//! What the debates of a topic have in common: their modes and their groups of personas.

use faultline::vocabulary::PersonaId;

use super::input::{Debate, Finished};
use super::route::{Link, Route};

/// A mode as the head of a column.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) label: String,
    pub(super) title: String,
    pub(super) link: Link,
}

/// The modes of some debates, in the order of their first appearance.
pub(super) fn columns(debates: &[&Debate], from: &Route) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for debate in debates {
        if columns.iter().all(|column| column.label != debate.label) {
            columns.push(Column {
                label: debate.label.clone(),
                title: title(debate),
                link: Route::of_mode(&debate.label).link(from),
            });
        }
    }
    columns
}

/// The mode's title, followed by the manifest's label where the label is not the mode's name, and by its control if it has one:
/// `Argument graph (isolated)`.
pub(super) fn title(debate: &Debate) -> String {
    let (mode, control) = (debate.mode.name(), debate.mode.control());
    let label = control.map_or(debate.label.as_str(), |control| control.base(&debate.label));
    let mut title = mode.title().to_owned();
    if label != mode.name() {
        title += &format!(" ({label})");
    }
    if let Some(control) = control {
        title += &format!(" ({control})");
    }
    title
}

/// The finished debates of a mode.
pub(super) fn finished<'a>(debates: &[&'a Debate], label: &str) -> Vec<(&'a Debate, &'a Finished)> {
    let own = debates.iter().filter(|debate| debate.label == label);
    own.filter_map(|debate| Some((*debate, debate.result.as_ref().ok()?))).collect()
}

/// The groups of personas that debate, in the order of their first appearance.
pub(super) fn groups(debates: &[&Debate]) -> Vec<Vec<PersonaId>> {
    let mut groups: Vec<Vec<PersonaId>> = Vec::new();
    for debate in debates {
        if !groups.contains(&debate.personas) {
            groups.push(debate.personas.clone());
        }
    }
    groups
}
