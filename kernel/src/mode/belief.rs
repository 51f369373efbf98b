//! Mode `belief`: every persona owns a graph of weighted arguments, reads the other graphs, adds to
//! them, and revises its own.
//!
//! # Source
//! Graphs are grown and scored as in ArgLLMs (Freedman and others 2025, arXiv:2405.02079), here
//! with one call for each level. Strengths are those of DF-QuAD (Rago and others 2016). Beliefs
//! change by least-cost revisions after CE-QArg (Yin, Potyka and Toni 2024, arXiv:2407.08497),
//! damped by a persona's stakes and openness. What a thesis loses without its arguments on an issue
//! is measured by intervention, as ARGORA does for single nodes (arXiv:2601.21533). This mode
//! deviates in two points. It intervenes on issues: several reasons for one answer back each other
//! up, so that removing any single node moves little. No merge may close a cycle.

use super::comparison_blocks::MostComparisons;
use super::parameters::{gradual_semantics, parameters};
#[cfg(feature = "run")]
use super::shared::gradual::{computed, scored};
use super::{
    About, Calls, Control, ControlEffect, DebateSize, DetailFault, Gradual, History, Kind,
    Protocol, Section, Values,
};

parameters! {
    /// Weighted arguments under a gradual semantics, and beliefs that are revised.
    Belief {
        max_rounds: u32 = 4, "maximum rounds", "The maximum number of rounds.", Values::Number(1, 5);
        width: u32 = 5, "width", "The maximum number of reasons directly below a thesis, not counting objections.", Values::Number(2, 8);
        semantics: Gradual = Gradual::DfQuad, "semantics", "The gradual semantics: how strengths follow from base scores.", Values::Name(gradual_semantics);
    }
}

/// The number of points that a persona may grant on every topic; on a topic with more axes, one for
/// each.
const USUAL_GRANTS: u32 = 8;
/// The number of positions that a persona may take beside its thesis on every topic; on a topic
/// with more axes, one for each.
const USUAL_POSITIONS: u32 = 12;
/// The number of nodes of an argument below the thesis and the two below it.
const ARGUMENT_WITH_NODES_BELOW: u32 = 3;
/// The maximum number of nodes that a persona adds in a round.
const MOST_MOVES: u32 = 3;

impl Belief {
    /// The comparisons after the opening and at the end.
    fn comparisons(&self, DebateSize { personas, axes, .. }: DebateSize) -> [MostComparisons; 2] {
        // Below the thesis lie as many reasons as it asserts axes, and an objection. It takes
        // positions on the other axes.
        let below = |reasons| ARGUMENT_WITH_NODES_BELOW * (reasons + 1);
        let positions_and_below = (axes.max(USUAL_POSITIONS) + below(self.width)).max(below(axes));
        let opened = personas * (axes.max(USUAL_GRANTS) + positions_and_below);
        let added = personas * self.max_rounds * MOST_MOVES;
        [MostComparisons::of(0, opened), MostComparisons::of(opened, added)]
    }
}

impl Protocol for Belief {
    fn about(&self) -> &'static About {
        &About {
            title: "Belief graph",
            kind: Kind::Protocol,
            summary: "Every persona weighs arguments in a graph of its own and revises its beliefs.",
            protocol: include_str!("belief/protocol.md"),
            version: 47,
            parameters: Self::PARAMETERS,
            controls: &[
                ControlEffect {
                    control: Control::Isolated,
                    effect: "There are no rounds and no closing: no persona adds to another graph or revises its own. The opening remains, and \
                             what follows from it is computed as usual: the comparison by meaning, the merged graph, the cruxes and the regime. Where \
                             a persona would score an argument of another, it has the judge's score.",
                },
                ControlEffect {
                    control: Control::Shuffled,
                    effect: "Each persona answers, and scores, texts of a debate on another topic. Ids, authors, links, scores and strengths are the real \
                             ones, and its answers attach to the real arguments. The judge sees the real texts, and everything is \
                             computed as usual.",
                },
            ],
            measures: measures::ALL,
        }
    }

    fn calls(&self, size: DebateSize) -> Calls {
        let DebateSize { personas, axes, .. } = size;
        let [at_opening, at_end] = self.comparisons(size);
        let opening = Calls::default().plus(1, "thesis").plus(1, "tree").plus(1, "scoring");
        let opening = Calls::decomposition(axes)
            .plus_for_each(personas, "persona", opening)
            .plus_comparison(at_opening);
        if self.control == Some(Control::Isolated) {
            return opening.plus(1, "call for settling questions");
        }
        let round = Calls::default().plus(personas, "mover").plus(1, "scoring");
        opening
            .plus_for_each(self.max_rounds, "round", round)
            .plus(personas, "closing")
            .plus_comparison(at_end)
            .plus(personas, "scoring")
            .plus(1, "call for settling questions")
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        view::view(history)
    }

    fn numbers(&self, turn: &super::Turn) -> Result<Option<String>, DetailFault> {
        view::numbers(turn)
    }
}

mod detail;
mod measures;
mod view;

#[cfg(feature = "run")]
mod events;
#[cfg(feature = "run")]
mod prompts;
#[cfg(feature = "run")]
pub(crate) mod questions;
#[cfg(feature = "run")]
mod run;

#[cfg(test)]
#[cfg(feature = "run")]
pub(crate) mod samples;
#[cfg(all(test, feature = "run"))]
mod tests;
