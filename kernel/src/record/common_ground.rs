//! What is accepted at the end of a debate, and contradictions in it.

use serde::{Deserialize, Serialize};

use super::AgreedQuestion;
use crate::vocabulary::{NodeId, PersonaId};

/// A point that at least two personas endorse.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// The node of the first wording.
    pub node: NodeId,
    /// The point in this wording.
    pub text: String,
    /// The personas that endorse it.
    pub endorsed_by: Vec<PersonaId>,
    /// The nodes that say the same in other words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_wordings: Vec<NodeId>,
}

/// The accepted nodes, grouped by how strong a sign of agreement they are. One that gives the common
/// answer to an agreed question is listed as an agreed point or not at all.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommonGround {
    /// Accepted, and endorsed by at least two personas.
    pub agreed: Vec<Agreement>,
    /// The questions that all personas with a position on them answer in the same way, each in its
    /// own words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<AgreedQuestion>,
    /// Accepted and not attacked, although the other personas could have attacked it in at least
    /// one round.
    pub unchallenged: Vec<NodeId>,
    /// Accepted although it was attacked, because something defends it. Tested, but not agreed.
    pub defended: Vec<NodeId>,
    /// Accepted, although another persona gives the other answer to the question that they answer,
    /// or asserts what they attack; also points that several personas share and a third one denies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disputed: Vec<NodeId>,
    /// Accepted, but no persona had a round left to object.
    pub untested: Vec<NodeId>,
}

/// Two accepted nodes of different personas that cannot both be right: the sign of a fake
/// consensus.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// The first node.
    pub first: NodeId,
    /// The second node.
    pub second: NodeId,
    /// Why they cannot both be right, as a sentence.
    pub why: String,
}

impl CommonGround {
    /// The number of shared points and of agreed questions.
    pub fn agreements(&self) -> usize {
        self.agreed.len() + self.questions.len()
    }
}

impl Agreement {
    /// The nodes of all wordings, the first one first.
    pub fn wordings(&self) -> impl Iterator<Item = NodeId> {
        std::iter::once(self.node).chain(self.other_wordings.iter().copied())
    }

    /// One agreement for two that say the same. The wording of this one stays the first.
    pub(crate) fn unite(mut self, other: Self) -> Self {
        self.other_wordings.extend(other.wordings());
        self.other_wordings.sort_unstable();
        self.endorsed_by.extend(other.endorsed_by);
        self.endorsed_by.sort_unstable();
        self.endorsed_by.dedup();
        self
    }
}
