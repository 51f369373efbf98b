//! Personas: the written characters that take part in debates.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::corpus::Corpus;
use super::id::{AxisId, PersonaId, TopicId};
use super::topic::Side;
use super::unit::Probability;

/// A disposition, described in words and by a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Leaning {
    /// The description.
    pub text: String,
    /// The degree. *Range*: [0, 1].
    pub level: Probability,
}

/// An observation that would change the persona's mind.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flip {
    /// The id, unique within the contract.
    pub id: String,
    /// The axis that the observation is about, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// The observation.
    pub when: String,
    /// How the persona's view would change.
    pub then: String,
    /// Whether its answer to the topic's question would change too.
    #[serde(default, skip_serializing_if = "Reach::is_view")]
    pub changes: Reach,
}

impl Flip {
    /// The axis that the observation is about, where it would change the answer to the topic's
    /// question.
    pub fn decisive_axis(&self) -> Option<&AxisId> {
        self.axis.as_ref().filter(|_| self.changes == Reach::Answer)
    }
}

/// How much of a persona's position a flip changes.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// Its answer to the topic's question.
    Answer,
    /// Its view of the axis, or how sure it is of its answer.
    #[default]
    View,
}

impl Reach {
    /// Every reach, in the order of this enum.
    pub const ALL: [Self; 2] = [Self::Answer, Self::View];

    /// Returns the reach as a lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::View => "view",
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_view(&self) -> bool {
        *self == Self::View
    }
}

/// How a persona thinks and argues: the content of `persona.toml`. A text that its author left out
/// is empty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contract {
    /// A display name.
    pub name: String,
    /// Who the persona is, in one sentence.
    pub summary: String,
    /// Who the persona is, at length.
    pub identity: String,
    /// How the persona thinks.
    pub thinking: String,
    /// What the persona counts as knowledge.
    pub epistemology: String,
    /// The span of time over which the persona judges.
    pub horizon: String,
    /// Which evidence the persona accepts.
    pub evidence_policy: String,
    /// How the persona speaks.
    pub voice: String,
    /// What a change of mind would cost the persona.
    pub stakes: Leaning,
    /// How readily the persona changes its mind.
    pub openness: Leaning,
    /// Observations that would change the persona's mind.
    pub flips: Vec<Flip>,
}

impl Contract {
    /// The declared condition under which the persona would change its mind on an axis: one that
    /// would change its answer to the topic's question before one that would not.
    pub fn flip_on(&self, axis: &AxisId) -> Option<&Flip> {
        let on_axis = self.flips.iter().filter(|flip| flip.axis.as_ref() == Some(axis));
        on_axis.min_by_key(|flip| flip.changes)
    }

    /// The axes on which the persona's whole answer to the topic's question depends: it declares a
    /// condition on them that would change that answer.
    pub fn decisive_axes(&self) -> impl Iterator<Item = &AxisId> {
        self.flips.iter().filter_map(Flip::decisive_axis)
    }

    /// The keys of the texts that its author left out. The provider `corpus` reads none of them; a
    /// language model needs all.
    pub fn missing(&self) -> Vec<&'static str> {
        let texts = [
            ("summary", &self.summary),
            ("identity", &self.identity),
            ("thinking", &self.thinking),
            ("epistemology", &self.epistemology),
            ("horizon", &self.horizon),
            ("evidence_policy", &self.evidence_policy),
            ("voice", &self.voice),
            ("stakes", &self.stakes.text),
            ("openness", &self.openness.text),
        ];
        texts.into_iter().filter(|(_, text)| text.is_empty()).map(|(key, _)| key).collect()
    }
}

/// A persona: its contract and everything that it has written, by topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Persona {
    /// The id: the name of its folder.
    pub id: PersonaId,
    /// How the persona thinks and argues.
    pub contract: Contract,
    /// What the persona has written, by topic.
    pub corpora: BTreeMap<TopicId, Corpus>,
}

impl Persona {
    /// Its answer to the question of a topic; `None` if it has written nothing on it.
    pub fn answer(&self, topic: &TopicId) -> Option<Side> {
        self.corpora.get(topic).map(|corpus| corpus.stance)
    }

    /// The persona with its texts as it wrote them, without what rules infer from their words.
    #[must_use]
    pub fn as_written(&self) -> Self {
        let corpora = self.corpora.iter().map(|(topic, own)| (topic.clone(), own.as_written()));
        Self { corpora: corpora.collect(), ..self.clone() }
    }

    /// Whether a persona that defends this answer plays a part: it has written the opposite.
    pub fn plays_part(&self, topic: &TopicId, answer: Side) -> bool {
        self.answer(topic).is_some_and(|own| own != answer)
    }
}
