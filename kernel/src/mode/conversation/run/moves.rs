//! The moves of a conversation, as models choose them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Act, Phase, Turn};

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "What a turn does.")]
#[serde(rename_all = "snake_case")]
pub(crate) enum Move {
    #[schemars(description = "Makes a point that answers no other turn.")]
    Claim,
    #[schemars(description = "Argues against a turn of another person.")]
    Challenge,
    #[schemars(description = "Explains an earlier turn of your own, without a new point.")]
    Clarify,
    #[schemars(description = "Accepts a point of another person, or limits a point of your own.")]
    Concede,
    #[schemars(description = "Says that another question is the better one to discuss.")]
    Reframe,
    #[schemars(description = "Names the question on which the whole disagreement depends.")]
    ProposeCrux,
    #[schemars(description = "Says nothing.")]
    Pass,
}

impl Move {
    /// The speech act of the move, as turns record it.
    pub(crate) fn act(self) -> Act {
        match self {
            Self::Claim => Act::Assert,
            Self::Challenge => Act::Challenge,
            Self::Clarify => Act::Clarify,
            Self::Concede => Act::Concede,
            Self::Reframe => Act::Reframe,
            Self::ProposeCrux => Act::Propose,
            Self::Pass => Act::Silence,
        }
    }
}

/// What a turn does, as prompts name it: its move, or that it closes the debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum MoveLabel {
    Claim,
    Challenge,
    Clarify,
    Concede,
    Reframe,
    ProposeCrux,
    Pass,
    Close,
}

impl MoveLabel {
    /// The label of a turn in this phase.
    pub(crate) fn of(act: Act, phase: Phase) -> Self {
        match act {
            _ if phase == Phase::Resolution => Self::Close,
            Act::Challenge => Self::Challenge,
            Act::Clarify => Self::Clarify,
            Act::Concede => Self::Concede,
            Act::Reframe => Self::Reframe,
            Act::Propose => Self::ProposeCrux,
            Act::Silence => Self::Pass,
            Act::Assert | Act::Attack | Act::Support | Act::Revise | Act::Judge | Act::Ask => {
                Self::Claim
            }
        }
    }
}

/// Whether a turn makes a point that can change the graph. An explanation, a pass and a failed call
/// make none.
pub(crate) fn is_substantive(turn: &Turn) -> bool {
    turn.fate.is_kept() && !matches!(turn.act, Act::Clarify | Act::Silence)
}

/// Whether the speaker passed: its call succeeded, and it said nothing.
pub(crate) fn is_pass(turn: &Turn) -> bool {
    turn.act == Act::Silence && turn.fate.is_kept()
}

/// Whether anything was said.
pub(crate) fn has_words(turn: &Turn) -> bool {
    turn.fate.is_kept() && turn.act != Act::Silence
}
