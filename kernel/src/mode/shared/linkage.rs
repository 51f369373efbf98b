//! Finds texts that may say the same.

use std::collections::BTreeSet;

use crate::text::{content, shared};
use crate::vocabulary::AxisId;

/// Texts are compared by meaning if they share at least this proportion of the shorter text's words.
const WORTH_COMPARING: f64 = 0.5;

/// The content words of some texts, and the axes that the texts are about.
pub(crate) struct WordsInCommon<'t>(Vec<(&'t str, Option<&'t AxisId>, BTreeSet<String>)>);

impl<'t> WordsInCommon<'t> {
    pub(crate) fn of(texts: impl Iterator<Item = (&'t str, Option<&'t AxisId>)>) -> Self {
        Self(texts.map(|(text, axis)| (text, axis, content(text))).collect())
    }

    /// The proportion of the shorter text's words that both share.
    pub(crate) fn overlap(&self, one: usize, other: usize) -> f64 {
        shared(&self.0[one].2, &self.0[other].2)
    }

    /// Whether two texts are equal or share most of their words.
    pub(crate) fn are_worth_comparing(&self, one: usize, other: usize) -> bool {
        self.0[one].0 == self.0[other].0 || self.overlap(one, other) >= WORTH_COMPARING
    }

    /// Whether two texts are about one axis.
    pub(crate) fn share_axis(&self, one: usize, other: usize) -> bool {
        self.0[one].1.is_some() && self.0[one].1 == self.0[other].1
    }
}
