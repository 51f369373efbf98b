//! What a debate names as its cruxes and as its agreements.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::Graph;
use crate::mode::Finished;
use crate::planted::PERSONAS;
use crate::planted::truth::IssueTruth;
use crate::record::Regime;
use crate::vocabulary::{AxisSide, NodeId, PersonaId};

/// A crux that is named.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NamedCrux {
    /// Its issue, if it has one.
    pub(super) axis: Option<String>,
    pub(super) score: f64,
}

/// What a mode or a baseline says about a debate.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Named {
    /// The cruxes, the first one first.
    pub(super) cruxes: Vec<NamedCrux>,
    pub(super) by: NamedBy,
}

/// What named the cruxes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NamedBy {
    /// No debate.
    Baseline,
    /// A debate that failed, so it named nothing.
    Failed,
    /// A debate that ended.
    Debate(DebateFacts),
}

/// What a debate reports besides its cruxes.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct DebateFacts {
    /// The issues that any node of the final graph or any crux is about.
    pub(super) mentioned: BTreeSet<String>,
    /// Whether it reports agreement where there is a true crux: on the whole, or between two
    /// personas with opposite positions on the issue.
    pub(super) false_consensus: bool,
    pub(super) calls: u32,
}

impl Named {
    /// The cruxes, each issue once, at its first place.
    pub(super) fn issues(&self) -> Vec<Option<&str>> {
        let mut issues = Vec::new();
        for axis in self.cruxes.iter().map(|crux| crux.axis.as_deref()) {
            if axis.is_none() || !issues.contains(&axis) {
                issues.push(axis);
            }
        }
        issues
    }

    /// What a failed debate names: nothing.
    pub(super) fn of_failed_debate() -> Self {
        Self { cruxes: Vec::new(), by: NamedBy::Failed }
    }

    /// What the debate reports besides its cruxes, if it ended.
    pub(super) fn facts(&self) -> Option<&DebateFacts> {
        match &self.by {
            NamedBy::Debate(facts) => Some(facts),
            NamedBy::Baseline | NamedBy::Failed => None,
        }
    }

    /// Reads a stored debate.
    pub(super) fn of_debate(debate: &Finished, truth: &[IssueTruth]) -> Self {
        let outcome = &debate.outcome;
        let cruxes: Vec<NamedCrux> = outcome
            .cruxes
            .iter()
            .map(|crux| NamedCrux {
                axis: crux.axis.as_ref().map(ToString::to_string),
                score: crux.score.value.value(),
            })
            .collect();
        let graph = debate.snapshots.last().map(|snapshot| &snapshot.graph);
        let nodes = || graph.into_iter().flat_map(Graph::nodes);
        let of_nodes = nodes().filter_map(|node| Some(node.axis.as_ref()?.to_string()));
        let named = cruxes.iter().filter_map(|crux| crux.axis.clone());
        let mentioned = of_nodes.chain(named).collect();
        let answers: BTreeMap<NodeId, AxisSide> =
            nodes().filter_map(|node| Some((node.id, node.answers()?))).collect();
        let is_crux = |issue: &&IssueTruth| issue.is_crux();
        // A point agrees on an issue if all its wordings give the same answer there. Otherwise it
        // is filed under the issue of what it supports, or its wordings are filed under several.
        let agreed = outcome.common_ground.agreed.iter().any(|agreement| {
            let mut given = agreement.wordings().map(|node| answers.get(&node));
            let Some(answer) = given.next().flatten() else { return false };
            let is_one = given.all(|other| other == Some(answer));
            let mut cruxes = truth.iter().filter(is_crux);
            is_one
                && cruxes.any(|issue| {
                    answer.axis.as_str() == issue.axis
                        && has_both_sides(issue, &agreement.endorsed_by)
                })
        });
        let answered_alike = outcome.common_ground.questions.iter().any(|question| {
            let personas: Vec<PersonaId> = question.personas().cloned().collect();
            let mut cruxes = truth.iter().filter(is_crux);
            cruxes.any(|issue| {
                question.axis.as_str() == issue.axis && has_both_sides(issue, &personas)
            })
        });
        let in_words_only =
            outcome.idle_disputes.iter().filter(|idle| idle.is_verbal).any(|idle| {
                truth.iter().filter(is_crux).any(|issue| idle.axis.as_str() == issue.axis)
            });
        let consensus =
            outcome.regime == Regime::Consensus && truth.iter().any(IssueTruth::is_crux);
        let false_consensus = consensus || agreed || answered_alike || in_words_only;
        let facts = DebateFacts { mentioned, false_consensus, calls: outcome.usage.calls };
        Self { cruxes, by: NamedBy::Debate(facts) }
    }
}

