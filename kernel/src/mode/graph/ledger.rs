//! What happened to the arguments and attacks: evidence ledgers, flip conditions, counts.

use std::cmp::Reverse;

use super::measures;
use crate::graph::{Edge, Graph, Node, NodeKind};
use crate::mode::shared::common_ground;
use crate::mode::shared::dung::Evaluated;
use crate::record::{Act, Fate, FlipCondition, Ledger, Metric, Snapshot, Turn};
use crate::vocabulary::{EdgeId, NodeId, Persona};

/// A finished debate.
pub(super) struct FinishedDebate<'a> {
    graph: &'a Graph,
    evaluated: &'a Evaluated,
    snapshots: &'a [Snapshot],
    /// The attacks that follow from what arguments answer and assert.
    contraries: Vec<(NodeId, NodeId)>,
}

impl<'a> FinishedDebate<'a> {
    pub(super) fn new(
        graph: &'a Graph,
        evaluated: &'a Evaluated,
        snapshots: &'a [Snapshot],
    ) -> Self {
        Self { graph, evaluated, snapshots, contraries: graph.contraries().collect() }
    }

    /// The ledger of each persona: evidence of defeated arguments is rejected, with the defeating argument.
    pub(super) fn ledgers(&self, personas: &[Persona]) -> Vec<Ledger> {
        let accepts = |node: &Node| !self.is_defeated(node.id);
        let against = |node| self.defeated_by(node);
        let ledger = |persona| common_ground::ledger(persona, self.own(persona), accepts, against);
        personas.iter().map(ledger).collect()
    }

    /// For each persona its most attacked defeated argument, with the objection to it.
    pub(super) fn flips(&self, personas: &[Persona]) -> Vec<FlipCondition> {
        personas.iter().filter_map(|persona| self.flip(persona)).collect()
    }

    fn flip(&self, persona: &Persona) -> Option<FlipCondition> {
        let defeated = self.own(persona).filter(|node| self.is_defeated(node.id));
        let attacks = |node: &Node| self.attacks_on(node.id).count();
        let node = defeated.max_by_key(|node| (attacks(node), Reverse(node.id)))?;
        let against = self.defeated_by(node.id)?;
        let counter = self.defeat(node.id).and_then(|defeat| self.counter(defeat.id));
        let counter = counter.or(Some(&self.graph.node(against)?.text))?.clone();
        Some(FlipCondition { persona: persona.id.clone(), node: node.id, counter, against })
    }

    /// The counter-proposition by which an attack was made; a mirrored attack has none.
    fn counter(&self, attack: EdgeId) -> Option<&String> {
        self.turns().find(|turn| turn.edge == Some(attack))?.counter.as_ref()
    }

    /// The strongest attack by an accepted argument; among equals the first.
    fn defeat(&self, node: NodeId) -> Option<&Edge> {
        let accepted = &self.evaluated.semantics.accepted;
        self.attacks_on(node)
            .filter(|edge| accepted.contains(&edge.from))
            .max_by(|a, b| a.judged().total_cmp(&b.judged()).then(b.id.cmp(&a.id)))
    }

    /// The argument that defeats a node: by the strongest attack; without one, the first accepted argument that contradicts it.
    fn defeated_by(&self, node: NodeId) -> Option<NodeId> {
        let accepted = &self.evaluated.semantics.accepted;
        let mut contrary = self.contraries.iter().filter(|(_, to)| *to == node);
        let contrary = || contrary.find(|(from, _)| accepted.contains(from)).map(|(from, _)| *from);
        self.defeat(node).map(|edge| edge.from).or_else(contrary)
    }

    fn attacks_on(&self, node: NodeId) -> impl Iterator<Item = &Edge> {
        self.graph.into_node(node).filter(|edge| edge.relation.is_attack())
    }

    fn own(&self, persona: &Persona) -> impl Iterator<Item = &Node> {
        let own = |node: &&Node| node.author.as_ref() == Some(&persona.id);
        self.graph.nodes().filter(own).filter(|node| node.kind == NodeKind::Argument)
    }

    fn is_defeated(&self, node: NodeId) -> bool {
        self.evaluated.semantics.defeated.contains(&node)
    }

    fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.snapshots.iter().flat_map(|snapshot| &snapshot.turns)
    }

    /// The numbers of arguments by label, and of attacks by result.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let semantics = &self.evaluated.semantics;
        let attacks = |of: fn(&Fate) -> bool| {
            self.turns().filter(|turn| turn.act == Act::Attack && of(&turn.fate)).count()
        };
        let [all, accepted, defeated, undecided, disputed] = [
            self.evaluated.projection.nodes.len(),
            semantics.accepted.len(),
            semantics.defeated.len(),
            semantics.undecided.len(),
            semantics.disputed.len(),
        ];
        let kept = attacks(Fate::is_kept);
        let corrected = attacks(|fate| matches!(fate, Fate::Corrected(_)));
        let rejected = attacks(|fate| matches!(fate, Fate::Rejected(_)));
        let repeated = attacks(|fate| matches!(fate, Fate::Duplicate(_)));
        let dropped = attacks(|fate| matches!(fate, Fate::Dropped(_)));
        let measured = [
            (measures::ARGUMENTS, all),
            (measures::ACCEPTED, accepted),
            (measures::DEFEATED, defeated),
            (measures::UNDECIDED, undecided),
            (measures::DISPUTED, disputed),
            (measures::ATTACKS, attacks(|_| true)),
            (measures::KEPT, kept),
            (measures::CORRECTED, corrected),
            (measures::REJECTED, rejected),
            (measures::REPEATED, repeated),
            (measures::DROPPED, dropped),
        ];
        measured.map(|(measure, count)| measure.of(Some(count as f64))).into()
    }
}
