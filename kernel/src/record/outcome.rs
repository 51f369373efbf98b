//! Outcomes: what a debate comes to, the same shape in every mode.

use serde::{Deserialize, Serialize};

use super::{AgreedQuestion, ModeDetail, Usage};
use crate::graph::Provenance;
use crate::vocabulary::{
    AxisId, Claim, CruxId, Disagreement, NodeId, PersonaId, Probability, Side, TurnId,
};

/// Why a debate stopped.
///
/// An exhausted budget is not a reason: it interrupts a debate, which continues later with the same outcome. Limits are not
/// part of a cell's id, so an outcome must not depend on them.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// By a rule of the mode, nothing important changed any more.
    Converged,
    /// The last allowed round is over.
    MaxRounds,
    /// No persona had a valid move left.
    NoMoves,
    /// A step that the mode needs failed.
    Failed,
}

/// Why and when a debate stopped.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stop {
    /// The reason.
    pub reason: StopReason,
    /// The rule that fired, or the fault, as a sentence.
    pub rule: String,
    /// The rounds after the opening.
    pub rounds: u32,
}

/// How the positions relate to each other at the end.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Regime {
    /// They agree.
    Consensus,
    /// All arguments of one persona are defeated.
    OneSided,
    /// They agree on some points and disagree on others.
    Partial,
    /// They disagree and agree on almost nothing.
    Polarized,
    /// The debate does not show whether they agree.
    Undetermined,
}

/// How a crux was found.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// It is disputed, and the theses on both sides rest on it.
    Load,
    /// It is disputed, and too little is known of what the theses rest on to say whether it carries load.
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

/// A persona's answer to the topic's question.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Thesis {
    /// The persona.
    pub persona: PersonaId,
    /// The answer.
    pub side: Side,
    /// The thesis in the persona's own words.
    pub text: String,
    /// Its node.
    pub node: NodeId,
    /// How strongly it answers yes: the strength of a thesis that answers yes, otherwise 1 minus its strength. Absent in modes
    /// that compute no strengths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yes: Option<Probability>,
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
    /// Its strongest reason of its own, as a sentence; empty where the persona said nothing on the question.
    pub text: String,
    /// The node of this reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<NodeId>,
    /// The load of the question for the persona: the share of the support of its thesis that is lost if the question is
    /// answered against it. Absent where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Probability>,
    /// What would change the persona's mind on the question, as its contract declares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flips_when: Option<String>,
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

/// A question that is disputed, but that does not carry load on both sides.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IdleDispute {
    /// The axis.
    pub axis: AxisId,
    /// Its question.
    pub question: String,
    /// The answer of each persona that gave one.
    pub positions: Vec<Position>,
}

/// A question on which every argument for one answer fell in the debate.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// The axis.
    pub axis: AxisId,
    /// Its question.
    pub question: String,
    /// The answer that is left.
    pub side: Side,
    /// The accepted argument that attacks most of what fell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<NodeId>,
}

/// A question on which the disagreement of the personas depends.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Crux {
    /// Its rank as an id.
    pub id: CruxId,
    /// The question that divides. The sides of all positions are answers to it.
    pub question: String,
    /// How it was found.
    pub found: Found,
    /// The kind of disagreement.
    pub kind: Disagreement,
    /// The axis that it belongs to, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// How much of the disagreement depends on it.
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

/// The accepted nodes, grouped by how strong a sign of agreement they are.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommonGround {
    /// Accepted, and endorsed by at least two personas.
    pub agreed: Vec<Agreement>,
    /// The questions that all personas with a position on them answer in the same way, each in its own words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<AgreedQuestion>,
    /// Accepted and not attacked, although the others had at least one round to attack.
    pub unchallenged: Vec<NodeId>,
    /// Accepted although it was attacked, because something defends it. Tested, but not agreed.
    pub defended: Vec<NodeId>,
    /// Accepted, but no persona had a round left to object.
    pub untested: Vec<NodeId>,
}

/// The worldview that contains most of a persona's arguments.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Camp {
    /// The persona.
    pub persona: PersonaId,
    /// The preferred extension.
    pub arguments: Vec<NodeId>,
    /// The number of these arguments that are the persona's own.
    pub own: usize,
}

/// How many extensions the final framework has, as exact decimal numbers.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extensions {
    /// Preferred extensions.
    pub preferred: String,
    /// Stable extensions.
    pub stable: String,
}

/// Two accepted nodes of different personas that cannot both be right: the sign of a fake consensus.
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

/// A point that a persona conceded.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concession {
    /// The turn in which it was conceded.
    pub turn: TurnId,
    /// The persona.
    pub persona: PersonaId,
    /// The conceded point, as a sentence.
    pub text: String,
}

