//! Mode `single`, a baseline: one strong call names the cruxes, without a debate.
//!
//! # Source
//! This project, not the literature. The mode is the baseline with which every protocol is
//! compared.

use super::parameters::parameters;
use super::{About, Calls, DebateSize, DetailFault, History, Kind, Protocol, Section, Values};

parameters! {
    /// One call without a debate: the baseline.
    Single {
        cruxes: u32 = 100, "maximum cruxes", "The maximum number of cruxes that the call may name.", Values::Number(1, 100);
    }
}

impl Protocol for Single {
    fn about(&self) -> &'static About {
        &About {
            title: "Single call",
            kind: Kind::Baseline,
            summary: "No debate: one question about all texts names the cruxes. The baseline.",
            protocol: include_str!("single/protocol.md"),
            version: 30,
            parameters: Self::PARAMETERS,
            controls: &[],
            measures: &[],
        }
    }

    fn calls(&self, _: DebateSize) -> Calls {
        Calls::default().plus(1, "question")
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        Ok(view::view(history))
    }
}

mod view;

#[cfg(feature = "run")]
pub(crate) mod questions;
#[cfg(feature = "run")]
mod run;

#[cfg(all(test, feature = "run"))]
mod tests;
