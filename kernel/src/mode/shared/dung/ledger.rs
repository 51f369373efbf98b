//! What happened to the arguments of a framework: which are rejected, and by what.

use super::Evaluated;
use crate::graph::{Edge, Graph, Node};
use crate::mode::shared::ledger::LedgerRules;
use crate::mode::shared::metrics::turns;
use crate::record::Snapshot;
use crate::vocabulary::NodeId;

/// A finished debate.
pub(crate) struct FinishedDebate<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) evaluated: &'a Evaluated,
    pub(crate) snapshots: &'a [Snapshot],
    /// The attacks that follow from what arguments answer and assert.
    pub(crate) contraries: Vec<(NodeId, NodeId)>,
}

impl LedgerRules for FinishedDebate<'_> {
    fn graph(&self) -> &Graph {
        self.graph
    }

    fn rejects(&self, node: &Node) -> bool {
        self.evaluated.semantics.defeated.contains(&node.id)
    }

    /// An accepted argument defeats; its attack has the force that was judged.
    fn force(&self, attack: &Edge) -> Option<f64> {
        let is_accepted = self.evaluated.semantics.accepted.contains(&attack.from);
        is_accepted.then(|| attack.judged())
    }

    /// The argument with the most forceful attack; without an attack, the first accepted one that
    /// contradicts the node.
    fn defeated_by(&self, node: NodeId) -> Option<NodeId> {
        let accepted = &self.evaluated.semantics.accepted;
        let mut contrary = self.contraries.iter().filter(|(_, to)| *to == node);
        let contrary = || contrary.find(|(from, _)| accepted.contains(from)).map(|(from, _)| *from);
        self.defeat(node).map(|attack| attack.from).or_else(contrary)
    }

    /// The number of attacks on the argument.
    fn loss(&self, node: &Node) -> f64 {
        self.graph.into_node(node.id).filter(|edge| edge.relation.is_attack()).count() as f64
    }

    /// The counter-proposition by which an attack was made; a mirrored attack has none.
    fn counter(&self, attack: &Edge) -> Option<String> {
        turns(self.snapshots).find(|turn| turn.edge == Some(attack.id))?.counter.clone()
    }
}
