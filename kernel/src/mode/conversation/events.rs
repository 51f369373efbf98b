//! What conversations report.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::events::{EventInfo, Report};
use crate::record::{Act, Phase, Signals, StopReason};
use crate::view::{EventLine, Level, Text, number};
use crate::vocabulary::{AxisId, PersonaId, TurnId};

/// Every event of this file.
pub(in crate::mode) const ALL: &[EventInfo] = &[
    EventInfo::of::<EngineStart>(),
    EventInfo::of::<DialogueTurn>(),
    EventInfo::of::<GraphUpdated>(),
    EventInfo::of::<EngineComplete>(),
    EventInfo::of::<EngineError>(),
    EventInfo::of::<PhaseStart>(),
    EventInfo::of::<PhaseTransition>(),
    EventInfo::of::<HintGiven>(),
    EventInfo::of::<Crystallization>(),
    EventInfo::of::<CruxProposed>(),
    EventInfo::of::<ConvergenceCheck>(),
];

/// A conversation begins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct EngineStart {
    /// The personas, in seat order.
    pub(crate) personas: Vec<PersonaId>,
    /// The maximum number of turns.
    pub(crate) max_turns: u32,
}

impl Report for EngineStart {
    const NAME: &'static str = "engine_start";
}

/// A persona took a turn of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct DialogueTurn {
    /// The turn.
    pub(crate) turn: TurnId,
    /// The persona.
    pub(crate) persona: PersonaId,
    /// Its move.
    pub(crate) act: Act,
}

impl Report for DialogueTurn {
    const NAME: &'static str = "dialogue_turn";
}

/// The graph of a conversation after an update.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct GraphUpdated {
    /// The round that the update ends.
    pub(crate) round: u32,
    /// The number of nodes.
    pub(crate) nodes: usize,
    /// The number of edges.
    pub(crate) edges: usize,
    /// How many nodes are IN, OUT and UNDEC.
    pub(crate) labels: [usize; 3],
    /// The number of preferred extensions, in decimal digits.
    pub(crate) preferred: String,
}

impl Report for GraphUpdated {
    const NAME: &'static str = "graph_updated";

    fn lines(&self) -> Vec<EventLine> {
        vec![EventLine::Labels { preferred: self.preferred.clone() }]
    }
}

/// A conversation ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct EngineComplete {
    /// Why it ended.
    pub(crate) stop: StopReason,
    /// The rule that ended it.
    pub(crate) rule: String,
}

impl Report for EngineComplete {
    const NAME: &'static str = "engine_complete";
}

/// A conversation could not go on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct EngineError {
    /// What failed.
    pub(crate) fault: String,
}

impl Report for EngineError {
    const NAME: &'static str = "engine_error";
}

/// A conversation entered a phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PhaseStart {
    /// The phase.
    pub(crate) phase: Phase,
}

impl Report for PhaseStart {
    const NAME: &'static str = "phase_start";

    fn lines(&self) -> Vec<EventLine> {
        vec![EventLine::Heading(self.phase.to_string())]
    }
}

/// A conversation left a phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PhaseTransition {
    /// The phase that it left.
    pub(crate) from: Phase,
    /// The phase that follows.
    pub(crate) to: Phase,
    /// The rule that was met, as a sentence.
    pub(crate) rule: String,
}

impl Report for PhaseTransition {
    const NAME: &'static str = "phase_transition";

    fn lines(&self) -> Vec<EventLine> {
        vec![EventLine::Gap, EventLine::Detail(Level::Round, self.rule.as_str().into())]
    }
}

/// The protocol gives the next speaker a hint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct HintGiven {
    /// The speaker.
    pub(crate) persona: PersonaId,
    /// The hint.
    pub(crate) hint: String,
}

impl Report for HintGiven {
    const NAME: &'static str = "steering";

    fn lines(&self) -> Vec<EventLine> {
        let hint = format!("Hint: {}", self.hint);
        vec![EventLine::Gap, EventLine::Detail(Level::Node, hint.into())]
    }
}

/// What was said since the last update was entered in the graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Crystallization {
    /// The round.
    pub(crate) round: u32,
    /// Why it was due.
    pub(crate) due: String,
    /// The number of new arguments.
    pub(crate) added: usize,
    /// The number of changed arguments.
    pub(crate) updated: usize,
    /// The number of removed arguments.
    pub(crate) removed: usize,
    /// The number of new attacks, without mirrored ones.
    pub(crate) attacks: usize,
    /// The number of removed attacks.
    pub(crate) attacks_removed: usize,
}

impl Report for Crystallization {
    const NAME: &'static str = "crystallization";

    fn lines(&self) -> Vec<EventLine> {
        let Self { due, added, updated, removed, attacks_removed, .. } = self;
        let attacks = number::count(self.attacks, "new attack", "new attacks");
        let entered = format!(
            "{due} The graph: {added} added, {updated} changed, {removed} removed; {attacks}, {attacks_removed} withdrawn."
        );
        vec![EventLine::Gap, EventLine::Detail(Level::Round, entered.into())]
    }
}

/// A persona proposed a crux, or agreed with a proposal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct CruxProposed {
    /// The turn of the proposal.
    pub(crate) turn: TurnId,
    /// The persona that proposes or agrees.
    pub(crate) persona: PersonaId,
    /// The issue, where the proposal names one.
    pub(crate) axis: Option<AxisId>,
    /// Whether the persona agrees with the proposal of another.
    pub(crate) acknowledged: bool,
}

impl Report for CruxProposed {
    const NAME: &'static str = "crux_proposed";

    fn lines(&self) -> Vec<EventLine> {
        if !self.acknowledged {
            return Vec::new();
        }
        let fields = [(&self.persona).into(), self.turn.into()];
        vec![EventLine::Persona(Text::of("{} agrees that {} is the crux.", fields))]
    }
}

/// The signals of convergence after an update of the graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ConvergenceCheck {
    /// The round.
    pub(crate) round: u32,
    /// The signals.
    pub(crate) signals: Signals,
}

impl Report for ConvergenceCheck {
    const NAME: &'static str = "convergence_check";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialogue_rule_7_a_line_says_who_agrees_with_a_proposal_and_none_repeats_the_proposal() {
        let persona = PersonaId::new("ada").unwrap();
        let proposed =
            CruxProposed { turn: TurnId::new(3), persona, axis: None, acknowledged: false };
        assert_eq!(proposed.lines(), []);
        assert_eq!(CruxProposed { acknowledged: true, ..proposed }.lines().len(), 1);
    }
}
