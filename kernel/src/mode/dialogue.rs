//! Mode `dialogue`: personas talk in turn, and what they say becomes a graph of arguments under
//! Dung's semantics.
//!
//! # Source
//! The moves are those of persuasion dialogues (Walton and Krabbe 1995, *Commitment in Dialogue*);
//! acceptance follows Dung 1995 (doi:10.1016/0004-3702(94)00041-X). What differs: a move is a
//! label, and no rule refuses one, because a model, and not the protocol, decides what an utterance
//! does to the arguments.

use super::conversation::{self, Plan};
use super::{
    About, Calls, Control, ControlEffect, DebateSize, DetailFault, History, Kind, Protocol, Section,
};

conversation::parameters_of_a_conversation! {
    /// A conversation whose arguments become a graph.
    Dialogue
}

impl Dialogue {
    fn plan(&self) -> Plan {
        Plan {
            max_turns: self.max_turns,
            control: self.control,
            statements_on_an_axis: 2,
            after_opening: Some("search for attacks"),
        }
    }
}

impl Protocol for Dialogue {
    fn about(&self) -> &'static About {
        &About {
            title: "Dialogue",
            kind: Kind::Protocol,
            summary: "The personas talk in turn, and what they say becomes a graph of arguments that grows and shrinks with claims and concessions.",
            protocol: include_str!("dialogue/protocol.md"),
            version: 36,
            parameters: Self::PARAMETERS,
            controls: &[
                ControlEffect {
                    control: Control::Isolated,
                    effect: "There is no exchange: each persona gives its opening speech and hears no other. What follows from the speeches is computed as usual: \
                             the graph, the attacks, the comparison by meaning, the semantics, the cruxes and the regime.",
                },
                conversation::SHUFFLED,
            ],
            measures: measures::ALL,
        }
    }

    fn calls(&self, size: DebateSize) -> Calls {
        self.plan().calls(size)
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        Ok(view::view(history))
    }
}

mod measures;
mod view;

#[cfg(feature = "run")]
mod prompts;
#[cfg(feature = "run")]
pub(crate) mod questions;
#[cfg(feature = "run")]
mod run;

#[cfg(all(test, feature = "run"))]
mod tests;
