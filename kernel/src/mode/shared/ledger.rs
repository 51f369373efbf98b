//! Ledgers: what happened to the evidence and the arguments of each persona, by the rules of its mode.

use crate::graph::{Edge, Graph, Node, NodeKind};
use crate::record::{FlipCondition, Ledger, LedgerEntry};
use crate::vocabulary::{NodeId, Persona};

/// What happened to the nodes of a finished debate, by the rules of a mode.
pub(crate) trait Verdicts {
    fn graph(&self) -> &Graph;

    /// Whether a node is rejected. The evidence that it cites is rejected with it.
    fn rejects(&self, node: &Node) -> bool;

    /// The force of an attack; none where it cannot defeat its target.
    fn force(&self, attack: &Edge) -> Option<f64>;

    /// How much a rejected node lost, for comparison with the other nodes of its author.
    fn loss(&self, node: &Node) -> f64;

    /// The proposition that an attack puts against its target, where it is not the text of the attacker.
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

    /// The ledger of each persona: the evidence of rejected nodes is rejected, with the node that defeats them, unless a node that is
    /// kept cites it as well. A thesis cites no evidence of its own.
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

    /// For each persona the defeated argument that lost most, with what was put against it; among equals the first.
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
