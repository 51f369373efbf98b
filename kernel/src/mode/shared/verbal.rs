//! Questions that personas answer in opposite ways although they mean the same: they differ only in
//! words.

use std::collections::{BTreeMap, BTreeSet};

use super::comparison::SentenceId;
use super::judged_pairs::JudgedPairs;
use crate::graph::{Graph, LoneAssertion, Node};
use crate::record::{Agreement, IdleDispute, Position};
use crate::text::folded;
use crate::vocabulary::{Axis, AxisId, AxisSide, NodeId, PersonaId, Topic};

/// What is disputed only in words.
#[derive(Debug, Default)]
pub(crate) struct Verbal {
    pub(crate) disputes: Vec<IdleDispute>,
    /// The texts of the answers that mean the same, folded.
    texts: BTreeSet<String>,
}

impl Verbal {
    /// The questions of which `is_disputed` is not true, in the order of the topic. Each persona is
    /// shown with its first answer.
    pub(crate) fn of(
        graph: &Graph,
        topic: &Topic,
        judged: &JudgedPairs,
        is_disputed: impl Fn(&AxisId) -> bool,
    ) -> Self {
        let mut answers: BTreeMap<AxisId, BTreeMap<SentenceId, Position>> = BTreeMap::new();
        let nodes = judged.verbal(graph).flatten().filter_map(of_node);
        for (axis, sentence, position) in nodes.chain(beside_assertions(graph)) {
            if !is_disputed(&axis) {
                answers.entry(axis).or_default().insert(sentence, position);
            }
        }
        let positions = answers.values().flat_map(BTreeMap::values);
        let texts = positions.map(|position| folded(&position.text)).collect();
        let dispute = |axis: &Axis| {
            let answers = answers.get(&axis.id)?;
            let mut personas: BTreeSet<&PersonaId> = BTreeSet::new();
            let first = answers.values().filter(|answer| personas.insert(&answer.persona));
            Some(IdleDispute {
                axis: axis.id.clone(),
                question: axis.question.clone(),
                positions: first.cloned().collect(),
                is_load_unknown: false,
                is_verbal: true,
            })
        };
        Self { disputes: topic.axes.iter().filter_map(dispute).collect(), texts }
    }

    /// An agreed point without the wordings that are answers of these disputes, or repeat one on
    /// another question: no other persona agrees with their words. Of the personas, those are left
    /// who assert one of the other wordings. `None` if nothing is left on which two personas
    /// agree.
    pub(crate) fn without_answers(
        &self,
        graph: &Graph,
        agreement: &Agreement,
    ) -> Option<Agreement> {
        let is_answer = |node: &NodeId| {
            graph.node(*node).is_some_and(|node| self.texts.contains(&folded(&node.text)))
        };
        let left = agreement.wordings().filter(|node| !is_answer(node));
        let left: Vec<&Node> = left.filter_map(|node| graph.node(node)).collect();
        let (first, others) = left.split_first()?;
        let endorsed_by: BTreeSet<PersonaId> =
            left.iter().flat_map(|node| node.endorsers()).collect();
        (endorsed_by.len() > 1).then(|| Agreement {
            node: first.id,
            text: first.text.clone(),
            endorsed_by: endorsed_by.into_iter().collect(),
            other_wordings: others.iter().map(|node| node.id).collect(),
        })
    }
}

/// An answer to an axis, as a position of its author.
type Answer = (AxisId, SentenceId, Position);

/// The answer of a node.
fn of_node(node: &Node) -> Option<Answer> {
    let held = Position::stated(node.author.as_ref()?, node.side?, &node.text, Some(node.id));
    Some((node.axis.clone()?, SentenceId::of(node), held))
}

