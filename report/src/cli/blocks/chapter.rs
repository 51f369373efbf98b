//! Parts of a longer text: each with its heading, what is known of it, its relations and what was
//! said.

use faultline::view::Chapter;

use super::{BlockRenderer, STEP};
use crate::cli::terminal::{Styled, Tone};

impl BlockRenderer<'_> {
    pub(super) fn chapter(&self, indent: usize, chapter: &Chapter) -> String {
        let heading = format!("{} {}", chapter.node, chapter.title);
        let inner = indent + STEP;
        let facts = chapter.facts.iter().map(|fact| self.fact(inner, fact));
        let points = chapter.points.iter().map(|point| {
            let line = self.text(point);
            self.layout.labelled(inner + STEP, format!("{:inner$}·", ""), line)
        });
        let relations = chapter.relations.iter().map(|related| {
            let line = format!("{} {}: {}", related.words, related.node, related.title);
            self.layout.indented(inner, line)
        });
        let said = chapter.lines.iter().map(|line| self.chat_line(inner, line));
        let parts = [
            self.layout.indented(indent, Styled::toned(Tone::Strong, &heading)),
            facts.collect(),
            self.paragraph(inner, &chapter.text),
            points.collect(),
            relations.collect(),
            said.collect(),
        ];
        parts.concat()
    }
}
