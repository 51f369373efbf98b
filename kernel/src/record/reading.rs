//! Readings: how a debate about a passage, or about a question that came up in one, can end.

use serde::{Deserialize, Serialize};

/// The result of a debate.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadingKind {
    /// The readers cannot agree, or repeat themselves.
    Impasse,
    /// They have found a reading that all of them share.
    Synthesis,
    /// They have found out what they mean.
    Clarification,
    /// They have answered the question.
    Question,
    /// They rely on a claim that none of them attacks.
    Lemma,
    /// They have laid out their readings, and the question is open.
    Exploration,
}

impl ReadingKind {
    /// Every kind, in the order in which the rules are tested.
    pub const ALL: [Self; 6] = [
        Self::Impasse,
        Self::Synthesis,
        Self::Clarification,
        Self::Question,
        Self::Lemma,
        Self::Exploration,
    ];

    /// Returns the kind as a lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Impasse => "impasse",
            Self::Synthesis => "synthesis",
            Self::Clarification => "clarification",
            Self::Question => "question answered",
            Self::Lemma => "lemma",
            Self::Exploration => "exploration",
        }
    }

    /// Returns what it means, as a clause.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Impasse => "the readers cannot agree, or repeat themselves",
            Self::Synthesis => "the readers found a reading that they share",
            Self::Clarification => "the readers found out what they mean",
            Self::Question => "the readers answered the question",
            Self::Lemma => "the readers rely on a claim that none of them attacks",
            Self::Exploration => "the readers laid out their readings, and the question is open",
        }
    }
}
