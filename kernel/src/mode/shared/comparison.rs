//! Compares sentences of different personas by meaning: which say the same, which differ only in
//! words, and which contradict each other.
//!
//! Every pair is judged. One call compares up to
//! [`MOST_STATEMENTS_PER_CALL`](crate::mode::comparison_blocks::MOST_STATEMENTS_PER_CALL) sentences
//! with each other; more are divided into [`blocks`]. A pair that should have been judged and was
//! not is counted, and fails nothing.

use std::collections::BTreeSet;

use super::questions::compare::{Compare, Item, Likeness, Origin, PairJudgement};
use super::questions::compare_pairs::{ComparePairs, Pair};
use crate::graph::{LoneAssertion, Node};
use crate::mode::comparison_blocks::{Block, MOST_PAIRS_PER_CALL, MostComparisons, blocks};
use crate::mode::debate_context::DebateContext;
use crate::vocabulary::{CallId, Component, NodeId, Topic};

/// Names a sentence of a debate: the text of a node, which is its claim, or one of its premises and
/// assumptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SentenceId {
    pub(crate) node: NodeId,
    pub(crate) component: Component,
}

impl SentenceId {
    /// The text of a node.
    pub(crate) fn of(node: &Node) -> Self {
        Self { node: node.id, component: Component::Claim }
    }
}

/// A sentence that is compared.
#[derive(Debug, Clone)]
pub(crate) struct Sentence {
    pub(crate) id: SentenceId,
    pub(crate) item: Item,
    /// Whether it is new since the comparison before, or says something else than then.
    pub(crate) is_newer: bool,
    /// Whether it is a statement that is compared with all others; otherwise it is only compared
    /// with answers to the same question of which one is not a statement.
    pub(crate) is_statement: bool,
}

/// Two sentences about which a comparison says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) first: SentenceId,
    pub(crate) second: SentenceId,
    pub(crate) judgement: PairJudgement,
    /// The call that judged them.
    pub(crate) call: CallId,
}

/// Compares sentences of different personas. Only pairs with a sentence that is newer than the
/// comparison before are asked for. Without a pair there is no call. The pairs about which the
/// comparison says something are returned in the order of the sentences; pairs that were not judged
/// are counted in the usage, those for which there are not `most` calls left among them.
pub(crate) async fn compare(
    context: &mut DebateContext<'_>,
    most: MostComparisons,
    sentences: Vec<Sentence>,
) -> Vec<Compared> {
    let is_node = |said: &Sentence| said.id.component == Component::Claim;
    let is_asked = |one: &Sentence, other: &Sentence| {
        let (first, second) = (&one.item.origin, &other.item.origin);
        let is_possible = if is_node(one) && is_node(other) {
            one.is_statement && other.is_statement
        } else {
            first.axis == second.axis
        };
        is_possible && first.persona != second.persona && (one.is_newer || other.is_newer)
    };
    let has_pair = |said: &&Sentence| sentences.iter().any(|other| is_asked(said, other));
    let (newer, earlier): (Vec<Sentence>, Vec<Sentence>) =
        sentences.iter().filter(has_pair).cloned().partition(|said| said.is_newer);
    let (first_newer, said) = (earlier.len(), [earlier, newer].concat());
    let pairs = pairs_by_call(context, most, first_newer, said.len(), |one, other| {
        is_asked(&said[one], &said[other])
    });
    let (sentences, items): (Vec<SentenceId>, Vec<Item>) =
        said.into_iter().map(|Sentence { id, item, .. }| (id, item)).unzip();
    let topic = context.setting.topic;
    let mut found = in_blocks(context, topic, &items, &pairs).await;
    found.sort_by_key(|(pair, ..)| *pair);
    let compared = found.into_iter().map(|((one, other), judgement, call)| Compared {
        first: sentences[one],
        second: sentences[other],
        judgement,
        call,
    });
    compared.collect()
}

