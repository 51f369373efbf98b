//! Mode `blitz`: all personas speak at the same time, on every claim, at a shared blackboard.
//!
//! # Source
//! Parallel rounds over a shared blackboard, after the blackboard systems of Erman et al. 1980
//! (doi:10.1145/356810.356816) and the rounds of a Delphi study (Dalkey and Helmer 1963,
//! doi:10.1287/mnsc.9.3.458). What differs: the personas are known to each other, and which
//! questions are cruxes is computed from what the theses depend on.

use super::blackboard::{self, measures};
use super::comparison_blocks::MostComparisons;
use super::parameters::{most_split, parameters};
use super::{About, Calls, DebateSize, DetailFault, History, Kind, Protocol, Section, Values};

parameters! {
    /// All personas at once, at a shared blackboard.
    Blitz {
        max_rounds: u32 = 3, "maximum rounds", "The maximum number of rounds.", Values::Number(1, 5);
        max_claims: u32 = 4, "maximum claims", most_split!("claims"), Values::Number(2, 4);
    }
}

impl Blitz {
    /// The comparisons after the opening and at the end.
    fn comparisons(&self, DebateSize { personas, axes, .. }: DebateSize) -> [MostComparisons; 2] {
        let claims = blackboard::room_for_claims(axes);
        // A persona opens with a reason and a grant on each claim, and says one sentence on each in
        // a round.
        let (opened, said) = (personas * 2 * claims, personas * self.max_rounds * claims);
        [MostComparisons::of(0, opened), MostComparisons::of(opened, said)]
    }
}

impl Protocol for Blitz {
    fn about(&self) -> &'static About {
        &About {
            title: "Blitz",
            kind: Kind::Protocol,
            summary: "All personas answer each other at the same time, on every question, at a shared blackboard.",
            protocol: include_str!("blitz/protocol.md"),
            version: 33,
            parameters: Self::PARAMETERS,
            controls: blackboard::controls!("rounds"),
            measures: measures::ALL,
        }
    }

    fn calls(&self, size: DebateSize) -> Calls {
        let round = Calls::default()
            .plus(size.personas, "message")
            .plus(1, "comparison of crux candidates");
        let rounds = blackboard::Rounds { most: self.max_rounds, name: "round", calls: round };
        blackboard::calls(size, self.comparisons(size), self.control, rounds)
    }

    fn confidence_label(&self) -> &'static str {
        blackboard::CONFIDENCE
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        blackboard::view(history)
    }
}

#[cfg(feature = "run")]
mod run;

#[cfg(all(test, feature = "run"))]
mod tests;
