//! Mode `dialogue`: personas talk in turn, and what they say becomes a graph of arguments under Dung's semantics.
//!
//! # Source
//! The moves are those of persuasion dialogues (Walton and Krabbe 1995, *Commitment in Dialogue*); acceptance follows Dung 1995
//! (doi:10.1016/0004-3702(94)00041-X). What differs: a move is a label, and no rule refuses one, because a model, and not the
//! protocol, decides what an utterance does to the arguments.

use super::calls::MostComparisons;
use super::parameters::parameters;
use super::{
    About, Calls, Control, ControlEffect, DebateSize, DetailFault, History, Kind, Protocol,
    Section, Values,
};

parameters! {
    /// A conversation whose arguments become a graph.
    Dialogue {
        max_turns: u32 = 30, "maximum turns", "The maximum number of turns, opening speeches included and closing speeches not.", Values::Number(4, 60);
        max_propositions: u32 = 8, "maximum propositions", "The maximum number of propositions that a topic without axes is split into.", Values::Number(2, 8);
    }
}

/// The number of arguments and grants of an opening for which the comparison has room on every topic.
const USUAL_NODES: u32 = 16;
/// The number of new arguments of an update for which the comparison has room.
const NEW_NODES: u32 = 4;

impl Dialogue {
    /// The comparisons after the opening and at the end.
    fn comparisons(&self, DebateSize { personas, axes, .. }: DebateSize) -> [MostComparisons; 2] {
        let opened = personas * USUAL_NODES.max(2 * axes);
        let added = Calls::exchange_turns(self.max_turns, personas) * NEW_NODES;
        [MostComparisons::of(0, opened), MostComparisons::of(opened, added)]
    }
}

impl Protocol for Dialogue {
    const ABOUT: &'static About = &About {
        title: "Dialogue",
        kind: Kind::Protocol,
        summary: "The personas talk in turn, and what they say becomes a graph of arguments that grows and shrinks with claims and concessions.",
        protocol: include_str!("dialogue/protocol.md"),
        version: 4,
        parameters: Self::PARAMETERS,
        controls: &[
            ControlEffect {
                control: Control::Isolated,
                effect: "There is no exchange: each persona gives its opening speech and hears no other. What is computed from the speeches stays: \
                         the graph, the attacks, the comparison by meaning, the semantics, the cruxes and the regime.",
            },
            ControlEffect {
                control: Control::Shuffled,
                effect: "Each persona hears texts of a debate on another topic instead of what the others say. Who speaks, with which move and \
                         to whom is true. The graph is made from the true turns, and everything that is computed stays.",
            },
        ],
        measures: measures::ALL,
    };

    fn calls(&self, size: DebateSize) -> Calls {
        let DebateSize { personas, axes, .. } = size;
        let [at_opening, at_end] = self.comparisons(size);
        let opening = Calls::decomposition(axes)
            .plus(personas, "opening")
            .plus(1, "update of the graph")
            .plus(1, "search for attacks")
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
        Ok(view::view(history))
    }
}

mod measures;
mod view;

#[cfg(feature = "run")]
mod crystallizer;
#[cfg(feature = "run")]
mod debate;
#[cfg(feature = "run")]
pub(crate) mod questions;

#[cfg(all(test, feature = "run"))]
mod tests;
