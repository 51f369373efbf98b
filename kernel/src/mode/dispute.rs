//! Mode `dispute`: personas talk in turn, and what they say becomes a graph of disputes: questions, stances on them, and reasons.
//!
//! # Source
//! Issues, positions and arguments after the issue-based information system (Kunz and Rittel 1970, *Issues as Elements of Information
//! Systems*). Which reasons survive follows Dung 1995 (doi:10.1016/0004-3702(94)00041-X). What differs: an issue has two answers and no
//! others, so that stances exclude each other; reasons attack each other within one dispute only.

use super::calls::MostComparisons;
use super::parameters::parameters;
use super::{
    About, Calls, Control, ControlEffect, DebateSize, DetailFault, History, Kind, Protocol,
    Section, Values,
};

parameters! {
    /// A conversation whose disputes become a graph.
    Dispute {
        max_turns: u32 = 30, "maximum turns", "The maximum number of turns, opening speeches included and closing speeches not.", Values::Number(4, 60);
        max_propositions: u32 = 8, "maximum propositions", "The maximum number of propositions that a topic without axes is split into.", Values::Number(2, 8);
    }
}

/// The number of grants, stances and reasons of an opening for which the comparison has room.
const USUAL_NODES: u32 = 16;
/// The number of new stances and reasons of an update for which the comparison has room.
const NEW_NODES: u32 = 4;

impl Dispute {
    /// The comparisons after the opening and at the end.
    fn comparisons(&self, personas: u32) -> [MostComparisons; 2] {
        let opened = personas * USUAL_NODES;
        let added = Calls::exchange_turns(self.max_turns, personas) * NEW_NODES;
        [MostComparisons::of(0, opened), MostComparisons::of(opened, added)]
    }
}

impl Protocol for Dispute {
    const ABOUT: &'static About = &About {
        title: "Dispute graph",
        kind: Kind::Protocol,
        summary: "The personas argue in turn, and what they say becomes disputes: yes-or-no questions, with a stance of each persona and the reasons for and against it.",
        protocol: include_str!("dispute/protocol.md"),
        version: 3,
        parameters: Self::PARAMETERS,
        controls: &[
            ControlEffect {
                control: Control::Isolated,
                effect: "There is no exchange: each persona gives its opening speech and hears no other. What is computed from the speeches stays: \
                         the disputes, the comparison by meaning, the semantics, the cruxes and the regime.",
            },
            ControlEffect {
                control: Control::Shuffled,
                effect: "Each persona hears texts of a debate on another topic instead of what the others say. Who speaks, with which move and \
                         to whom is true. The graph is made from the true turns, and everything that is computed stays.",
            },
        ],
        measures: measures::ALL,
    };

    fn calls(&self, DebateSize { personas, axes, .. }: DebateSize) -> Calls {
        let [at_opening, at_end] = self.comparisons(personas);
        let opening = Calls::decomposition(axes)
            .plus(personas, "opening")
            .plus(1, "update of the graph")
            .plus_comparison(at_opening);
        if self.control == Some(Control::Isolated) {
            return opening;
        }
        let turn = Calls::default().plus(1, "speaker").plus(1, "update of the graph");
        opening
            .plus_for_each(Calls::exchange_turns(self.max_turns, personas), "turn", turn)
            .plus(personas, "resolution")
            .plus(1, "update of the graph")
            .plus_comparison(at_end)
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        view::view(history)
    }
}

mod detail;
mod disputes;
mod measures;
mod view;

#[cfg(feature = "run")]
mod book;
#[cfg(feature = "run")]
mod crystallizer;
#[cfg(feature = "run")]
mod debate;
#[cfg(feature = "run")]
mod outcome;
#[cfg(feature = "run")]
pub(crate) mod questions;

#[cfg(all(test, feature = "run"))]
mod tests;
