//! The marks of drawings and what they mean.

use askama::Template;
use faultline::draw::{Head, Relation, Stroke};
use faultline::view::{Diagram, DiagramEdge};

/// A mark of the drawings.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(path = "parts/mark.html")]
pub(in crate::site) struct Mark {
    look: MarkShape,
    meaning: &'static str,
}

/// How a mark looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarkShape {
    /// A badge: style class and word.
    Badge(&'static str, &'static str),
    /// A line: style class, dashes, the path of the arrowhead, and whether it is filled.
    Line(&'static str, &'static str, &'static str, bool),
    /// A box with a folded corner.
    Corner,
    /// A bar for a strength.
    Meter,
    /// A box with a dashed frame.
    Faint,
    /// A number in a box.
    Chip,
}

impl Mark {
    /// What it means for a reader of the text, which has words instead of lines and boxes.
    pub(in crate::site) fn in_words(&self) -> Option<String> {
        match self.look {
            MarkShape::Badge(_, word) => Some(format!("{word}, {}", self.meaning)),
            MarkShape::Line(..) if self.meaning.contains(':') => Some(self.meaning.to_owned()),
            MarkShape::Meter | MarkShape::Faint => Some(self.meaning.to_owned()),
            MarkShape::Line(..) | MarkShape::Corner | MarkShape::Chip => None,
        }
    }
}

/// The marks that the drawings of these diagrams use.
pub(super) fn legend(diagrams: &[&Diagram], has_links: bool) -> Vec<Mark> {
    let edges = || diagrams.iter().flat_map(|diagram| &diagram.edges);
    let nodes = || diagrams.iter().flat_map(|diagram| &diagram.nodes);
    let draws = |relations: &[Relation]| edges().any(|edge| relations.contains(&edge.line));
    let has_labels = nodes().any(|node| node.label.is_some());
    let has_scores = nodes().any(|node| node.base_score.is_some());
    let is_mutual = |edge: &DiagramEdge| edge.is_mutual;
    let badge = |class, word, meaning| (has_labels, MarkShape::Badge(class, word), meaning);
    let marks = [
        badge("in", "IN", "accepted: every attacker is defeated"),
        badge("out", "OUT", "defeated by an accepted argument; that does not make it false"),
        badge("undec", "UNDEC", "neither accepted nor defeated"),
        (nodes().any(|node| node.is_crux), MarkShape::Corner, "a crux depends on it"),
        (draws(&[Relation::Support]), line(Relation::Support), "supports"),
        (draws(&[Relation::Attack]), line(Relation::Attack), "attacks"),
        (
            draws(&[Relation::Rebut, Relation::Undermine]),
            line(Relation::Rebut),
            if edges().any(is_mutual) {
                "undermines: denies a premise or an assumption; rebuts, with a bar at both ends: each denies the conclusion of the other"
            } else {
                "rebuts: denies the conclusion; undermines: denies a premise or an assumption"
            },
        ),
        (
            draws(&[Relation::Undercut]),
            line(Relation::Undercut),
            "undercuts: denies that the conclusion follows",
        ),
        (
            nodes().any(|node| node.strength.is_some()),
            MarkShape::Meter,
            "σ: how strong the statement is after its supporters and attackers are counted, from 0 to 1",
        ),
        (has_scores, MarkShape::Faint, "τ below 0.3: hardly plausible by itself"),
        (has_links, MarkShape::Chip, "a line to a box that is not beside it; the link leads there"),
    ];
    let shown = marks.into_iter().filter(|(shown, ..)| *shown);
    shown.map(|(_, look, meaning)| Mark { look, meaning }).collect()
}

fn line(relation: Relation) -> MarkShape {
    let dashes = match relation.stroke() {
        Stroke::Solid => "none",
        Stroke::Dashed => "6 4",
        Stroke::Dotted => "1 4",
    };
    let (head, filled) = match relation.head() {
        Head::Triangle => ("M34 6L25 1.4V10.6Z", true),
        Head::Bar => ("M31 0V12", false),
        Head::Diamond => ("M34 6L28.5 1.6L23 6L28.5 10.4Z", true),
        Head::Open => ("M27 1.5L33 6L27 10.5", false),
    };
    MarkShape::Line(relation.class(), dashes, head, filled)
}
