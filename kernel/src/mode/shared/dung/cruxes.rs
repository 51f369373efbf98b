//! The issues of a finished debate under Dung's semantics: loads, what a crux turns on,
//! counterfactuals.

use std::collections::BTreeSet;

use super::Evaluated;
use crate::argue::Preferred;
use crate::graph::{Graph, Node};
use crate::mode::issues::{DisputedIssue, IssuePosition, Issues, may_carry};
use crate::mode::shared::cruxes::attackers;
use crate::mode::shared::outcome::IssueFindings;
use crate::mode::tenable::Tenable;
use crate::record::Hinge;
use crate::vocabulary::{Component, NodeId, Persona, PersonaId, Topic};

/// Everything from which cruxes are computed.
pub(crate) struct CruxInputs<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) evaluated: &'a Evaluated,
    /// The topic with the issues of the debate.
    pub(crate) topic: &'a Topic,
    pub(crate) personas: &'a [Persona],
}

impl CruxInputs<'_> {
    pub(crate) fn find(&self) -> IssueFindings {
        let issues = Issues::of(self.graph, self.topic, self.personas);
        let Evaluated { projection, preferred, .. } = self.evaluated;
        let tenable = Tenable::of(self.graph, projection, preferred);
        let disputed = issues.disputed(|case, issue| tenable.load(&issues, case, issue));
        let confidence = |node| issues.confidence(node);
        let findings = |issue: &DisputedIssue<'_>| issues.findings(issue, self.hinge(issue));
        let mut found = IssueFindings::of(&issues, &disputed, confidence, findings);
        let of_cruxes =
            found.cruxes.iter_mut().map(|crux| (crux.axis.as_ref(), &mut crux.positions));
        let of_idle = found.idle.iter_mut().map(|idle| (Some(&idle.axis), &mut idle.positions));
        for (axis, positions) in of_cruxes.chain(of_idle) {
            let issue = disputed.iter().filter(|issue| Some(&issue.axis.id) == axis);
            let all_held: Vec<&IssuePosition> = issue.flat_map(|issue| &issue.positions).collect();
            for position in positions {
                let held = all_held.iter().find(|held| held.persona == position.persona);
                position.refuted_by = held.and_then(|held| self.refuted_by(held, &tenable.nodes));
            }
        }
        let without_support = issues.without_support(|node| tenable.nodes.contains(&node));
        IssueFindings { without_support, ..found }
    }

    /// Where no argument of a persona for its side is tenable: the accepted argument that attacks
    /// most of them, of those that none of them attacks back.
    fn refuted_by(&self, held: &IssuePosition, tenable: &BTreeSet<NodeId>) -> Option<NodeId> {
        let fallen: BTreeSet<NodeId> = held.nodes.iter().copied().collect();
        if !fallen.is_disjoint(tenable) {
            return None;
        }
        let accepted = &self.evaluated.semantics.accepted;
        let contraries = self.graph.contraries();
        // An attack that was made counts before one that only follows from an answer.
        let attacks = |from: &NodeId| {
            let made = self.graph.out_of_node(*from).filter(|edge| edge.relation.is_attack());
            let made = made.filter(|edge| fallen.contains(&edge.to));
            let follow = contraries.iter().filter(|(by, to)| by == from && fallen.contains(to));
            (made.count(), follow.count())
        };
        // What the fallen arguments attack back defeats none of them alone.
        let is_answered = |by: &NodeId| {
            let mut made = self.graph.into_node(*by).filter(|edge| edge.relation.is_attack());
            made.any(|edge| fallen.contains(&edge.from))
                || contraries.iter().any(|(from, to)| to == by && fallen.contains(from))
        };
        let by = accepted.iter().copied().filter(|node| attacks(node) > (0, 0));
        by.max_by_key(|node| (!is_answered(node), attacks(node), std::cmp::Reverse(*node)))
    }

    /// The attacked premise or assumption of the disputed argument on the issue whose loss would
    /// decide most disputed arguments. `None` if no other persona attacks one: a sentence that no
    /// persona denies divides none of them. Arguments of a persona whose thesis does not rest on
    /// its answer are left out.
    fn hinge(&self, issue: &DisputedIssue<'_>) -> Option<Hinge> {
        let before = self.evaluated.semantics.disputed.len();
        let decided = |node: &NodeId| {
            let rest = self.evaluated.projection.without(&[*node].into()).framework;
            before.saturating_sub(Preferred::of(&rest).accepted().disputed().len())
        };
        let carrying = issue.positions.iter().filter(|held| may_carry(held));
        let nodes = carrying.flat_map(|held| &held.nodes).copied();
        let disputed = nodes.filter(|node| self.evaluated.semantics.disputed.contains(node));
        let hinges = disputed.filter_map(|node| self.hinge_at(self.graph.node(node)?));
        hinges.max_by_key(|hinge| (decided(&hinge.node), std::cmp::Reverse(hinge.node)))
    }

    /// The premise or assumption of an argument that other personas attack most; among equals an
    /// assumption before a premise.
    fn hinge_at(&self, node: &Node) -> Option<Hinge> {
        let assumptions = node.detail.assumptions.iter().enumerate();
        let assumptions = assumptions.map(|(i, text)| (Component::Assumption(i), text));
        let premises = node.detail.premises.iter().enumerate();
        let premises = premises.map(|(i, text)| (Component::Premise(i), text));
        let by = |component| attackers(self.graph, node, component);
        let attacked = assumptions.chain(premises).map(|(at, text)| (by(at), text));
        let attacked: Vec<_> = attacked.filter(|(by, _)| !by.is_empty()).collect();
        let (by, text) = attacked.into_iter().rev().max_by_key(|(by, _)| by.len())?;
        let denied_by: BTreeSet<PersonaId> = by.into_iter().collect();
        Some(Hinge {
            text: text.clone(),
            node: node.id,
            asserted_by: node.author.iter().cloned().collect(),
            denied_by: denied_by.into_iter().collect(),
        })
    }
}
