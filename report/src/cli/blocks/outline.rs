//! Graphs in sentences, as a tree with branches.

use faultline::view::{Entry, Ground, Outline, glossary};

use super::super::terminal::{Styled, Tone};
use super::{BlockRenderer, tone};
use crate::site::sentence::full_stop;

impl BlockRenderer<'_> {
    pub(super) fn outline(&self, indent: usize, outline: &Outline) -> String {
        let mut text = self.title(indent, &outline.title.as_str().into());
        text.push_str(&self.paragraph(indent, &outline.lead));
        for entry in &outline.entries {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            let margin = " ".repeat(indent);
            self.entry(&margin, &margin, entry, &mut text);
        }
        text
    }

    /// An entry with everything below it. Its first line starts with `first`, every other line with
    /// `rest`.
    fn entry(&self, first: &str, rest: &str, entry: &Entry, text: &mut String) {
        let faint = |text: &str| Styled::toned(Tone::Faint, text);
        let mut line = Styled::toned(Tone::Strong, &entry.node.to_string())
            .then(" ")
            .then(self.text(&entry.heading))
            .then(format!(": {}", full_stop(&entry.claim)));
        if let Some(label) = entry.label {
            line = line.then(" ").then(Styled::toned(tone(label), glossary::status(label)));
        }
        let stem = format!("{rest}{}  ", if entry.children.is_empty() { " " } else { "│" });
        text.push_str(&self.layout.prefixed(&faint(first), &faint(&stem), line));
        let notes = entry.notes.iter().map(|note| self.text(note).to_plain());
        let grounds = entry.grounds.iter().map(Ground::sentence);
        for line in [notes.collect::<Vec<_>>().join("; ")].into_iter().chain(grounds) {
            text.push_str(&self.layout.prefixed(&faint(&stem), &faint(&stem), faint(&line)));
        }
        for (child, left) in entry.children.iter().zip((0..entry.children.len()).rev()) {
            let (branch, stem) = if left == 0 { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            self.entry(&format!("{rest}{branch}"), &format!("{rest}{stem}"), child, text);
        }
    }
}
