//! The cruxes and idle disputes of an outcome, made from the disputed issues of its graph.

use std::collections::BTreeSet;

use super::issues::{DisputedIssue, Held, Standing, flips_when};
use crate::graph::{Graph, NodeKind, Provenance};
use crate::record::{Crux, Found, Hinge, IdleDispute, Position, Score};
use crate::vocabulary::{AxisId, CruxId, NodeId, Persona};

/// What only the mode can say about a crux.
pub(crate) struct Findings {
    /// The premise or assumption that decides most.
    pub(crate) turns_on: Option<Hinge>,
    /// What would follow if a persona gave the question up: a sentence with computed numbers.
    pub(crate) counterfactual: Option<String>,
    /// The question whose answer would settle the crux.
    pub(crate) settling_question: String,
}

/// Everything from which cruxes are named.
pub(crate) struct Naming<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) personas: &'a [Persona],
    /// What a load measures in this mode, as a clause.
    pub(crate) rule: &'a str,
}

impl Naming<'_> {
    /// Names every crux, and apart from them every dispute on which nothing depends. `strength` ranks the arguments of a
    /// persona on an issue; the strongest is its reason on the card.
    pub(crate) fn name(
        &self,
        issues: &[DisputedIssue<'_>],
        strength: impl Fn(NodeId) -> f64,
        findings: impl Fn(&DisputedIssue<'_>) -> Findings,
    ) -> (Vec<Crux>, Vec<IdleDispute>) {
        let (idle, named): (Vec<&DisputedIssue<'_>>, Vec<&DisputedIssue<'_>>) =
            issues.iter().partition(|issue| issue.standing == Standing::Idle);
        let ranked = named.into_iter().zip(1..);
        let cruxes = ranked
            .map(|(issue, rank)| self.crux(CruxId::new(rank), issue, &strength, findings(issue)));
        let idle = idle.into_iter().map(|issue| IdleDispute {
            axis: issue.axis.id.clone(),
            question: issue.axis.question.clone(),
            positions: self.positions(issue, &strength),
        });
        (cruxes.collect(), idle.collect())
    }

    fn crux(
        &self,
        id: CruxId,
        issue: &DisputedIssue<'_>,
        strength: &impl Fn(NodeId) -> f64,
        findings: Findings,
    ) -> Crux {
        let Findings { turns_on, counterfactual, settling_question } = findings;
        let nodes: BTreeSet<NodeId> =
            issue.positions.iter().flat_map(|held| held.nodes.iter().copied()).collect();
        let mut provenance = Provenance::default();
        for node in nodes.iter().filter_map(|&node| self.graph.node(node)) {
            provenance.turns.extend(&node.provenance.turns);
            provenance.calls.extend(&node.provenance.calls);
        }
        let known = issue.standing == Standing::Crux;
        Crux {
            id,
            question: issue.axis.question.clone(),
            found: if known { Found::Load } else { Found::LoadUnknown },
            kind: issue.axis.kind,
            axis: Some(issue.axis.id.clone()),
            score: Score { value: issue.score, rule: self.rule.to_owned() },
            positions: self.positions(issue, strength),
            turns_on,
            shared: self.shared(&issue.axis.id),
            depends_on: nodes.into_iter().collect(),
            settling_question,
            counterfactual,
            provenance,
        }
    }

    /// The position of every persona that takes one, with its strongest argument.
    fn positions(
        &self,
        issue: &DisputedIssue<'_>,
        strength: &impl Fn(NodeId) -> f64,
    ) -> Vec<Position> {
        let position = |held: &Held| {
            let strongest = held.nodes.iter().copied().max_by(|&one, &other| {
                strength(one).total_cmp(&strength(other)).then(other.cmp(&one))
            });
            let text = strongest.and_then(|node| self.graph.node(node));
            let stated = || issue.axis.proposition(held.side).to_owned();
            Position {
                persona: held.persona.clone(),
                side: Some(held.side),
                text: text.map_or_else(stated, |node| node.text.clone()),
                node: strongest,
                load: held.load,
                flips_when: flips_when(self.personas, &held.persona, &issue.axis.id),
            }
        };
        issue.positions.iter().map(position).collect()
    }

    /// The nodes about an issue that several personas endorse: what both sides say.
    fn shared(&self, issue: &AxisId) -> Vec<NodeId> {
        let shared = self
            .graph
            .nodes()
            .filter(|node| node.kind != NodeKind::Thesis && node.axis.as_ref() == Some(issue));
        shared.filter(|node| node.endorsers().len() >= 2).map(|node| node.id).collect()
    }
}
