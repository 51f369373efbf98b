//! Graphs in sentences.

use askama::Template;
use faultline::view::{self, Ground, GroundKind, number};
use faultline::vocabulary::Citation;

use super::text::RichText;
use crate::site::evidence::Cited;
use crate::site::references::References;
use crate::site::route::{Anchor, Link};
use crate::site::sentence::sentence;
use faultline::view::glossary::{self, Term};

/// A graph in sentences.
#[derive(Debug)]
pub(in crate::site) struct Outline {
    pub(in crate::site) title: String,
    pub(in crate::site) lead: RichText,
    pub(in crate::site) entries: Vec<Entry>,
}

/// A node with the nodes that support or attack it.
#[derive(Debug, Template)]
#[template(path = "parts/entry.html")]
pub(in crate::site) struct Entry {
    /// Its anchor.
    id: String,
    node: String,
    /// Its box in the drawing.
    drawn: Option<Link>,
    heading: RichText,
    claim: String,
    label: Option<Term>,
    notes: Vec<RichText>,
    grounds: Vec<(&'static str, Cited)>,
    /// How many premises, assumptions and citations it has.
    grounds_title: String,
    children: Vec<Entry>,
}

/// An entry on a line of its own.
#[derive(Template)]
#[template(path = "parts/entry.md")]
pub(in crate::site) struct EntryLine<'e> {
    indent: String,
    entry: &'e Entry,
}

impl Outline {
    pub(super) fn new(references: &References<'_>, outline: &view::Outline) -> Self {
        let make = |entry: &view::Entry| Entry::new(references, outline.is_merged, entry);
        Self {
            title: outline.title.clone(),
            lead: RichText::new(references, &outline.lead),
            entries: outline.entries.iter().map(make).collect(),
        }
    }

    /// The entries as indented lines.
    pub(in crate::site) fn lines(&self) -> Vec<EntryLine<'_>> {
        fn walk<'e>(entries: &'e [Entry], depth: usize, lines: &mut Vec<EntryLine<'e>>) {
            for entry in entries {
                lines.push(EntryLine { indent: "  ".repeat(depth), entry });
                walk(&entry.children, depth + 1, lines);
            }
        }
        let mut lines = Vec::new();
        walk(&self.entries, 0, &mut lines);
        lines
    }
}

impl Entry {
    fn new(references: &References<'_>, is_merged: bool, entry: &view::Entry) -> Self {
        let anchor = if is_merged { Anchor::Merged(entry.node) } else { Anchor::Node(entry.node) };
        let drawn = references.drawn(entry.node, is_merged);
        let ground = |ground: &Ground| {
            let cited = match ground.kind {
                GroundKind::Citation => references.cited(&Citation {
                    text: ground.text.clone(),
                    evidence: ground.evidence.clone(),
                }),
                GroundKind::Premise | GroundKind::Assumption | GroundKind::Qualifier => {
                    Cited::plain(&ground.text)
                }
            };
            (word(ground.kind), cited)
        };
        Self {
            id: anchor.id(),
            node: entry.node.to_string(),
            drawn: drawn.or_else(|| references.drawing()),
            heading: RichText::new(references, &entry.heading),
            claim: sentence(&entry.claim),
            label: entry.label.map(glossary::label),
            notes: entry.notes.iter().map(|note| RichText::new(references, note)).collect(),
            grounds: entry.grounds.iter().map(ground).collect(),
            grounds_title: grounds_title(&entry.grounds),
            children: entry
                .children
                .iter()
                .map(|child| Self::new(references, is_merged, child))
                .collect(),
        }
    }
}

fn word(kind: GroundKind) -> &'static str {
    match kind {
        GroundKind::Premise => "Because",
        GroundKind::Assumption => "Assuming",
        GroundKind::Qualifier => "Granting",
        GroundKind::Citation => "Citing",
    }
}

fn grounds_title(grounds: &[Ground]) -> String {
    let counts = [
        (GroundKind::Premise, "premise", "premises"),
        (GroundKind::Assumption, "assumption", "assumptions"),
        (GroundKind::Qualifier, "qualifier", "qualifiers"),
        (GroundKind::Citation, "citation", "citations"),
    ];
    let counts = counts.map(|(kind, one, many)| {
        (grounds.iter().filter(|ground| ground.kind == kind).count(), one, many)
    });
    let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
    counts.map(|(count, one, many)| number::count(count, one, many)).collect::<Vec<_>>().join(", ")
}
