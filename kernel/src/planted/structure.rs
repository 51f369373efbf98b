//! The structure of a planted debate: who says what about which issue, and what rests on what.

use super::role::Role;
use super::subject::{Answer, Issue, Subject};

/// The personas of a project. A debate of `n` personas seats the first `n`.
pub const PERSONAS: [&str; 4] = ["ada", "boris", "chloe", "dario"];
/// The most reasons of a case or a statement: readers of corpora warn of more.
pub(super) const MOST_REASONS: usize = 3;
/// How many statements a persona has about an issue at most. How many of them are written is a
/// matter of the level.
pub(super) const MOST_CLAIMS: usize = 3;

/// A debate whose cruxes are known.
#[derive(Debug, Clone)]
pub struct PlantedDebate {
    /// The id of its topic.
    pub topic: String,
    pub(super) subject: &'static Subject,
    pub(super) issues: Vec<PlantedIssue>,
    pub(super) speakers: Vec<Speaker>,
    pub(super) seed: u64,
}

/// An issue and the role that it has in one debate.
#[derive(Debug, Clone)]
pub(super) struct PlantedIssue {
    pub(super) issue: &'static Issue,
    pub(super) role: Role,
}

/// A persona in one debate.
#[derive(Debug, Clone)]
pub(super) struct Speaker {
    /// Its answer to the topic's question.
    pub(super) side: Answer,
    pub(super) case: Case,
    pub(super) claims: Vec<Claim>,
}

/// Why a persona answers the topic's question as it does.
#[derive(Debug, Clone, Default)]
pub(super) struct Case {
    /// The issues that it rests on, with the persona's own answers.
    pub(super) rests_on: Vec<usize>,
    /// Reasons that rest on no issue, by their number in the bank.
    pub(super) free: Vec<usize>,
}

/// What a statement says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    /// The persona's answer to the issue.
    Answer,
    /// This wording of a point that the other side makes too.
    Point(usize),
}

/// A statement about an issue.
#[derive(Debug, Clone)]
pub(super) struct Claim {
    pub(super) issue: usize,
    /// The answer under which it is filed.
    pub(super) answer: Answer,
    pub(super) text: Text,
    /// The number of the statement among those of the persona about the issue, from 0.
    pub(super) rank: usize,
    /// The issues that it rests on, with the persona's own answers.
    pub(super) rests_on: Vec<usize>,
    /// Reasons that rest on no issue, by their number in the bank.
    pub(super) free: Vec<usize>,
    /// Answers of the other side that it grants, each with its issue.
    pub(super) grants: Vec<(usize, Answer)>,
}

impl PlantedDebate {
    /// The question of its topic.
    pub fn question(&self) -> &'static str {
        &self.subject.question
    }

    /// The question of an issue, by the id of the issue's axis.
    pub fn question_of(&self, axis: &str) -> Option<&'static str> {
        let issue =
            self.issues.iter().map(|planted| planted.issue).find(|issue| issue.id == axis)?;
        Some(&issue.question)
    }

    /// How many personas take part.
    pub fn personas(&self) -> usize {
        self.speakers.len()
    }
}