/// The pairs of `count` positions that each call judges; those before `first_newer` were compared
/// with each other before. Pairs for which there are not `most` calls are counted as not judged.
pub(crate) fn pairs_by_call(
    context: &mut DebateContext<'_>,
    most: MostComparisons,
    first_newer: usize,
    count: usize,
    is_asked: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<(usize, usize)>> {
    let mut judged_before: BTreeSet<(usize, usize)> = BTreeSet::new();
    let pairs_of = |ranges: Block| {
        let mut block: Vec<usize> = ranges.into_iter().flatten().collect();
        block.sort_unstable();
        let pairs = every_pair(block.len(), |one, other| {
            let pair = (block[one], block[other]);
            is_asked(pair.0, pair.1) && judged_before.insert(pair)
        });
        pairs.into_iter().map(|(one, other)| (block[one], block[other])).collect()
    };
    let divided = blocks(first_newer, count - first_newer);
    let mut pairs: Vec<Vec<(usize, usize)>> = divided.into_iter().map(pairs_of).collect();
    pairs.retain(|pairs| !pairs.is_empty());
    let beyond = pairs.split_off(most.calls().min(pairs.len()));
    context.count_not_judged(beyond.iter().map(Vec::len).sum());
    pairs
}

/// Two positions, what was judged about them, and the call that judged them.
pub(crate) type JudgedPair<J> = ((usize, usize), J, CallId);

/// Judges pairs of items, [`MOST_PAIRS_PER_CALL`] in a call. Pairs without a judgement are left out
/// and counted in the usage.
pub(crate) async fn judge(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    items: &[Item],
    pairs: &[(usize, usize)],
) -> Vec<JudgedPair<Likeness>> {
    let question = |pairs: &[(usize, usize)]| {
        let pair = |&(one, other): &(usize, usize)| Pair {
            first: items[one].id.clone(),
            second: items[other].id.clone(),
        };
        ComparePairs {
            topic: topic.clone(),
            items: members(pairs).into_iter().map(|place| items[place].clone()).collect(),
            pairs: pairs.iter().map(pair).collect(),
        }
    };
    let questions: Vec<ComparePairs> = pairs.chunks(MOST_PAIRS_PER_CALL).map(question).collect();
    let answers = context.ask_all(&questions).await;
    let mut judged = Vec::new();
    for (pairs, answer) in pairs.chunks(MOST_PAIRS_PER_CALL).zip(answers) {
        if let Ok(answered) = answer {
            let likenesses = pairs.iter().zip(answered.answer);
            judged.extend(
                likenesses.filter_map(|(pair, likeness)| Some((*pair, likeness?, answered.call))),
            );
        }
    }
    context.count_not_judged(pairs.len() - judged.len());
    judged
}

/// The positions that occur in some pairs, in order.
pub(crate) fn members(pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut members: Vec<usize> = pairs.iter().flat_map(|&(one, other)| [one, other]).collect();
    members.sort_unstable();
    members.dedup();
    members
}

/// Compares the items of each block of pairs in one call. Only pairs about which a call says
/// something are returned. The pairs of a failed call are counted in the usage.
pub(crate) async fn in_blocks(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    items: &[Item],
    blocks: &[Vec<(usize, usize)>],
) -> Vec<JudgedPair<PairJudgement>> {
    let question = |pairs: &Vec<(usize, usize)>| Compare {
        topic: topic.clone(),
        items: members(pairs).into_iter().map(|place| items[place].clone()).collect(),
    };
    let questions: Vec<Compare> = blocks.iter().map(question).collect();
    let answers = context.ask_all(&questions).await;
    let mut judged = Vec::new();
    for (pairs, answer) in blocks.iter().zip(answers) {
        let Ok(answered) = answer else {
            context.count_not_judged(pairs.len());
            continue;
        };
        let asked = members(pairs);
        let place = |of: usize| asked.binary_search(&of).expect("every asked pair has two items");
        judged.extend(pairs.iter().filter_map(|&(one, other)| {
            let judgement = answered.answer.judgement(place(one), place(other))?;
            Some(((one, other), judgement, answered.call))
        }));
    }
    judged
}

/// A node as an item of a comparison.
pub(crate) fn item(node: &Node) -> Item {
    Item { id: node.id.to_string(), text: node.text.clone(), origin: Origin::of(node) }
}

/// An answer that is not a node as an item of a comparison: it is named by its node and its
/// component, such as `n1p2`.
pub(crate) fn lone_item(said: &LoneAssertion<'_>) -> Item {
    let component = match said.asserted.component {
        Component::Premise(index) => format!("p{}", index + 1),
        Component::Assumption(index) => format!("a{}", index + 1),
        Component::Claim | Component::Inference => String::new(),
    };
    let origin = Origin {
        persona: said.author.clone(),
        excerpts: Vec::new(),
        axis: Some(said.asserted.asserts.axis.clone()),
        side: Some(said.asserted.asserts.side),
    };
    Item { id: format!("{}{component}", said.node.id), text: said.text.to_owned(), origin }
}

/// Every pair of `count` positions that `is_asked` is true of, the smaller position first.
pub(crate) fn every_pair(
    count: usize,
    mut is_asked: impl FnMut(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    pairs.filter(|&(one, other)| is_asked(one, other)).collect()
}
