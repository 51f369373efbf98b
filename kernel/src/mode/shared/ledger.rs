//! Ledgers: what happened to the evidence and the arguments of each persona, by the rules of its
//! mode.

use crate::graph::{Edge, Graph, Node, NodeKind};
use crate::record::{FlipCondition, Ledger, LedgerEntry};
use crate::vocabulary::{NodeId, Persona};

/// What happened to the nodes of a finished debate, by the rules of a mode.
pub(crate) trait LedgerRules {
    fn graph(&self) -> &Graph;

    /// Whether a node is rejected. The evidence that it cites is rejected with it.
    fn rejects(&self, node: &Node) -> bool;

    /// The force of an attack; `None` if it cannot defeat its target.
    fn force(&self, attack: &Edge) -> Option<f64>;

    /// How much a rejected node lost, for comparison with the other nodes of its author.
    fn loss(&self, node: &Node) -> f64;

    /// The proposition that an attack puts against its target, where it is not the text of the
    /// attacker.
    fn counter(&self, _attack: &Edge) -> Option<String> {
        None
    }

    /// The most forceful attack on a node; among equals the first.
    fn defeat(&self, node: NodeId) -> Option<&Edge> {
        let attacks = self.graph().into_node(node).filter(|edge| edge.relation.is_attack());
        let attacks = attacks.filter_map(|attack| Some((attack, self.force(attack)?)));
        let most = attacks.max_by(|(a, x), (b, y)| x.total_cmp(y).then(b.id.cmp(&a.id)));
        most.map(|(attack, _)| attack)
    }

    /// The node that defeats a node.
    fn defeated_by(&self, node: NodeId) -> Option<NodeId> {
        self.defeat(node).map(|attack| attack.from)
    }

    /// The ledger of each persona: the evidence of rejected nodes is rejected, with the node that
    /// defeats them, unless a node that is kept cites it as well. A thesis cites no evidence of its
    /// own.
    fn ledgers(&self, personas: &[Persona]) -> Vec<Ledger> {
        let ledger = |persona: &Persona| {
            let mut ledger =
                Ledger { persona: persona.id.clone(), accepted: vec![], rejected: vec![] };
            for node in arguments(self.graph(), persona) {
                let (book, defeated_by) = if self.rejects(node) {
                    (&mut ledger.rejected, self.defeated_by(node.id))
                } else {
                    (&mut ledger.accepted, None)
                };
                book.extend(node.detail.evidence.iter().map(|citation| LedgerEntry {
                    text: citation.text.clone(),
                    node: node.id,
                    defeated_by,
                }));
            }
            let Ledger { accepted, rejected, .. } = &mut ledger;
            rejected.retain(|entry| accepted.iter().all(|kept| kept.text != entry.text));
            ledger
        };
        personas.iter().map(ledger).collect()
    }

    /// For each persona the defeated argument that lost most, with what was put against it; among
    /// equals the first.
    fn flips(&self, personas: &[Persona]) -> Vec<FlipCondition> {
        let flip = |persona: &Persona| {
            let fallen = arguments(self.graph(), persona).filter(|node| self.rejects(node));
            let fallen = fallen.filter_map(|node| Some((node, self.defeated_by(node.id)?)));
            let loss = |(node, _): &(&Node, NodeId)| self.loss(node);
            let (node, against) =
                fallen.max_by(|a, b| loss(a).total_cmp(&loss(b)).then(b.0.id.cmp(&a.0.id)))?;
            let counter = self.defeat(node.id).and_then(|attack| self.counter(attack));
            let attacker = self.graph().node(against)?;
            Some(FlipCondition {
                persona: persona.id.clone(),
                node: node.id,
                counter: counter.unwrap_or_else(|| attacker.text.clone()),
                against,
            })
        };
        personas.iter().filter_map(flip).collect()
    }
}

