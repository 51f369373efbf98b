//! What the mode reports of its rounds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::events::{EventInfo, Report};
use crate::record::StopReason;
use crate::view::{EventLine, Level};

/// Every event of this file.
pub(super) const ALL: &[EventInfo] = &[
    EventInfo::of::<ArgumentsSubmitted>(),
    EventInfo::of::<AttacksGenerated>(),
    EventInfo::of::<ValidationComplete>(),
    EventInfo::of::<GraphUpdate>(),
    EventInfo::of::<GraphConvergence>(),
];

/// All opening arguments have been given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ArgumentsSubmitted {
    /// Their number.
    pub(crate) arguments: usize,
}

impl Report for ArgumentsSubmitted {
    const NAME: &'static str = "arguments_submitted";
}

/// All attacks of a round have been submitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct AttacksGenerated {
    /// The round.
    pub(crate) round: u32,
    /// Their number.
    pub(crate) attacks: usize,
    /// The number of unusable attacks.
    pub(crate) dropped: usize,
}

impl Report for AttacksGenerated {
    const NAME: &'static str = "attacks_generated";

    fn lines(&self) -> Vec<EventLine> {
        let mut lines = vec![EventLine::Round(self.round)];
        if self.attacks + self.dropped == 0 {
            lines.push(EventLine::Sentence("No attacks.".into()));
        }
        lines
    }
}

/// The attacks of a round have been judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ValidationComplete {
    /// The round.
    pub(crate) round: u32,
    /// The number of valid attacks.
    pub(crate) valid: usize,
    /// The number of invalid attacks.
    pub(crate) rejected: usize,
    /// The number of corrected attacks.
    pub(crate) corrected: usize,
    /// The number of attacks that repeat another one.
    pub(crate) duplicates: usize,
}

impl Report for ValidationComplete {
    const NAME: &'static str = "validation_complete";
}

/// The graph was updated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct GraphUpdate {
    /// The round.
    pub(crate) round: u32,
    /// Its nodes.
    pub(crate) nodes: usize,
    /// Its edges.
    pub(crate) edges: usize,
    /// The numbers of arguments that are IN, OUT and UNDEC.
    pub(crate) labels: [usize; 3],
    /// The number of preferred extensions.
    pub(crate) preferred: String,
}

impl Report for GraphUpdate {
    const NAME: &'static str = "graph_update";

    fn lines(&self) -> Vec<EventLine> {
        vec![EventLine::Labels { preferred: self.preferred.clone() }]
    }
}

/// A stop rule was checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct GraphConvergence {
    /// The round.
    pub(crate) round: u32,
    /// Whether the labels of all earlier arguments are unchanged.
    pub(crate) unchanged: bool,
    /// The reason why the debate stops, if it does.
    pub(crate) stop: Option<StopReason>,
}

impl Report for GraphConvergence {
    const NAME: &'static str = "graph_convergence";

    fn lines(&self) -> Vec<EventLine> {
        let unchanged = "No argument of an earlier round changed its label.";
        let unchanged = self.unchanged.then(|| EventLine::Detail(Level::Node, unchanged.into()));
        unchanged.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_in_which_nothing_was_tried_says_that_there_are_no_attacks() {
        let lines =
            |attacks, dropped| AttacksGenerated { round: 1, attacks, dropped }.lines().len();
        assert_eq!([lines(0, 0), lines(1, 0), lines(0, 1)], [2, 1, 1]);
    }
}
