//! What happened to the arguments and attacks: which are rejected, and how many there are.

use super::measures;
use crate::graph::{Edge, Graph, Node};
use crate::mode::shared::dung::Evaluated;
use crate::mode::shared::ledger::Verdicts;
use crate::mode::shared::metrics::{count, turns};
use crate::record::{Act, Fate, Metric, Snapshot};

/// A finished debate.
pub(super) struct FinishedDebate<'a> {
    pub(super) graph: &'a Graph,
    pub(super) evaluated: &'a Evaluated,
    pub(super) snapshots: &'a [Snapshot],
}

impl Verdicts for FinishedDebate<'_> {
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

    /// The number of attacks on the argument.
    fn loss(&self, node: &Node) -> f64 {
        self.graph.into_node(node.id).filter(|edge| edge.relation.is_attack()).count() as f64
    }

    /// The counter-proposition by which an attack was made; a mirrored attack has none.
    fn counter(&self, attack: &Edge) -> Option<String> {
        turns(self.snapshots).find(|turn| turn.edge == Some(attack.id))?.counter.clone()
    }
}

impl FinishedDebate<'_> {
    /// The numbers of arguments by label, and of attacks by result.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let semantics = &self.evaluated.semantics;
        let attacks = |of: fn(&Fate) -> bool| {
            count(self.snapshots, |turn| turn.act == Act::Attack && of(&turn.fate))
        };
        let [all, accepted, defeated, undecided, disputed] = [
            self.evaluated.projection.nodes.len(),
            semantics.accepted.len(),
            semantics.defeated.len(),
            semantics.undecided.len(),
            semantics.disputed.len(),
        ]
        .map(|arguments| arguments as f64);
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
        measured.map(|(measure, count)| measure.of(Some(count))).into()
    }
}
