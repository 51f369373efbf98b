//! Which questions are debated now: those that observers raised about the passage, and open ones that fit it.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::corpus::sortable;
use crate::graph::Graph;
use crate::mode::dialectic::Selection;
use crate::mode::dialectic::detail::{Flag, Stub, StubState};
use crate::mode::shared::agreed_questions::agreed_questions;
use crate::mode::shared::issues::{DisputedIssue, Issues};
use crate::text::{content, folded, shared};
use crate::vocabulary::{AxisId, NodeId, PassageId, Persona, Topic};

/// The least overlap of words at which an earlier reading or an open question comes to mind.
pub(in crate::mode::dialectic) const COMES_TO_MIND: f64 = 0.3;

/// Whether two questions are the same: about one issue, or in the same words.
pub(in crate::mode::dialectic) fn is_same(one: &Flag, other: &Flag) -> bool {
    let same_axis = one.axis.is_some() && one.axis == other.axis;
    same_axis || folded(&one.question) == folded(&other.question)
}

/// The positions of the questions that may be debated after a passage: its own, and open ones that share words with what was read
/// and said.
pub(in crate::mode::dialectic) fn candidates(
    stubs: &[Stub],
    passage: &PassageId,
    words: &BTreeSet<String>,
) -> Vec<usize> {
    let is_open = |stub: &Stub| stub.state == StubState::Stub;
    let fits = |stub: &Stub| {
        stub.flag.passage == *passage
            || shared(&content(&stub.flag.question), words) >= COMES_TO_MIND
    };
    let places = stubs.iter().enumerate();
    places.filter(|(_, stub)| is_open(stub) && fits(stub)).map(|(place, _)| place).collect()
}

/// The questions that need no debate: all personas that answer them answer alike, or what one claims there another has conceded and no
/// position is opposed any more.
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

/// At most `most` of the candidates, in the order in which they are debated. Those that are settled come after all others.
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
    let words = |place: usize| content(&stubs[place].flag.question);
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
            let shares = chosen.iter().map(|&other| sortable(shared(&words(place), &words(other))));
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
        // A question that was raised after two passages needs one debate.
        let asks_another = |place: &usize| !is_same(&stubs[*place].flag, &stubs[next].flag);
        left.retain(asks_another);
        settled.retain(asks_another);
        chosen.push(next);
    }
    chosen
}

/// Records that a question was debated: open questions that are the same need no debate of their own.
pub(in crate::mode::dialectic) fn explored(stubs: &mut [Stub], place: usize, node: NodeId) {
    let flag = stubs[place].flag.clone();
    stubs[place].state = StubState::Explored(node);
    for stub in stubs.iter_mut().filter(|stub| stub.state == StubState::Stub) {
        if is_same(&stub.flag, &flag) {
            stub.state = StubState::Superseded(node);
        }
    }
}
