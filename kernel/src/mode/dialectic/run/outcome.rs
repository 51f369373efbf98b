//! The outcome: computed from the final graph as in every mode.

use std::collections::BTreeSet;

use super::metrics;
use super::session::Session;
use crate::graph::{Edge, Graph, Node, NodeKind, Relation};
use crate::mode::debate_context::DebateContext;
use crate::mode::issues::{DisputedIssue, Issues};
use crate::mode::shared::outcome::{IssueFindings, OutcomeBuilder};
use crate::record::{ModeDetail, Outcome, Stop};
use crate::vocabulary::NodeId;

/// Reads the outcome off the final graph. A load is the share of the reasons of a thesis that
/// depend on the issue.
pub(super) fn outcome(context: &DebateContext<'_>, session: &Session<'_>, stop: Stop) -> Outcome {
    let (graph, personas) = (context.graph(), context.setting.personas);
    let topic = &session.topic;
    let issues = Issues::of(graph, topic, personas);
    let disputed = issues.disputed(|case, issue| case.dependence.load(issue));
    let findings = |issue: &DisputedIssue<'_>| issues.findings(issue, None);
    // How often others answered an argument says that the debates turned on it.
    let weight = |node| graph.into_node(node).count() as f64;
    let found = IssueFindings::of(&issues, &disputed, weight, findings);
    let concessions = session.concessions.clone();
    let builder =
        OutcomeBuilder::of(context, topic, found, &accepted(graph), &session.judged, concessions);
    Outcome {
        metrics: metrics::of_debate(graph, &session.readings, &session.detail),
        detail: Some(ModeDetail::new(&session.detail)),
        ..builder.outcome(stop)
    }
}

/// What personas assert and what was neither conceded away nor refuted: points that several
/// endorse, and claims to which no other persona gives the opposite answer and whose author
/// answered every attack. An attack on what is drawn from a claim leaves the claim.
fn accepted(graph: &Graph) -> BTreeSet<NodeId> {
    let is_claim = |node: &&Node| matches!(node.kind, NodeKind::Argument | NodeKind::Point);
    let is_contested = |node: &Node| {
        let opposes = |other: &Node| other.author != node.author && other.opposes(node);
        let author = |id| graph.node(id).and_then(|node| node.author.as_ref());
        let is_answered = |attack: &Edge| {
            let mut answers = graph.into_node(attack.from);
            answers.any(|edge| {
                edge.relation == Relation::Attack && author(edge.from) == node.author.as_ref()
            })
        };
        let denies =
            |edge: &&Edge| edge.relation.is_attack() && edge.relation != Relation::Undercut;
        let mut attacks = graph.into_node(node.id).filter(denies);
        graph.nodes().any(opposes) || attacks.any(|attack| !is_answered(attack))
    };
    let accepted = graph.nodes().filter(is_claim);
    let accepted = accepted.filter(|node| node.endorsers().len() >= 2 || !is_contested(node));
    accepted.map(|node| node.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Operation;
    use crate::graph::samples::{attack, stated};

    #[test]
    fn dialectic_rule_9_a_claim_stays_where_its_author_attacked_every_attack() {
        let is_accepted = |answer: Relation, by: &str| {
            let mut graph = stated(&["ada trade+", "ben point", &format!("{by} point")]);
            let denial = Edge { relation: Relation::Attack, ..attack(1, 2, 1) };
            for edge in [denial, Edge { relation: answer, ..attack(2, 3, 2) }] {
                graph.apply(&Operation::AddEdge(edge)).unwrap();
            }
            accepted(&graph).contains(&NodeId::new(1))
        };
        assert!(is_accepted(Relation::Attack, "ada"));
        assert!(!is_accepted(Relation::Support, "ada"), "it supports the attack");
        assert!(!is_accepted(Relation::Undercut, "ada"), "it leaves what the attack claims");
        assert!(!is_accepted(Relation::Attack, "cleo"), "another persona attacks it");
        let mut shared = stated(&["ada trade+ = ben", "ben point"]);
        shared.apply(&Operation::AddEdge(attack(1, 2, 1))).unwrap();
        assert!(accepted(&shared).contains(&NodeId::new(1)), "two personas assert it");
    }
}
