//! Finds texts that may say the same, and groups those that do.

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

/// Groups the items `0..count` by complete linkage: each item joins the first group with whose members it is all `same`.
pub(crate) fn complete_linkage(
    count: usize,
    same: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for index in 0..count {
        match groups.iter_mut().find(|group| group.iter().all(|&member| same(member, index))) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_joins_a_group_only_if_it_is_the_same_as_all_members() {
        let pairs = [(0, 1), (1, 2), (3, 4), (3, 5), (4, 5)];
        let same = |a: usize, b: usize| pairs.contains(&(a.min(b), a.max(b)));
        assert_eq!(complete_linkage(6, same), [vec![0, 1], vec![2], vec![3, 4, 5]]);
    }
}
