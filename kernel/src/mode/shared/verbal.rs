//! Questions that personas answer in opposite ways although they mean the same: they differ only in words.

use std::collections::{BTreeMap, BTreeSet};

use super::judged_pairs::JudgedPairs;
use crate::graph::{Graph, Node};
use crate::record::{Agreement, IdleDispute, Position};
use crate::text::folded;
use crate::vocabulary::{Axis, AxisId, NodeId, PersonaId, Topic};

/// What is disputed only in words.
#[derive(Debug, Default)]
pub(crate) struct Verbal {
    pub(crate) disputes: Vec<IdleDispute>,
    /// The texts of the answers that mean the same, folded.
    texts: BTreeSet<String>,
}

impl Verbal {
    /// The questions of which `is_disputed` is not true, in the order of the topic. Each persona is shown with its first answer.
    pub(crate) fn of(
        graph: &Graph,
        topic: &Topic,
        judged: &JudgedPairs,
        is_disputed: impl Fn(&AxisId) -> bool,
    ) -> Self {
        let mut answers: BTreeMap<&AxisId, BTreeMap<NodeId, &Node>> = BTreeMap::new();
        for node in judged.verbal(graph).flatten() {
            let axis = node.axis.as_ref().filter(|axis| !is_disputed(axis));
            if let Some(axis) = axis {
                answers.entry(axis).or_default().insert(node.id, node);
            }
        }
        let nodes = answers.values().flat_map(BTreeMap::values);
        let texts = nodes.map(|node| folded(&node.text)).collect();
        let dispute = |axis: &Axis| {
            let answers = answers.get(&axis.id)?;
            let mut authors: BTreeSet<&PersonaId> = BTreeSet::new();
            let first = answers.values().filter(|node| authors.insert(author(node)));
            Some(IdleDispute {
                axis: axis.id.clone(),
                question: axis.question.clone(),
                positions: first.map(|node| position(node)).collect(),
                is_load_unknown: false,
                is_verbal: true,
            })
        };
        Self { disputes: topic.axes.iter().filter_map(dispute).collect(), texts }
    }

    /// An agreed point without the wordings that are answers of these disputes, or repeat one on another question: no other persona
    /// agrees with their words. None where nothing is left.
    pub(crate) fn without_answers(&self, graph: &Graph, agreement: Agreement) -> Option<Agreement> {
        let is_answer = |node: &NodeId| {
            graph.node(*node).is_some_and(|node| self.texts.contains(&folded(&node.text)))
        };
        let mut left = agreement.wordings().filter(|node| !is_answer(node));
        let node = left.next()?;
        let other_wordings = left.collect();
        let text = if node == agreement.node { None } else { graph.node(node) };
        let text = text.map_or(agreement.text, |node| node.text.clone());
        Some(Agreement { node, text, other_wordings, ..agreement })
    }
}

fn author(node: &Node) -> &PersonaId {
    node.author.as_ref().expect("what was compared has an author")
}

fn position(node: &Node) -> Position {
    Position {
        persona: author(node).clone(),
        side: node.side,
        thesis_reason: None,
        by_way_of: Vec::new(),
        text: node.text.clone(),
        node: Some(node.id),
        load: None,
        is_decisive: false,
        is_declared_idle: false,
        flip: None,
        refuted_by: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Operation;
    use crate::graph::samples::stated;
    use crate::mode::shared::issues::Issues;
    use crate::vocabulary::Side;
    use crate::vocabulary::samples::{persona, topic};

    /// Pairs of nodes that were judged to mean the same.
    fn judged(pairs: &[(u32, u32)]) -> JudgedPairs {
        let pair = |&(one, other): &(u32, u32)| (NodeId::new(one), NodeId::new(other));
        JudgedPairs { verbal: pairs.iter().map(pair).collect(), ..JudgedPairs::default() }
    }

    /// The questions on which personas differ only in words, each with who answers what.
    fn found(nodes: &[&str], pairs: &[(u32, u32)]) -> Vec<String> {
        let verbal = Verbal::of(&stated(nodes), &topic(), &judged(pairs), |_| false);
        let answer = |held: &Position| format!(" {} {}", held.persona, held.side.unwrap().word());
        let shown = |dispute: &IdleDispute| {
            let answers: String = dispute.positions.iter().map(answer).collect();
            format!("{}:{answers}", dispute.axis)
        };
        verbal.disputes.iter().map(shown).collect()
    }

    #[test]
    fn opposite_answers_that_mean_the_same_are_a_dispute_in_words_only() {
        let nodes = ["ada trade+ = ben", "ben trade- = ada", "ada air+", "ben air-"];
        assert_eq!(found(&nodes, &[(1, 2)]), ["trade: ada yes ben no"]);
        assert_eq!(found(&nodes, &[]), [""; 0], "no judgement, no finding");
        assert_eq!(found(&nodes, &[(1, 4)]), [""; 0], "on one question only");
        let alike = ["ada trade+ = ben", "ben trade+ = ada"];
        assert_eq!(found(&alike, &[(1, 2)]), [""; 0], "the same answer is agreement");
    }

    #[test]
    fn a_persona_is_shown_once() {
        let nodes =
            ["ada trade+ = ben", "ben trade- = ada", "ada trade+ = ben", "cleo trade+ = ben"];
        let pairs = [(1, 2), (2, 3), (2, 4)];
        assert_eq!(found(&nodes, &pairs), ["trade: ada yes ben no cleo yes"]);
    }

    #[test]
    fn what_is_disputed_in_substance_too_is_no_dispute_in_words_only() {
        let nodes = [
            "ada thesis+ : trade+", "ben thesis- : trade-", "ada trade+ = ben", "ben trade- = ada",
            "ben trade- : point",
        ];
        let personas =
            [("ada", Side::Yes), ("ben", Side::No)].map(|(id, side)| persona(id, side, vec![]));
        let (whole, topic) = (stated(&nodes), topic());
        let disputed = |nodes: &[&str]| {
            let graph = stated(nodes);
            let issues = Issues::of(&graph, &topic, &personas);
            let held =
                issues.cases.iter().filter(|case| case.sides.contains_key(&topic.axes[0].id));
            held.count()
        };
        assert_eq!(topic.axes[0].id.as_str(), "trade");
        assert_eq!(disputed(&nodes[..4]), 0, "the theses rest on it, and mean the same");
        assert_eq!(disputed(&nodes), 1, "ben has a point of his own");
        let of = |is_disputed| {
            Verbal::of(&whole, &topic, &judged(&[(3, 4)]), |_| is_disputed).disputes.len()
        };
        assert_eq!((of(false), of(true)), (1, 0));
    }

    #[test]
    fn a_point_that_repeats_such_an_answer_on_another_question_is_agreed_by_nobody() {
        let mut graph = stated(&["ada trade+ = ben", "ben trade- = ada", "ada air+ = ben"]);
        let [first, last] = [1, 3].map(NodeId::new);
        let agreed = |graph: &Graph| {
            let text = graph.node(last).unwrap().text.clone();
            let point = Agreement { node: last, text, endorsed_by: vec![], other_wordings: vec![] };
            let verbal = Verbal::of(graph, &topic(), &judged(&[(1, 2)]), |_| false);
            verbal.without_answers(graph, point).is_some()
        };
        assert!(agreed(&graph));
        let mut repeating = graph.node(last).unwrap().clone();
        repeating.text = graph.node(first).unwrap().text.to_uppercase();
        graph.apply(&Operation::UpdateNode(Box::new(repeating))).unwrap();
        assert!(!agreed(&graph));
    }
}
