//! What the mode reports of disputes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::events::{EventInfo, Report};
use crate::view::{EventLine, Level, Text};
use crate::vocabulary::{AxisId, NodeId, PersonaId, Probability};

/// Every event of this file.
pub(super) const ALL: &[EventInfo] = &[EventInfo::of::<DcgUpdate>()];

/// A dispute: a question with the personas that answer it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct DisputeState {
    /// Its node.
    pub(crate) node: NodeId,
    /// The question.
    pub(crate) question: String,
    /// The axis that it is about, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) axis: Option<AxisId>,
    /// By when its answer will be known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) horizon: Option<String>,
    /// The observations that would settle it.
    pub(crate) criteria: Vec<String>,
    /// Whether it is discussed.
    pub(crate) active: bool,
    /// The personas that answer yes.
    pub(crate) yes: Vec<PersonaId>,
    /// The personas that answer no.
    pub(crate) no: Vec<PersonaId>,
    /// How evenly the exchange about it is divided.
    pub(crate) score: Probability,
}

/// The disputes after an update of the graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct DcgUpdate {
    /// The round.
    pub(crate) round: u32,
    /// Every dispute, in the order in which they were opened.
    pub(crate) disputes: Vec<DisputeState>,
}

impl Report for DcgUpdate {
    const NAME: &'static str = "dcg_update";

    fn lines(&self) -> Vec<EventLine> {
        let names = |personas: &[PersonaId]| match personas {
            [] => "no persona".into(),
            all => Text::joined(all.iter().map(Text::from), ", "),
        };
        let line = |dispute: &DisputeState| {
            let sides = [&dispute.yes, &dispute.no].map(|personas| names(personas));
            let fields = std::iter::once(dispute.question.as_str().into()).chain(sides);
            EventLine::Detail(Level::Round, Text::of("{} Yes: {}. No: {}.", fields))
        };
        self.disputes.iter().filter(|dispute| dispute.active).map(line).collect()
    }
}
