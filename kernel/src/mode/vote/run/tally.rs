//! The tally: what the answers name, how many of them name it, and what a majority names.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::mode::comparison_blocks::MostComparisons;
use crate::mode::debate_context::{Answered, DebateContext};
use crate::mode::shared::comparison::{in_blocks, pairs_by_call};
use crate::mode::shared::matching::{Entry, EntryPosition, Wording, linked};
use crate::mode::shared::questions::compare::PairJudgement;
use crate::mode::shared::questions::cruxes::{
    Named, NamedCrux, NamedIdle, NamedPoint, NamedPosition,
};
use crate::mode::vote::detail::{Ballot, NamedAs};
use crate::vocabulary::{AxisId, Probability};

/// Something that an answer names.
pub(super) trait Nameable: Sized {
    /// What it is named as.
    const AS: NamedAs;

    /// Everything of this sort that an answer names.
    fn all_of(named: &Named) -> &[Self];

    /// The axis that it is about, where it names one, and its words.
    fn entry(&self) -> Entry<'_>;

    /// How much of the disagreement depends on it, as the answer estimates it.
    fn weight(&self) -> Option<Probability> {
        None
    }

    /// In how many respects it agrees with what another answer says of the same matter: the
    /// personas, and whether it is a matter of words.
    fn agreement(&self, other: &Self) -> usize;
}

impl Nameable for NamedCrux {
    const AS: NamedAs = NamedAs::Crux;

    fn all_of(named: &Named) -> &[Self] {
        &named.cruxes
    }

    fn entry(&self) -> Entry<'_> {
        (self.axis.as_ref(), &self.question)
    }

    fn weight(&self) -> Option<Probability> {
        self.weight
    }

    fn agreement(&self, other: &Self) -> usize {
        shared_positions(&self.positions, &other.positions)
    }
}

impl Nameable for NamedIdle {
    const AS: NamedAs = NamedAs::IdleDispute;

    fn all_of(named: &Named) -> &[Self] {
        &named.idle
    }

    fn entry(&self) -> Entry<'_> {
        (Some(&self.axis), self.axis.as_str())
    }

    fn agreement(&self, other: &Self) -> usize {
        let alike = usize::from(self.is_verbal == other.is_verbal);
        shared_positions(&self.positions, &other.positions) + alike
    }
}

impl Nameable for NamedPoint {
    const AS: NamedAs = NamedAs::Agreement;

    fn all_of(named: &Named) -> &[Self] {
        &named.points
    }

    fn entry(&self) -> Entry<'_> {
        (None, &self.statement)
    }

    fn agreement(&self, other: &Self) -> usize {
        let holds = |persona| other.holders.iter().any(|(holder, _)| holder == persona);
        self.holders.iter().filter(|(persona, _)| holds(persona)).count()
    }
}

/// The number of personas that take the same side in both lists.
fn shared_positions(one: &[NamedPosition], other: &[NamedPosition]) -> usize {
    let same = |a: &NamedPosition, b: &NamedPosition| a.persona == b.persona && a.side == b.side;
    one.iter().filter(|a| other.iter().any(|b| same(a, b))).count()
}

/// What the answers name of one sort: that with the most votes first, then that with the highest
/// mean weight, then that which an earlier answer names.
pub(super) struct Tally<'n, T> {
    groups: Vec<Group<'n, T>>,
    /// The number of answers.
    answers: usize,
}

/// What several answers name alike.
pub(super) struct Group<'n, T> {
    axis: Option<AxisId>,
    /// Where it is named first.
    first: EntryPosition,
    /// Its different wordings, that of the earliest answer first.
    wordings: Vec<String>,
    /// One for each answer that names it, in their order.
    votes: Vec<Answered<&'n T>>,
}

