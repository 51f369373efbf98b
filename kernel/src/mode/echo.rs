//! Mode `echo`, which exists in unit tests only: it repeats the propositions of a topic as cruxes.
//!
//! It proves that one file, one folder and one line in the list make a mode: no other code names it, and the tests of all modes
//! run it.

use super::parameters::parameters;
use super::{About, Calls, DebateSize, DetailFault, History, Kind, Protocol, Section, Values};
use crate::view::{Block, Text};

parameters! {
    /// Repeats propositions.
    Echo {
        most: u32 = 2, "maximum propositions", "The maximum number of propositions that are repeated.", Values::Number(2, 4);
    }
}

impl Protocol for Echo {
    fn about(&self) -> &'static About {
        &About {
            title: "Echo",
            kind: Kind::Protocol,
            summary: "The propositions of the topic are repeated as cruxes.",
            protocol: include_str!("echo/protocol.md"),
            version: 6,
            parameters: Self::PARAMETERS,
            controls: &[],
            measures: &[],
        }
    }

    fn calls(&self, _: DebateSize) -> Calls {
        Calls::default().plus(1, "decomposition")
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        let outline = Block::Outline(history.outline(Text::default()));
        Ok(vec![Section::new("echo", "The propositions", "Each is a crux.".into()).with(outline)])
    }
}

#[cfg(feature = "run")]
mod run;

#[cfg(feature = "run")]
mod tests;
