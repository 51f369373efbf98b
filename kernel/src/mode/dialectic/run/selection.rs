//! Which questions are debated now: those that observers raised about the passage, and open ones
//! that fit it.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::corpus::sortable;
use crate::graph::Graph;
use crate::mode::dialectic::Selection;
use crate::mode::dialectic::detail::{Flag, Stub, StubState};
use crate::mode::issues::{DisputedIssue, Issues};
use crate::mode::shared::agreed_questions::agreed_questions;
use crate::text::{content_stems, folded, overlap};
use crate::vocabulary::{AxisId, NodeId, Persona, Topic};

/// The least overlap of words at which an earlier reading or an open question is recalled.
pub(in crate::mode::dialectic) const COMES_TO_MIND: f64 = 0.3;

/// Whether two questions are the same: about one issue, or in the same words.
pub(in crate::mode::dialectic) fn is_same(one: &Flag, other: &Flag) -> bool {
    let same_axis = one.axis.is_some() && one.axis == other.axis;
    same_axis || folded(&one.question) == folded(&other.question)
}

/// The debate of a passage, as it brings questions to mind.
#[derive(Debug)]
pub(in crate::mode::dialectic) struct Heard<'d> {
    /// The questions that were raised in it.
    pub(in crate::mode::dialectic) raised: &'d [Flag],
    /// The issues that its claims answer.
    pub(in crate::mode::dialectic) answered: BTreeSet<AxisId>,
    /// The content words of the passage and of what was said.
    pub(in crate::mode::dialectic) words: BTreeSet<String>,
}

/// The positions of the questions that may be debated after a passage: those that were raised in
/// its debate, and those of earlier passages without a reading that it brings to mind. A question
/// about an issue is recalled where a claim answers the issue; its words would say less.
pub(in crate::mode::dialectic) fn candidates(stubs: &[Stub], heard: &Heard<'_>) -> Vec<usize> {
    let is_open = |stub: &Stub| stub.state.reading().is_none();
    let fits = |stub: &Stub| {
        let comes_to_mind = match &stub.flag.axis {
            Some(axis) => heard.answered.contains(axis),
            None => overlap(&content_stems(&stub.flag.question), &heard.words) >= COMES_TO_MIND,
        };
        comes_to_mind || heard.raised.iter().any(|raised| is_same(raised, &stub.flag))
    };
    let places = stubs.iter().enumerate();
    places.filter(|(_, stub)| is_open(stub) && fits(stub)).map(|(place, _)| place).collect()
}

/// The questions that need no debate: all personas that answer them answer alike, or what one
/// claims there another has conceded and no position is opposed any more.
pub(in crate::mode::dialectic) fn settled(
    graph: &Graph,
    topic: &Topic,
    personas: &[Persona],
) -> BTreeSet<AxisId> {
    let issues = Issues::of(graph, topic, personas);
    let agreed = agreed_questions(&issues, |node| issues.confidence(node));
    let disputed: Vec<DisputedIssue<'_>> = issues.disputed(|_, _| None);
    let is_disputed = |axis: &AxisId| disputed.iter().any(|issue| issue.axis.id == *axis);
    let shared = graph.nodes().filter(|node| node.endorsers().len() >= 2);
    let conceded = shared.filter_map(|node| node.axis.clone()).filter(|axis| !is_disputed(axis));
    agreed.into_iter().map(|question| question.axis).chain(conceded).collect()
}

/// At most `most` of the candidates, in the order in which they are debated. Those that are settled
/// come after all others.
pub(in crate::mode::dialectic) fn choose(
    selection: Selection,
    stubs: &[Stub],
    candidates: &[usize],
    most: usize,
    is_settled: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let urgency = |place: usize| sortable(stubs[place].flag.urgency.value());
    let mut left: Vec<usize> = candidates.to_vec();
    left.sort_by_key(|&place| (Reverse(urgency(place)), place));
    if selection == Selection::Meta {
        left.sort_by_key(|&place| !stubs[place].flag.is_meta);
    }
    let words = |place: usize| content_stems(&stubs[place].flag.question);
    let mut chosen: Vec<usize> = Vec::new();
    let (mut settled, mut left): (Vec<usize>, Vec<usize>) =
        left.into_iter().partition(|&place| is_settled(place));
    while chosen.len() < most {
        if left.is_empty() {
            left = std::mem::take(&mut settled);
        }
        if left.is_empty() {
            break;
        }
        // Of equally good questions the most urgent comes first, because `left` is sorted.
        let likeness = |place: usize| {
            let shares =
                chosen.iter().map(|&other| sortable(overlap(&words(place), &words(other))));
            shares.max().unwrap_or(0)
        };
        let next = match selection {
            Selection::Urgent | Selection::Meta => 0,
            Selection::Diverse => {
                (0..left.len()).min_by_key(|&at| likeness(left[at])).expect("one is left")
            }
            Selection::Deep => {
                let places = (0..left.len()).rev();
                places.max_by_key(|&at| likeness(left[at])).expect("one is left")
            }
        };
        let next = left.remove(next);
        // A question that was raised in the debates of two passages needs one debate.
        let asks_another = |place: &usize| !is_same(&stubs[*place].flag, &stubs[next].flag);
        left.retain(asks_another);
        settled.retain(asks_another);
        chosen.push(next);
    }
    chosen
}

/// The reading of a debate about a question, if an earlier one left one: such a question is not
/// debated again.
pub(in crate::mode::dialectic) fn debated(stubs: &[Stub], flag: &Flag) -> Option<NodeId> {
    let mut same = stubs.iter().filter(|stub| is_same(&stub.flag, flag));
    same.find_map(|stub| stub.state.reading())
}

/// Records that a question was debated: questions without a reading that are the same need no
/// debate of their own.
pub(in crate::mode::dialectic) fn explored(stubs: &mut [Stub], place: usize, node: NodeId) {
    let flag = stubs[place].flag.clone();
    stubs[place].state = StubState::Explored(node);
    for stub in stubs.iter_mut().filter(|stub| stub.state.reading().is_none()) {
        if is_same(&stub.flag, &flag) {
            stub.state = StubState::Superseded(node);
        }
    }
}
