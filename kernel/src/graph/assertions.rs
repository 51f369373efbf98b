//! Answers that personas give only in what their statements rest on.

use std::collections::BTreeSet;

use super::{Asserted, Graph, Node};
use crate::vocabulary::{AxisSide, PersonaId};

/// A premise or an assumption that gives an answer which no node of its author gives.
#[derive(Debug, Clone, Copy)]
pub struct LoneAssertion<'g> {
    /// The node that rests on it.
    pub node: &'g Node,
    /// Its author.
    pub author: &'g PersonaId,
    /// What it asserts.
    pub asserted: &'g Asserted,
    /// Its words.
    pub text: &'g str,
}

impl Graph {
    /// The answers that personas give in premises and assumptions alone, in the order of the nodes;
    /// those in the same words once. Of several answers that one premise asserts, its words give
    /// the first.
    pub fn lone_assertions(&self) -> Vec<LoneAssertion<'_>> {
        let authored =
            || self.nodes.values().filter_map(|node| Some((node.author.as_ref()?, node)));
        let answer = |(author, node): (_, &'_ Node)| Some((author, node.answers()?));
        let answered: BTreeSet<(&PersonaId, AxisSide)> = authored().filter_map(answer).collect();
        let mut known: BTreeSet<(&PersonaId, &AxisSide, &str)> = BTreeSet::new();
        let mut found = Vec::new();
        for (author, node) in authored() {
            let mut read = BTreeSet::new();
            let asserts = &node.detail.asserts;
            for asserted in asserts.iter().filter(|said| read.insert(said.component)) {
                let Some(text) = node.component(asserted.component) else { continue };
                let is_alone = !answered.contains(&(author, asserted.asserts.clone()));
                if is_alone && known.insert((author, &asserted.asserts, text)) {
                    found.push(LoneAssertion { node, author, asserted, text });
                }
            }
        }
        found
    }

    /// The nodes of a persona that assert an answer in these words, as they are where `by` means
    /// the same by the other answer.
    pub fn meant_by(&self, said: &LoneAssertion<'_>, by: &PersonaId) -> Vec<Node> {
        let mut changed = Vec::new();
        for node in self.nodes.values().filter(|node| node.is_by(said.author)) {
            let mut now = node.clone();
            for asserted in &mut now.detail.asserts {
                let is_said = asserted.asserts == said.asserted.asserts
                    && node.component(asserted.component) == Some(said.text);
                if is_said {
                    asserted.meant_by.insert(by.clone());
                }
            }
            if now != *node {
                changed.push(now);
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Operation;
    use crate::graph::samples::stated;
    use crate::vocabulary::{Component, NodeId};

    /// The lone assertions, each as its author, its node and component, and its axis.
    fn alone(graph: &Graph) -> Vec<String> {
        let shown = |said: LoneAssertion<'_>| {
            let Asserted { component, asserts, .. } = said.asserted;
            format!("{} {} {component} {}", said.author, said.node.id, asserts.axis)
        };
        graph.lone_assertions().into_iter().map(shown).collect()
    }

    #[test]
    fn an_answer_is_alone_where_no_node_of_its_author_gives_it() {
        let graph = stated(&[
            "ada thesis+ : trade+ air- point",
            "ada air-",
            "ben thesis- : trade-",
            "ben point : air+ trade+",
            "ben grants air-",
        ]);
        let found = [
            "ada n1 premise 1 trade", "ben n3 premise 1 trade", "ben n4 premise 1 air",
            "ben n4 premise 2 trade",
        ];
        assert_eq!(alone(&graph), found, "a granted point gives the opposite answer");
    }

    #[test]
    fn a_premise_gives_one_answer_in_its_own_words() {
        let mut graph = stated(&["ada thesis+ : trade+ air-"]);
        let mut thesis = graph.node(NodeId::new(1)).unwrap().clone();
        for said in &mut thesis.detail.asserts {
            said.component = Component::Premise(0);
        }
        graph.apply(&Operation::UpdateNode(Box::new(thesis))).unwrap();
        assert_eq!(alone(&graph), ["ada n1 premise 1 trade"]);
    }

    #[test]
    fn an_answer_in_the_same_words_is_alone_once_and_meant_wherever_it_is_given() {
        let mut graph = stated(&[
            "ada thesis+ : trade+", "ada point : trade+ air+", "ben thesis-", "ada point : trade+",
        ]);
        let mut repeating = graph.node(NodeId::new(2)).unwrap().clone();
        repeating.detail.premises[0]
            .clone_from(&graph.node(NodeId::new(1)).unwrap().detail.premises[0]);
        graph.apply(&Operation::UpdateNode(Box::new(repeating))).unwrap();
        let found = ["ada n1 premise 1 trade", "ada n2 premise 2 air", "ada n4 premise 1 trade"];
        assert_eq!(alone(&graph), found, "node 4 gives it in other words");
        let ben = PersonaId::new("ben").unwrap();
        let changed = graph.meant_by(&graph.lone_assertions()[0], &ben);
        let meant = |node: &Node| -> Vec<(NodeId, Component)> {
            let meant = node.detail.asserts.iter().filter(|said| said.meant_by.contains(&ben));
            meant.map(|said| (node.id, said.component)).collect()
        };
        let meant: Vec<_> = changed.iter().flat_map(meant).collect();
        assert_eq!(meant, [1, 2].map(|node| (NodeId::new(node), Component::Premise(0))));
    }
}
