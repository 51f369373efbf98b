//! Questions that personas answer alike.

use serde::{Deserialize, Serialize};

use crate::vocabulary::{Axis, AxisId, NodeId, PersonaId, Side};

/// A question that every persona with a position on it answers in the same way, and that at least
/// two personas answer.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreedQuestion {
    /// The axis.
    pub axis: AxisId,
    /// Its question.
    pub question: String,
    /// The common answer.
    pub side: Side,
    /// The sentence of the axis for this answer: what the personas agree on.
    pub proposition: String,
    /// How each persona answers, in seat order.
    pub answers: Vec<AgreeingAnswer>,
}

/// How a persona gives an answer that others give too.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreeingAnswer {
    /// The persona.
    pub persona: PersonaId,
    /// Its strongest sentence for the answer, or what it grants.
    pub text: String,
    /// The node of this sentence; absent if only a reason of its thesis asserts the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<NodeId>,
    /// Whether it grants the answer and does not argue for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub granted: bool,
}

impl AgreedQuestion {
    /// The question of an axis, which these answers give this side.
    pub fn new(axis: &Axis, side: Side, answers: Vec<AgreeingAnswer>) -> Self {
        Self {
            axis: axis.id.clone(),
            question: axis.question.clone(),
            side,
            proposition: axis.proposition(side).to_owned(),
            answers,
        }
    }

    /// The personas that give the answer, in seat order.
    pub fn personas(&self) -> impl Iterator<Item = &PersonaId> {
        self.answers.iter().map(|answer| &answer.persona)
    }
}
