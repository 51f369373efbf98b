//! Evidence ledgers, arguments that lost their strength, and concessions.

use super::detail::revision;
use super::trees::Trees;
use crate::graph::{Edge, Graph, Node};
use crate::mode::shared::common_ground;
use crate::record::{Act, Concession, FlipCondition, Ledger, Revision, Snapshot, Turn};
use crate::vocabulary::{NodeId, Persona, Strength};

/// A weaker node is not accepted. The margin is for rounding errors.
const LEAST_ACCEPTED: f64 = 0.5 - 1e-9;

/// Whether a node of that strength is accepted.
pub(super) fn is_strong(strength: Strength) -> bool {
    strength.value() >= LEAST_ACCEPTED
}

/// All graphs at the end of the debate.
pub(super) struct FinalGraphs<'a> {
    pub(super) graph: &'a Graph,
    pub(super) trees: &'a Trees,
}

impl FinalGraphs<'_> {
    /// The ledger of each persona: evidence of nodes that are not accepted is rejected, with their strongest attacker.
    pub(super) fn ledgers(&self, personas: &[Persona]) -> Vec<Ledger> {
        let against = |node| self.strongest_attack(node);
        let ledger =
            |persona| common_ground::ledger(persona, self.own(persona), is_accepted, against);
        personas.iter().map(ledger).collect()
    }

    /// For each persona the node that is not accepted and lost most of its base score, with its strongest attacker.
    pub(super) fn flips(&self, personas: &[Persona]) -> Vec<FlipCondition> {
        personas.iter().filter_map(|persona| self.flip(persona)).collect()
    }

    fn flip(&self, persona: &Persona) -> Option<FlipCondition> {
        let fallen = self.own(persona).filter(|node| !is_accepted(node));
        let attacked = fallen.filter_map(|node| Some((node, self.strongest_attack(node.id)?)));
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

    /// The strongest attack by another persona; among equals the first.
    fn strongest_attack(&self, node: NodeId) -> Option<&Edge> {
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
        self.graph.nodes().filter(mine).filter(|node| !self.trees.is_root(node.id))
    }
}

fn strength(node: &Node) -> f64 {
    node.strength.map_or(0.0, f64::from)
}

fn is_accepted(node: &Node) -> bool {
    node.strength.is_some_and(is_strong)
}

/// All revisions of a debate that has just run, with their turns.
pub(super) fn revisions(snapshots: &[Snapshot]) -> impl Iterator<Item = (&Turn, Revision)> {
    let turns = snapshots.iter().flat_map(|snapshot| &snapshot.turns);
    let revisions = turns.filter(|turn| turn.act == Act::Revise);
    revisions.map(|turn| (turn, revision(turn).expect("this mode recorded the turn")))
}

/// The revisions by which a persona weakened its own thesis.
pub(super) fn concessions(snapshots: &[Snapshot]) -> Vec<Concession> {
    let weakens = |(_, revision): &(&Turn, Revision)| revision.after < revision.before;
    let concession = |(turn, revision): (&Turn, Revision)| Concession {
        turn: turn.id,
        persona: turn.speaker.clone().expect("a revision has an author"),
        text: format!(
            "Its thesis falls from {} to {}: {}",
            revision.before, revision.after, turn.text
        ),
    };
    revisions(snapshots).filter(weakens).map(concession).collect()
}
