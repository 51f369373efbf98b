//! Finds out which cruxes of several debates on one topic are the same crux.
//!
//! Cruxes on one axis of the topic are the same, and so are cruxes with the same question. Whether the remaining questions
//! mean the same is judged with the question that debates ask. Groups are formed by complete linkage: in a group, every two
//! questions mean the same. Two cruxes of one debate are never the same, unless they are about one axis.
//!
//! # Source
//! Complete linkage: Sørensen 1948, *A method of establishing groups of equal amplitude in plant sociology*.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::STATEMENTS_AT_ONCE;
use super::shared::candidates::candidates;
use super::shared::comparison::{every_pair, in_blocks, judge, members};
use super::shared::questions::compare::{Compare, Item, Likeness, Origin};
use super::shared::questions::compare_pairs::ComparePairs;
use super::table::{Contributions, Table};
use super::{Interrupted, Setting};
use crate::question::QuestionInfo;
use crate::record::{Call, Crux, CruxReference, MatchedCrux, Usage};
use crate::vocabulary::{AxisId, PersonaId, Topic};

/// The questions that matching may ask.
pub const MATCHING_QUESTIONS: &[QuestionInfo] =
    &[QuestionInfo::of::<Compare>(), QuestionInfo::of::<ComparePairs>()];

/// A debate and its cruxes.
#[derive(Debug, Clone, Copy)]
pub struct DebateCruxes<'a> {
    /// The cell of the debate.
    pub cell: &'a str,
    /// Its cruxes.
    pub cruxes: &'a [Crux],
}

/// The matched cruxes of some debates, and what the matching used.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CruxMatching {
    /// Every crux, once: those on axes first, in the order of the topic, then by the first debate that names them.
    pub cruxes: Vec<MatchedCrux>,
    /// The calls.
    pub calls: Vec<Call>,
    /// The tokens and calls.
    pub usage: Usage,
}

/// Matches the cruxes of some debates on the topic of `setting`. Where axes and wordings decide everything, there is no call.
///
/// # Errors
/// [`Interrupted`] where the provider cannot be asked.
pub async fn match_cruxes(
    setting: Setting<'_>,
    debates: &[DebateCruxes<'_>],
) -> Result<CruxMatching, Interrupted> {
    let questions = questions(setting.topic, debates);
    let mut listener = |_: &_| ();
    let mut table = Table::new(setting, Contributions::True, &mut listener);
    let same = same_questions(&mut table, &questions).await;
    table.take_snapshot("Matching", None);
    let (snapshots, usage) = table.finish()?;
    let calls = snapshots.into_iter().flat_map(|snapshot| snapshot.calls).collect();
    let cruxes = linked(questions.len(), &same).into_iter().map(|group| merged(&questions, &group));
    Ok(CruxMatching { cruxes: cruxes.collect(), calls, usage })
}

/// A question with the cruxes that ask it in the same words, or that are on the same axis.
struct Question<'a> {
    axis: Option<&'a AxisId>,
    text: &'a str,
    cruxes: Vec<CruxReference>,
}

impl Question<'_> {
    fn cells(&self) -> BTreeSet<&str> {
        self.cruxes.iter().map(|reference| reference.cell.as_str()).collect()
    }

    /// Whether only its meaning can show whether it is the same as the other: two axes are two issues, and a debate that names
    /// two cruxes takes them for two.
    fn is_compared_with(&self, other: &Self) -> bool {
        (self.axis.is_none() || other.axis.is_none()) && self.cells().is_disjoint(&other.cells())
    }
}