/// The nodes of a persona, without its thesis.
fn arguments<'g>(graph: &'g Graph, persona: &'g Persona) -> impl Iterator<Item = &'g Node> {
    let own = |node: &&Node| node.is_by(&persona.id);
    graph.nodes().filter(own).filter(|node| node.kind != NodeKind::Thesis)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::graph::samples::stated;
    use crate::graph::{Operation, Relation};
    use crate::vocabulary::samples::persona;
    use crate::vocabulary::{Citation, EdgeId, Side};

    /// The force of each edge, and what each rejected node lost.
    struct Decided {
        graph: Graph,
        forces: Vec<Option<f64>>,
        losses: BTreeMap<NodeId, f64>,
    }

    impl LedgerRules for Decided {
        fn graph(&self) -> &Graph {
            &self.graph
        }

        fn rejects(&self, node: &Node) -> bool {
            self.losses.contains_key(&node.id)
        }

        fn force(&self, attack: &Edge) -> Option<f64> {
            self.forces[attack.id.number() as usize - 1]
        }

        fn loss(&self, node: &Node) -> f64 {
            self.losses[&node.id]
        }

        fn counter(&self, attack: &Edge) -> Option<String> {
            (attack.from == NodeId::new(5)).then(|| "An objection.".into())
        }
    }

    /// Ada's thesis 1, her arguments 2 and 3, and Ben's 4 and 5, each with evidence of its own;
    /// edges with their force, of which Ada's are supports and Ben's attacks; and the rejected
    /// arguments with what they lost.
    fn decided(edges: &[(u32, u32, Option<f64>)], losses: &[(u32, f64)]) -> Decided {
        let stated = stated(&["ada thesis+", "ada point", "ada point", "ben point", "ben point"]);
        let mut graph = stated.clone();
        for node in stated.nodes() {
            let mut citing = node.clone();
            citing.detail.evidence =
                vec![Citation { text: format!("Of {}.", node.id), evidence: None }];
            graph.apply(&Operation::UpdateNode(Box::new(citing))).unwrap();
        }
        for (&(from, to, _), number) in edges.iter().zip(1..) {
            let relation = if from <= 3 { Relation::Support } else { Relation::Attack };
            let (from, to) = (NodeId::new(from), NodeId::new(to));
            let edge = Edge::new(EdgeId::new(number), from, to, relation);
            graph.apply(&Operation::AddEdge(edge)).unwrap();
        }
        Decided {
            graph,
            forces: edges.iter().map(|(.., force)| *force).collect(),
            losses: losses.iter().map(|&(node, loss)| (NodeId::new(node), loss)).collect(),
        }
    }

    #[test]
    fn what_is_rejected_names_the_most_forceful_attacker_and_the_argument_that_fell_lost_most() {
        /// Edges, losses, the rejected evidence with the node that defeats it, and the argument
        /// that fell with its attacker.
        type Case<'a> = (
            &'a str,
            &'a [(u32, u32, Option<f64>)],
            &'a [(u32, f64)],
            &'a [(u32, Option<u32>)],
            Option<(u32, u32)>,
        );
        let (weak, strong) = (Some(0.5), Some(0.9));
        let both: &[_] = &[(4, 2, weak), (5, 3, weak)];
        let cases: [Case<'_>; 12] = [
            ("no attacker", &[], &[(2, 1.0)], &[(2, None)], None),
            ("a support", &[(3, 2, strong)], &[(2, 1.0)], &[(2, None)], None),
            ("one attacker", &[(4, 2, weak)], &[(2, 1.0)], &[(2, Some(4))], Some((2, 4))),
            (
                "the more forceful of two",
                &[(4, 2, weak), (5, 2, strong)],
                &[(2, 1.0)],
                &[(2, Some(5))],
                Some((2, 5)),
            ),
            (
                "the more forceful of two, in the other order",
                &[(5, 2, strong), (4, 2, weak)],
                &[(2, 1.0)],
                &[(2, Some(5))],
                Some((2, 5)),
            ),
            (
                "among equals the first attack",
                &[(5, 2, weak), (4, 2, weak)],
                &[(2, 1.0)],
                &[(2, Some(5))],
                Some((2, 5)),
            ),
            (
                "an attack without force",
                &[(4, 2, None), (5, 2, weak)],
                &[(2, 1.0)],
                &[(2, Some(5))],
                Some((2, 5)),
            ),
            (
                "the greater loss",
                both,
                &[(2, 0.3), (3, 0.5)],
                &[(2, Some(4)), (3, Some(5))],
                Some((3, 5)),
            ),
            (
                "among equal losses the first",
                both,
                &[(2, 0.5), (3, 0.5)],
                &[(2, Some(4)), (3, Some(5))],
                Some((2, 4)),
            ),
            ("only rejected nodes", both, &[(3, 0.1)], &[(3, Some(5))], Some((3, 5))),
            (
                "only attacked nodes",
                &both[1..],
                &[(2, 0.8), (3, 0.1)],
                &[(2, None), (3, Some(5))],
                Some((3, 5)),
            ),
            ("none fell", both, &[], &[], None),
        ];
        for (case, edges, losses, rejected, fallen) in cases {
            let (decided, ada) = (decided(edges, losses), [persona("ada", Side::Yes, vec![])]);
            let ledger = decided.ledgers(&ada).remove(0);
            let found = ledger.rejected.iter().map(|entry| {
                assert_eq!(entry.text, format!("Of {}.", entry.node), "{case}");
                (entry.node.number(), entry.defeated_by.map(NodeId::number))
            });
            assert_eq!(found.collect::<Vec<_>>(), rejected, "{case}");
            let kept: Vec<NodeId> = ledger.accepted.iter().map(|entry| entry.node).collect();
            let others = [2, 3].map(NodeId::new).into_iter();
            let others = others.filter(|node| !decided.losses.contains_key(node));
            assert_eq!(kept, others.collect::<Vec<_>>(), "{case}: the thesis has no entry");
            let flips = decided.flips(&ada);
            let found = flips.first().map(|flip| (flip.node.number(), flip.against.number()));
            assert_eq!(found, fallen, "{case}");
            if let Some((_, against)) = fallen {
                let counter = if against == 5 { "An objection." } else { "What ben says in 4." };
                assert_eq!(flips[0].counter, counter, "{case}");
            }
        }
    }

    #[test]
    fn evidence_that_a_kept_argument_cites_too_is_kept() {
        let mut decided = decided(&[(4, 2, Some(1.0))], &[(2, 1.0)]);
        let mut both = decided.graph.node(NodeId::new(2)).unwrap().clone();
        both.detail.evidence.push(Citation { text: "Of n3.".into(), evidence: None });
        decided.graph.apply(&Operation::UpdateNode(Box::new(both))).unwrap();
        let ledger = decided.ledgers(&[persona("ada", Side::Yes, vec![])]).remove(0);
        let texts = [ledger.accepted, ledger.rejected]
            .map(|entries| entries.into_iter().map(|entry| entry.text).collect::<Vec<_>>());
        assert_eq!(texts, [["Of n3."], ["Of n2."]]);
    }
}
