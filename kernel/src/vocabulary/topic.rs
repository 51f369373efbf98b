//! What a debate is about.

use serde::{Deserialize, Serialize};

use super::{AxisId, TopicId};

/// The answer to a binary question.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The question is affirmed.
    Yes,
    /// The question is denied.
    No,
}

impl Side {
    /// The other answer.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
        }
    }

    /// The answer as a lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
        }
    }
}

/// What sort of disagreement a question is.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Disagreement {
    /// The two sides speak of different spans of time.
    Horizon,
    /// They weigh or trust observations differently.
    Evidence,
    /// They want different things.
    Values,
    /// They use a word differently.
    Definition,
    /// They contradict each other on the matter itself.
    Claim,
    /// They start from different premises.
    Premise,
}

impl Disagreement {
    /// Every kind, in the order of this enum.
    pub const ALL: [Self; 6] =
        [Self::Horizon, Self::Evidence, Self::Values, Self::Definition, Self::Claim, Self::Premise];

    /// The kind as a lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Horizon => "horizon",
            Self::Evidence => "evidence",
            Self::Values => "values",
            Self::Definition => "definition",
            Self::Claim => "claim",
            Self::Premise => "premise",
        }
    }
}

/// One question on which the two sides of a topic may part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    /// Its name.
    pub id: AxisId,
    /// One to three words.
    pub title: String,
    /// A question that can be answered yes or no.
    pub question: String,
    /// The affirmative answer as a sentence.
    pub yes: String,
    /// The negative answer as a sentence.
    pub no: String,
    /// What sort of disagreement it is.
    pub kind: Disagreement,
    /// Words by which people speak of it.
    pub keywords: Vec<String>,
    /// The observation that would settle it.
    pub settles: String,
    /// The answer to the topic's question for which this axis's `yes` speaks; untagged texts are read by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub favours: Option<Side>,
}

impl Axis {
    /// The sentence that takes `side`.
    pub fn proposition(&self, side: Side) -> &str {
        match side {
            Side::Yes => &self.yes,
            Side::No => &self.no,
        }
    }
}

/// One of the propositions that a topic was taken apart into.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The proposition as a sentence.
    pub text: String,
    /// The axis it stands for, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
}

/// A question with two theses and the axes on which they may part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    /// Its name: the stem of its file.
    pub id: TopicId,
    /// A short title.
    pub title: String,
    /// The question, answered yes or no.
    pub question: String,
    /// The YES thesis.
    pub yes: String,
    /// The NO thesis.
    pub no: String,
    /// Neutral background: what is asked, over what horizon, measured how.
    pub background: String,
    /// Where the two sides may part; may be empty for live providers.
    pub axes: Vec<Axis>,
}

impl Topic {
    /// The axis of that name.
    pub fn axis(&self, id: &AxisId) -> Option<&Axis> {
        self.axes.iter().find(|axis| axis.id == *id)
    }
}