/// The different questions of all cruxes: those on axes in the order of the topic, then the others in their own order.
fn questions<'a>(topic: &'a Topic, debates: &[DebateCruxes<'a>]) -> Vec<Question<'a>> {
    let mut by_axis: BTreeMap<usize, Question<'a>> = BTreeMap::new();
    let mut others: Vec<Question<'a>> = Vec::new();
    for DebateCruxes { cell, cruxes } in debates {
        for crux in *cruxes {
            let reference = CruxReference { cell: (*cell).to_owned(), crux: crux.id };
            let place = topic.axes.iter().position(|axis| crux.axis.as_ref() == Some(&axis.id));
            if let Some(place) = place {
                let axis = &topic.axes[place];
                let new =
                    || Question { axis: Some(&axis.id), text: &axis.question, cruxes: vec![] };
                by_axis.entry(place).or_insert_with(new).cruxes.push(reference);
                continue;
            }
            let text = crux.question.trim();
            match others.iter_mut().find(|known| known.text == text) {
                Some(known) => known.cruxes.push(reference),
                None => others.push(Question { axis: None, text, cruxes: vec![reference] }),
            }
        }
    }
    by_axis.into_values().chain(others).collect()
}

/// The pairs of questions that mean the same.
async fn same_questions(
    table: &mut Table<'_>,
    questions: &[Question<'_>],
) -> BTreeSet<(usize, usize)> {
    let is_asked = |one: usize, other: usize| questions[one].is_compared_with(&questions[other]);
    let pairs = every_pair(questions.len(), is_asked);
    let items: Vec<Item> = questions.iter().zip(1..).map(item).collect();
    let topic = table.setting.topic.clone();
    let mut same = BTreeSet::new();
    if pairs.is_empty() {
        return same;
    }
    if members(&pairs).len() <= STATEMENTS_AT_ONCE {
        let judged = in_blocks(table, &topic, &items, &[pairs]).await;
        let is_same = |(pair, likeness, _)| (likeness == Likeness::Same).then_some(pair);
        return judged.into_iter().filter_map(is_same).collect();
    }
    let texts: Vec<_> = questions.iter().map(|question| (question.text, None)).collect();
    let mut wanted = candidates(&topic, &texts, is_asked);
    let mut asked: BTreeSet<(usize, usize)> = BTreeSet::new();
    while !wanted.is_empty() {
        let judged = judge(table, &topic, &items, &wanted).await;
        asked.extend(wanted);
        let is_same = |(pair, likeness, _)| (likeness == Likeness::Same).then_some(pair);
        same.extend(judged.into_iter().filter_map(is_same));
        wanted = undecided(questions.len(), &same, &asked);
        wanted.retain(|&(one, other)| is_asked(one, other));
    }
    same
}

/// The pairs that were not asked and that alone keep two groups apart: the groups have a pair that means the same and no pair
/// that was judged otherwise.
fn undecided(
    count: usize,
    same: &BTreeSet<(usize, usize)>,
    asked: &BTreeSet<(usize, usize)>,
) -> Vec<(usize, usize)> {
    let groups = linked(count, same);
    let mut wanted = Vec::new();
    for (place, one) in groups.iter().enumerate() {
        for other in &groups[place + 1..] {
            let pairs = between(one, other);
            let differs = |pair: &(usize, usize)| asked.contains(pair) && !same.contains(pair);
            if pairs.iter().any(|pair| same.contains(pair)) && !pairs.iter().any(differs) {
                wanted.extend(pairs.into_iter().filter(|pair| !asked.contains(pair)));
            }
        }
    }
    wanted
}

/// Groups of positions by complete linkage: two groups become one where every pair of their members means the same. The
/// earliest pair is linked first. The groups are in the order of their first members.
fn linked(count: usize, same: &BTreeSet<(usize, usize)>) -> Vec<Vec<usize>> {
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

fn between(one: &[usize], other: &[usize]) -> Vec<(usize, usize)> {
    let pairs = one.iter().flat_map(|&a| other.iter().map(move |&b| (a.min(b), a.max(b))));
    pairs.collect()
}

fn merged(questions: &[Question<'_>], group: &[usize]) -> MatchedCrux {
    let all = || group.iter().map(|&place| &questions[place]);
    let mut wordings = all().map(|question| question.text.to_owned());
    let question = wordings.next().unwrap_or_default();
    MatchedCrux {
        axis: all().find_map(|question| question.axis.cloned()),
        question,
        other_wordings: wordings.collect(),
        cruxes: all().flat_map(|question| question.cruxes.iter().cloned()).collect(),
    }
}

/// A question as an item of a comparison. Prompts name an author with each item; a crux has none.
fn item((question, number): (&Question<'_>, usize)) -> Item {
    Item {
        id: format!("i{number}"),
        text: question.text.to_owned(),
        origin: Origin {
            persona: PersonaId::new("crux").expect("a word is an id"),
            excerpts: Vec::new(),
            axis: question.axis.cloned(),
            side: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn pairs_that_alone_keep_two_groups_apart_are_asked_next() {
        let pairs = |pairs: &[(usize, usize)]| pairs.iter().copied().collect::<BTreeSet<_>>();
        let (same, asked) = (pairs(&[(0, 1), (1, 2)]), pairs(&[(0, 1), (1, 2)]));
        assert_eq!(undecided(3, &same, &asked), [(0, 2)]);
        let judged_otherwise = pairs(&[(0, 1), (1, 2), (0, 2)]);
        assert_eq!(undecided(3, &same, &judged_otherwise), []);
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
}
