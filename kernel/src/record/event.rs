//! Events: what a debate says of itself while it goes on.

use serde::{Deserialize, Serialize};

use super::{StopReason, Turn};
use crate::graph::Change;
use crate::vocabulary::{CallId, Claim, NodeId, PersonaId, Strength, TurnId};

/// How strong a persona's thesis is.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Whose.
    pub persona: PersonaId,
    /// How strong.
    pub strength: Strength,
}

/// Something that happened.
///
/// Recorder, progress and tests read these; a mode shows nothing else while it runs.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The topic was taken apart.
    ClaimsDecomposed {
        /// The propositions.
        claims: Vec<Claim>,
    },
    /// A persona took its first stand.
    InitialStance {
        /// Who.
        persona: PersonaId,
        /// Its arguments.
        nodes: Vec<NodeId>,
    },
    /// The opening arguments are in.
    ArgumentsSubmitted {
        /// How many.
        arguments: usize,
    },
    /// The attacks of a round are in.
    AttacksGenerated {
        /// The round.
        round: u32,
        /// How many.
        attacks: usize,
        /// How many could not be used.
        dropped: usize,
    },
    /// The attacks of a round are judged.
    ValidationComplete {
        /// The round.
        round: u32,
        /// How many are valid.
        valid: usize,
        /// How many are not.
        rejected: usize,
        /// How many were corrected.
        corrected: usize,
        /// How many repeat another.
        duplicates: usize,
    },
    /// The graph was brought up to date.
    GraphUpdate {
        /// The round.
        round: u32,
        /// Its nodes.
        nodes: usize,
        /// Its edges.
        edges: usize,
        /// Arguments that are IN, OUT, UNDEC.
        labels: [usize; 3],
        /// The number of preferred extensions.
        preferred: String,
    },
    /// A stop rule was looked at.
    GraphConvergence {
        /// The round.
        round: u32,
        /// Whether all older labels are as before.
        unchanged: bool,
        /// Why the debate stops here, if it does.
        stop: Option<StopReason>,
    },
    /// Somebody's turn stands.
    AgentTurn {
        /// The turn.
        turn: TurnId,
        /// Who.
        persona: PersonaId,
        /// What was said.
        text: String,
    },
    /// How far the debate has converged.
    ConvergenceUpdate {
        /// The round.
        round: u32,
        /// The share of undecided arguments in [0, 1].
        undecided: f64,
    },
    /// The state in a sentence.
    BlackboardUpdate {
        /// The round.
        round: u32,
        /// The sentence.
        summary: String,
    },
    /// Somebody changed its own base scores.
    BeliefRevised {
        /// The round.
        round: u32,
        /// Who.
        persona: PersonaId,
        /// The strength of its thesis before.
        before: Strength,
        /// Where it said that it should stand.
        target: Strength,
        /// Where it stands now.
        after: Strength,
    },
    /// The strengths are computed anew.
    StrengthsUpdate {
        /// The round.
        round: u32,
        /// Everybody's thesis.
        roots: Vec<Standing>,
        /// The greatest change of a thesis over the round.
        moved: f64,
    },
    /// The graphs are merged into one.
    CommunityMerged {
        /// Its nodes.
        nodes: usize,
        /// How many of them several personas hold.
        merged: usize,
    },
    /// Somebody did something, whatever became of it: every turn of the record, as soon as it is there.
    TurnTaken {
        /// The turn.
        turn: Box<Turn>,
    },
    /// The graph was changed: every operation, so that whoever listens can keep the graph.
    GraphChanged {
        /// The change.
        change: Box<Change>,
    },
    /// A call brought no usable answer.
    CallFailed {
        /// The call.
        call: CallId,
        /// Its task.
        task: String,
        /// The fault.
        fault: String,
    },
    /// An answer was sent back once.
    CallRepaired {
        /// The call.
        call: CallId,
        /// Its task.
        task: String,
        /// What was wrong with it.
        faults: Vec<String>,
    },
    /// The debate is over.
    DebateComplete {
        /// Why.
        stop: StopReason,
        /// How many cruxes it found.
        cruxes: usize,
    },
}
