//! Which debates of an experiment are run.
//!
//! A condition is a list of terms; a debate matches the condition if it matches every term. Without
//! `[[include]]` every debate is selected, otherwise the debates that match at least one
//! `[[include]]`. Debates that match at least one `[[exclude]]` are not selected.

use serde::Serialize;

use crate::vocabulary::{PersonaId, TopicId};

/// One debate of an experiment, identified by what distinguishes it from the others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Combination {
    /// The topic.
    pub topic: TopicId,
    /// The personas, in seat order.
    pub personas: Vec<PersonaId>,
    /// The label of the mode.
    pub label: String,
    /// The number of the replicate, from 1.
    pub replicate: u32,
}

/// A property that a condition requires.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Term {
    Topic(TopicId),
    Mode(String),
    Persona(PersonaId),
    Replicate(u32),
}

impl Term {
    fn matches(&self, debate: &Combination) -> bool {
        match self {
            Self::Topic(topic) => *topic == debate.topic,
            Self::Mode(label) => *label == debate.label,
            Self::Persona(persona) => debate.personas.contains(persona),
            Self::Replicate(replicate) => *replicate == debate.replicate,
        }
    }
}

/// A condition on debates: a debate matches it if it matches every term.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Condition(pub(super) Vec<Term>);

impl Condition {
    /// Whether a debate matches every term.
    pub fn matches(&self, debate: &Combination) -> bool {
        self.0.iter().all(|term| term.matches(debate))
    }
}

/// Which of the possible debates of a manifest are run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Selection {
    pub(super) include: Vec<Condition>,
    pub(super) exclude: Vec<Condition>,
}

impl Selection {
    /// Selects only the debates that match a condition.
    pub(super) fn only(condition: Condition) -> Self {
        Self { include: vec![condition], exclude: Vec::new() }
    }

    /// Whether a debate is run.
    pub fn keeps(&self, debate: &Combination) -> bool {
        let included = self.include.is_empty() || matches_any(&self.include, debate);
        included && !matches_any(&self.exclude, debate)
    }
}

/// Whether a debate matches at least one condition.
pub(super) fn matches_any(conditions: &[Condition], debate: &Combination) -> bool {
    conditions.iter().any(|condition| condition.matches(debate))
}
