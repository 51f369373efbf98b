//! Outcomes: what a debate comes to, the same shape in every mode.

use serde::{Deserialize, Serialize};

use super::{ModeDetail, Usage};
use crate::graph::Provenance;
use crate::vocabulary::{
    AxisId, Claim, CruxId, Disagreement, NodeId, PersonaId, Probability, Side, TurnId,
};

/// Why a debate stopped.
///
/// A budget that is used up is no reason: it interrupts a debate, which goes on later and comes to what it would have come to.
/// Limits are in no cell's id, so they must not be in an outcome.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// A rule of the mode found that nothing moves any more.
    Converged,
    /// The last round that was allowed is over.
    MaxRounds,
    /// Nobody had a valid move left.
    NoMoves,
    /// Something failed that the mode cannot do without.
    Failed,
}

/// Why and when a debate stopped.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stop {
    /// Why.
    pub reason: StopReason,
    /// The rule that fired, or the fault, as a sentence.
    pub rule: String,
    /// The rounds after the opening.
    pub rounds: u32,
}

/// How the positions stand to each other in the end.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Regime {
    /// They agree.
    Consensus,
    /// One persona has no argument left.
    OneSided,
    /// They agree on some things and part on others.
    Partial,
    /// They part and hardly agree on anything.
    Polarized,
    /// Nothing was found either way.
    Undetermined,
}

/// How a crux was found.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// Some preferred extensions hold what rests on it, others do not.
    SymmetricDifference,
    /// What rests on it is undecided, though no preferred extensions part over it.
    Undecided,
    /// Nothing is undecided; it is attacked most.
    MostAttacked,
    /// Other scores on it would change a root's strength.
    Counterfactual,
    /// Both sides of a dispute are held.
    Dispute,
    /// A participant or a model named it.
    Proposed,
    /// A fault line of a blackboard.
    Faultline,
    /// A debate that ended in an impasse.
    Impasse,
}

/// A number in [0, 1] with the rule that made it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The number.
    pub value: Probability,
    /// What it measures, as a clause.
    pub rule: String,
}

/// Where a persona stands on a crux.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Who.
    pub persona: PersonaId,
    /// The answer, where one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The strongest reason, as a sentence; empty where the persona said nothing on it.
    pub text: String,
    /// The node that holds this reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<NodeId>,
}

/// What two personas truly disagree about.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Crux {
    /// Its rank as an id.
    pub id: CruxId,
    /// What divides, as a sentence.
    pub statement: String,
    /// How it was found.
    pub found: Found,
    /// What sort of disagreement it is.
    pub kind: Disagreement,
    /// The axis it lies on, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// How much hangs on it.
    pub score: Score,
    /// Where everybody stands.
    pub positions: Vec<Position>,
    /// The nodes that rest on it or make it.
    pub depends_on: Vec<NodeId>,
    /// The question whose answer would settle it.
    pub settling_question: String,
    /// What would follow if it were given up; computed, never written by a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterfactual: Option<String>,
    /// What made it.
    pub provenance: Provenance,
}

/// A node that at least two personas stand behind.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// The node.
    pub node: NodeId,
    /// What is agreed, as a sentence.
    pub text: String,
    /// Who stands behind it.
    pub endorsed_by: Vec<PersonaId>,
}

/// What is accepted, parted by what that is worth.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommonGround {
    /// Accepted, and endorsed by at least two personas.
    pub agreed: Vec<Agreement>,
    /// Accepted; the others could have attacked for a round at least, and did not.
    pub unchallenged: Vec<NodeId>,
    /// Accepted although it was attacked: something defends it. Tested, but not agreed.
    pub defended: Vec<NodeId>,
    /// Accepted, but nobody had the time to object.
    pub untested: Vec<NodeId>,
}

/// The worldview that keeps most of a persona's arguments.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Camp {
    /// Whose.
    pub persona: PersonaId,
    /// The preferred extension.
    pub arguments: Vec<NodeId>,
    /// How many of them are the persona's own.
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
    /// One node.
    pub first: NodeId,
    /// The other.
    pub second: NodeId,
    /// Why they cannot both be right, as a sentence.
    pub why: String,
}

/// Something a persona granted.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concession {
    /// Where.
    pub turn: TurnId,
    /// Who.
    pub persona: PersonaId,
    /// What was granted, as a sentence.
    pub text: String,
}

/// A piece of evidence and what became of it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// The evidence as cited.
    pub text: String,
    /// The argument that cites it.
    pub node: NodeId,
    /// What defeats that argument, if it is defeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defeated_by: Option<NodeId>,
}

/// A persona's evidence.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// Whose.
    pub persona: PersonaId,
    /// Cited by arguments that are not defeated.
    pub accepted: Vec<LedgerEntry>,
    /// Cited by defeated arguments.
    pub rejected: Vec<LedgerEntry>,
}

/// What would turn a persona round.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlipCondition {
    /// Whose.
    pub persona: PersonaId,
    /// The argument it could not hold.
    pub node: NodeId,
    /// The thought that stands against it, as a sentence.
    pub counter: String,
    /// The node of that thought.
    pub against: NodeId,
}

/// A way to settle cruxes.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolution {
    /// The question to look into.
    pub question: String,
    /// The observation that would settle it, where the topic names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settles: Option<String>,
    /// The cruxes it would settle.
    pub cruxes: Vec<CruxId>,
}

/// A number that a mode reports of itself.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Metric {
    /// Its name.
    pub name: String,
    /// Its value; none where it is not defined for this debate.
    pub value: Option<f64>,
    /// What it counts or measures, as a clause.
    pub meaning: String,
    /// Where a good debate is thought to lie, as a clause: orientation, not a verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<String>,
}

/// What a debate comes to.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Why and when it stopped.
    pub stop: Stop,
    /// The propositions that the topic was taken apart into, in modes that do so.
    pub claims: Vec<Claim>,
    /// What divides, the strongest first.
    pub cruxes: Vec<Crux>,
    /// What is accepted.
    pub common_ground: CommonGround,
    /// One camp for each persona, in modes that have a framework.
    pub camps: Vec<Camp>,
    /// The number of extensions, in modes that have a framework.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Extensions>,
    /// How the positions stand to each other.
    pub regime: Regime,
    /// Why the regime is that, as a sentence.
    pub regime_sentence: String,
    /// Signs of a fake consensus.
    pub fake_consensus: Vec<Contradiction>,
    /// What was granted, in order.
    pub concessions: Vec<Concession>,
    /// Everybody's evidence.
    pub ledgers: Vec<Ledger>,
    /// What would turn whom round.
    pub flips: Vec<FlipCondition>,
    /// How to settle the cruxes.
    pub resolution: Vec<Resolution>,
    /// The mode's own numbers.
    pub metrics: Vec<Metric>,
    /// Data of the mode itself, in modes that have some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<ModeDetail>,
    /// What it took.
    pub usage: Usage,
}

impl Outcome {
    /// Makes an outcome that says nothing but how the debate stopped and what the regime is.
    pub fn new(stop: Stop, regime: Regime, regime_sentence: String) -> Self {
        Self {
            stop,
            claims: Vec::new(),
            cruxes: Vec::new(),
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
