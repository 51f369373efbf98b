//! Ids, classes and visible rounds of a drawing.

use super::markup::fragment;
use crate::diagram::Span;

/// Which rounds a drawing shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// All of them in one drawing: everything that ever existed, with the last states. Groups have
    /// the classes `r0`, `r1`, … for the rounds in which they exist, so that [`crate::round_rules`]
    /// can show one round at a time.
    #[default]
    Whole,
    /// One fixed round, without script or page style; boxes of other rounds are empty outlines.
    Round(u32),
}

/// The drawing to which groups belong.
#[derive(Debug, Clone, Copy)]
pub(super) struct Canvas<'a> {
    pub(super) prefix: &'a str,
    pub(super) view: View,
    /// The round of the first boxes, in which no box is marked as new.
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Canvas<'_> {
    pub(super) fn id(&self, name: &str) -> String {
        format!("{}-{}", self.prefix, fragment(name))
    }

    /// Returns whether boxes and lines with this span are drawn in this view.
    pub(super) fn shows(&self, span: Span) -> bool {
        match self.view {
            View::Whole => true,
            View::Round(round) => span.contains(round),
        }
    }

    /// The round whose states are shown without further rules.
    pub(super) fn round(&self) -> u32 {
        match self.view {
            View::Whole => self.last,
            View::Round(round) => round,
        }
    }

    /// Adds one class for each round with `holds`; none in a view of one round.
    pub(super) fn add_rounds(
        &self,
        classes: &mut String,
        letter: char,
        holds: impl Fn(u32) -> bool,
    ) {
        if self.view == View::Whole {
            for round in (0..=self.last).filter(|&round| holds(round)) {
                classes.push(' ');
                classes.push(letter);
                classes.push_str(&round.to_string());
            }
        }
    }
}

/// Appends the classes of a box or line, each reduced to letters, digits, `-` and `_`.
pub(super) fn add_classes(classes: &mut String, given: &[String]) {
    for class in given {
        let class: String =
            class.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
        if !class.is_empty() {
            classes.push(' ');
            classes.push_str(&class);
        }
    }
}
