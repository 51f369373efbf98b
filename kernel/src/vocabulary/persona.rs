//! Who debates: a written worldview.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{AxisId, Corpus, PersonaId, Probability, TopicId};

/// A disposition in words and as a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Leaning {
    /// In words.
    pub text: String,
    /// *Range*: [0, 1].
    pub level: Probability,
}

/// An observation that would change the persona's mind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flip {
    /// Its name within the contract.
    pub id: String,
    /// The axis it concerns, if one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// What would have to be seen.
    pub when: String,
    /// How the view would move.
    pub then: String,
}

/// How a persona thinks and argues: what `persona.toml` says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contract {
    /// A display name.
    pub name: String,
    /// Who this is, in one sentence.
    pub summary: String,
    /// Who this is, at length.
    pub identity: String,
    /// How the persona thinks.
    pub thinking: String,
    /// What counts as knowing.
    pub epistemology: String,
    /// Over what span of time it judges.
    pub horizon: String,
    /// What evidence it accepts.
    pub evidence_policy: String,
    /// How it speaks.
    pub voice: String,
    /// What a change of mind would cost it.
    pub stakes: Leaning,
    /// How readily it changes its mind.
    pub openness: Leaning,
    /// What would change its mind.
    pub flips: Vec<Flip>,
}

/// A persona: its contract and everything it has said, by topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Persona {
    /// Its name: that of its folder.
    pub id: PersonaId,
    /// How it thinks and argues.
    pub contract: Contract,
    /// What it has said.
    pub corpora: BTreeMap<TopicId, Corpus>,
}