/// The answers that personas give only in what their statements rest on, where others mean the same
/// by the other answer, each with the statements by which they do.
fn beside_assertions(graph: &Graph) -> impl Iterator<Item = Answer> {
    let alone = graph.lone_assertions().into_iter();
    alone.filter(|said| !said.asserted.meant_by.is_empty()).flat_map(|said| {
        let LoneAssertion { node, author, asserted, text } = said;
        let sentence = SentenceId { node: node.id, component: asserted.component };
        let AxisSide { axis, side } = &asserted.asserts;
        let own = (axis.clone(), sentence, Position::stated(author, *side, text, None));
        let opposite = Some(asserted.asserts.clone().opposite());
        let is_meant = move |node: &&Node| {
            node.answers() == opposite
                && node.author.as_ref().is_some_and(|by| asserted.meant_by.contains(by))
                && node.endorsed_by.contains(author)
        };
        std::iter::once(own).chain(graph.nodes().filter(is_meant).filter_map(of_node))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Operation;
    use crate::graph::samples::stated;
    use crate::mode::issues::{IssuePosition, Issues};
    use crate::vocabulary::Probability;
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
    fn what_is_disputed_in_substance_too_is_not_a_dispute_in_words_only() {
        let nodes = [
            "ada trade+ = ben", "ben trade- = ada", "ben trade- : point", "ada thesis+ : trade+",
            "ben thesis- : trade-",
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
        assert_eq!(disputed(&nodes[..2]), 0, "they mean the same");
        assert_eq!(disputed(&nodes[..3]), 1, "ben has a point of his own");
        assert_eq!(disputed(&nodes), 2, "their theses rest on reasons of their own");
        let of = |is_disputed| {
            Verbal::of(&whole, &topic, &judged(&[(1, 2)]), |_| is_disputed).disputes.len()
        };
        assert_eq!((of(false), of(true)), (1, 0));
    }

    #[test]
    fn a_point_without_such_an_answer_is_agreed_by_those_who_assert_its_other_wordings() {
        let graph = stated(&["ada trade+ = ben", "ben trade- = ada", "ada air+ = cleo"]);
        let [answer, other] = [1, 3].map(NodeId::new);
        let personas = |ids: &[&str]| -> Vec<PersonaId> {
            ids.iter().map(|id| PersonaId::new(*id).unwrap()).collect()
        };
        let point = Agreement {
            node: answer,
            text: graph.node(answer).unwrap().text.clone(),
            endorsed_by: personas(&["ada", "ben", "cleo"]),
            other_wordings: vec![other],
        };
        let verbal = Verbal::of(&graph, &topic(), &judged(&[(1, 2)]), |_| false);
        let left = verbal.without_answers(&graph, &point).expect("two personas agree");
        assert_eq!((left.node, left.endorsed_by), (other, personas(&["ada", "cleo"])));
        assert_eq!(left.other_wordings, []);
    }

    #[test]
    fn a_point_that_repeats_such_an_answer_on_another_question_is_not_agreed() {
        let mut graph = stated(&["ada trade+ = ben", "ben trade- = ada", "ada air+ = ben"]);
        let [first, last] = [1, 3].map(NodeId::new);
        let agreed = |graph: &Graph| {
            let text = graph.node(last).unwrap().text.clone();
            let point = Agreement { node: last, text, endorsed_by: vec![], other_wordings: vec![] };
            let verbal = Verbal::of(graph, &topic(), &judged(&[(1, 2)]), |_| false);
            verbal.without_answers(graph, &point).is_some()
        };
        assert!(agreed(&graph));
        let mut repeating = graph.node(last).unwrap().clone();
        repeating.text = graph.node(first).unwrap().text.to_uppercase();
        graph.apply(&Operation::UpdateNode(Box::new(repeating))).unwrap();
        assert!(!agreed(&graph));
    }

    /// The graph where the first two answers that personas give only in what their theses rest on
    /// mean the same.
    fn meaning_the_same(nodes: &[&str]) -> Graph {
        let mut graph = stated(nodes);
        let said = graph.lone_assertions();
        let mut changed = graph.meant_by(&said[0], said[1].author);
        changed.extend(graph.meant_by(&said[1], said[0].author));
        for node in changed {
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        }
        graph
    }

    #[test]
    fn theses_that_rest_on_answers_that_mean_the_same_are_opposed_only_in_words() {
        let nodes =
            ["ada thesis+ : trade+ air+", "ben thesis- : trade- air-", "ada air+", "ben air-"];
        let graph = meaning_the_same(&nodes);
        let verbal = Verbal::of(&graph, &topic(), &JudgedPairs::default(), |_| false);
        let [dispute] = verbal.disputes.as_slice() else { panic!("one question") };
        let shown = |held: &Position| (held.persona.to_string(), held.side, held.text.clone());
        let held: Vec<_> = dispute.positions.iter().map(shown).collect();
        let of =
            |persona: &str, side, text: &str| (persona.to_owned(), Some(side), text.to_owned());
        assert_eq!(
            held,
            [of("ada", Side::Yes, "Premise 0 of 1."), of("ben", Side::No, "Premise 0 of 2.")]
        );
        let (topic, personas) = (
            topic(),
            [("ada", Side::Yes), ("ben", Side::No)].map(|(id, side)| persona(id, side, vec![])),
        );
        let disputed = |graph: &Graph| -> Vec<String> {
            let issues = Issues::of(graph, &topic, &personas);
            let issues = issues.disputed(|case, issue| case.dependence.load(issue));
            let shown = |load: Probability| format!("{:.1}", load.value());
            let loads = |held: &IssuePosition| held.load.map_or("?".to_owned(), shown);
            issues
                .iter()
                .map(|issue| {
                    let loads: Vec<String> = issue.positions.iter().map(loads).collect();
                    format!("{} {}", issue.axis.id, loads.join(" "))
                })
                .collect()
        };
        assert_eq!(disputed(&stated(&nodes)), ["trade 0.5 0.5", "air 0.5 0.5"]);
        assert_eq!(disputed(&graph), ["air 0.5 0.5"], "the reason on trade still counts as linked");
    }
}
