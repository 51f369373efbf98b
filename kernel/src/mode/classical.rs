//! Mode `classical`: one persona speaks at a time, the one that has the most urgent thing to say.
//!
//! # Source
//! Turns by self-selection, after the rules of conversation of Sacks, Schegloff and Jefferson 1974
//! (doi:10.1353/lan.1974.0010). What differs: those who want to speak state how urgent it is, so
//! that no turn is lost to an overlap.

use super::blackboard::{self, measures};
use super::comparison_blocks::MostComparisons;
use super::parameters::{most_split, parameters};
use super::{About, Calls, DebateSize, DetailFault, History, Kind, Protocol, Section, Values};

parameters! {
    /// One persona at a time, by urgency.
    Classical {
        max_turns: u32 = 15, "maximum turns", "The maximum number of turns.", Values::Number(1, 15);
        max_claims: u32 = 4, "maximum claims", most_split!("claims"), Values::Number(2, 4);
    }
}

/// The maximum number of claims on which a persona speaks in a turn.
const CLAIMS_IN_A_TURN: u32 = 3;

impl Classical {
    /// The comparisons after the opening and at the end.
    fn comparisons(&self, DebateSize { personas, axes, .. }: DebateSize) -> [MostComparisons; 2] {
        // A persona opens with a reason and a grant on each claim.
        let opened = personas * 2 * blackboard::room_for_claims(axes);
        let said = self.max_turns * CLAIMS_IN_A_TURN;
        [MostComparisons::of(0, opened), MostComparisons::of(opened, said)]
    }
}

impl Protocol for Classical {
    fn about(&self) -> &'static About {
        &About {
            title: "Classical",
            kind: Kind::Protocol,
            summary: "One persona speaks at a time: the one that has the most urgent thing to say.",
            protocol: include_str!("classical/protocol.md"),
            version: 33,
            parameters: Self::PARAMETERS,
            controls: blackboard::controls!("turns"),
            measures: measures::ALL,
        }
    }

    fn calls(&self, size: DebateSize) -> Calls {
        let turn = Calls::default()
            .plus(size.personas, "plan")
            .plus(1, "message")
            .plus(1, "comparison of crux candidates");
        let turns = blackboard::Rounds { most: self.max_turns, name: "turn", calls: turn };
        blackboard::calls(size, self.comparisons(size), self.control, turns)
    }

    fn confidence_label(&self) -> &'static str {
        blackboard::CONFIDENCE
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        blackboard::view(history)
    }
}

#[cfg(feature = "run")]
pub(crate) mod questions;
#[cfg(feature = "run")]
mod run;

#[cfg(all(test, feature = "run"))]
mod tests;
