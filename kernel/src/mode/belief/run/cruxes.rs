//! The issues of a finished debate under gradual semantics: loads, what a crux turns on,
//! counterfactuals.
//!
//! The load of an issue is the share of the reasons for a thesis that are lost with it, as in every
//! mode with a graph. The protocol's own section divides the fall of the thesis's strength σ by σ
//! instead. But σ saturates: the more reasons a thesis has, the less it falls without any one of
//! them, so that the load of each of seven equal reasons would be a fortieth and not a seventh; and
//! the score of a reason would change what depends on it. The fall of σ is the counterfactual of a
//! crux.

use std::collections::{BTreeMap, BTreeSet};

use super::ledger::is_strong;
use crate::argue::Gradual;
use crate::dependence::IssueStatus;
use crate::graph::{Edge, Graph, Node};
use crate::mode::belief::detail::{self, Counterfactual, CruxDetail};
use crate::mode::belief::{computed, scored};
use crate::mode::issues::{Case, DisputedIssue, IssuePosition, Issues};
use crate::mode::shared::cruxes::{CruxContext, attackers};
use crate::mode::shared::outcome::IssueFindings;
use crate::record::Hinge;
use crate::vocabulary::{AxisId, Component, NodeId, Persona, PersonaId, Strength, Topic};

/// The rounding error of a strength is less than this.
const ROUNDING: f64 = 1e-9;

/// Everything from which cruxes are computed.
pub(in crate::mode::belief) struct CruxInputs<'a> {
    /// The personas' own graphs.
    graph: &'a Graph,
    semantics: Gradual,
    personas: &'a [Persona],
    issues: Issues<'a>,
    /// The strength of each node.
    strengths: BTreeMap<NodeId, Strength>,
}

/// What the final graphs say about their issues by their strengths.
pub(in crate::mode::belief) struct FoundByStrength {
    pub(in crate::mode::belief) found: IssueFindings,
    pub(in crate::mode::belief) details: Vec<CruxDetail>,
    /// How far a thesis moves at most if its author gives its nodes on the first crux the score
    /// that is farther away.
    pub(in crate::mode::belief) sensitivity: Option<f64>,
}

impl<'a> CruxInputs<'a> {
    /// The inputs of a debate on a topic, with its issues.
    pub(in crate::mode::belief) fn new(
        graph: &'a Graph,
        semantics: Gradual,
        topic: &'a Topic,
        personas: &'a [Persona],
    ) -> Self {
        let issues = Issues::of(graph, topic, personas);
        let strengths = computed(graph, semantics, scored, |_| true);
        Self { graph, semantics, personas, issues, strengths }
    }

