//! Finds out which cruxes of several debates on one topic are the same crux.
//!
//! Cruxes on one axis of the topic are the same, and so are cruxes with the same question. Whether
//! the remaining questions mean the same is judged with the question that debates ask. Where there
//! are more than one call can compare, only pairs whose words make it likely are judged, pair by
//! pair, and the others are counted as not judged. `shared/matching.rs` says how groups are formed.

use std::collections::BTreeSet;

use super::comparison_blocks::MOST_STATEMENTS_PER_CALL;
use super::debate_context::{Contributions, DebateContext};
use super::shared::candidates::candidates;
use super::shared::comparison::{every_pair, in_blocks, judge, members};
use super::shared::matching::{Entry, EntryPosition, Wording, between, linked};
use super::shared::questions::compare::{Compare, Likeness, PairJudgement};
use super::shared::questions::compare_pairs::ComparePairs;
use super::{Interrupted, Setting};
use crate::question::QuestionInfo;
use crate::record::{Call, Crux, CruxReference, MatchedCrux, Usage};

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
    /// Every crux, once: those on axes first, in the order of the topic, then by the first debate
    /// that names them.
    pub cruxes: Vec<MatchedCrux>,
    /// The calls.
    pub calls: Vec<Call>,
    /// The tokens and calls.
    pub usage: Usage,
}

/// Matches the cruxes of some debates on the topic of `setting`. Where axes and wordings decide
/// everything, there is no call.
///
/// # Errors
/// [`Interrupted`] where the provider cannot be asked.
pub async fn match_cruxes(
    setting: Setting<'_>,
    debates: &[DebateCruxes<'_>],
) -> Result<CruxMatching, Interrupted> {
    let lists: Vec<Vec<Entry<'_>>> =
        debates.iter().map(|debate| debate.cruxes.iter().map(entry).collect()).collect();
    let questions = Wording::of(setting.topic, &lists);
    let mut listener = |_: &_| ();
    let mut context = DebateContext::new(setting, Contributions::True, &mut listener);
    let same = same_questions(&mut context, &questions).await;
    context.take_snapshot("Matching", None);
    let (snapshots, usage) = context.finish()?;
    let calls = snapshots.into_iter().flat_map(|snapshot| snapshot.calls).collect();
    let groups = linked(questions.len(), &same).into_iter();
    let cruxes = groups.map(|group| merged(debates, &questions, &group));
    Ok(CruxMatching { cruxes: cruxes.collect(), calls, usage })
}

/// The pairs of questions that mean the same.
async fn same_questions(
    context: &mut DebateContext<'_>,
    questions: &[Wording<'_>],
) -> BTreeSet<(usize, usize)> {
    let is_asked = |one: usize, other: usize| questions[one].is_compared_with(&questions[other]);
    let pairs = every_pair(questions.len(), is_asked);
    let items = Wording::items(questions, "crux");
    let topic = context.setting.topic;
    let mut same = BTreeSet::new();
    if pairs.is_empty() {
        return same;
    }
    let possible = pairs.len();
    if members(&pairs).len() <= MOST_STATEMENTS_PER_CALL {
        let judged = in_blocks(context, topic, &items, &[pairs]).await;
        let is_same = |(pair, judgement, _)| (judgement == PairJudgement::Same).then_some(pair);
        return judged.into_iter().filter_map(is_same).collect();
    }
    let texts: Vec<_> = questions.iter().map(|question| (question.text, None)).collect();
    let mut wanted = candidates(topic, &texts, is_asked);
    let mut asked: BTreeSet<(usize, usize)> = BTreeSet::new();
    while !wanted.is_empty() {
        let judged = judge(context, topic, &items, &wanted).await;
        asked.extend(wanted);
        let is_same = |(pair, likeness, _)| (likeness == Likeness::Same).then_some(pair);
        same.extend(judged.into_iter().filter_map(is_same));
        wanted = undecided(questions.len(), &same, &asked);
        wanted.retain(|&(one, other)| is_asked(one, other));
    }
    context.count_not_judged(possible - asked.len());
    same
}

/// The pairs that were not asked and that alone keep two groups apart: the groups have a pair that
/// means the same and no pair that was judged otherwise.
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

fn merged(debates: &[DebateCruxes<'_>], questions: &[Wording<'_>], group: &[usize]) -> MatchedCrux {
    let all = || group.iter().map(|&place| &questions[place]);
    let mut wordings = all().map(|question| question.text.to_owned());
    let question = wordings.next().unwrap_or_default();
    let reference = |place: &EntryPosition| {
        let debate = &debates[place.list];
        CruxReference { cell: debate.cell.to_owned(), crux: debate.cruxes[place.entry].id }
    };
    MatchedCrux {
        axis: all().find_map(|question| question.axis.cloned()),
        question,
        other_wordings: wordings.collect(),
        cruxes: all().flat_map(|question| question.places.iter().map(reference)).collect(),
    }
}

fn entry(crux: &Crux) -> Entry<'_> {
    (crux.axis.as_ref(), &crux.question)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_alone_keep_two_groups_apart_are_asked_next() {
        let pairs = |pairs: &[(usize, usize)]| pairs.iter().copied().collect::<BTreeSet<_>>();
        let (same, asked) = (pairs(&[(0, 1), (1, 2)]), pairs(&[(0, 1), (1, 2)]));
        assert_eq!(undecided(3, &same, &asked), [(0, 2)]);
        let judged_otherwise = pairs(&[(0, 1), (1, 2), (0, 2)]);
        assert_eq!(undecided(3, &same, &judged_otherwise), []);
    }
}
