//! Computes the numbers that this mode reports.

use std::collections::{BTreeMap, BTreeSet};

use super::ledger::revisions;
use super::trees::Trees;
use crate::graph::{Graph, NodeKind};
use crate::mode::belief::detail::{Community, Root, Shared};
use crate::mode::belief::measures::{
    CONVERGENCE, COVERAGE, DIVERGENCE, GROWTH, LOCALIZATION, MERGES_REFUSED, MOVES, MOVES_DROPPED,
    REVISION_COST, ROOT_DELTA, SENSITIVITY,
};
use crate::mode::shared::metrics::count;
use crate::record::{Act, Fate, Metric, Snapshot, Stop, StopReason, Turn};
use crate::vocabulary::{NodeId, Persona, PersonaId, Strength};

/// A finished debate.
pub(super) struct FinishedDebate<'a> {
    pub(super) snapshots: &'a [Snapshot],
    pub(super) graph: &'a Graph,
    pub(super) roots: &'a [Root],
    pub(super) personas: &'a [Persona],
    pub(super) community: &'a Community,
    /// The number of cruxes whose load is known.
    pub(super) cruxes: usize,
    /// The number of disputed issues, cruxes and those of unknown load included.
    pub(super) disputed: usize,
    pub(super) sensitivity: Option<f64>,
    pub(super) stop: &'a Stop,
}

impl FinishedDebate<'_> {
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let mut metrics = Vec::new();
        for root in self.roots {
            metrics.push(ROOT_DELTA.of_persona(self.name(&root.persona), moved(root)));
        }
        metrics.push(DIVERGENCE.of(divergence(self.roots)));
        for root in self.roots {
            let cost = self.cost(&root.persona);
            metrics.push(REVISION_COST.of_persona(self.name(&root.persona), Some(cost)));
        }
        metrics.extend(self.of_community());
        metrics.extend(self.of_graph());
        metrics
    }

    fn of_community(&self) -> [Metric; 3] {
        [
            LOCALIZATION.of(share(self.cruxes, self.disputed)),
            COVERAGE.of(coverage(self.graph, self.community)),
            SENSITIVITY.of(self.sensitivity),
        ]
    }

    fn of_graph(&self) -> [Metric; 5] {
        let initial = self.snapshots.first().map_or(0, |snapshot| snapshot.graph.nodes().len());
        let moves = |of: fn(&Fate) -> bool| {
            let is_move = |turn: &Turn| matches!(turn.act, Act::Attack | Act::Support);
            Some(count(self.snapshots, |turn| is_move(turn) && of(&turn.fate)))
        };
        let converged = self.stop.reason == StopReason::Converged;
        [
            GROWTH.of(share(self.graph.nodes().len(), initial)),
            CONVERGENCE.of(converged.then(|| f64::from(self.stop.rounds))),
            MOVES.of(moves(Fate::is_kept)),
            MOVES_DROPPED.of(moves(|fate| matches!(fate, Fate::Dropped(_)))),
            MERGES_REFUSED.of(Some(self.community.unmerged.len() as f64)),
        ]
    }

    fn name(&self, persona: &PersonaId) -> &str {
        let known = self.personas.iter().find(|known| known.id == *persona);
        &known.expect("every thesis is of a persona of the debate").contract.name
    }

    /// The cost of all revisions of a persona for each node of its own; its thesis is one of them.
    fn cost(&self, persona: &PersonaId) -> f64 {
        let own = |node: &&crate::graph::Node| node.is_by(persona);
        let nodes = self.graph.nodes().filter(own).count();
        let costs = revisions(self.snapshots)
            .filter(|(turn, _)| turn.is_by(persona))
            .map(|(_, revision)| revision.cost);
        costs.sum::<f64>() / nodes as f64
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn moved(root: &Root) -> Option<f64> {
    let (first, last) = (root.strengths.first()?, root.strengths.last()?);
    Some((last.value() - first.value()).abs())
}

fn divergence(roots: &[Root]) -> Option<f64> {
    let of = |at: fn(&[Strength]) -> Option<&Strength>| -> Option<f64> {
        let all: Option<Vec<f64>> =
            roots.iter().map(|root| Some(root.side.of_yes(at(&root.strengths)?.value()))).collect();
        let all = all.filter(|all| !all.is_empty())?;
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let squares = all.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        Some((squares / all.len() as f64).sqrt())
    };
    Some(of(<[Strength]>::last)? - of(<[Strength]>::first)?)
}

/// The statements that several personas turned out to make, divided by the number that could have
/// been: the statements of all personas except the one with the most. What one persona repeats
/// counts once.
fn coverage(graph: &Graph, community: &Community) -> Option<f64> {
    let authors = |node: &Shared| -> BTreeSet<PersonaId> {
        let members = node.members.iter().filter_map(|id| graph.node(*id));
        let members = members.filter(|node| node.kind != NodeKind::Thesis);
        members.filter_map(|node| node.author.clone()).collect()
    };
    let mut sides: BTreeMap<PersonaId, usize> = BTreeMap::new();
    let mut merged = 0;
    for authors in community.nodes.iter().map(authors) {
        merged += authors.len().saturating_sub(1);
        for author in authors {
            *sides.entry(author).or_default() += 1;
        }
    }
    let all: usize = sides.values().sum();
    let largest = sides.values().max().copied().unwrap_or(0);
    share(merged, all - largest)
}

/// Each thesis with its strength at the end of each snapshot.
pub(super) fn roots(snapshots: &[Snapshot], graph: &Graph, personas: &[Persona]) -> Vec<Root> {
    let trees = Trees::of(graph);
    let root = |persona: &Persona| {
        let id: NodeId = trees.root(&persona.id);
        let node = graph.node(id).expect("a thesis is never removed");
        let at = |snapshot: &Snapshot| snapshot.graph.node(id).and_then(|node| node.strength);
        Root {
            persona: persona.id.clone(),
            node: id,
            side: node.side.expect("a thesis takes a side"),
            strengths: snapshots.iter().filter_map(at).collect(),
        }
    };
    personas.iter().map(root).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn belief_rule_8_a_share_of_nothing_has_no_value() {
        assert_eq!(share(0, 0), None, "no question is disputed");
        assert_eq!(share(0, 2), Some(0.0));
        assert_eq!(divergence(&[]), None, "no persona has a thesis");
    }
}
