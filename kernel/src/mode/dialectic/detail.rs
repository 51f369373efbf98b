//! What this mode stores beyond what all modes store: in which debate a turn was made, what
//! observers raised, the result of a debate, and which questions are open.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::record::{DetailFault, Outcome, ReadingKind, Snapshot, Turn};
#[cfg(feature = "run")]
use crate::text::content_stems;
use crate::vocabulary::{AxisId, NodeId, ObserverId, PassageId, PersonaId, Probability, TurnId};

/// What a turn of this mode records.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum TurnDetail {
    /// A persona spoke.
    Said(SpokenTurn),
    /// An observer raised a question.
    Flag(Flag),
    /// A debate was summed up.
    Reading(Box<Reading>),
}

/// Where a debate is, as the speaker of a turn sees it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "run", schemars(description = "Where the debate is now, as you see it."))]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DebateState {
    #[default]
    #[cfg_attr(feature = "run", schemars(description = "There is more to say."))]
    Open,
    #[cfg_attr(
        feature = "run",
        schemars(description = "The readings cannot be reconciled, whatever else is said.")
    )]
    Irreconcilable,
    #[cfg_attr(
        feature = "run",
        schemars(description = "All who spoke now give the same answer to what is debated.")
    )]
    Agreed,
    #[cfg_attr(
        feature = "run",
        schemars(
            description = "The speakers only meant different things by a word, and that is clear now."
        )
    )]
    Clarified,
}

impl DebateState {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_open(&self) -> bool {
        *self == Self::Open
    }
}

/// Where a turn was made, and what it says of its debate.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "run", schemars(rename = "Said"))]
pub(super) struct SpokenTurn {
    pub(super) passage: PassageId,
    /// The round of its debate, from 1.
    pub(super) round: u32,
    /// The earlier turns on which it relies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) builds_on: Vec<TurnId>,
    /// Where the debate is, as the speaker sees it.
    #[serde(default, skip_serializing_if = "DebateState::is_open")]
    pub(super) state: DebateState,
    /// Whether it challenges a turn and grants its claim for the sake of argument: it denies only
    /// what is drawn from it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) even_if: bool,
}

/// A question that an observer raised.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Flag {
    pub(super) observer: ObserverId,
    pub(super) observer_name: String,
    pub(super) question: String,
    /// The issue that it is about, where it is one of the debate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) axis: Option<AxisId>,
    pub(super) rationale: String,
    pub(super) significance: String,
    pub(super) urgency: Probability,
    /// Whether it is about the way of reading, and not about the text.
    pub(super) is_meta: bool,
    /// The turns between which the tension is.
    pub(super) turns: Vec<TurnId>,
    /// The passage in whose debate it was raised.
    pub(super) passage: PassageId,
}

/// What became of a question that an observer raised.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StubState {
    /// It is open.
    Stub,
    /// It was debated: the node.
    Explored(NodeId),
    /// The same question was debated: the node.
    Superseded(NodeId),
    /// It was debated, and the debate left no reading: no persona claimed anything, or a call
    /// failed. A later passage may take it up.
    WithoutReading,
}

impl StubState {
    /// The reading of the debate about it.
    pub(super) fn reading(self) -> Option<NodeId> {
        match self {
            Self::Explored(node) | Self::Superseded(node) => Some(node),
            Self::Stub | Self::WithoutReading => None,
        }
    }
}

/// A question that an observer raised, with what became of it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Stub {
    pub(super) flag: Flag,
    /// The reading of the passage in whose debate it was raised, where that debate became a node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) origin: Option<NodeId>,
    pub(super) state: StubState,
}

/// A claim that a debate turns on.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KeyClaim {
    pub(super) speaker: PersonaId,
    pub(super) text: String,
    pub(super) turn: TurnId,
    /// The node of the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) node: Option<NodeId>,
    /// Whether no other persona contests it at the end of the debate.
    pub(super) holds: bool,
}

/// The result of a debate.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Reading {
    pub(super) node: NodeId,
    pub(super) kind: ReadingKind,
    /// The rule by which the debate ended, as a sentence.
    pub(super) rule: String,
    pub(super) passage: PassageId,
    /// The title of the passage.
    pub(super) passage_title: String,
    /// The question of a branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<String>,
    pub(super) topic: String,
    pub(super) label: String,
    pub(super) resolution: String,
    pub(super) tags: BTreeSet<String>,
    pub(super) claims: Vec<KeyClaim>,
    /// The turns of the debate.
    pub(super) turns: Vec<TurnId>,
    /// The issues on which its turns take opposite sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) disputed: Vec<AxisId>,
    /// The earlier readings of which the personas were reminded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) context: Vec<NodeId>,
}

/// What the outcome records.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct OutcomeDetail {
    /// Every question that was urgent enough, in the order in which they were raised.
    pub(super) stubs: Vec<Stub>,
    /// The relations that were refused, each with the reason.
    pub(super) refused: Vec<String>,
    /// The passages that left no reading, because no persona had anything to say or a call failed.
    pub(super) unread: Vec<PassageId>,
}

impl Reading {
    /// The content words by which it is found again.
    #[cfg(feature = "run")]
    pub(super) fn words(&self) -> BTreeSet<String> {
        let claims = self.claims.iter().map(|claim| claim.text.as_str());
        let tags = self.tags.iter().map(String::as_str);
        let texts = [self.topic.as_str(), &self.resolution].into_iter().chain(tags).chain(claims);
        content_stems(&texts.collect::<Vec<_>>().join(" "))
    }
}

/// What the outcome records; nothing where the debate failed.
pub(super) fn of_outcome(outcome: &Outcome) -> Result<OutcomeDetail, DetailFault> {
    Ok(outcome.read_detail()?.unwrap_or_default())
}

/// What a turn records; nothing for a turn of the opening, and for one whose call failed.
pub(super) fn of_turn(turn: &Turn) -> Result<Option<TurnDetail>, DetailFault> {
    turn.read_detail()
}

/// The readings, in the order of their creation.
pub(super) fn readings(snapshots: &[Snapshot]) -> Result<Vec<Reading>, DetailFault> {
    let mut readings = Vec::new();
    for turn in snapshots.iter().flat_map(|snapshot| &snapshot.turns) {
        if let Some(TurnDetail::Reading(reading)) = of_turn(turn)? {
            readings.push(*reading);
        }
    }
    Ok(readings)
}
