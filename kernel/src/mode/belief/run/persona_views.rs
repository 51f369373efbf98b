//! Each persona's view of the merged graph, and the facts from which personas draw opposite
//! conclusions.

use std::collections::BTreeMap;

use super::ledger::is_strong;
use super::merged_graph::Merged;
use super::trees::is_asserted;
use crate::argue::Gradual;
use crate::graph::{Edge, Graph, Node, NodeKind, Operation};
use crate::mode::belief::computed;
use crate::mode::belief::detail::{Community, Inference, Shared, View};
use crate::vocabulary::{NodeId, PersonaId, Probability, Side, Strength};

/// The base scores that a persona gives the nodes of the merged graph.
pub(super) type BaseScores = BTreeMap<NodeId, Strength>;

/// The merged graph with the scores of every persona.
pub(super) struct Views<'a> {
    pub(super) merged: &'a Merged,
    pub(super) semantics: Gradual,
    /// Each persona with its scores, in seat order.
    pub(super) seats: Vec<PersonaScores>,
}

/// A persona with its scores of the merged nodes.
#[derive(Debug, Clone)]
pub(super) struct PersonaScores {
    pub(super) persona: PersonaId,
    pub(super) scores: BaseScores,
}

impl Views<'_> {
    fn holds(&self, seat: &PersonaScores, edge: &Edge) -> bool {
        let tag = self.merged.edges.iter().find(|tag| tag.edge == edge.id);
        tag.is_some_and(|tag| tag.held_by.contains(&seat.persona))
    }

    fn computed(
        &self,
        score: impl Fn(&Node) -> Strength,
        counts: impl Fn(&Edge) -> bool,
    ) -> BaseScores {
        computed(&self.merged.graph, self.semantics, score, counts)
    }

    /// The strength of every node in the view of one persona.
    fn strengths(&self, seat: &PersonaScores) -> BaseScores {
        self.computed(|node| seat.scores[&node.id], |edge| self.holds(seat, edge))
    }

    /// The merged graph with the view of every persona.
    pub(super) fn community(&self) -> Community {
        let held: Vec<BaseScores> = self.seats.iter().map(|seat| self.strengths(seat)).collect();
        let nodes: Vec<Shared> =
            self.merged.graph.nodes().map(|node| self.shared(node, &held)).collect();
        Community {
            graph: self.graph(),
            nodes,
            edges: self.merged.edges.clone(),
            unmerged: self.merged.unmerged.clone(),
            refused: self.merged.refused.clone(),
        }
    }

    fn shared(&self, node: &Node, held: &[BaseScores]) -> Shared {
        let view = |(seat, held): (&PersonaScores, &BaseScores)| View {
            persona: seat.persona.clone(),
            base_score: seat.scores[&node.id],
            strength: held[&node.id],
        };
        let views: Vec<View> = self.seats.iter().zip(held).map(view).collect();
        let spread = spread(&views);
        Shared {
            node: node.id,
            members: self.merged.members[&node.id].clone(),
            views,
            spread: Probability::new(spread).expect("scores lie in the unit interval"),
        }
    }

    /// The merged graph with mean base scores, and with the strengths that follow from these and
    /// the uncontested edges.
    fn graph(&self) -> Graph {
        let mean = |node: &Node| {
            let sum: f64 = self.seats.iter().map(|seat| seat.scores[&node.id].value()).sum();
            Strength::new(sum / self.seats.len() as f64).expect("a mean of scores is a score")
        };
        let contested = |edge: &Edge| {
            let mut tags = self.merged.edges.iter();
            tags.any(|tag| tag.edge == edge.id && tag.contested_relation)
        };
        let strengths = self.computed(mean, |edge| !contested(edge));
        let mut graph = self.merged.graph.clone();
        for node in self.merged.graph.nodes() {
            let mut scored = node.clone();
            scored.base_score = Some(mean(node));
            scored.strength = Some(strengths[&node.id]);
            let scored = Operation::UpdateNode(Box::new(scored));
            graph.apply(&scored).expect("the node is there");
        }
        graph
    }

    /// The merged nodes that several personas assert and accept, and from which they conclude
    /// opposite answers to the topic's question. `graph` contains the personas' own graphs.
    pub(super) fn inferences(&self, graph: &Graph) -> Vec<Inference> {
        let inference = |(&node, members): (&NodeId, &Vec<NodeId>)| {
            let concludes = |side: Side| {
                let personas = members.iter().filter_map(|&member| {
                    let said = graph.node(member).filter(|said| is_asserted(graph, said))?;
                    let author = said.author.clone()?;
                    let seat = self.seats.iter().find(|seat| seat.persona == author)?;
                    let accepts = is_strong(seat.scores[&node]);
                    (accepts && conclusion(graph, said) == Some(side)).then_some(author)
                });
                personas.collect::<Vec<PersonaId>>()
            };
            let (yes, no) = (concludes(Side::Yes), concludes(Side::No));
            (!yes.is_empty() && !no.is_empty()).then_some(Inference { node, yes, no })
        };
        self.merged.members.iter().filter_map(inference).collect()
    }
}

