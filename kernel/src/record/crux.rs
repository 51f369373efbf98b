//! Cruxes, and other disputed questions.

use serde::{Deserialize, Serialize};

use crate::graph::{Node, Provenance};
use crate::vocabulary::{AxisId, CruxId, Disagreement, Flip, NodeId, PersonaId, Probability, Side};

/// How a crux was found.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FoundBy {
    /// It is disputed, and the theses on both sides rest on it.
    Load,
    /// It is disputed, and too little is known of what the theses rest on to say whether it carries
    /// load.
    LoadUnknown,
    /// A participant or a model named it.
    Proposed,
}

/// A number in [0, 1] with the rule that it was computed by.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The number.
    pub value: Probability,
    /// What it measures, as a clause.
    pub rule: String,
}

/// The position of a persona on a crux.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// The persona.
    pub persona: PersonaId,
    /// Its answer to the question of the crux, where it gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The reason of its thesis that answers the question, as a sentence, where the thesis gives
    /// one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thesis_reason: Option<String>,
    /// Its strongest argument of its own, as a sentence. Without an argument it is the reason of
    /// its thesis; empty where the persona said nothing on the question.
    pub text: String,
    /// The node of this argument.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<NodeId>,
    /// The load of the question for the persona: the share of the support of its thesis that is
    /// lost if the question is answered against it. Absent where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Probability>,
    /// Whether the persona says that its whole thesis depends on this answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_decisive: bool,
    /// Whether the persona says that it would keep its thesis whatever the answer is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_declared_idle: bool,
    /// The questions by way of which its thesis rests on this one, where no reason of the thesis
    /// answers this one itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_way_of: Vec<String>,
    /// What would change the persona's mind on the question, as its contract declares or its
    /// opening says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flip: Option<Flip>,
    /// Where no argument of the persona for its answer is left: the argument that answers most of
    /// them, to which no reply holds. The persona has not given its answer up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted_by: Option<NodeId>,
}

impl Position {
    /// A persona's answer to the question with its argument for it, of which nothing else is known.
    pub(crate) fn stated(
        persona: &PersonaId,
        side: Side,
        text: impl Into<String>,
        node: Option<NodeId>,
    ) -> Self {
        Self {
            persona: persona.clone(),
            side: Some(side),
            thesis_reason: None,
            text: text.into(),
            node,
            load: None,
            is_decisive: false,
            is_declared_idle: false,
            by_way_of: Vec::new(),
            flip: None,
            refuted_by: None,
        }
    }
}

/// The premise or assumption on which the arguments about a crux depend most.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hinge {
    /// The premise or assumption, as a sentence.
    pub text: String,
    /// The argument that contains it.
    pub node: NodeId,
    /// The personas that assert it.
    pub asserted_by: Vec<PersonaId>,
    /// The personas that attack it.
    pub denied_by: Vec<PersonaId>,
}

/// A question that personas answer differently and that is not a crux: it does not carry load on
/// both sides, or they differ only in words.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IdleDispute {
    /// The axis.
    pub axis: AxisId,
    /// Its question.
    pub question: String,
    /// The answer of each persona that gave one.
    pub positions: Vec<Position>,
    /// Whether it may carry load on both sides all the same: a reason of a thesis could not be
    /// linked to any question.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_load_unknown: bool,
    /// Whether the opposite answers were judged to mean the same, so that nothing is disputed but a
    /// word.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_verbal: bool,
}

/// A question that is no longer disputed: every argument for one answer was found false or given
/// up.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// The axis.
    pub axis: AxisId,
    /// Its question.
    pub question: String,
    /// The answer that is left.
    pub side: Side,
}

/// A question on which the disagreement of the personas depends.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Crux {
    /// Its rank as an id.
    pub id: CruxId,
    /// The disputed question. The sides of all positions are answers to it.
    pub question: String,
    /// How it was found.
    pub found: FoundBy,
    /// The kind of disagreement.
    pub kind: Disagreement,
    /// The axis that it belongs to, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// How much of the disagreement depends on the question.
    pub score: Score,
    /// The answer of each persona.
    pub positions: Vec<Position>,
    /// The premise or assumption that decides most, in modes that find one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns_on: Option<Hinge>,
    /// The shared points about the question: what both sides say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<NodeId>,
    /// The nodes that rest on it or make it.
    pub depends_on: Vec<NodeId>,
    /// The question whose answer would settle it.
    pub settling_question: String,
    /// What would change without it; computed, never written by a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterfactual: Option<String>,
    /// The turns and calls that created it.
    pub provenance: Provenance,
}

impl Crux {
    /// A crux that an answer names, before its positions are known. `question` is the node of its
    /// question.
    pub(crate) fn proposed(id: CruxId, question: &Node, kind: Disagreement, score: Score) -> Self {
        Self {
            id,
            question: question.text.clone(),
            found: FoundBy::Proposed,
            kind,
            axis: question.axis.clone(),
            score,
            positions: Vec::new(),
            turns_on: None,
            shared: Vec::new(),
            depends_on: vec![question.id],
            settling_question: String::new(),
            counterfactual: None,
            provenance: question.provenance.clone(),
        }
    }

    /// Whether personas on both sides declare what would change their answers to it: a declared
    /// double crux.
    pub fn is_declared(&self) -> bool {
        let declares = |side| {
            let mut on_side = self.positions.iter().filter(|held| held.side == Some(side));
            on_side.any(|held| held.flip.is_some())
        };
        declares(Side::Yes) && declares(Side::No)
    }
}

/// What a persona would lose with its answer to a question, as a clause; `None` if no reason of
/// its thesis is known to rest on it. `is_decisive`: the persona says that its whole thesis depends
/// on it.
pub fn lost_reasons(persona: &str, load: Option<Probability>, is_decisive: bool) -> Option<String> {
    let load = load.map(Probability::value).filter(|load| *load > 0.0)?;
    if is_decisive {
        return Some(format!("{persona} would give its thesis up, as it says itself"));
    }
    Some(format!("{persona} would lose {:.0}% of the reasons for its thesis", 100.0 * load))
}
