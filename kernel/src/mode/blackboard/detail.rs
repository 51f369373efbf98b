//! What the outcome of a mode with a blackboard records besides what all modes record.

use serde::{Deserialize, Serialize};

use crate::record::{DetailFault, ModeDetail, Outcome};
use crate::vocabulary::{AxisId, CruxId, PersonaId, Probability};

/// What separates personas along a fault line.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FaultKind {
    /// They consider different spans of time.
    TimeHorizon,
    /// They start from different assumptions.
    Assumptions,
    /// They want different things, or see themselves differently.
    IdentityValues,
    /// They count different things as knowledge.
    Epistemology,
    /// They have different things to lose.
    Stakes,
}

impl FaultKind {
    /// The kind as words.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::TimeHorizon => "time horizon",
            Self::Assumptions => "assumptions",
            Self::IdentityValues => "identity and values",
            Self::Epistemology => "facts and evidence",
            Self::Stakes => "stakes",
        }
    }
}

/// A difference that lies behind several cruxes.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct FaultLine {
    pub(crate) kind: FaultKind,
    /// What separates the personas, as a sentence.
    pub(crate) text: String,
    /// The cruxes that lie along it.
    pub(crate) cruxes: Vec<CruxId>,
}

/// A declared condition that a persona says is met.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct TriggeredFlip {
    pub(crate) round: u32,
    pub(crate) persona: PersonaId,
    /// The condition, as the persona declares it.
    pub(crate) when: String,
    /// How its view changes.
    pub(crate) then: String,
    /// Why the persona says that it is met.
    pub(crate) because: String,
}

/// Who had the floor in a turn, and what all personas had planned.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct FloorTurn {
    pub(crate) round: u32,
    /// Absent if all listened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) speaker: Option<PersonaId>,
    pub(crate) plans: Vec<ActionPlan>,
}

/// What the outcome records.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct OutcomeDetail {
    /// The personas, in seat order.
    pub(crate) personas: Vec<PersonaId>,
    /// The claims, in the order of the topic.
    pub(crate) claims: Vec<AxisId>,
    pub(crate) flips: Vec<TriggeredFlip>,
    pub(crate) fault_lines: Vec<FaultLine>,
    /// The turns, in modes in which one persona speaks at a time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) floor: Vec<FloorTurn>,
}

impl OutcomeDetail {
    /// Reads it off an outcome.
    ///
    /// # Errors
    /// [`DetailFault`] where the outcome has none.
    pub(crate) fn of(outcome: &Outcome) -> Result<Self, DetailFault> {
        ModeDetail::read(outcome.detail.as_ref(), "the outcome")
    }
}

/// What a persona wants to do in the next turn.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "run", schemars(description = "What you want to do in the next turn."))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlannedAction {
    /// It wants to speak.
    Speak,
    /// It wants to speak next, in answer to what was said last.
    Interrupt,
    /// It wants to listen.
    Listen,
}

/// The plan of a persona for the next turn.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ActionPlan {
    /// The persona.
    pub(crate) persona: PersonaId,
    /// What it wants to do.
    pub(crate) action: PlannedAction,
    /// How urgent that is to it.
    pub(crate) urgency: Probability,
    /// What it means to say, in a sentence; may be empty.
    pub(crate) intent: String,
}
