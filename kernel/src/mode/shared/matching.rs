//! Which questions or statements of several lists are the same: those on one axis, those in the
//! same words, and those that were judged to mean the same.
//!
//! Groups are formed by complete linkage: in a group, every two mean the same. Two entries of one
//! list are never the same, unless they are about one axis: a list that has two of them takes them
//! for two.
//!
//! # Source
//! Complete linkage: Sørensen 1948, *A method of establishing groups of equal amplitude in plant
//! sociology*.

use std::collections::{BTreeMap, BTreeSet};

use super::questions::compare::{Item, Origin};
use crate::vocabulary::{AxisId, PersonaId, Topic};

/// An entry of a list: the axis that it is about, where it is known, and its words.
pub(crate) type Entry<'a> = (Option<&'a AxisId>, &'a str);

/// Where an entry is: the position of its list, and its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EntryPosition {
    pub(crate) list: usize,
    pub(crate) entry: usize,
}

/// All entries that are about the same axis, or that have the same words.
#[derive(Debug)]
pub(crate) struct Wording<'a> {
    pub(crate) axis: Option<&'a AxisId>,
    pub(crate) text: &'a str,
    /// In the order of the lists.
    pub(crate) places: Vec<EntryPosition>,
}

impl<'a> Wording<'a> {
    /// The different wordings of some lists: those on axes in the order of the topic, with the
    /// question of the axis as their words; then the others in their own order.
    pub(crate) fn of(topic: &'a Topic, lists: &[Vec<Entry<'a>>]) -> Vec<Self> {
        let mut by_axis: BTreeMap<usize, Self> = BTreeMap::new();
        let mut others: Vec<Self> = Vec::new();
        for (list, entries) in lists.iter().enumerate() {
            for (entry, (axis, text)) in entries.iter().enumerate() {
                let place = EntryPosition { list, entry };
                let known = topic.axes.iter().position(|known| *axis == Some(&known.id));
                if let Some(known) = known {
                    let axis = &topic.axes[known];
                    let new =
                        || Self { axis: Some(&axis.id), text: &axis.question, places: vec![] };
                    by_axis.entry(known).or_insert_with(new).places.push(place);
                    continue;
                }
                let text = text.trim();
                match others.iter_mut().find(|known| known.text == text) {
                    Some(known) => known.places.push(place),
                    None => others.push(Self { axis: None, text, places: vec![place] }),
                }
            }
        }
        by_axis.into_values().chain(others).collect()
    }

    /// Whether only its meaning can show whether it is the same as the other: two axes are two
    /// issues.
    pub(crate) fn is_compared_with(&self, other: &Self) -> bool {
        let lists = |wording: &Self| -> BTreeSet<usize> {
            wording.places.iter().map(|place| place.list).collect()
        };
        (self.axis.is_none() || other.axis.is_none()) && lists(self).is_disjoint(&lists(other))
    }

    /// The wordings as items of a comparison. Prompts name an author with each item; `what` names
    /// the items instead.
    pub(crate) fn items(wordings: &[Self], what: &'static str) -> Vec<Item> {
        let item = |(wording, number): (&Self, usize)| Item {
            id: format!("i{number}"),
            text: wording.text.to_owned(),
            origin: Origin {
                persona: PersonaId::new(what).expect("a word is an id"),
                excerpts: Vec::new(),
                axis: wording.axis.cloned(),
                side: None,
            },
        };
        wordings.iter().zip(1..).map(item).collect()
    }
}

/// Groups of positions by complete linkage: two groups become one where every pair of their members
/// means the same. The earliest pair is linked first. The groups are in the order of their first
/// members.
pub(crate) fn linked(count: usize, same: &BTreeSet<(usize, usize)>) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = (0..count).map(|place| vec![place]).collect();
    for &(one, other) in same {
        let group_of = |member: usize| {
            groups.iter().position(|group| group.contains(&member)).expect("all are in a group")
        };
        let (first, second) = (group_of(one), group_of(other));
        let all_same =
            between(&groups[first], &groups[second]).iter().all(|pair| same.contains(pair));
        if first != second && all_same {
            let moved = groups.remove(first.max(second));
            let group = &mut groups[first.min(second)];
            group.extend(moved);
            group.sort_unstable();
        }
    }
    groups
}

/// Every pair of a member of one group and a member of the other, the smaller position first.
pub(crate) fn between(one: &[usize], other: &[usize]) -> Vec<(usize, usize)> {
    let pairs = one.iter().flat_map(|&a| other.iter().map(move |&b| (a.min(b), a.max(b))));
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::shared::comparison::every_pair;

    fn groups(count: usize, same: &[(usize, usize)]) -> Vec<Vec<usize>> {
        linked(count, &same.iter().copied().collect())
    }

    #[test]
    fn every_two_questions_of_a_group_mean_the_same() {
        assert_eq!(groups(3, &[]), [vec![0], vec![1], vec![2]]);
        assert_eq!(groups(3, &[(0, 1), (0, 2), (1, 2)]), [vec![0, 1, 2]]);
        // A chain is not a group.
        assert_eq!(groups(3, &[(0, 1), (1, 2)]), [vec![0, 1], vec![2]]);
        assert_eq!(
            groups(4, &[(0, 1), (2, 3), (0, 2), (1, 2), (0, 3), (1, 3)]),
            [vec![0, 1, 2, 3]]
        );
    }

    /// Complete linkage does not exceed what a brute-force check of its definition allows.
    #[test]
    fn no_group_can_be_joined_with_another_and_none_is_too_large() {
        let mut state = 7_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 33
        };
        for _ in 0..200 {
            let same: BTreeSet<(usize, usize)> =
                every_pair(7, |_, _| true).into_iter().filter(|_| random() % 2 == 0).collect();
            let groups = linked(7, &same);
            let all_same = |members: &[usize]| {
                every_pair(members.len(), |_, _| true)
                    .iter()
                    .all(|&(a, b)| same.contains(&(members[a], members[b])))
            };
            for (place, group) in groups.iter().enumerate() {
                assert!(all_same(group), "{group:?} in {same:?}");
                for other in &groups[place + 1..] {
                    let mut both = [group.as_slice(), other].concat();
                    both.sort_unstable();
                    assert!(!all_same(&both), "{both:?} in {same:?}");
                }
            }
        }
    }

    #[test]
    fn only_its_meaning_shows_whether_a_question_in_other_words_is_one_of_another_list() {
        let topic = crate::vocabulary::samples::topic();
        let [trade, air] = [0, 1].map(|at: usize| Some(&topic.axes[at].id));
        let first = vec![(trade, "Do shops lose?"), (None, "Is it loud?")];
        let second = vec![(air, "Is it clean?"), (None, "Is it noisy?")];
        let wordings = Wording::of(&topic, &[first, second]);
        let compared = every_pair(4, |one, other| wordings[one].is_compared_with(&wordings[other]));
        let texts = |pair: (usize, usize)| [wordings[pair.0].text, wordings[pair.1].text];
        let (trade, air) = (topic.axes[0].question.as_str(), topic.axes[1].question.as_str());
        let expected =
            [[trade, "Is it noisy?"], [air, "Is it loud?"], ["Is it loud?", "Is it noisy?"]];
        assert_eq!(compared.into_iter().map(texts).collect::<Vec<_>>(), expected);
    }
}
