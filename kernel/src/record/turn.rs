//! Turns: what each participant does, and the result.
//!
//! # Source
//! The speech acts are moves of formal dialogue games (Walton and Krabbe, *Commitment in Dialogue*,
//! 1995), and what protocols without a dialogue need: `support`, `revise`, `judge`, `ask`,
//! `silence`.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{DetailFault, ModeDetail, Phase, Speech};
use crate::graph::Relation;
use crate::vocabulary::{
    CallId, Citation, Component, EdgeId, NodeId, PersonaId, Probability, Strength, TurnId,
};

/// A speech act. The set is the same for all modes.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// States something.
    Assert,
    /// Argues against the target.
    Attack,
    /// Argues for the target.
    Support,
    /// Argues against an earlier turn.
    Challenge,
    /// Explains an earlier statement.
    Clarify,
    /// Accepts a statement of another participant.
    Concede,
    /// Replaces the question under discussion.
    Reframe,
    /// Proposes what to debate: propositions, or a crux.
    Propose,
    /// Changes its own scores or stance.
    Revise,
    /// Judges what others said.
    Judge,
    /// Asks a question.
    Ask,
    /// Makes no contribution: its call failed, or it has nothing to say.
    Silence,
}

/// What a turn refers to.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A node of the graph.
    Node(NodeId),
    /// A name that no node has, as the speaker wrote it.
    Written(String),
}

/// The result of a turn.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It counts.
    Kept,
    /// It counts with a correction by the judge: what was corrected.
    Corrected(String),
    /// The judge found it invalid: the reason.
    Rejected(String),
    /// Another turn says the same with more confidence.
    Duplicate(TurnId),
    /// It could not be used: the reason.
    Dropped(String),
    /// The call failed: the fault.
    Failed(String),
}

impl Fate {
    /// Whether the turn counts, corrected or not.
    pub fn is_kept(&self) -> bool {
        match self {
            Self::Kept | Self::Corrected(_) => true,
            Self::Rejected(_) | Self::Duplicate(_) | Self::Dropped(_) | Self::Failed(_) => false,
        }
    }
}

/// One speech act of one participant. Every field except the first four and the last two is absent
/// where the act has no such thing.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Its number within the debate.
    pub id: TurnId,
    /// The round, from 0.
    pub round: u32,
    /// What the speaker does.
    pub act: Act,
    /// What the speaker says.
    pub text: String,
    /// The persona that speaks; absent where the protocol itself acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<PersonaId>,
    /// What the act refers to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// The component of the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<Component>,
    /// How the text relates to the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relation: Option<Relation>,
    /// The proposition that contradicts the target, as the speaker words it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<String>,
    /// Why the text counts for or against the target. The premises of an argument are in its node.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// What the act cites. The citations of an argument are in its node.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Citation>,
    /// How sure the speaker is of the act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Probability>,
    /// How much the text counts for or against the target: as the judge says, in modes that have
    /// one, otherwise as the speaker says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Strength>,
    /// The node that the text became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<NodeId>,
    /// The edge from that node to the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<EdgeId>,
    /// What a turn of a conversation has beyond its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speech: Option<Box<Speech>>,
    /// What only the mode needs to know about the act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<ModeDetail>,
    /// The result.
    pub fate: Fate,
    /// The call that the act comes from.
    pub call: CallId,
}

impl Turn {
    /// Makes a turn of the protocol itself that is kept and has only a text.
    pub fn new(id: TurnId, round: u32, act: Act, text: impl Into<String>, call: CallId) -> Self {
        Self {
            id,
            round,
            act,
            text: text.into(),
            speaker: None,
            target: None,
            component: None,
            relation: None,
            counter: None,
            reasons: Vec::new(),
            evidence: Vec::new(),
            confidence: None,
            weight: None,
            node: None,
            edge: None,
            speech: None,
            detail: None,
            fate: Fate::Kept,
            call,
        }
    }

    /// Whether this persona is its speaker.
    pub fn is_by(&self, persona: &PersonaId) -> bool {
        self.speaker.as_ref() == Some(persona)
    }

    /// Whether it opens a conversation.
    pub fn is_opening(&self) -> bool {
        self.speech.as_ref().is_some_and(|speech| speech.phase == Phase::Opening)
    }

    /// Reads what only its mode records; nothing in a turn without such data.
    ///
    /// # Errors
    /// [`DetailFault`] where it is not what the mode records.
    pub(crate) fn read_detail<T: DeserializeOwned>(&self) -> Result<Option<T>, DetailFault> {
        let read = |detail| ModeDetail::read(Some(detail), format!("turn {}", self.id));
        self.detail.as_ref().map(read).transpose()
    }

    /// The same turn as that of a persona, with what is known of its speech.
    #[must_use]
    pub(crate) fn spoken_by(self, speaker: &PersonaId, speech: Speech) -> Self {
        Self { speaker: Some(speaker.clone()), speech: Some(Box::new(speech)), ..self }
    }
}
