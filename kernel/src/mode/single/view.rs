//! What only this mode shows: the answer of the one call as a graph.

use crate::view::{Block, History, Section};

/// The sections of a debate in this mode.
pub(in crate::mode) fn view(history: &History<'_>) -> Vec<Section> {
    let drawing = "The questions, the answer of each persona to them, and the claims that the personas share.";
    let sentences = "Each position appears below the question that it answers.";
    vec![
        Section::new("drawing", "The answer as a graph", drawing.into())
            .with(Block::Panels(history.panels_by_question())),
        history.in_sentences(sentences),
    ]
}
