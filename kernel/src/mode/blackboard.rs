//! What modes with a blackboard share: claims, stances with a confidence, messages, and crux
//! candidates.
//!
//! The blackboard is read off the debate graph, so that it is stored with every snapshot and a
//! control decides what a persona sees of it:
//!
//! - The claims are the issues of the debate. To affirm a claim is to answer the issue with yes.
//! - The *stance* of a persona on a claim is the latest node that answers it with a confidence: a
//!   position, or, where the persona only grants the answer, a point. A position without a side is
//!   the stance «uncertain».
//! - Further reasons for a stance are arguments that answer the claim.
//! - A *message* of a later round is an argument about the claim that takes no side of its own: the
//!   stance of its author does. So what is said often or loudly changes no load.
//! - A *crux candidate* is a question with the personas that name it.

mod candidates;
mod detail;
pub(in crate::mode) mod measures;
mod stance;
mod stance_masses;
mod view;

#[cfg(feature = "run")]
mod effect;
#[cfg(feature = "run")]
pub(in crate::mode) mod events;
#[cfg(feature = "run")]
pub(in crate::mode) mod prompts;
#[cfg(feature = "run")]
pub(crate) mod questions;
#[cfg(feature = "run")]
pub(in crate::mode) mod run;

#[cfg(all(test, feature = "run"))]
mod tests;

#[cfg(feature = "run")]
pub(in crate::mode) use self::detail::{ActionPlan, PlannedAction};
pub(in crate::mode) use self::view::view;

use super::comparison_blocks::MostComparisons;
use super::{Calls, Control, DebateSize};

/// What the confidence of a message is, which takes no side of its own.
pub(in crate::mode) const CONFIDENCE: &str = "confidence in its answer";

/// What a control changes at a blackboard, in a mode that calls its steps `$steps`.
macro_rules! controls {
    ($steps:literal) => {
        &[
            $crate::mode::ControlEffect {
                control: $crate::mode::Control::Isolated,
                effect: concat!(
                    "There are no ",
                    $steps,
                    ". Each persona's thesis, grants and first stances remain. What follows from them is computed as usual: the \
                     comparison by meaning, the cruxes and the regime.",
                ),
            },
            $crate::mode::ControlEffect {
                control: $crate::mode::Control::Shuffled,
                effect: concat!(
                    "Each persona sees messages of a debate on another topic, and of the blackboard only its own stances. Ids, authors and ",
                    $steps,
                    " are the real ones, and its messages answer the real ones. What explains the cruxes sees the real texts, and \
                     everything is computed as usual.",
                ),
            },
        ]
    };
}

pub(in crate::mode) use controls;

/// The number of claims for which there is room on every topic.
const USUAL_CLAIMS: u32 = 8;

/// The number of claims for which comparisons are planned on a topic with this number of axes.
pub(in crate::mode) fn room_for_claims(axes: u32) -> u32 {
    axes.max(USUAL_CLAIMS)
}

/// The rounds of a debate at a blackboard.
pub(in crate::mode) struct Rounds {
    /// Their maximum number.
    pub(in crate::mode) most: u32,
    /// What the mode calls one.
    pub(in crate::mode) name: &'static str,
    /// The calls in one.
    pub(in crate::mode) calls: Calls,
}

/// The maximum number of calls: the opening, the rounds unless the personas are isolated, and the
/// explanation.
pub(in crate::mode) fn calls(
    DebateSize { personas, axes, .. }: DebateSize,
    [at_opening, at_end]: [MostComparisons; 2],
    control: Option<Control>,
    rounds: Rounds,
) -> Calls {
    let opening = Calls::decomposition(axes).plus(personas, "stance").plus_comparison(at_opening);
    let debate = if control == Some(Control::Isolated) {
        opening
    } else {
        let Rounds { most, name, calls } = rounds;
        opening.plus_for_each(most, name, calls).plus_comparison(at_end)
    };
    debate.plus(1, "explanation")
}
