//! Compares nodes of different personas by meaning.

use super::trees::{Trees, is_asserted};
use crate::graph::{Cause, Graph, Node};
use crate::mode::Failure;
use crate::mode::shared::linkage::WordsInCommon;
use crate::mode::shared::questions::compare::{Compare, Item, Likeness, Origin, Pair};
use crate::mode::table::Table;
use crate::vocabulary::{NodeId, Topic};

/// Two nodes of different personas that may say the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Candidate {
    pub(super) first: NodeId,
    pub(super) second: NodeId,
}

/// The candidates that were judged the same or opposed.
#[derive(Default)]
pub(super) struct Compared {
    pub(super) same: Vec<Candidate>,
    pub(super) opposed: Vec<Candidate>,
}

/// Nodes of different personas, without theses, that share an axis, most of their words, or their text. After the opening
/// one of them is newer than the opening. Pairs with more words in common come first.
fn candidates(graph: &Graph, round: u32) -> Vec<Candidate> {
    let trees = Trees::of(graph);
    let nodes: Vec<&Node> = graph.nodes().filter(|node| !trees.is_root(node.id)).collect();
    let words =
        WordsInCommon::of(nodes.iter().map(|node| (node.text.as_str(), node.axis.as_ref())));
    let mut found: Vec<(f64, Candidate)> = Vec::new();
    for (index, first) in nodes.iter().enumerate() {
        for (other, second) in nodes.iter().enumerate().skip(index + 1) {
            let near = words.are_worth_comparing(index, other) || words.share_axis(index, other);
            let is_new = round == 0 || first.round.max(second.round) > 0;
            if near && is_new && first.author != second.author {
                let candidate = Candidate { first: first.id, second: second.id };
                found.push((words.overlap(index, other), candidate));
            }
        }
    }
    // The sort is stable: among equals the lower numbers come first.
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Asks about all candidates in one call, adds what was judged the same or opposed, and records that a persona endorses what it
/// says itself. Without candidates there is no call.
pub(super) async fn compare(
    table: &mut Table<'_>,
    topic: &Topic,
    compared: &mut Compared,
) -> Result<(), Failure> {
    let graph = table.graph();
    let candidates = candidates(graph, table.round());
    if candidates.is_empty() {
        return Ok(());
    }
    let wanted = |node: &&Node| {
        candidates.iter().any(|pair| pair.first == node.id || pair.second == node.id)
    };
    let item = |node: &Node| Item {
        id: node.id.to_string(),
        text: node.text.clone(),
        origin: Origin::of(node),
        ask: false,
    };
    let pair = |candidate: &Candidate| Pair {
        first: candidate.first.to_string(),
        second: candidate.second.to_string(),
    };
    let question = Compare {
        topic: topic.clone(),
        items: graph.nodes().filter(wanted).map(item).collect(),
        pairs: candidates.iter().map(pair).collect(),
    };
    let answered =
        table.require(&question, "the arguments could not be compared by meaning").await?;
    for (candidate, likeness) in candidates.into_iter().zip(answered.answer.likenesses) {
        match likeness {
            Likeness::Same => {
                compared.same.push(candidate);
                endorse(table, candidate, Cause::Merge(answered.call));
            }
            Likeness::Opposed => compared.opposed.push(candidate),
            Likeness::Related | Likeness::Different => {}
        }
    }
    Ok(())
}

/// Records that the authors of two nodes that say the same endorse each other's node, where both assert it.
fn endorse(table: &mut Table<'_>, Candidate { first, second }: Candidate, cause: Cause) {
    let author = |id| {
        let node = table.graph().node(id).filter(|node| is_asserted(table.graph(), node))?;
        node.author.clone()
    };
    if let Some((one, other)) = author(first).zip(author(second)) {
        table.endorse(first, &other, cause.clone());
        table.endorse(second, &one, cause);
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{ANN, BOB, graph, node};
    use super::*;
    use crate::graph::Operation;
    use crate::vocabulary::AxisId;

    #[test]
    fn belief_rule_6_theses_and_nodes_of_one_author_are_never_compared() {
        let mut graph = graph(
            &[
                (1, ANN, 0.5),
                (2, BOB, 0.5),
                (3, ANN, 0.5),
                (4, ANN, 0.5),
                (5, BOB, 0.5),
                (6, BOB, 0.5),
            ],
            &[(3, 1, true), (4, 1, true), (5, 2, true), (6, 2, true)],
        );
        let mut say = |number, text: &str, axis: Option<&str>| {
            let mut said = graph.node(node(number)).unwrap().clone();
            said.text = text.into();
            said.axis = axis.map(|axis| AxisId::new(axis).unwrap());
            graph.apply(&Operation::UpdateNode(Box::new(said))).unwrap();
        };
        say(1, "Close the street.", None);
        say(2, "Close the street.", None);
        say(3, "Shops lose drivers.", Some("trade"));
        say(4, "Shops lose drivers.", Some("trade"));
        say(5, "Tills ring louder.", Some("trade"));
        say(6, "Shops lose drivers and walkers.", None);
        let pairs: Vec<(u32, u32)> = candidates(&graph, 0)
            .iter()
            .map(|pair| (pair.first.number(), pair.second.number()))
            .collect();
        assert_eq!(
            pairs,
            [(3, 6), (4, 6), (3, 5), (4, 5)],
            "pairs with more words in common come first"
        );
    }
}