/// A piece of evidence with the argument that cites it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// The evidence as cited.
    pub text: String,
    /// The argument that cites it.
    pub node: NodeId,
    /// The argument that defeats it, if it is defeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defeated_by: Option<NodeId>,
}

/// The evidence that a persona cited.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// The persona.
    pub persona: PersonaId,
    /// Cited by arguments that are not defeated.
    pub accepted: Vec<LedgerEntry>,
    /// Cited by defeated arguments.
    pub rejected: Vec<LedgerEntry>,
}

/// What would change a persona's mind.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlipCondition {
    /// The persona.
    pub persona: PersonaId,
    /// The argument that it could not defend.
    pub node: NodeId,
    /// The counter-argument, as a sentence.
    pub counter: String,
    /// The node of the counter-argument.
    pub against: NodeId,
}

/// A way to settle cruxes.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolution {
    /// The question to investigate.
    pub question: String,
    /// The observation that would settle it, if the topic names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settles: Option<String>,
    /// The cruxes that it would settle.
    pub cruxes: Vec<CruxId>,
}

/// A measure that a mode reports.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Metric {
    /// Its name.
    pub name: String,
    /// Its value; none if it is not defined for this debate.
    pub value: Option<f64>,
    /// What it counts or measures, as a clause.
    pub meaning: String,
    /// The range that suggests a good debate, as a clause; it is a guide and not a verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<String>,
}

/// The outcome of a debate.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Why and when it stopped.
    pub stop: Stop,
    /// The propositions that the topic was split into, in modes that do so.
    pub claims: Vec<Claim>,
    /// Each persona's answer to the topic's question, in modes that ask for one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub theses: Vec<Thesis>,
    /// What divides, the strongest first.
    pub cruxes: Vec<Crux>,
    /// Questions on which the personas disagree although the theses do not depend on them on both sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle_disputes: Vec<IdleDispute>,
    /// Questions that the debate settled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<Settled>,
    /// What is accepted.
    pub common_ground: CommonGround,
    /// One camp for each persona, in modes that have a framework.
    pub camps: Vec<Camp>,
    /// The number of extensions, in modes that have a framework.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Extensions>,
    /// How the positions relate to each other.
    pub regime: Regime,
    /// The reason for the regime, as a sentence.
    pub regime_sentence: String,
    /// Signs of a fake consensus.
    pub fake_consensus: Vec<Contradiction>,
    /// The concessions, in order.
    pub concessions: Vec<Concession>,
    /// The evidence of each persona.
    pub ledgers: Vec<Ledger>,
    /// What would change each persona's mind.
    pub flips: Vec<FlipCondition>,
    /// How to settle the cruxes.
    pub resolution: Vec<Resolution>,
    /// The measures of the mode.
    pub metrics: Vec<Metric>,
    /// Data of the mode itself, in modes that have some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<ModeDetail>,
    /// The tokens and calls that it used.
    pub usage: Usage,
}

impl Agreement {
    /// The nodes of all wordings, the first one first.
    pub fn wordings(&self) -> impl Iterator<Item = NodeId> {
        std::iter::once(self.node).chain(self.other_wordings.iter().copied())
    }

    /// One agreement for two that say the same. The wording of this one stays the first.
    #[cfg(feature = "run")]
    pub(crate) fn unite(mut self, other: Self) -> Self {
        self.other_wordings.extend(other.wordings());
        self.other_wordings.sort_unstable();
        self.endorsed_by.extend(other.endorsed_by);
        self.endorsed_by.sort_unstable();
        self.endorsed_by.dedup();
        self
    }
}

impl Crux {
    /// Whether personas on both sides declare what would change their minds: a declared double crux.
    pub fn is_declared(&self) -> bool {
        let declares = |side| {
            let mut on_side = self.positions.iter().filter(|held| held.side == Some(side));
            on_side.any(|held| held.flips_when.is_some())
        };
        declares(Side::Yes) && declares(Side::No)
    }
}

impl Outcome {
    /// Creates an outcome that has only the reason for stopping and the regime.
    pub fn new(stop: Stop, regime: Regime, regime_sentence: String) -> Self {
        Self {
            stop,
            claims: Vec::new(),
            theses: Vec::new(),
            cruxes: Vec::new(),
            idle_disputes: Vec::new(),
            settled: Vec::new(),
            common_ground: CommonGround::default(),
            camps: Vec::new(),
            extensions: None,
            regime,
            regime_sentence,
            fake_consensus: Vec::new(),
            concessions: Vec::new(),
            ledgers: Vec::new(),
            flips: Vec::new(),
            resolution: Vec::new(),
            metrics: Vec::new(),
            detail: None,
            usage: Usage::default(),
        }
    }
}
