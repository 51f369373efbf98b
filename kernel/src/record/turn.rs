//! Turns: who did what, and what became of it.

use serde::{Deserialize, Serialize};

use super::Revision;
use crate::graph::Relation;
use crate::vocabulary::{
    CallId, Citation, Claim, Component, EdgeId, NodeId, PersonaId, Probability, Strength, TurnId,
};

/// What somebody did.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Took the topic apart.
    Decompose {
        /// The propositions.
        claims: Vec<Claim>,
    },
    /// Put forward an argument.
    Argue {
        /// The node it became.
        node: NodeId,
    },
    /// Attacked an argument with a counter-argument.
    Attack {
        /// The argument attacked.
        target: NodeId,
        /// How.
        relation: Relation,
        /// Which part of it.
        component: Component,
        /// What the attacker holds against it.
        counter: String,
        /// Why that tells against the target.
        rationale: String,
        /// What the attacker cites.
        evidence: Vec<Citation>,
        /// How sure the attacker is.
        confidence: Probability,
        /// The judge's strength, where the attack was judged valid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<Strength>,
        /// The node of the counter-argument, where the attack was kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<NodeId>,
        /// The edge, where the attack was kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<EdgeId>,
    },
    /// Aimed an attack at something that is not there or not to be attacked.
    Misfire {
        /// What it was aimed at, as written.
        target: String,
        /// What the attacker holds against it.
        counter: String,
    },
    /// Added a node to somebody else's.
    Bear {
        /// The node borne upon.
        target: NodeId,
        /// Whether the new node supports or attacks it.
        relation: Relation,
        /// How much it bears, as its author says.
        weight: Strength,
        /// The new node.
        node: NodeId,
        /// The edge from it to the target.
        edge: EdgeId,
    },
    /// Changed its own base scores in the light of what others added to its graph.
    Revise(Box<Revision>),
    /// Named a crux or common ground in one go.
    Answer {
        /// The node it became.
        node: NodeId,
    },
    /// Said nothing, because the call failed.
    Silence,
}

/// What became of a turn.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It stands.
    Kept,
    /// It stands with a correction by the judge.
    Corrected(String),
    /// The judge found it invalid.
    Rejected(String),
    /// Another turn says the same more surely.
    Duplicate(TurnId),
    /// It could not be used: the reason.
    Dropped(String),
    /// The call failed: the fault.
    Failed(String),
}

impl Fate {
    /// Whether the turn left something in the graph or the record.
    pub fn stands(&self) -> bool {
        match self {
            Self::Kept | Self::Corrected(_) => true,
            Self::Rejected(_) | Self::Duplicate(_) | Self::Dropped(_) | Self::Failed(_) => false,
        }
    }
}

/// One thing that one participant did.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Its number within the debate.
    pub id: TurnId,
    /// The round, from 0.
    pub round: u32,
    /// Who; nobody where the mode itself acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<PersonaId>,
    /// What was said, as one sentence.
    pub text: String,
    /// What was done.
    pub act: Act,
    /// What became of it.
    pub fate: Fate,
    /// The call that brought it.
    pub call: CallId,
}

impl Turn {
    /// The revision, where that is what was done.
    pub fn revision(&self) -> Option<&Revision> {
        match &self.act {
            Act::Revise(revision) => Some(revision),
            Act::Decompose { .. }
            | Act::Argue { .. }
            | Act::Attack { .. }
            | Act::Misfire { .. }
            | Act::Bear { .. }
            | Act::Answer { .. }
            | Act::Silence => None,
        }
    }
}
