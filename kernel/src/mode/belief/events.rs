//! What the mode reports of strengths.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::events::{EventInfo, Report};
use crate::view::{EventLine, Level, Text};
use crate::vocabulary::{PersonaId, Strength};

/// Every event of this file.
pub(super) const ALL: &[EventInfo] = &[
    EventInfo::of::<BeliefRevised>(),
    EventInfo::of::<StrengthsUpdate>(),
    EventInfo::of::<CommunityMerged>(),
];

/// How strong a persona's thesis is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ThesisStrength {
    /// The persona.
    pub(crate) persona: PersonaId,
    /// The strength of its thesis.
    pub(crate) strength: Strength,
}

/// A persona revised its own base scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct BeliefRevised {
    /// The round.
    pub(crate) round: u32,
    /// The persona.
    pub(crate) persona: PersonaId,
    /// The strength of its thesis before.
    pub(crate) before: Strength,
    /// The strength that it stated as its target.
    pub(crate) target: Strength,
    /// The strength of its thesis after the revision.
    pub(crate) after: Strength,
}

impl Report for BeliefRevised {
    const NAME: &'static str = "belief_revised";

    fn lines(&self) -> Vec<EventLine> {
        let Self { before, target, after, .. } = self;
        let revised = format!("from {before} towards {target}: {after}");
        vec![EventLine::Detail(Level::Text, revised.into())]
    }
}

/// The strengths were computed again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct StrengthsUpdate {
    /// The round.
    pub(crate) round: u32,
    /// The thesis of each persona.
    pub(crate) roots: Vec<ThesisStrength>,
    /// The largest change of a thesis in the round.
    pub(crate) moved: f64,
}

impl Report for StrengthsUpdate {
    const NAME: &'static str = "strengths_update";

    fn lines(&self) -> Vec<EventLine> {
        let title = match self.round {
            0 => "Strength of each thesis".to_owned(),
            _ => format!("Strength of each thesis; largest change {:.2}", self.moved),
        };
        let thesis = |ThesisStrength { persona, strength }: &ThesisStrength| {
            EventLine::Persona(Text::of("{} {}", [persona.into(), strength.to_string().into()]))
        };
        let title = [EventLine::Gap, EventLine::Sentence(title.into())];
        title.into_iter().chain(self.roots.iter().map(thesis)).collect()
    }
}

/// The graphs were merged into one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct CommunityMerged {
    /// Its nodes.
    pub(crate) nodes: usize,
    /// The number of nodes that several personas hold.
    pub(crate) merged: usize,
}

impl Report for CommunityMerged {
    const NAME: &'static str = "community_merged";
}
