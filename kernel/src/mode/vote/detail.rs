//! What this mode stores beyond what all modes store: every vote.

use serde::{Deserialize, Serialize};

use crate::vocabulary::{AxisId, CallId, Probability};

/// What the answers name, and how many of them name it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Votes {
    /// The number of calls that were made.
    pub(super) calls: u32,
    /// The calls that returned an answer. The others are lost votes.
    pub(super) answers: Vec<CallId>,
    /// Everything that an answer names: cruxes, idle disputes, then points of agreement; of each
    /// sort that with the most votes first.
    pub(super) named: Vec<Ballot>,
}

/// Something that answers name, with its votes.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Ballot {
    /// What it is named as.
    pub(super) named_as: NamedAs,
    /// The axis that it is about, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) axis: Option<AxisId>,
    /// Its words: the question of its axis, or those of the earliest answer.
    pub(super) text: String,
    /// What other answers call it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) other_wordings: Vec<String>,
    /// The calls whose answers name it.
    pub(super) votes: Vec<CallId>,
    /// The mean of the weights that these answers give it; absent where answers give none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) weight: Option<Probability>,
    /// Whether more than half of the answers name it.
    pub(super) is_kept: bool,
}

/// What an answer can name.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NamedAs {
    /// A crux.
    Crux,
    /// A dispute on which the theses do not depend.
    IdleDispute,
    /// A point of agreement.
    Agreement,
}
