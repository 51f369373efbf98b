//! What modes with a blackboard report.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::detail::{ActionPlan, PlannedAction};
use crate::mode::events::{EventInfo, Report};
use crate::record::StopReason;
use crate::view::{EventLine, Level, number};
use crate::vocabulary::{AxisId, NodeId, PersonaId, Probability, Side};

/// Every event of this file.
pub(in crate::mode) const ALL: &[EventInfo] = &[
    EventInfo::of::<StancesUpdate>(),
    EventInfo::of::<FloorGiven>(),
    EventInfo::of::<StanceConvergence>(),
    EventInfo::of::<CruxCandidate>(),
    EventInfo::of::<FlipTriggered>(),
];

/// What a persona says to a claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PersonaStance {
    /// The persona.
    pub(crate) persona: PersonaId,
    /// The issue that the claim answers with yes.
    pub(crate) axis: AxisId,
    /// Its answer; absent where it is uncertain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) side: Option<Side>,
    /// How sure it is.
    pub(crate) confidence: Probability,
}

/// The stances of the personas on the claims after a round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct StancesUpdate {
    /// The round.
    pub(crate) round: u32,
    /// The stances, claim by claim.
    pub(crate) stances: Vec<PersonaStance>,
}

impl Report for StancesUpdate {
    const NAME: &'static str = "stances_update";
}

/// A persona has the floor, or all of them listen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct FloorGiven {
    /// The round.
    pub(crate) round: u32,
    /// The persona that speaks; absent where none wants to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) persona: Option<PersonaId>,
    /// The plans of all personas that gave one.
    pub(crate) plans: Vec<ActionPlan>,
}

impl Report for FloorGiven {
    const NAME: &'static str = "floor_given";

    fn lines(&self) -> Vec<EventLine> {
        let plan = |ActionPlan { persona, action, urgency, .. }: &ActionPlan| match action {
            PlannedAction::Speak => format!("{persona} wants to speak ({urgency})"),
            PlannedAction::Interrupt => format!("{persona} wants to interrupt ({urgency})"),
            PlannedAction::Listen => format!("{persona} listens"),
        };
        let plans: Vec<String> = self.plans.iter().map(plan).collect();
        let plans = format!("Plans: {}.", plans.join("; "));
        vec![EventLine::Round(self.round), EventLine::Detail(Level::Round, plans.into())]
    }
}

/// How far the stances have come together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct StanceConvergence {
    /// The round.
    pub(crate) round: u32,
    /// The mean entropy of the stances on a claim, in [0, 1].
    pub(crate) entropy: f64,
    /// The mean split between yes and no on a claim, in [0, 1].
    pub(crate) split: f64,
    /// The mean distance between two personas on a claim, in [0, 1].
    pub(crate) distance: f64,
    /// The number of settled claims.
    pub(crate) settled: usize,
    /// The number of claims.
    pub(crate) claims: usize,
    /// The number of crux candidates whose claims are not settled.
    pub(crate) unresolved: usize,
    /// The reason why the debate stops, if it does.
    pub(crate) stop: Option<StopReason>,
}

impl Report for StanceConvergence {
    const NAME: &'static str = "stance_convergence";

    fn lines(&self) -> Vec<EventLine> {
        let Self { settled, split, distance, .. } = self;
        let questions = number::count(self.claims, "question", "questions");
        let convergence = format!(
            "{settled} of {questions} settled; mean split {split:.2}, mean distance {distance:.2}"
        );
        vec![EventLine::Gap, EventLine::Sentence(convergence.into())]
    }
}

/// A persona named a question as a crux.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct CruxCandidate {
    /// The round.
    pub(crate) round: u32,
    /// The persona.
    pub(crate) persona: PersonaId,
    /// The question.
    pub(crate) node: NodeId,
    /// The question in words.
    pub(crate) question: String,
    /// Whether no persona had named it before.
    pub(crate) is_new: bool,
}

impl Report for CruxCandidate {
    const NAME: &'static str = "crux_candidate";
}

/// A persona says that a condition is met under which it would change its mind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct FlipTriggered {
    /// The round.
    pub(crate) round: u32,
    /// The persona.
    pub(crate) persona: PersonaId,
    /// The condition.
    pub(crate) when: String,
    /// Why it is met.
    pub(crate) because: String,
}

impl Report for FlipTriggered {
    const NAME: &'static str = "flip_triggered";
}
