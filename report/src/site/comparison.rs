//! What the debates of a topic have in common: their modes, their groups of personas, the cruxes that recur.

use std::collections::{BTreeMap, BTreeSet};

use faultline::record::Crux;
use faultline::vocabulary::{PersonaId, Topic};

use super::input::{Absent, Debate, Finished};
use super::route::{Link, Route};
use super::sentence::full_stop;

/// A mode as the head of a column.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) label: String,
    pub(super) title: String,
    pub(super) link: Link,
}

/// What the finished debates of a topic answer, in numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Answer {
    /// How many debates are finished.
    pub(super) finished: usize,
    pub(super) failed: usize,
    pub(super) not_run: usize,
    /// The questions that are a crux in every finished debate.
    pub(super) always: Vec<Question>,
    /// The questions that are a crux in some of them, those named most often first.
    pub(super) sometimes: Vec<Question>,
    /// How many different statements at least two personas accept.
    pub(super) agreed: usize,
    /// How many finished debates accept statements that contradict each other.
    pub(super) contradictory: usize,
}

/// A question that some debate names as a crux. Cruxes on the same axis are the same question.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) text: String,
    /// The card of the first crux that asks it.
    pub(super) link: Link,
    /// How many debates name it.
    pub(super) debates: usize,
    /// The titles of the modes that name it.
    pub(super) modes: Vec<String>,
}

/// Compares the debates of a topic.
pub(super) fn answer(topic: &Topic, debates: &[&Debate], from: &Route) -> Answer {
    let finished: Vec<(&Debate, &Finished)> =
        debates.iter().filter_map(|debate| Some((*debate, debate.result.as_ref().ok()?))).collect();
    let failed = debates.iter().filter(|debate| matches!(debate.result, Err(Absent::Failed(_))));
    let failed = failed.count();
    let questions = questions(topic, &finished, from);
    let (always, sometimes) =
        questions.into_iter().partition(|question| question.debates == finished.len());
    let agreed: BTreeSet<&str> = finished
        .iter()
        .flat_map(|(_, finished)| &finished.outcome.common_ground.agreed)
        .map(|agreement| agreement.text.as_str())
        .collect();
    let contradictory =
        finished.iter().filter(|(_, finished)| !finished.outcome.fake_consensus.is_empty()).count();
    Answer {
        finished: finished.len(),
        failed,
        not_run: debates.len() - finished.len() - failed,
        always,
        sometimes,
        agreed: agreed.len(),
        contradictory,
    }
}

/// The questions that most modes name first, then those that most debates name, then those with the best rank.
fn questions(topic: &Topic, finished: &[(&Debate, &Finished)], from: &Route) -> Vec<Question> {
    let mut naming: BTreeMap<String, Vec<(&Debate, &Crux)>> = BTreeMap::new();
    for (debate, finished) in finished {
        for crux in &finished.outcome.cruxes {
            let axis = crux.axis.as_ref().and_then(|id| topic.axis(id));
            let text = axis.map_or_else(|| full_stop(&crux.question), |axis| axis.question.clone());
            naming.entry(text).or_default().push((debate, crux));
        }
    }
    let rank = |cruxes: &[(&Debate, &Crux)]| {
        cruxes.iter().map(|(_, crux)| crux.id.number()).min().unwrap_or(u32::MAX)
    };
    let question = |(text, cruxes): (String, Vec<(&Debate, &Crux)>)| {
        let (debate, crux) = cruxes[0];
        let mut modes: Vec<String> = Vec::new();
        for title in cruxes.iter().map(|(debate, _)| title(debate)) {
            if !modes.contains(&title) {
                modes.push(title);
            }
        }
        let debates: BTreeSet<&str> =
            cruxes.iter().map(|(debate, _)| debate.cell.as_str()).collect();
        let link = Route::crux(debate, crux.id, from);
        (rank(&cruxes), Question { text, link, debates: debates.len(), modes })
    };
    let mut questions: Vec<(u32, Question)> = naming.into_iter().map(question).collect();
    questions.sort_by_key(|(rank, question)| {
        (usize::MAX - question.modes.len(), usize::MAX - question.debates, *rank)
    });
    questions.into_iter().map(|(_, question)| question).collect()
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

/// The mode's title, followed by the manifest's label where the label is not the mode's name.
pub(super) fn title(debate: &Debate) -> String {
    let mode = debate.mode.name();
    if debate.label == mode.name() {
        mode.title().to_owned()
    } else {
        format!("{} ({})", mode.title(), debate.label)
    }
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