/// The answer to the topic's question for which a node counts in the graph of its author; none
/// outside of that graph.
fn conclusion(graph: &Graph, node: &Node) -> Option<Side> {
    let (mut at, mut supports) = (node, true);
    while let Some(edge) = graph.out_of_node(at.id).next() {
        supports ^= edge.relation.is_attack();
        at = graph.node(edge.to)?;
    }
    let is_root = at.kind == NodeKind::Thesis && at.author == node.author && at.id != node.id;
    let side = at.side.filter(|_| is_root)?;
    Some(if supports { side } else { side.opposite() })
}

fn spread(views: &[View]) -> f64 {
    let scores = || views.iter().map(|view| view.base_score.value());
    scores().fold(0.0, f64::max) - scores().fold(1.0, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::belief::samples::{ANN, BOB, graph, node, persona, strength};

    fn seat(id: &str, scores: &[(u32, f64)]) -> PersonaScores {
        let scores = scores.iter().map(|&(number, score)| (node(number), strength(score)));
        PersonaScores { persona: persona(id), scores: scores.collect() }
    }

    /// Ann says YES (1) because of 2; Bob says NO (3) and mentions 4 for it, or against it.
    fn said(for_no: bool) -> Graph {
        let mut graph = graph(
            &[(1, ANN, 0.5), (2, ANN, 0.8), (3, BOB, 0.5), (4, BOB, 0.8)],
            &[(2, 1, true), (4, 3, for_no)],
        );
        if !for_no {
            let mut objection = graph.node(node(4)).unwrap().clone();
            objection.kind = NodeKind::Point;
            graph.apply(&Operation::UpdateNode(Box::new(objection))).unwrap();
        }
        graph
    }

    fn merged(graph: &Graph) -> Merged {
        Merged::of(graph, &[(node(2), node(4))].into())
    }

    fn views(merged: &Merged, of_fact: f64) -> Views<'_> {
        let scores = [(1, 0.5), (2, 0.8), (3, 0.5)];
        let of_bob = [(1, 0.5), (2, of_fact), (3, 0.5)];
        let seats = vec![seat(ANN, &scores), seat(BOB, &of_bob)];
        Views { merged, semantics: Gradual::DfQuad, seats }
    }

    fn near(value: f64, wanted: f64) {
        assert!((value - wanted).abs() < 1e-9, "{value} is not {wanted}");
    }

    #[test]
    fn belief_rule_6_a_merged_node_has_the_scores_of_every_persona_and_their_spread() {
        let graph = said(true);
        let merged = merged(&graph);
        let community = views(&merged, 0.2).community();
        let fact = &community.nodes[1];
        assert_eq!(fact.members, [node(2), node(4)]);
        near(fact.spread.value(), 0.6);
        near(fact.views[1].base_score.value(), 0.2);
        near(community.graph.node(node(2)).unwrap().base_score.unwrap().value(), 0.5);
        // Ann: 0.5 + 0.5·0.8; Bob does not hold Ann's edge.
        near(community.nodes[0].views[0].strength.value(), 0.9);
        near(community.nodes[0].views[1].strength.value(), 0.5);
    }

    /// Ann's 3 supports her thesis and Bob's 6 his; Ann's 2 attacks what Bob's 5 supports.
    #[test]
    fn belief_rule_6_the_strengths_of_the_merged_graph_follow_from_the_uncontested_edges() {
        let all = [1, 2, 3].map(|n| (n, ANN, 0.5)).into_iter();
        let nodes: Vec<_> = all.chain([4, 5, 6].map(|n| (n, BOB, 0.5))).collect();
        let graph = graph(&nodes, &[(3, 1, true), (2, 3, false), (6, 4, true), (5, 6, true)]);
        let merged = Merged::of(&graph, &[(node(2), node(5)), (node(3), node(6))].into());
        let scores = [(1, 0.5), (2, 0.9), (3, 0.4), (4, 0.3)];
        let seats = vec![seat(ANN, &scores), seat(BOB, &scores)];
        let community = Views { merged: &merged, semantics: Gradual::DfQuad, seats }.community();
        let contested = community.edges.iter().filter(|tag| tag.contested_relation);
        assert_eq!((community.edges.len(), contested.count()), (4, 2));
        for (number, wanted) in [(1, 0.7), (2, 0.9), (3, 0.4), (4, 0.58)] {
            near(community.graph.node(node(number)).unwrap().strength.unwrap().value(), wanted);
        }
    }

    /// Ann says YES because of 2, on which her 3 bears, and Bob attacks 2 with 4; he says NO (5),
    /// and 6 lies beside Ann's thesis.
    #[test]
    fn belief_rule_7_a_node_counts_for_the_answer_of_its_authors_own_thesis_alone() {
        let mut graph = graph(
            &[(1, ANN, 0.5), (2, ANN, 0.5), (3, ANN, 0.5), (4, BOB, 0.5), (5, BOB, 0.5)],
            &[(2, 1, true), (3, 2, false), (4, 2, false)],
        );
        let beside = Node::new(node(6), NodeKind::Argument, "Beside.");
        let beside = Node { author: Some(persona(ANN)), side: Some(Side::No), ..beside };
        graph.apply(&Operation::AddNode(Box::new(beside))).unwrap();
        for (case, number, wanted) in [
            ("it supports the thesis", 2, Some(Side::Yes)),
            ("it attacks what supports it", 3, Some(Side::No)),
            ("it is in the graph of another", 4, None),
            ("it is the thesis itself", 1, None),
            ("it lies beside the thesis", 6, None),
        ] {
            assert_eq!(conclusion(&graph, graph.node(node(number)).unwrap()), wanted, "{case}");
        }
    }

    #[test]
    fn belief_rule_7_who_draws_a_conclusion_from_a_fact_accepts_it_itself() {
        const CAT: &str = "cat";
        let graph = said(true);
        let merged = merged(&graph);
        let others = |of_others: f64, of_cat: f64| {
            let seats = [(CAT, of_cat), (ANN, of_others), (BOB, of_others)];
            let seats = seats.map(|(id, fact)| seat(id, &[(1, 0.5), (2, fact), (3, 0.5)]));
            let views = Views { merged: &merged, semantics: Gradual::DfQuad, seats: seats.into() };
            views.inferences(&graph).len()
        };
        assert_eq!(others(0.8, 0.2), 1, "Cat, who says nothing about it, does not accept it");
        assert_eq!(others(0.2, 0.8), 0, "only Cat accepts it");
    }

    #[test]
    fn belief_rule_7_a_fact_that_two_accept_with_opposite_conclusions_is_a_dispute_about_the_inference()
     {
        for (case, for_no, of_fact, found) in [
            ("opposite conclusions", true, 0.8, 1),
            ("Bob does not accept the fact", true, 0.2, 0),
            ("Bob raises it against his own thesis", false, 0.8, 0),
        ] {
            let graph = said(for_no);
            let merged = merged(&graph);
            let inferences = views(&merged, of_fact).inferences(&graph);
            assert_eq!(inferences.len(), found, "{case}");
            for inference in inferences {
                assert_eq!(inference.node, node(2));
                assert_eq!((inference.yes, inference.no), (vec![persona(ANN)], vec![persona(BOB)]));
            }
        }
    }
}
