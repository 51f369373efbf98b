//! What happened to the arguments and attacks: evidence ledgers, flip conditions, counts.

use std::cmp::Reverse;

use super::measures;
use crate::graph::{Edge, Graph, Node};
use crate::mode::shared::common_ground;
use crate::mode::shared::dung::Evaluated;
use crate::record::{Act, Fate, FlipCondition, Ledger, Metric, Snapshot, Turn};
use crate::vocabulary::{EdgeId, NodeId, Persona};

/// A finished debate.
pub(super) struct FinishedDebate<'a> {
    pub(super) graph: &'a Graph,
    pub(super) evaluated: &'a Evaluated,
    pub(super) snapshots: &'a [Snapshot],
}

impl FinishedDebate<'_> {
    /// The ledger of each persona: evidence of defeated arguments is rejected, with the defeating argument.
    pub(super) fn ledgers(&self, personas: &[Persona]) -> Vec<Ledger> {
        let accepts = |node: &Node| !self.is_defeated(node.id);
        let against = |node| self.defeat(node);
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
        let defeat = self.defeat(node.id)?;
        let counter = self.counter(defeat.id).or(Some(&self.graph.node(defeat.from)?.text))?;
        Some(FlipCondition {
            persona: persona.id.clone(),
            node: node.id,
            counter: counter.clone(),
            against: defeat.from,
        })
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

    fn attacks_on(&self, node: NodeId) -> impl Iterator<Item = &Edge> {
        self.graph.into_node(node).filter(|edge| edge.relation.is_attack())
    }

    fn own(&self, persona: &Persona) -> impl Iterator<Item = &Node> {
        self.graph.nodes().filter(|node| node.author.as_ref() == Some(&persona.id))
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
