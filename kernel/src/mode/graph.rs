//! Mode `graph`: arguments with premises, typed attacks on their components, and Dung's semantics
//! over the result.
//!
//! # Source
//! Structured arguments and attack types follow ASPIC+ (Prakken 2010,
//! doi:10.1080/19462160903564592); acceptance follows Dung 1995 (doi:10.1016/0004-3702(94)00041-X).
//! This mode deviates in three points. An attack is judged before it enters the graph. A valid
//! rebuttal of a claim is symmetric: two conclusions that exclude each other attack each other,
//! whichever came first. The judge's strength is a weight for display and never decides acceptance.

use super::comparison_blocks::MostComparisons;
use super::parameters::{most_split, parameters};
use super::{
    About, Calls, Control, ControlEffect, DebateSize, DetailFault, History, Kind, Protocol,
    Section, Values,
};

parameters! {
    /// Structured arguments and attacks under Dung's semantics.
    Graph {
        max_rounds: u32 = 6, "maximum rounds", "The maximum number of rounds of attacks.", Values::Number(1, 10);
        max_propositions: u32 = 8, "maximum propositions", most_split!("propositions"), Values::Number(2, 8);
    }
}

/// The number of axes for which an opening has room on every topic.
const USUAL_AXES: u32 = 8;
/// The maximum number of attacks of a persona in a round.
const MOST_ATTACKS: u32 = 8;

impl Graph {
    /// The comparisons after the opening and at the end.
    fn comparisons(&self, DebateSize { personas, axes, .. }: DebateSize) -> [MostComparisons; 2] {
        // A persona opens with an argument and a grant on each axis.
        let opened = personas * 2 * axes.max(USUAL_AXES);
        let added = personas * self.max_rounds * MOST_ATTACKS;
        [MostComparisons::of(0, opened), MostComparisons::of(opened, added)]
    }
}

impl Protocol for Graph {
    fn about(&self) -> &'static About {
        &About {
            title: "Argument graph",
            kind: Kind::Protocol,
            summary: "Structured arguments attack each other, and Dung's semantics compute which are accepted, defeated or undecided.",
            protocol: include_str!("graph/protocol.md"),
            version: 47,
            parameters: Self::PARAMETERS,
            controls: &[
                ControlEffect {
                    control: Control::Isolated,
                    effect: "There are no rounds of attacks. Each persona's thesis, grants and arguments remain. What follows from them is computed as usual: \
                             the comparison by meaning, the exclusion of opposite answers, the semantics, the cruxes and the regime.",
                },
                ControlEffect {
                    control: Control::Shuffled,
                    effect: "Each persona attacks texts of a debate on another topic. Ids, authors, labels, attacks so far and the numbers of premises and \
                             assumptions are the real ones, and its attacks count against the real arguments. The judge sees the real \
                             texts, and everything is computed as usual.",
                },
            ],
            measures: measures::ALL,
        }
    }

    fn calls(&self, size: DebateSize) -> Calls {
        let DebateSize { personas, axes, .. } = size;
        let [at_opening, at_end] = self.comparisons(size);
        let opening =
            Calls::decomposition(axes).plus(personas, "opening").plus_comparison(at_opening);
        if self.control == Some(Control::Isolated) {
            return opening;
        }
        let round = Calls::default().plus(personas, "attacker").plus(1, "judge");
        opening.plus_for_each(self.max_rounds, "round", round).plus_comparison(at_end)
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        Ok(view::view(history))
    }
}

mod measures;
mod view;

#[cfg(feature = "run")]
pub use run::room::{Room, RoomError, Said};

#[cfg(feature = "run")]
mod events;
#[cfg(feature = "run")]
mod prompts;
#[cfg(feature = "run")]
pub(crate) mod questions;
#[cfg(feature = "run")]
mod run;

#[cfg(test)]
#[cfg(feature = "run")]
mod samples;
#[cfg(all(test, feature = "run"))]
mod tests;
