//! Which nodes are worth comparing by meaning.

use crate::graph::{Graph, Node};
use crate::task::{Item, Origin, Pair, WORTH_COMPARING};
use crate::text::{content, shared};
use crate::vocabulary::NodeId;

use super::forest::Forest;

/// Two nodes of different personas that may say the same, the likelier by their words the earlier.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Candidate {
    pub(super) first: NodeId,
    pub(super) second: NodeId,
}

/// Nodes of different personas, no theses, that share an axis, most of their words, or all of them.
pub(super) fn candidates(graph: &Graph) -> Vec<Candidate> {
    let forest = Forest::of(graph);
    let nodes: Vec<&Node> = graph.nodes().filter(|node| !forest.is_root(node.id)).collect();
    let words: Vec<_> = nodes.iter().map(|node| content(&node.text)).collect();
    let mut found: Vec<(f64, Candidate)> = Vec::new();
    for (index, first) in nodes.iter().enumerate() {
        for (other, second) in nodes.iter().enumerate().skip(index + 1) {
            let likeness = shared(&words[index], &words[other]);
            let same_axis = first.axis.is_some() && first.axis == second.axis;
            let near = first.text == second.text || likeness >= WORTH_COMPARING || same_axis;
            if near && first.author != second.author {
                found.push((likeness, Candidate { first: first.id, second: second.id }));
            }
        }
    }
    // The sort is stable: among equals the lower numbers come first.
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The candidates as a question: every node that is part of one, and the pairs.
pub(super) fn question(graph: &Graph, candidates: &[Candidate]) -> (Vec<Item>, Vec<Pair>) {
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
    let items = graph.nodes().filter(wanted).map(item).collect();
    (items, candidates.iter().map(pair).collect())
}

#[cfg(test)]
mod tests {
    use super::super::samples::{ANN, BOB, graph, node};
    use super::*;
    use crate::graph::Operation;
    use crate::vocabulary::AxisId;

    #[test]
    fn theses_and_nodes_of_one_author_are_never_compared() {
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
        let pairs: Vec<(u32, u32)> = candidates(&graph)
            .iter()
            .map(|pair| (pair.first.number(), pair.second.number()))
            .collect();
        assert_eq!(pairs, [(3, 6), (4, 6), (3, 5), (4, 5)], "the likelier first");
    }
}
