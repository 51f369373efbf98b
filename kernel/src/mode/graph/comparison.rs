//! Finds common ground: arguments of different personas that say the same.

use std::collections::BTreeSet;

use crate::graph::{Cause, Node, NodeKind};
use crate::mode::Failure;
use crate::mode::shared::linkage::WordsInCommon;
use crate::mode::shared::questions::compare::{Compare, Item, Likeness, Origin, Pair};
use crate::mode::table::Table;
use crate::vocabulary::NodeId;

/// Pairs of arguments by different personas that were judged by meaning.
#[derive(Debug, Default)]
pub(super) struct JudgedPairs {
    /// They say the same.
    pub(super) same: BTreeSet<(NodeId, NodeId)>,
    /// They contradict each other.
    pub(super) opposed: BTreeSet<(NodeId, NodeId)>,
}

impl JudgedPairs {
    pub(super) fn extend(&mut self, later: Self) {
        self.same.extend(later.same);
        self.opposed.extend(later.opposed);
    }
}

/// Compares arguments of different personas by meaning, and records that a persona endorses what it says itself. Only pairs
/// of which `counts` is true for both are compared, and after the opening only pairs with a newer argument. No call is made
/// where there is nothing to compare.
pub(super) async fn compare(
    table: &mut Table<'_>,
    counts: impl Fn(&Node) -> bool,
) -> Result<JudgedPairs, Failure> {
    let graph = table.graph();
    let is_compared = |node: &&Node| node.kind != NodeKind::Thesis && counts(node);
    let nodes: Vec<&Node> = graph.nodes().filter(is_compared).collect();
    let pairs = pairs(&nodes, table.round());
    if pairs.is_empty() {
        return Ok(JudgedPairs::default());
    }
    let name = |index: usize| format!("i{}", index + 1);
    let compared: BTreeSet<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    let item = |&index: &usize| Item {
        id: name(index),
        text: nodes[index].text.clone(),
        origin: Origin::of(nodes[index]),
        ask: false,
    };
    let question = Compare {
        topic: table.setting.topic.clone(),
        items: compared.iter().map(item).collect(),
        pairs: pairs.iter().map(|&(a, b)| Pair { first: name(a), second: name(b) }).collect(),
    };
    let pairs: Vec<(NodeId, NodeId)> =
        pairs.into_iter().map(|(a, b)| (nodes[a].id, nodes[b].id)).collect();
    let answered =
        table.require(&question, "the arguments could not be compared by meaning").await?;
    let mut judged = JudgedPairs::default();
    for (pair, likeness) in pairs.into_iter().zip(answered.answer.likenesses) {
        match likeness {
            Likeness::Opposed => drop(judged.opposed.insert(pair)),
            Likeness::Same => {
                judged.same.insert(pair);
                for (node, own) in [pair, (pair.1, pair.0)] {
                    let author = table.graph().node(own).and_then(|node| node.author.clone());
                    let author = author.expect("an argument has an author");
                    table.endorse(node, &author, Cause::Merge(answered.call));
                }
            }
            Likeness::Related | Likeness::Different => {}
        }
    }
    Ok(judged)
}

/// The pairs of arguments by different personas that are about one axis or share most of their words.
fn pairs(nodes: &[&Node], round: u32) -> Vec<(usize, usize)> {
    let words =
        WordsInCommon::of(nodes.iter().map(|node| (node.text.as_str(), node.axis.as_ref())));
    let all =
        (0..nodes.len()).flat_map(|one| (one + 1..nodes.len()).map(move |other| (one, other)));
    all.filter(|&(one, other)| {
        let is_new = round == 0 || nodes[one].round.max(nodes[other].round) > 0;
        let of_two = nodes[one].author != nodes[other].author;
        let near = words.are_worth_comparing(one, other) || words.share_axis(one, other);
        is_new && of_two && near
    })
    .collect()
}
