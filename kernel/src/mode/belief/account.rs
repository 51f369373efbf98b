//! What became of everybody's evidence, what nobody could hold, and what was granted.

use super::forest::Forest;
use crate::graph::{Edge, Graph, Node};
use crate::mode::ground;
use crate::record::{Concession, FlipCondition, Ledger, Revision, Snapshot, Turn};
use crate::vocabulary::{NodeId, Persona, Strength};

/// A node that is weaker than this does not stand; computed strengths may be off by a little.
const STANDS: f64 = 0.5 - 1e-9;

/// Whether a node of that strength is accepted.
pub(super) fn stands(strength: Strength) -> bool {
    strength.value() >= STANDS
}

/// Everybody's graphs at the end.
pub(super) struct Account<'a> {
    pub(super) graph: &'a Graph,
    pub(super) forest: &'a Forest,
}

impl Account<'_> {
    /// Evidence of nodes that do not stand is rejected, with what weighs most against them.
    pub(super) fn ledgers(&self, personas: &[Persona]) -> Vec<Ledger> {
        let against = |node| self.heaviest(node);
        let ledger = |persona| ground::ledger(persona, self.own(persona), is_held, against);
        personas.iter().map(ledger).collect()
    }

    /// For each persona the node that lost most of its base score and does not stand, and what weighs most against it.
    pub(super) fn flips(&self, personas: &[Persona]) -> Vec<FlipCondition> {
        personas.iter().filter_map(|persona| self.flip(persona)).collect()
    }

    fn flip(&self, persona: &Persona) -> Option<FlipCondition> {
        let fallen = self.own(persona).filter(|node| !is_held(node));
        let attacked = fallen.filter_map(|node| Some((node, self.heaviest(node.id)?)));
        let loss = |node: &Node| node.base_score.map_or(0.0, f64::from) - strength(node);
        let (node, attack) =
            attacked.max_by(|(a, _), (b, _)| loss(a).total_cmp(&loss(b)).then(b.id.cmp(&a.id)))?;
        Some(FlipCondition {
            persona: persona.id.clone(),
            node: node.id,
            counter: self.graph.node(attack.from)?.text.clone(),
            against: attack.from,
        })
    }

    /// The attack by somebody else that weighs most; among equals the first.
    fn heaviest(&self, node: NodeId) -> Option<&Edge> {
        let author = self.graph.node(node)?.author.as_ref();
        let weight = |edge: &Edge| {
            let from = self.graph.node(edge.from).map_or(0.0, strength);
            edge.weight.map_or(1.0, f64::from) * from
        };
        let attacks = self.graph.into_node(node).filter(|edge| edge.relation.is_attack());
        attacks
            .filter(|edge| {
                self.graph.node(edge.from).is_some_and(|by| by.author.as_ref() != author)
            })
            .max_by(|a, b| weight(a).total_cmp(&weight(b)).then(b.id.cmp(&a.id)))
    }

    fn own(&self, persona: &Persona) -> impl Iterator<Item = &Node> {
        let mine = |node: &&Node| node.author.as_ref() == Some(&persona.id);
        self.graph.nodes().filter(mine).filter(|node| !self.forest.is_root(node.id))
    }
}

fn strength(node: &Node) -> f64 {
    node.strength.map_or(0.0, f64::from)
}

fn is_held(node: &Node) -> bool {
    node.strength.is_some_and(stands)
}

/// All revisions of a debate, with their turns.
pub(super) fn revisions(snapshots: &[Snapshot]) -> impl Iterator<Item = (&Turn, &Revision)> {
    let turns = snapshots.iter().flat_map(|snapshot| &snapshot.turns);
    turns.filter_map(|turn| Some((turn, turn.revision()?)))
}

/// Revisions by which somebody weakened its own thesis.
pub(super) fn concessions(snapshots: &[Snapshot]) -> Vec<Concession> {
    let weakens = |(_, revision): &(&Turn, &Revision)| revision.after < revision.before;
    let told = |(turn, revision): (&Turn, &Revision)| Concession {
        turn: turn.id,
        persona: turn.speaker.clone().expect("a revision has an author"),
        text: format!(
            "Its thesis falls from {} to {}: {}",
            revision.before, revision.after, turn.text
        ),
    };
    revisions(snapshots).filter(weakens).map(told).collect()
}
