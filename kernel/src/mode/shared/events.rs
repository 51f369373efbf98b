//! What unrelated modes report alike.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::events::{EventInfo, Report};
use crate::record::Concession;
use crate::view::{EventLine, Text};
use crate::vocabulary::{Claim, NodeId, PersonaId, TurnId};

/// Every event of this file.
pub(in crate::mode) const ALL: &[EventInfo] = &[
    EventInfo::of::<ClaimsDecomposed>(),
    EventInfo::of::<InitialStance>(),
    EventInfo::of::<AgentTurn>(),
    EventInfo::of::<ConvergenceUpdate>(),
    EventInfo::of::<ConcessionMade>(),
];

/// The topic was split into propositions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ClaimsDecomposed {
    /// The propositions.
    pub(crate) claims: Vec<Claim>,
}

impl Report for ClaimsDecomposed {
    const NAME: &'static str = "claims_decomposed";

    fn lines(&self) -> Vec<EventLine> {
        let heading = EventLine::Heading("Propositions".to_owned());
        let item = |(claim, number): (&Claim, usize)| EventLine::Item(number, claim.text.clone());
        std::iter::once(heading).chain(self.claims.iter().zip(1..).map(item)).collect()
    }
}

/// A persona gave its opening arguments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct InitialStance {
    /// The persona.
    pub(crate) persona: PersonaId,
    /// Its arguments.
    pub(crate) nodes: Vec<NodeId>,
}

impl Report for InitialStance {
    const NAME: &'static str = "initial_stance";
}

/// A turn was kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct AgentTurn {
    /// The turn.
    pub(crate) turn: TurnId,
    /// The persona.
    pub(crate) persona: PersonaId,
    /// The text of the turn.
    pub(crate) text: String,
}

impl Report for AgentTurn {
    const NAME: &'static str = "agent_turn";
}

/// The convergence of the debate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ConvergenceUpdate {
    /// The round.
    pub(crate) round: u32,
    /// The share of undecided arguments in [0, 1].
    pub(crate) undecided: f64,
}

impl Report for ConvergenceUpdate {
    const NAME: &'static str = "convergence_update";
}

/// A concession changed the graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ConcessionMade {
    /// The concession.
    pub(crate) concession: Concession,
}

impl Report for ConcessionMade {
    const NAME: &'static str = "concession";

    fn lines(&self) -> Vec<EventLine> {
        let Concession { persona, text, effect, .. } = &self.concession;
        let changed = effect
            .as_ref()
            .map_or_else(String::new, |effect| format!(" {} {}", effect.verb(), effect.node));
        let fields = [persona.into(), changed.into(), text.as_str().into()];
        vec![EventLine::Persona(Text::of("{}{}: {}", fields))]
    }
}