    /// The disputed issues, cruxes first.
    pub(in crate::mode::belief) fn disputed(&self) -> Vec<DisputedIssue<'a>> {
        self.issues.disputed(|case, issue| case.dependence.load(issue))
    }

    /// Finds the cruxes; `questions` are their settling questions.
    pub(in crate::mode::belief) fn find(
        &self,
        questions: &BTreeMap<AxisId, String>,
    ) -> FoundByStrength {
        let (issues, disputed) = (&self.issues, self.disputed());
        let strength = |node| {
            let strength = self.graph.node(node).and_then(|node| node.strength);
            strength.map_or(0.0, f64::from)
        };
        let named: Vec<&DisputedIssue<'_>> =
            disputed.iter().filter(|issue| issue.status != IssueStatus::Idle).collect();
        let moves = named.iter().map(|issue| (&issue.axis.id, self.counterfactuals(issue)));
        let moves: BTreeMap<&AxisId, Vec<Counterfactual>> = moves.collect();
        let shown = |issue: &DisputedIssue<'_>| -> BTreeSet<NodeId> {
            let positions = issue.positions.iter();
            positions.filter_map(|held| issues.position(issue.axis, held, &strength).node).collect()
        };
        let findings = |issue: &DisputedIssue<'_>| CruxContext {
            turns_on: self.hinge(issue, &shown(issue)),
            counterfactual: issues.counterfactual(issue, |held| {
                let mut moves = moves[&issue.axis.id].iter();
                let moved = moves.find(|moved| moved.persona == held.persona)?;
                Some(change(moved.before, moved.after))
            }),
            settling_question: questions
                .get(&issue.axis.id)
                .unwrap_or(&issue.axis.question)
                .clone(),
        };
        let found = IssueFindings::of(issues, &disputed, strength, findings);
        let details = found.cruxes.iter().zip(&named).map(|(crux, issue)| CruxDetail {
            crux: crux.id,
            counterfactuals: moves[&issue.axis.id].clone(),
        });
        let details = details.collect();
        let sensitivity = named.first().map(|issue| self.sensitivity(issue));
        let lost = issues.cases.iter().filter(|case| self.is_unsupported(case));
        let without_support = lost.map(|case| case.persona.id.clone()).collect();
        FoundByStrength { found: IssueFindings { without_support, ..found }, details, sensitivity }
    }

    /// The strength of a persona's thesis without the nodes that are lost with an issue. Reasons
    /// for one answer back each other up: an argument that rests on the issue stays if other
    /// arguments still carry its own issue, and passes nothing on.
    fn after(&self, case: &Case<'_>, issue: &AxisId, gone: &BTreeSet<NodeId>) -> Option<Strength> {
        let (root, lost) = (case.thesis?, case.dependence.lost_with(issue));
        let is_backed_up = |id: &NodeId| {
            let axis = self.graph.node(*id).and_then(|node| node.axis.as_ref());
            axis.is_some_and(|axis| !lost.contains(axis))
        };
        let (backed_up, lost): (BTreeSet<NodeId>, BTreeSet<NodeId>) =
            gone.iter().partition(|id| is_backed_up(id));
        let is_lost = |node| lost.contains(&node) && self.supports(node, root, &backed_up);
        let counts = |edge: &Edge| !is_lost(edge.from);
        Some(computed(self.graph, self.semantics, scored, counts)[&root])
    }

    /// Whether only supporting edges, and none of the nodes `without`, lead from a node to a
    /// thesis.
    fn supports(&self, node: NodeId, root: NodeId, without: &BTreeSet<NodeId>) -> bool {
        let mut at = node;
        while let Some(edge) = self.graph.out_of_node(at).next() {
            if edge.relation.is_attack() || without.contains(&edge.to) {
                return false;
            }
            at = edge.to;
        }
        at == root
    }

    /// How each thesis moves if its author holds what another persona holds on an issue.
    fn counterfactuals(&self, issue: &DisputedIssue<'_>) -> Vec<Counterfactual> {
        let moved = |held: &IssuePosition| {
            let case = self.issues.case(&held.persona)?;
            let root = case.thesis?;
            let gone = self.issues.gone(case, &issue.axis.id);
            let accepted = issue.positions.iter().find(|other| other.side != held.side)?;
            Some(Counterfactual {
                persona: held.persona.clone(),
                accepted: accepted.persona.clone(),
                before: self.strengths[&root],
                after: self.after(case, &issue.axis.id, &gone)?,
            })
        };
        let moves = |c: &Counterfactual| (c.before.value() - c.after.value()).abs() >= ROUNDING;
        issue.positions.iter().filter_map(moved).filter(moves).collect()
    }

    /// The statement about an issue whose loss would move a thesis most, among those that one
    /// persona asserts and another attacks: arguments on the issue that are not `shown` as a
    /// position already, and their authors' reasons for them. `None` if no such statement is
    /// attacked: a sentence that no persona denies divides none of them.
    fn hinge(&self, issue: &DisputedIssue<'_>, shown: &BTreeSet<NodeId>) -> Option<Hinge> {
        let mut best: Option<(f64, &Node, BTreeSet<PersonaId>)> = None;
        for held in &issue.positions {
            let below = held.nodes.iter().flat_map(|node| self.graph.into_node(*node));
            let reasons = below.filter(|edge| !edge.relation.is_attack()).map(|edge| edge.from);
            let about: BTreeSet<NodeId> = held.nodes.iter().copied().chain(reasons).collect();
            for node in about.difference(shown).filter_map(|id| self.graph.node(*id)) {
                let attackers = attackers(self.graph, node, Component::Claim);
                let attackers: BTreeSet<PersonaId> = attackers.into_iter().collect();
                if !node.is_by(&held.persona) || attackers.is_empty() {
                    continue;
                }
                let moved = self.greatest_move(node.id);
                let is_most = best.as_ref().is_none_or(|(most, ..)| moved > most + ROUNDING);
                if moved >= ROUNDING && is_most {
                    best = Some((moved, node, attackers));
                }
            }
        }
        let (_, node, attackers) = best?;
        Some(Hinge {
            text: node.text.clone(),
            node: node.id,
            asserted_by: node.endorsers().into_iter().collect(),
            denied_by: attackers.into_iter().collect(),
        })
    }

    /// How far a thesis moves at most without a node.
    fn greatest_move(&self, node: NodeId) -> f64 {
        let after = computed(self.graph, self.semantics, scored, |edge| edge.from != node);
        let theses = self.personas.iter().filter_map(|persona| self.graph.thesis(&persona.id));
        let moved = theses
            .map(|thesis| (self.strengths[&thesis.id].value() - after[&thesis.id].value()).abs());
        moved.fold(0.0, f64::max)
    }

    fn sensitivity(&self, issue: &DisputedIssue<'_>) -> f64 {
        let moved = |case: &Case<'_>| {
            let root = case.thesis?;
            let own: BTreeSet<NodeId> = self.issues.own_nodes(case, &issue.axis.id).collect();
            let far = |node: &Node| {
                let far = if scored(node).value() < 0.5 { 1.0 } else { 0.0 };
                Strength::new(far).expect("an end of the unit interval")
            };
            let score = |node: &Node| if own.contains(&node.id) { far(node) } else { scored(node) };
            let after = computed(self.graph, self.semantics, score, |_| true)[&root];
            Some((self.strengths[&root].value() - after.value()).abs())
        };
        self.issues.cases.iter().filter_map(moved).fold(0.0, f64::max)
    }

    /// Whether a thesis has supporters by its author, and none of them is accepted.
    fn is_unsupported(&self, case: &Case<'_>) -> bool {
        let Some(root) = case.thesis else { return false };
        let support = self.graph.into_node(root).filter(|edge| !edge.relation.is_attack());
        let mut own = support
            .filter_map(|edge| self.graph.node(edge.from))
            .filter(|node| node.is_by(&case.persona.id))
            .peekable();
        own.peek().is_some() && !own.any(|node| node.strength.is_some_and(is_strong))
    }
}

/// How the strength of a thesis changes, as the end of a sentence.
pub(in crate::mode::belief) fn change(before: Strength, after: Strength) -> String {
    if before.to_string() == after.to_string() {
        return format!("stay at {before}");
    }
    let is_kept_up = !detail::moves(before, after);
    match (after.value() > before.value(), is_kept_up) {
        (true, _) => format!("rise from {before} to {after}"),
        (false, false) => format!("fall from {before} to {after}"),
        (false, true) => {
            format!(
                "only drop from {before} to {after}, because its other arguments still support it"
            )
        }
    }
}
