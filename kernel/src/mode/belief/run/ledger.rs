//! Which nodes are rejected, and concessions.

use crate::graph::{Edge, Graph, Node};
use crate::mode::belief::detail::Revision;
use crate::mode::belief::detail::revision;
use crate::mode::shared::ledger::LedgerRules;
use crate::mode::shared::metrics::turns;
use crate::record::{Act, Concession, ConcessionSource, Snapshot, Turn};
use crate::vocabulary::Strength;

/// A weaker node is not accepted. The margin is for rounding errors.
const LEAST_ACCEPTED: f64 = 0.5 - 1e-9;

/// Whether a node of that strength is accepted.
pub(in crate::mode::belief) fn is_strong(strength: Strength) -> bool {
    strength.value() >= LEAST_ACCEPTED
}

/// All graphs at the end of the debate.
pub(in crate::mode::belief) struct FinalGraphs<'a>(pub(in crate::mode::belief) &'a Graph);

impl LedgerRules for FinalGraphs<'_> {
    fn graph(&self) -> &Graph {
        self.0
    }

    fn rejects(&self, node: &Node) -> bool {
        !node.strength.is_some_and(is_strong)
    }

    /// The weight of an attack by another persona, times the strength of the attacker.
    fn force(&self, attack: &Edge) -> Option<f64> {
        let (attacker, target) = (self.0.node(attack.from)?, self.0.node(attack.to)?);
        let weight = attack.weight.map_or(1.0, f64::from);
        (attacker.author != target.author).then(|| weight * strength(attacker))
    }

    /// How far the node is below its base score.
    fn loss(&self, node: &Node) -> f64 {
        node.base_score.map_or(0.0, f64::from) - strength(node)
    }
}

fn strength(node: &Node) -> f64 {
    node.strength.map_or(0.0, f64::from)
}

/// All revisions of a debate that has just run, with their turns.
pub(in crate::mode::belief) fn revisions(
    snapshots: &[Snapshot],
) -> impl Iterator<Item = (&Turn, Revision)> {
    let revisions = turns(snapshots).filter(|turn| turn.act == Act::Revise);
    revisions.map(|turn| (turn, revision(turn).expect("this mode recorded the turn")))
}

/// The revisions by which a persona weakened its own thesis by more than rounding hides.
pub(in crate::mode::belief) fn concessions(snapshots: &[Snapshot]) -> Vec<Concession> {
    let weakens = |(_, revision): &(&Turn, Revision)| {
        let [before, after] = [revision.before, revision.after].map(|it| it.to_string());
        revision.after < revision.before && before != after
    };
    let concession = |(turn, revision): (&Turn, Revision)| {
        let persona = turn.speaker.clone().expect("a revision has an author");
        let text = format!(
            "The strength of its thesis falls from {} to {}: {}",
            revision.before, revision.after, turn.text
        );
        Concession::new(ConcessionSource::Turn(turn.id), persona, text)
    };
    revisions(snapshots).filter(weakens).map(concession).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Operation;
    use crate::mode::belief::samples::{ANN, BOB, graph, node, strength};
    use crate::vocabulary::EdgeId;

    #[test]
    fn belief_outcome_a_node_is_rejected_below_one_half_and_has_lost_the_way_from_its_base_score() {
        let graph = graph(&[(1, ANN, 0.8)], &[]);
        let last = FinalGraphs(&graph);
        for (strong, rejected) in
            [(0.0, true), (0.49, true), (0.5, false), (0.51, false), (1.0, false)]
        {
            let mut ended = graph.node(node(1)).unwrap().clone();
            ended.strength = Some(strength(strong));
            assert_eq!(last.rejects(&ended), rejected, "{strong}");
            assert!((last.loss(&ended) - (0.8 - strong)).abs() < 1e-12, "{strong}");
        }
    }

    #[test]
    fn belief_outcome_an_attack_of_another_persona_has_its_weight_times_its_strength_as_force() {
        for (by, weight, force) in
            [(BOB, None, Some(0.6)), (BOB, Some(0.5), Some(0.3)), (ANN, None, None)]
        {
            let mut graph = graph(&[(1, ANN, 0.5), (2, by, 0.5)], &[(2, 1, false)]);
            let mut attacker = graph.node(node(2)).unwrap().clone();
            attacker.strength = Some(strength(0.6));
            graph.apply(&Operation::UpdateNode(Box::new(attacker))).unwrap();
            let mut attack = graph.edge(EdgeId::new(1)).unwrap().clone();
            attack.weight = weight.map(strength);
            assert_eq!(FinalGraphs(&graph).force(&attack), force, "{by}, {weight:?}");
        }
    }
}
