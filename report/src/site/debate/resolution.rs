//! What would change a persona's mind, and the questions that would settle cruxes.

use faultline::record::StopReason;

use crate::site::persona_tag::Tag;
use crate::site::references::{NodeRef, Ref, References};
use crate::site::sentence::full_stop;

/// What would change a persona's mind.
#[derive(Debug, Clone)]
pub(super) struct Flip {
    pub(super) persona: Tag,
    pub(super) node: NodeRef,
    pub(super) counter: String,
    pub(super) against: NodeRef,
    /// Whether the attack came in the last round, so that it could not be answered.
    pub(super) is_last_word: bool,
}

/// A question that would settle cruxes, other than the questions of their cards.
#[derive(Debug, Clone)]
pub(super) struct Resolution {
    pub(super) question: String,
    pub(super) cruxes: Vec<Ref>,
}

pub(super) fn flips(references: &References<'_>) -> Vec<Flip> {
    let flips = references.finished.outcome.flips.iter();
    let outcome = &references.finished.outcome;
    let cut_off = outcome.stop.reason == StopReason::MaxRounds;
    let is_last_word = |node| {
        let graph = references.last().map(|last| &last.graph).filter(|_| cut_off);
        let round = graph.and_then(|graph| graph.node(node)).map(|node| node.round);
        round.is_some()
            && round == graph.and_then(|graph| graph.nodes().map(|node| node.round).max())
    };
    flips
        .map(|flip| Flip {
            is_last_word: is_last_word(flip.against),
            persona: references.tag(&flip.persona),
            node: references.node(flip.node),
            counter: full_stop(&flip.counter),
            against: references.node(flip.against),
        })
        .collect()
}

pub(super) fn resolution(references: &References<'_>) -> Vec<Resolution> {
    let outcome = &references.finished.outcome;
    let is_on_its_card = |resolution: &&faultline::record::Resolution| {
        let mut settled = outcome.cruxes.iter().filter(|crux| resolution.cruxes.contains(&crux.id));
        settled.all(|crux| crux.question == resolution.question)
    };
    let resolutions = outcome.resolution.iter().filter(|resolution| !is_on_its_card(resolution));
    resolutions
        .map(|resolution| Resolution {
            question: resolution.question.clone(),
            cruxes: resolution.cruxes.iter().map(|&id| references.crux(id)).collect(),
        })
        .collect()
}
