//! Mode `dialectic`: personas read a text passage by passage, and each debate leaves a node in a
//! graph of readings.
//!
//! # Source
//! The protocol is our own. Readings are put in order by Kahn 1962 (doi:10.1145/368996.369025),
//! with the order of their creation as tie-break. Earlier readings are found by the overlap
//! coefficient (Szymkiewicz 1934; Simpson 1960), which unlike the Jaccard index can be high between
//! a short reading and a long passage.

use super::parameters::{choice, most_split, parameters};
use super::{
    About, Calls, Control, ControlEffect, DebateSize, DetailFault, History, Kind, Passages,
    Protocol, Section, Values,
};

choice! {
    /// How the questions are chosen that are debated when they are raised.
    Selection {
        /// The most urgent ones.
        Urgent = "urgent", "the most urgent";
        /// The most urgent one, then those that share the fewest words with the chosen ones.
        Diverse = "diverse", "the most different";
        /// The most urgent one, then those that share the most words with the chosen ones.
        Deep = "deep", "the most related";
        /// Questions about the way of reading before questions about the text.
        Meta = "meta", "about the way of reading";
    }
}

parameters! {
    /// Readings of a text, passage by passage.
    Dialectic {
        passages: u32 = 0, "passages (0: all)", "The number of the topic's passages that are read, from the first; 0 reads all.", Values::Number(0, 1000);
        branches: u32 = 3, "maximum branches", "The maximum number of questions that are debated after a passage.", Values::Number(0, 3);
        selection: Selection = Selection::Diverse, "chosen questions", "Which of the questions that observers raise are debated when they are raised.", Values::Name(Selection::names);
        max_propositions: u32 = 8, "maximum propositions", most_split!("propositions"), Values::Number(2, 8);
    }
}

/// The number of rounds of a debate.
const ROUNDS: u32 = 3;

impl Protocol for Dialectic {
    fn about(&self) -> &'static About {
        &About {
            title: "Dialectic",
            kind: Kind::Protocol,
            summary: "The personas read a text passage by passage, and observers point out tensions; each debate becomes a node in a graph of readings.",
            protocol: include_str!("dialectic/protocol.md"),
            version: 31,
            parameters: Self::PARAMETERS,
            controls: &[
                ControlEffect {
                    control: Control::Isolated,
                    effect: "There is no exchange: each persona opens and reads every passage alone. There are no observers and no branches. The rest is \
                             computed as usual: the readings as nodes, their relations, the cruxes and the regime.",
                },
                ControlEffect {
                    control: Control::Shuffled,
                    effect: "Each persona hears texts of a debate on another topic instead of what the others say. Who speaks, to whom and with \
                             which move is as in the real debate. Observers and judges read the real turns, and everything is computed as usual.",
                },
            ],
            measures: measures::ALL,
        }
    }

    fn calls(&self, DebateSize { personas, axes, passages, observers }: DebateSize) -> Calls {
        let read = if self.passages == 0 { passages } else { self.passages.min(passages) };
        let opening = Calls::decomposition(axes).plus(personas, "opening").plus(1, "comparison");
        let turns = Calls::default().plus(personas, "turn");
        if self.control == Some(Control::Isolated) {
            let passage =
                turns.plus(1, "node").plus(1, "comparison").plus(1, "search for relations");
            return opening.plus_for_each(read, "passage", passage).plus(1, "comparison");
        }
        let branches = if observers == 0 { 0 } else { self.branches };
        let observed = if observers == 0 {
            turns.clone()
        } else {
            turns.clone().plus(personas, "observation")
        };
        let of_branch = Calls::default().plus_for_each(ROUNDS, "round", turns.plus(1, "judgement"));
        let mut passage = Calls::default().plus_for_each(ROUNDS, "round", observed);
        if branches > 0 {
            passage = passage.plus_for_each(branches, "debated question", of_branch);
        }
        let passage = passage
            .plus(1 + branches, "node")
            .plus(1, "comparison")
            .plus(1, "search for relations");
        opening.plus_for_each(read, "passage", passage).plus(1, "comparison")
    }

    fn passages(&self) -> Passages {
        if self.passages == 0 { Passages::All } else { Passages::First(self.passages) }
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        view::view(history)
    }
}

mod detail;
mod measures;
mod order;
mod view;

#[cfg(feature = "run")]
mod events;
#[cfg(feature = "run")]
mod prompts;
#[cfg(feature = "run")]
mod questions;

#[cfg(feature = "run")]
mod run;

#[cfg(all(test, feature = "run"))]
mod tests;
