//! Mode `echo`, which exists in unit tests only: it repeats the questions of a topic as cruxes.
//!
//! It proves that one file, one folder and one line in the list make a mode, also one with a
//! question and an event of its own: no other code names any of them, and the tests of all modes
//! run it.

use super::parameters::parameters;
use super::{About, Calls, DebateSize, DetailFault, History, Kind, Protocol, Section, Values};
use crate::view::{Block, Text};

parameters! {
    /// Repeats questions.
    Echo {
        most: u32 = 2, "maximum questions", "The maximum number of questions that are repeated.", Values::Number(2, 4);
    }
}

impl Protocol for Echo {
    fn about(&self) -> &'static About {
        &About {
            title: "Echo",
            kind: Kind::Protocol,
            summary: "The questions of the topic are repeated as cruxes.",
            protocol: include_str!("echo/protocol.md"),
            version: 7,
            parameters: Self::PARAMETERS,
            controls: &[],
            measures: &[],
        }
    }

    fn calls(&self, _: DebateSize) -> Calls {
        Calls::default().plus(1, "repetition")
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        let outline = Block::Outline(history.outline(Text::default()));
        Ok(vec![Section::new("echo", "The questions", "Each is a crux.".into()).with(outline)])
    }
}

#[cfg(feature = "run")]
mod events;
#[cfg(feature = "run")]
mod questions;
#[cfg(feature = "run")]
mod run;

#[cfg(feature = "run")]
mod tests;
