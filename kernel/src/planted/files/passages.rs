//! Writes the passages of a planted topic and who observes their readings, for modes in which
//! personas read texts together.
//!
//! A passage introduces an issue with what the topic's file says about it: its question, both
//! answers, and what would settle it. So a passage does not say whose answer is right, and one who
//! has read the topic's file learns nothing from it about what the cases rest on.

use std::fmt::Write as _;

use serde::Serialize;

use crate::planted::structure::PlantedDebate;
use crate::planted::subject::Answer;

/// One who listens for opposite answers.
#[derive(Serialize)]
pub(super) struct ObserverTable {
    id: &'static str,
    name: &'static str,
    bias: &'static str,
    focus: &'static str,
    blind_spots: &'static str,
}

pub(super) const OBSERVER: ObserverTable = ObserverTable {
    id: "listener",
    name: "The listener",
    bias: "Hears two answers where there may be more.",
    focus: "Where one answer excludes the other.",
    blind_spots: "Whatever is said in passing.",
};

/// The file with the passages of a topic, by its path from the root of the project.
pub(super) fn path(topic: &str) -> String {
    format!("data/passages/{topic}.md")
}

/// A passage for each issue, in the order of the topic.
pub(super) fn passages(debate: &PlantedDebate) -> String {
    let mut text = format!("# {}\n", debate.subject.title);
    for planted in &debate.issues {
        let issue = planted.issue;
        let [yes, no] = [Answer::Yes, Answer::No].map(|answer| &issue.sentence(answer)[0]);
        let _ = write!(
            text,
            "\n## {} {{#{}}}\n\n{} One answer is this: {yes} The other is this: {no}\n\n{}\n",
            issue.title, issue.id, issue.question, issue.settles
        );
    }
    text
}
