//! Mode `dispute`: personas talk in turn, and what they say becomes a graph of disputes: questions,
//! stances on them, and reasons.
//!
//! # Source
//! Issues, positions and arguments after the issue-based information system (Kunz and Rittel 1970,
//! *Issues as Elements of Information Systems*). Which reasons survive follows Dung 1995
//! (doi:10.1016/0004-3702(94)00041-X). What differs: an issue has two answers and no others, so
//! that stances exclude each other; reasons attack each other within one dispute only.

use super::conversation::{self, Plan};
use super::{
    About, Calls, Control, ControlEffect, DebateSize, DetailFault, History, Kind, Protocol, Section,
};

conversation::parameters_of_a_conversation! {
    /// A conversation whose disputes become a graph.
    Dispute
}

impl Dispute {
    fn plan(&self) -> Plan {
        Plan {
            max_turns: self.max_turns,
            control: self.control,
            statements_on_an_axis: 0,
            after_opening: None,
        }
    }
}

impl Protocol for Dispute {
    fn about(&self) -> &'static About {
        &About {
            title: "Dispute graph",
            kind: Kind::Protocol,
            summary: "The personas argue in turn, and what they say becomes disputes: yes-or-no questions, with a stance of each persona and the reasons for and against it.",
            protocol: include_str!("dispute/protocol.md"),
            version: 35,
            parameters: Self::PARAMETERS,
            controls: &[
                ControlEffect {
                    control: Control::Isolated,
                    effect: "There is no exchange: each persona gives its opening speech and hears no other. What follows from the speeches is computed as usual: \
                             the disputes, the comparison by meaning, the semantics, the cruxes and the regime.",
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
        view::view(history)
    }
}

mod detail;
mod disputes;
mod measures;
mod view;

#[cfg(feature = "run")]
mod events;
#[cfg(feature = "run")]
pub(crate) mod questions;
#[cfg(feature = "run")]
mod run;

#[cfg(all(test, feature = "run"))]
mod tests;