/// Whether two of the personas have opposite positions on the issue.
fn has_both_sides(issue: &IssueTruth, personas: &[PersonaId]) -> bool {
    let seats =
        personas.iter().filter_map(|id| PERSONAS.iter().position(|name| id.as_str() == *name));
    let positions: BTreeSet<_> =
        seats.filter_map(|seat| issue.positions.get(seat).copied().flatten()).collect();
    positions.len() > 1
}

#[cfg(test)]
mod tests {
    use crate::graph::{Node, NodeKind, Operation};
    use crate::record::{Agreement, Outcome, Snapshot, Stop, StopReason};
    use crate::vocabulary::{AxisId, Side};

    use super::*;
    use crate::planted::{Answer, Role};

    /// A debate on the issue `pace`, in which these personas agree on a point with these wordings,
    /// each of which gives an answer or none.
    fn debate(regime: Regime, agreed: &[&str], wordings: &[Option<Side>]) -> Finished {
        let mut graph = Graph::default();
        for (number, side) in (1..).zip(wordings) {
            let mut node = Node::new(NodeId::new(number), NodeKind::Argument, "It is fast.");
            (node.axis, node.side) = (Some(AxisId::new("pace").unwrap()), *side);
            graph.apply(&Operation::AddNode(Box::new(node))).unwrap();
        }
        let stop = Stop { reason: StopReason::NoMoves, rule: String::new(), rounds: 0 };
        let mut outcome = Outcome::new(stop, regime, String::new());
        if !agreed.is_empty() {
            outcome.common_ground.agreed.push(Agreement {
                node: NodeId::new(1),
                text: String::new(),
                endorsed_by: agreed.iter().map(|name| name.parse().unwrap()).collect(),
                other_wordings: graph.nodes().map(|node| node.id).skip(1).collect(),
            });
        }
        let snapshot = Snapshot {
            round: 0,
            title: String::new(),
            graph,
            semantics: None,
            changes: Vec::new(),
            turns: Vec::new(),
            calls: Vec::new(),
        };
        Finished { snapshots: vec![snapshot], outcome }
    }

    #[test]
    fn agreement_over_a_true_crux_is_false_only_between_opposite_positions() {
        let issue = |loads: [f64; 3]| IssueTruth {
            axis: "pace",
            role: Role::LoadBearing,
            positions: vec![Some(Answer::Yes), Some(Answer::No), Some(Answer::Yes)],
            loads: loads.into(),
        };
        let (crux, idle) = (issue([1.0; 3]), issue([0.0; 3]));
        let (yes, no) = (Some(Side::Yes), Some(Side::No));
        for (regime, agreed, wordings, issue, expected) in [
            (Regime::Consensus, &[][..], &[yes][..], &crux, true),
            (Regime::Consensus, &[], &[yes], &idle, false),
            (Regime::Partial, &[], &[yes], &crux, false),
            (Regime::Partial, &["ada", "boris"], &[yes], &crux, true),
            (Regime::Partial, &["ada", "boris"], &[yes, yes], &crux, true),
            (Regime::Partial, &["ada", "boris"], &[yes, no], &crux, false),
            (Regime::Partial, &["ada", "boris"], &[None], &crux, false),
            (Regime::Partial, &["ada", "chloe"], &[yes], &crux, false),
            (Regime::Partial, &["ada", "boris"], &[yes], &idle, false),
        ] {
            let debate = debate(regime, agreed, wordings);
            let named = Named::of_debate(&debate, std::slice::from_ref(issue));
            let facts = named.facts().unwrap();
            assert_eq!(facts.false_consensus, expected, "{regime:?} {agreed:?} {wordings:?}");
            assert_eq!(facts.mentioned, BTreeSet::from(["pace".to_owned()]));
        }
    }
}