impl<'n, T: Nameable> Tally<'n, T> {
    /// Matches what the answers name and counts the votes. Where neither axes nor words decide,
    /// meaning is judged with at most as many calls as there is room for.
    pub(super) async fn count(
        context: &mut DebateContext<'_>,
        room: MostComparisons,
        answers: &'n [Answered<Named>],
    ) -> Self {
        let topic = context.setting.topic;
        let entries =
            |answer: &'n Answered<Named>| T::all_of(&answer.answer).iter().map(T::entry).collect();
        let lists: Vec<Vec<Entry<'n>>> = answers.iter().map(entries).collect();
        let wordings = Wording::of(topic, &lists);
        let same = same(context, room, &wordings).await;
        let part = |place: &EntryPosition| {
            let answer = &answers[place.list];
            Answered { answer: &T::all_of(&answer.answer)[place.entry], call: answer.call }
        };
        let group = |members: Vec<usize>| {
            let members = || members.iter().map(|&member| &wordings[member]);
            let mut places: Vec<EntryPosition> =
                members().flat_map(|wording| wording.places.iter().copied()).collect();
            places.sort_unstable();
            // An answer has one vote, however often it names the same.
            places.dedup_by_key(|place| place.list);
            Group {
                axis: members().find_map(|wording| wording.axis.cloned()),
                first: places[0],
                wordings: members().map(|wording| wording.text.to_owned()).collect(),
                votes: places.iter().map(part).collect(),
            }
        };
        let mut groups: Vec<Group<'n, T>> =
            linked(wordings.len(), &same).into_iter().map(group).collect();
        groups.sort_by(|one, other| {
            let votes = Reverse(one.votes.len()).cmp(&Reverse(other.votes.len()));
            let weight = |group: &Group<'n, T>| group.weight().map_or(0.0, Probability::value);
            let heavier = || weight(other).total_cmp(&weight(one));
            votes.then_with(heavier).then(one.first.cmp(&other.first))
        });
        Self { groups, answers: answers.len() }
    }

    /// What more than half of the answers name. A tie is not a majority.
    pub(super) fn kept(&self) -> impl Iterator<Item = &Group<'n, T>> {
        self.groups.iter().filter(|group| 2 * group.votes.len() > self.answers)
    }

    /// The share of the answers that name it.
    pub(super) fn share(&self, group: &Group<'n, T>) -> Probability {
        Probability::share(group.votes.len(), self.answers)
    }

    /// Everything with its votes, for the record.
    pub(super) fn ballots(&self) -> Vec<Ballot> {
        let kept = self.kept().count();
        let ballot = |(group, place): (&Group<'n, T>, usize)| Ballot {
            named_as: T::AS,
            axis: group.axis.clone(),
            text: group.wordings[0].clone(),
            other_wordings: group.wordings[1..].to_vec(),
            votes: group.votes.iter().map(|vote| vote.call).collect(),
            weight: group.weight(),
            is_kept: place < kept,
        };
        self.groups.iter().zip(0..).map(ballot).collect()
    }
}

impl<'n, T: Nameable> Group<'n, T> {
    /// That of the answer which agrees most with the others, the earliest among equals.
    pub(super) fn typical(&self) -> Answered<&'n T> {
        let agreement = |vote: &&Answered<&'n T>| -> usize {
            self.votes.iter().map(|other| vote.answer.agreement(other.answer)).sum()
        };
        let most = self.votes.iter().min_by_key(|vote| Reverse(agreement(vote)));
        most.expect("a group has a vote").clone()
    }

    /// The mean of the weights that answers give it; `None` if no answer gives one.
    pub(super) fn weight(&self) -> Option<Probability> {
        let weights = self.votes.iter().filter_map(|vote| vote.answer.weight());
        // Whole numbers are added exactly, so equal weights have equal means.
        let billionths: Vec<f64> = weights.map(|weight| (weight.value() * 1e9).round()).collect();
        let mean = billionths.iter().sum::<f64>() / (1e9 * billionths.len() as f64);
        (!billionths.is_empty())
            .then(|| Probability::new(mean).expect("a mean of probabilities is one"))
    }
}

/// The pairs of wordings that were judged to mean the same.
async fn same(
    context: &mut DebateContext<'_>,
    room: MostComparisons,
    wordings: &[Wording<'_>],
) -> BTreeSet<(usize, usize)> {
    let is_asked = |one: usize, other: usize| wordings[one].is_compared_with(&wordings[other]);
    let has_pair =
        |one: &usize| (0..wordings.len()).any(|other| other != *one && is_asked(*one, other));
    let compared: Vec<usize> = (0..wordings.len()).filter(has_pair).collect();
    let pairs = pairs_by_call(context, room, 0, compared.len(), |one, other| {
        is_asked(compared[one], compared[other])
    });
    let whole = |&(one, other): &(usize, usize)| (compared[one], compared[other]);
    let pairs: Vec<Vec<(usize, usize)>> =
        pairs.iter().map(|pairs| pairs.iter().map(whole).collect()).collect();
    let (topic, items) = (context.setting.topic, Wording::items(wordings, "answer"));
    let judged = in_blocks(context, topic, &items, &pairs).await.into_iter();
    judged.filter(|(_, found, _)| *found == PairJudgement::Same).map(|(pair, ..)| pair).collect()
}
