//! The size of each box, and its line breaks.

use serde::{Deserialize, Serialize};

use super::diagram::{Chip, Diagram, Node};
use super::line_breaking::wrap;
use super::text_width::{Weight, text_width};

/// Font size of the claim. *Units*: px, as for all constants of this file.
pub(super) const TEXT: f64 = 13.5;
/// Font size of the caption line, the verbs and the chips.
pub(super) const CAPTION: f64 = 11.5;
/// Font size of a badge.
pub(super) const BADGE: f64 = 9.5;
/// Distance between baselines.
pub(super) const LEADING: f64 = 18.0;
/// Distance from the left edge to the text; the author's bar and the hatching of undecided claims
/// are within it.
pub(super) const INSET: f64 = 18.0;
/// Distance from the text to the right edge.
pub(super) const OUTSET: f64 = 14.0;
/// Distance from the upper edge to the baseline of the caption.
pub(super) const CAPTION_BASE: f64 = 20.0;
/// Distance from the upper edge to the baseline of the first line of text.
pub(super) const TEXT_BASE: f64 = 41.0;
/// Height of a chip.
pub(super) const PILL: f64 = 18.0;

const WIDTHS: [f64; 3] = [132.0, 184.0, 240.0];
const MOST_LINES: usize = 8;
/// For boxes of a given width, which cannot widen.
const MOST_LINES_WITHIN: usize = 14;
const FOOT: f64 = 13.0;
const METER: f64 = 9.0;

/// The number of a line that is not drawn, in the box at one of its ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pill {
    /// Index into [`Diagram::chips`](crate::Diagram::chips).
    pub chip: usize,
    /// Left edge within the box. *Units*: px.
    pub x: f64,
    /// Upper edge within the box. *Units*: px.
    pub y: f64,
    /// *Units*: px.
    pub width: f64,
    /// Number, direction and the key of the other box.
    pub text: String,
}

/// A box without a position.
#[derive(Debug, Clone)]
pub(super) struct Measured {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) caption: String,
    pub(super) lines: Vec<String>,
    pub(super) pills: Vec<Pill>,
}

/// Measures every box of a diagram; each is as wide as its text needs.
pub(super) fn measure(diagram: &Diagram) -> Vec<Measured> {
    measure_each(diagram, |node, _| measure_node(node, None))
}

/// Measures every box of a diagram; `width` gives the width of each.
pub(super) fn measure_within(diagram: &Diagram, width: impl Fn(usize) -> f64) -> Vec<Measured> {
    measure_each(diagram, |node, at| measure_node(node, Some(width(at))))
}

fn measure_each(diagram: &Diagram, measure: impl Fn(&Node, usize) -> Measured) -> Vec<Measured> {
    let nodes = diagram.nodes.iter().enumerate();
    let measured = nodes.map(|(at, node)| {
        let mut measured = measure(node, at);
        add_pills(node, &mut measured, &diagram.chips);
        measured
    });
    measured.collect()
}

fn measure_node(node: &Node, width: Option<f64>) -> Measured {
    let badge = badge_room(node);
    let title = text_width(&node.title, CAPTION, Weight::Semibold);
    let dot =
        if node.caption.is_empty() { 0.0 } else { text_width(" · ", CAPTION, Weight::Regular) };
    let head = title + dot + text_width(&node.caption, CAPTION, Weight::Regular) + badge;
    let body = text_width(&node.text, TEXT, Weight::Regular);
    let most = if width.is_some() { MOST_LINES_WITHIN } else { MOST_LINES };
    let wanted = head.max(body) + INSET + OUTSET;
    let fitting = || WIDTHS.into_iter().find(|&width| wanted <= width).unwrap_or(WIDTHS[2]);
    let width = width.unwrap_or_else(fitting);
    let inner = width - INSET - OUTSET;
    let caption = wrap(&node.caption, (inner - title - dot - badge).max(12.0), CAPTION, 1);
    let lines = wrap(&node.text, inner + 3.0, TEXT, most);
    let text = if lines.is_empty() {
        CAPTION_BASE
    } else {
        TEXT_BASE + LEADING * (lines.len() - 1) as f64
    };
    let meter = if node.states.iter().any(|state| state.strength.is_some()) { METER } else { 0.0 };
    let caption = caption.into_iter().next().unwrap_or_default();
    Measured { width, height: text + FOOT + meter, caption, lines, pills: Vec::new() }
}

/// The width of the widest badge at the right of the caption line.
fn badge_room(node: &Node) -> f64 {
    let badges = node.states.iter().filter_map(|state| state.status);
    badges.map(|status| badge_width(status.badge()) + 8.0).fold(0.0, f64::max)
}

/// Measures a badge with its padding.
pub(super) fn badge_width(badge: &str) -> f64 {
    text_width(badge, BADGE, Weight::Semibold) + 0.5 * badge.len() as f64 + 9.0
}

/// Measures the verb of a line.
pub(super) fn label_width(verb: &str) -> f64 {
    text_width(verb, CAPTION, Weight::Regular)
}

fn add_pills(node: &Node, measured: &mut Measured, chips: &[Chip]) {
    let foot = if node.states.iter().any(|state| state.strength.is_some()) { METER } else { 0.0 };
    let right = measured.width - OUTSET;
    let mut x = INSET;
    let mut y = measured.height - foot - 4.0;
    for (index, chip) in chips.iter().enumerate() {
        let away = chip.edge.from == node.key;
        if !away && chip.edge.to != node.key {
            continue;
        }
        let (arrow, other) = if away { ('→', &chip.edge.to) } else { ('←', &chip.edge.from) };
        // The number finds the other end within a drawing. Between drawings the ends are named and
        // linked.
        let text = match (chip.href.is_empty(), away) {
            (true, _) => format!("{} {arrow} {other}", chip.number),
            (false, true) => format!("{arrow} {} {other}", chip.edge.label),
            (false, false) => format!("{arrow} {other} {}", chip.edge.label),
        };
        let width = (text_width(&text, BADGE + 1.0, Weight::Regular) + 14.0).min(right - INSET);
        if x > INSET && x + width > right {
            (x, y) = (INSET, y + PILL + 4.0);
        }
        measured.pills.push(Pill { chip: index, x, y, width, text });
        x += width + 5.0;
    }
    if !measured.pills.is_empty() {
        measured.height = y + PILL + 10.0 + foot;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Direction, State};
    use crate::relation::Status;

    fn only(node: Node) -> Measured {
        let diagram = Diagram::new("", Direction::Down, vec![node], vec![]).unwrap();
        measure(&diagram).remove(0)
    }

    #[test]
    fn boxes_grow_with_their_text() {
        let short = only(Node::new("a", "Yes."));
        let long = only(Node::new(
            "a",
            "A later start lets teenagers sleep in step with their body clock. ".repeat(3),
        ));
        assert!(short.width < long.width && short.height + 5.0 * LEADING < long.height + 1.0);
        let inner = long.width - INSET - OUTSET + 3.0;
        assert!(long.lines.iter().all(|line| text_width(line, TEXT, Weight::Regular) <= inner));
    }

    #[test]
    fn captions_leave_space_for_the_badge() {
        let mut node =
            Node::new("a12", "Text that is long enough to make the box as wide as boxes become.");
        node.caption = "A persona with a remarkably long name".into();
        let free = only(node.clone());
        node.states = vec![State { from: 0, status: Some(Status::Undecided), strength: None }];
        let with_badge = only(node);
        assert!(with_badge.caption.len() < free.caption.len() && with_badge.caption.ends_with('…'));
    }
}
