//! Compares nodes of different personas by meaning: which say the same, and which contradict each other.
//!
//! Up to [`STATEMENTS_AT_ONCE`] nodes are compared in one call. Above that the [`candidates`] are judged, [`PAIRS_AT_ONCE`] in a call. A pair
//! that should have been judged and was not is counted, and fails nothing.

use super::candidates::candidates;
use super::questions::compare::{Compare, Item, Likeness, Origin};
use super::questions::compare_pairs::{ComparePairs, Pair};
use crate::graph::Node;
use crate::mode::calls::{PAIRS_AT_ONCE, STATEMENTS_AT_ONCE};
use crate::mode::table::Table;
use crate::vocabulary::{CallId, NodeId, Topic};

/// Two nodes that say the same or contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) first: NodeId,
    pub(crate) second: NodeId,
    pub(crate) likeness: Likeness,
    /// The call that judged them.
    pub(crate) call: CallId,
}

/// Compares the nodes of different personas that `is_compared` is true of, as far as `is_asked` is true of the pair. Without
/// such a pair there is no call. The pairs found to say the same or to contradict each other are returned in the order of the
/// nodes; pairs that were not judged are counted in the usage.
pub(crate) async fn compare(
    table: &mut Table<'_>,
    is_compared: impl Fn(&Node) -> bool,
    is_asked: impl Fn(&Node, &Node) -> bool,
) -> Vec<Compared> {
    let nodes: Vec<Node> =
        table.graph().nodes().filter(|node| is_compared(node)).cloned().collect();
    let is_asked = |one: usize, other: usize| {
        nodes[one].author != nodes[other].author && is_asked(&nodes[one], &nodes[other])
    };
    let pairs = every_pair(nodes.len(), is_asked);
    let topic = table.setting.topic.clone();
    let items: Vec<Item> = nodes.iter().map(item).collect();
    let found = if pairs.is_empty() {
        Vec::new()
    } else if members(&pairs).len() <= STATEMENTS_AT_ONCE {
        all_at_once(table, topic, &items, &pairs).await
    } else {
        let texts: Vec<_> =
            nodes.iter().map(|node| (node.text.as_str(), node.axis.as_ref())).collect();
        judge(table, &topic, &items, &candidates(&topic, &texts, is_asked)).await
    };
    let compared = found.into_iter().map(|((one, other), likeness, call)| Compared {
        first: nodes[one].id,
        second: nodes[other].id,
        likeness,
        call,
    });
    compared
        .filter(|compared| matches!(compared.likeness, Likeness::Same | Likeness::Opposed))
        .collect()
}

/// Two positions, their likeness, and the call that judged them.
pub(crate) type JudgedPair = ((usize, usize), Likeness, CallId);

/// Judges pairs of items, [`PAIRS_AT_ONCE`] in a call. Pairs without a judgement are left out and counted in the usage.
pub(crate) async fn judge(
    table: &mut Table<'_>,
    topic: &Topic,
    items: &[Item],
    pairs: &[(usize, usize)],
) -> Vec<JudgedPair> {
    let question = |pairs: &[(usize, usize)]| {
        let used = |place: &usize| pairs.iter().any(|&(a, b)| a == *place || b == *place);
        let pair = |&(one, other): &(usize, usize)| Pair {
            first: items[one].id.clone(),
            second: items[other].id.clone(),
        };
        ComparePairs {
            topic: topic.clone(),
            items: (0..items.len()).filter(used).map(|place| items[place].clone()).collect(),
            pairs: pairs.iter().map(pair).collect(),
        }
    };
    let questions: Vec<ComparePairs> = pairs.chunks(PAIRS_AT_ONCE).map(question).collect();
    let answers = table.ask_all(&questions).await;
    let mut judged = Vec::new();
    for (pairs, answer) in pairs.chunks(PAIRS_AT_ONCE).zip(answers) {
        if let Ok(answered) = answer {
            let likenesses = pairs.iter().zip(answered.answer);
            judged.extend(
                likenesses.filter_map(|(pair, likeness)| Some((*pair, likeness?, answered.call))),
            );
        }
    }
    table.count_not_judged(pairs.len() - judged.len());
    judged
}

/// The positions that occur in some pairs, in order.
pub(crate) fn members(pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut members: Vec<usize> = pairs.iter().flat_map(|&(one, other)| [one, other]).collect();
    members.sort_unstable();
    members.dedup();
    members
}

/// Compares the items of some pairs in one call. Only pairs that say the same or contradict each other are returned.
pub(crate) async fn all_at_once(
    table: &mut Table<'_>,
    topic: Topic,
    items: &[Item],
    pairs: &[(usize, usize)],
) -> Vec<JudgedPair> {
    let asked = members(pairs);
    let items = asked.iter().map(|&place| items[place].clone()).collect();
    let Ok(answered) = table.ask(&Compare { topic, items }).await else {
        table.count_not_judged(pairs.len());
        return Vec::new();
    };
    let place = |of: usize| asked.binary_search(&of).expect("every asked pair has two items");
    let judged = pairs.iter().filter_map(|&(one, other)| {
        let within = (place(one), place(other));
        let likeness = if answered.answer.same.contains(&within) {
            Likeness::Same
        } else if answered.answer.opposed.contains(&within) {
            Likeness::Opposed
        } else {
            return None;
        };
        Some(((one, other), likeness, answered.call))
    });
    judged.collect()
}

fn item(node: &Node) -> Item {
    Item { id: node.id.to_string(), text: node.text.clone(), origin: Origin::of(node) }
}

/// Every pair of `count` positions that `is_asked` is true of, the smaller position first.
pub(crate) fn every_pair(
    count: usize,
    is_asked: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    pairs.filter(|&(one, other)| is_asked(one, other)).collect()
}
