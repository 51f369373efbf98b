//! The outcome of a debate, which has the same form in every mode.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{
    CommonGround, ConcessionEffect, Contradiction, Crux, DetailFault, IdleDispute, Metric,
    ModeDetail, Position, Settled, Usage,
};
use crate::vocabulary::{
    Claim, CruxId, Flip, NodeId, PersonaId, Probability, Side, StatementId, TurnId,
};

/// Why a debate stopped.
///
/// An exhausted budget is not a reason: it interrupts a debate, which continues later with the same
/// outcome. Limits are not part of a cell's id, so an outcome must not depend on them.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The debate converged: by a rule of the mode, no important value changed any more.
    Converged,
    /// The last round that the mode allows has ended.
    MaxRounds,
    /// No persona has a valid move left.
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

/// The relation of the positions at the end.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Regime {
    /// They agree.
    Consensus,
    /// The theses of one side have lost all their support.
    OneSided,
    /// They agree on some points and disagree on others.
    Partial,
    /// They disagree and agree on almost nothing.
    Polarized,
    /// The debate does not show whether they agree.
    Undetermined,
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
    /// How strongly it answers yes: the strength of a thesis that answers yes, otherwise 1 minus
    /// its strength. Absent in modes that compute no strengths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yes: Option<Probability>,
    /// What the persona said in the debate would change its mind, beside what its contract
    /// declares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flips: Vec<Flip>,
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

/// Where a point was conceded.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConcessionSource {
    /// In a turn of the debate.
    Turn(TurnId),
    /// In a statement of the persona's corpus that no turn of the debate repeats.
    Statement(StatementId),
}

/// A point that a persona conceded.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concession {
    /// Where it was conceded.
    #[serde(flatten)]
    pub source: ConcessionSource,
    /// The persona.
    pub persona: PersonaId,
    /// The conceded point, as a sentence.
    pub text: String,
    /// What the concession changed in the graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<ConcessionEffect>,
}

impl Concession {
    /// A concession that changed nothing in the graph.
    pub fn new(source: ConcessionSource, persona: PersonaId, text: String) -> Self {
        Self { source, persona, text, effect: None }
    }
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
    /// The cruxes, the one with the highest score first.
    pub cruxes: Vec<Crux>,
    /// Questions on which the personas disagree although the theses do not depend on them on both
    /// sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle_disputes: Vec<IdleDispute>,
    /// Questions that the debate settled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<Settled>,
    /// The accepted nodes, by how strong a sign of agreement they are.
    pub common_ground: CommonGround,
    /// One camp for each persona, in modes that have a framework.
    pub camps: Vec<Camp>,
    /// The number of extensions, in modes that have a framework.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Extensions>,
    /// The relation of the positions.
    pub regime: Regime,
    /// The reason for the regime, as a sentence.
    pub regime_sentence: String,
    /// Signs of a fake consensus.
    pub fake_consensus: Vec<Contradiction>,
    /// The concessions: those of the debate in order, then those that the personas have written and
    /// not repeated in it.
    pub concessions: Vec<Concession>,
    /// The evidence of each persona.
    pub ledgers: Vec<Ledger>,
    /// What would change each persona's mind.
    pub flips: Vec<FlipCondition>,
    /// Ways to settle the cruxes.
    pub resolution: Vec<Resolution>,
    /// The measures of the mode.
    pub metrics: Vec<Metric>,
    /// Data that only this mode writes and reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<ModeDetail>,
    /// The tokens and calls that the debate used.
    pub usage: Usage,
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

    /// The disputed questions on which a persona's answer to a question rests: its thesis rests on
    /// them by way of that answer.
    pub fn rests_on(&self, persona: &PersonaId, question: &str) -> Vec<&str> {
        let cruxes = self.cruxes.iter().map(|crux| (&crux.question, &crux.positions));
        let idle = self.idle_disputes.iter().map(|idle| (&idle.question, &idle.positions));
        let rests = |(_, positions): &(&String, &Vec<Position>)| {
            let mut own = positions.iter().filter(|held| held.persona == *persona);
            own.any(|held| held.by_way_of.iter().any(|between| between == question))
        };
        cruxes.chain(idle).filter(rests).map(|(below, _)| below.as_str()).collect()
    }

    /// Reads what only its mode records; nothing where the debate failed before there was any.
    ///
    /// # Errors
    /// [`DetailFault`] where there is none otherwise, or it is not what the mode records.
    pub(crate) fn read_detail<T: DeserializeOwned>(&self) -> Result<Option<T>, DetailFault> {
        match (self.stop.reason, &self.detail) {
            (StopReason::Failed, None) => Ok(None),
            (_, detail) => ModeDetail::read(detail.as_ref(), "the outcome").map(Some),
        }
    }
}
