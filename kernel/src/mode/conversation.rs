//! What modes share in which one persona speaks at a time: who speaks, in which phase, with which
//! hint, and when what was said enters the graph.
//!
//! Every rule is a pure function of the turns so far and of the graph's state after its updates.
//! `Conversation` in `run` applies them, and `run::debate` runs a whole debate. A mode adds how
//! turns become a graph: it is a `Crystallizer`.

#[cfg(feature = "run")]
pub(in crate::mode) mod events;
pub(in crate::mode) mod measures;
#[cfg(feature = "run")]
pub(crate) mod questions;
#[cfg(feature = "run")]
pub(crate) mod run;

use super::comparison_blocks::MostComparisons;
use super::{Calls, Control, ControlEffect, DebateSize};

/// The parameters of a conversation: makes the struct of a mode that has these and no others.
macro_rules! parameters_of_a_conversation {
    ($(#[$doc:meta])* $Mode:ident) => {
        $crate::mode::parameters::parameters! {
            $(#[$doc])*
            $Mode {
                max_turns: u32 = 30, "maximum turns", "The maximum number of turns, opening speeches included and closing speeches not.", $crate::mode::Values::Number(4, 60);
                max_propositions: u32 = 8, "maximum propositions", $crate::mode::parameters::most_split!("propositions"), $crate::mode::Values::Number(2, 8);
            }
        }
    };
}

pub(in crate::mode) use parameters_of_a_conversation;

/// What a debate with foreign contributions changes.
pub(in crate::mode) const SHUFFLED: ControlEffect = ControlEffect {
    control: Control::Shuffled,
    effect: "Each persona hears texts of a debate on another topic instead of what the others say. Who speaks, to whom and with \
             which move is as in the real debate. The graph is made from the real turns, and everything is computed as usual.",
};

/// The search for the crux ends after this share of the turns, in percent.
const SEARCH_UNTIL: u32 = 85;
/// The number of statements of an opening for which the comparison has room on every topic.
const USUAL_STATEMENTS: u32 = 16;
/// The number of new statements of an update for which the comparison has room on a small topic.
const NEW_STATEMENTS: u32 = 4;
/// For every so many axes there is room for one more: where there are many, most turns are the
/// first ones on their axis.
const AXES_FOR_ONE_MORE: u32 = 15;

/// What is known of a conversation before it begins.
#[derive(Debug, Clone, Copy)]
pub(in crate::mode) struct Plan {
    /// The maximum number of turns, opening speeches included and closing speeches not.
    pub(in crate::mode) max_turns: u32,
    /// The control under which the mode is run, if any.
    pub(in crate::mode) control: Option<Control>,
    /// The number of statements on each axis for which the comparison of the openings has room,
    /// beyond the usual number.
    pub(in crate::mode) statements_on_an_axis: u32,
    /// What one more call does once the opening speeches are in the graph, if one is made.
    pub(in crate::mode) after_opening: Option<&'static str>,
}

impl Plan {
    /// The maximum number of turns between the opening and the closing speeches.
    fn exchange_turns(&self, personas: u32) -> u32 {
        (SEARCH_UNTIL * self.max_turns / 100 + 1).min(self.max_turns).saturating_sub(personas)
    }

    /// The comparisons after the opening and at the end.
    fn comparisons(&self, DebateSize { personas, axes, .. }: DebateSize) -> [MostComparisons; 2] {
        let opened = personas * USUAL_STATEMENTS.max(self.statements_on_an_axis * axes);
        let new = NEW_STATEMENTS + axes / AXES_FOR_ONE_MORE;
        let added = self.exchange_turns(personas) * new;
        [MostComparisons::of(0, opened), MostComparisons::of(opened, added)]
    }

    /// The maximum number of calls.
    pub(in crate::mode) fn calls(&self, size: DebateSize) -> Calls {
        let DebateSize { personas, axes, .. } = size;
        let [at_opening, at_end] = self.comparisons(size);
        let mut opening =
            Calls::decomposition(axes).plus(personas, "opening").plus(1, "update of the graph");
        if let Some(what) = self.after_opening {
            opening = opening.plus(1, what);
        }
        let opening = opening.plus_comparison(at_opening);
        if self.control == Some(Control::Isolated) {
            return opening;
        }
        let turn = Calls::default().plus(1, "speaker").plus(1, "update of the graph");
        opening
            .plus_for_each(self.exchange_turns(personas), "turn", turn)
            .plus(personas, "resolution")
            .plus(1, "update of the graph")
            .plus_comparison(at_end)
    }
}
