//! What a turn of a conversation has beyond its text: debates in which one persona speaks at a
//! time.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::vocabulary::{AxisId, NodeId, StatementId, TurnId};

/// The phases of a conversation, in their order.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Every persona gives its opening speech.
    Opening,
    /// The personas answer each other.
    Exchange,
    /// The personas look for the question on which their disagreement depends.
    CruxSeeking,
    /// Every persona says what is agreed and what is still disputed.
    Resolution,
}

/// As headings write it.
impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Opening => "Opening speeches",
            Self::Exchange => "Free exchange",
            Self::CruxSeeking => "Search for the crux",
            Self::Resolution => "Closing speeches",
        })
    }
}

/// A turn of a conversation.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speech {
    /// The phase in which it was made.
    pub phase: Phase,
    /// The turn that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replies_to: Option<TurnId>,
    /// The hint that the protocol gave to the speaker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// What the hint asked for, where this turn does not do it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_followed: Option<NotFollowed>,
    /// The statements of the speaker's corpus that it is based on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excerpts: Vec<StatementId>,
    /// The question that it proposes as the crux, or names as the core question at the end, where
    /// it is one of the topic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// The proposal of a crux with which the speaker agrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acknowledges: Option<TurnId>,
    /// At the end: the points that the speaker thinks are agreed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<String>,
    /// At the end: the points that the speaker thinks are still disputed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disputed: Vec<String>,
}

/// What a hint asked for that a turn does not do, as far as the turn shows it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotFollowed {
    /// An answer to a turn.
    Answer(TurnId),
    /// A turn about a question.
    Question(AxisId),
    /// A concession.
    Concession,
}

impl Speech {
    /// A turn of a phase that only has a text.
    pub fn new(phase: Phase) -> Self {
        Self {
            phase,
            replies_to: None,
            hint: None,
            not_followed: None,
            excerpts: Vec::new(),
            axis: None,
            acknowledges: None,
            agreed: Vec::new(),
            disputed: Vec::new(),
        }
    }
}

/// What speaks for the end of a conversation, after its graph was updated.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Signals {
    /// Whether the graph has fewer arguments than before.
    pub shrinking: bool,
    /// Whether a crux was proposed.
    pub crux_proposed: bool,
    /// Whether the arguments that can be both defended and defeated are the same as in the two
    /// updates before, and there are any.
    pub frontier_stable: bool,
    /// How many words the latest turns share with those before them. *Range*: [0, 1]; absent before
    /// the eighth turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<f64>,
    /// The share of turns that concede something. *Range*: [0, 1].
    pub concessions: f64,
}

/// How a concession changed the graph.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConcessionKind {
    /// The persona gave an argument up: it was removed.
    Full,
    /// The claim of an argument was changed.
    Partial,
    /// A qualifier was added to an argument.
    ScopeNarrowing,
    /// The persona now shares an argument of another.
    Shared,
}

/// What a concession changed.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConcessionEffect {
    /// How.
    pub kind: ConcessionKind,
    /// The argument.
    pub node: NodeId,
    /// What it says after the concession: the new claim or the qualifier; nothing where it was
    /// removed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub now: String,
}

impl ConcessionEffect {
    /// An effect after which the argument says nothing new.
    pub fn new(kind: ConcessionKind, node: NodeId) -> Self {
        Self { kind, node, now: String::new() }
    }

    /// The effect as a clause that the argument can follow, such as «gives up».
    pub fn verb(&self) -> &'static str {
        match self.kind {
            ConcessionKind::Full => "gives up",
            ConcessionKind::Partial => "changes",
            ConcessionKind::ScopeNarrowing => "qualifies",
            ConcessionKind::Shared => "shares",
        }
    }
}
