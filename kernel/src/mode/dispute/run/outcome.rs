//! The outcome, computed from the final graph: cruxes as in every mode, what the disputes show
//! beside them.

use std::collections::BTreeSet;

use super::dispute_register::DisputeRegister;
use super::metrics;
use crate::argue::Label;
use crate::graph::{Edge, Graph, Node, NodeKind, Operation};
use crate::mode::debate_context::DebateContext;
use crate::mode::dispute::disputes::{Dispute, Division, disputes};
use crate::mode::issues::{Case, DisputedIssue, Issues, gave_up_every_reason};
use crate::mode::shared::agreed_questions::is_guessed;
use crate::mode::shared::cruxes::attackers;
use crate::mode::shared::judged_pairs::JudgedPairs;
use crate::mode::shared::ledger::LedgerRules;
use crate::mode::shared::outcome::{IssueFindings, OutcomeBuilder};
use crate::record::{AgreedQuestion, AgreeingAnswer, Concession, Hinge, ModeDetail, Outcome, Stop};
use crate::vocabulary::{Axis, AxisId, Component, Disagreement, NodeId, Side, Topic};

/// A debate after its last update.
pub(super) struct LastUpdate<'a> {
    /// The topic with the issues of the debate.
    pub(super) topic: &'a Topic,
    pub(super) register: DisputeRegister,
    pub(super) judged: &'a JudgedPairs,
}

impl LastUpdate<'_> {
    pub(super) fn outcome(self, context: &DebateContext<'_>, stop: Stop) -> Outcome {
        let (graph, personas) = (context.graph(), context.setting.personas);
        let (with_issues, topic) = with_issues(graph, self.topic, &self.register);
        let read = ReadDisputes { graph: &with_issues, disputes: disputes(&with_issues) };
        let issues = Issues::of(&with_issues, &topic, personas);
        let disputed = issues.disputed(|case, issue| case.dependence.load(issue));
        let findings = |issue: &DisputedIssue<'_>| issues.findings(issue, read.hinge(issue));
        let confidence = |node| issues.confidence(node);
        let mut found = IssueFindings::of(&issues, &disputed, confidence, findings);
        for crux in &mut found.cruxes {
            // What only this debate asks is not a coordinate that other debates share.
            crux.axis = crux.axis.take().filter(|axis| self.topic.axis(axis).is_some());
        }
        read.add_conceded(&mut found.agreed, &issues, &self.register.concessions);
        let has_lost = |case: &&Case<'_>| {
            let thesis = case.thesis.and_then(|thesis| graph.node(thesis));
            thesis.is_some_and(|thesis| {
                gave_up_every_reason(thesis, |axis| case.sides.get(axis).copied())
            })
        };
        let lost = issues.cases.iter().filter(has_lost);
        found.without_support = lost.map(|case| case.persona.id.clone()).collect();
        let detail = Some(ModeDetail::new(&self.register.detail(graph)));
        let metrics = metrics::of_debate(context, &self.register);
        let (accepted, conceded) = (read.accepted(), self.register.concessions);
        let builder = OutcomeBuilder::of(context, &topic, found, &accepted, self.judged, conceded);
        Outcome {
            ledgers: read.ledgers(personas),
            flips: read.flips(personas),
            metrics,
            detail,
            ..builder.outcome(stop)
        }
    }
}

/// The graph and the topic with an axis for each dispute that is about none of the topic’s, so that
/// every dispute is an issue.
fn with_issues(graph: &Graph, topic: &Topic, register: &DisputeRegister) -> (Graph, Topic) {
    let (mut extended, mut topic) = (graph.clone(), topic.clone());
    for dispute in disputes(graph).iter().filter(|dispute| dispute.node.axis.is_none()) {
        let id = AxisId::new(format!("dispute-{}", dispute.node.id)).expect("it is an id");
        let first = |side| dispute.stances.iter().find(|stance| stance.side == Some(side));
        let proposition = |side: Side| {
            let question = &dispute.node.text;
            first(side)
                .map_or_else(|| format!("“{question}” {}.", side.word()), |own| own.text.clone())
        };
        let criteria =
            register.records.get(&dispute.node.id).map(|record| record.criteria.join(" "));
        topic.axes.push(Axis {
            id: id.clone(),
            title: dispute.node.text.clone(),
            question: dispute.node.text.clone(),
            yes: proposition(Side::Yes),
            no: proposition(Side::No),
            kind: Disagreement::Claim,
            keywords: vec![],
            settles: criteria.unwrap_or_default(),
            favours: None,
        });
        let reasons = dispute.reasons.iter().map(|reason| reason.node);
        for node in dispute.stances.iter().copied().chain(reasons) {
            let node = Node { axis: Some(id.clone()), ..node.clone() };
            let update = Operation::UpdateNode(Box::new(node));
            extended.apply(&update).expect("the node is in the graph");
        }
    }
    (extended, topic)
}

/// A final graph that is read.
struct ReadDisputes<'r> {
    graph: &'r Graph,
    disputes: Vec<Dispute<'r>>,
}

impl ReadDisputes<'_> {
    /// What personas grant, and what they say on the questions that several of them answer in the
    /// same way and none otherwise; of the reasons on a live dispute those that several personas
    /// give. Stances that oppose each other are never among them, and neither is anything on a
    /// pending dispute.
    fn accepted(&self) -> BTreeSet<NodeId> {
        let granted = self.graph.nodes().filter(|node| node.kind == NodeKind::Point);
        let mut accepted: BTreeSet<NodeId> = granted.map(|node| node.id).collect();
        for dispute in &self.disputes {
            let surviving = dispute.reasons.iter().filter(|reason| reason.survives);
            match dispute.division() {
                Division::Agreed(side) => {
                    accepted.extend(dispute.stances.iter().map(|stance| stance.id));
                    let on_side = surviving.filter(|reason| reason.side == side);
                    accepted.extend(on_side.map(|reason| reason.node.id));
                }
                Division::Live => {
                    let shared = surviving.filter(|reason| reason.node.endorsers().len() >= 2);
                    accepted.extend(shared.map(|reason| reason.node.id));
                }
                Division::Pending => {}
            }
        }
        accepted
    }

    /// Adds the disputes on which all stances agree although an author asserts the other answer
    /// too, if that author conceded. Without a concession it contradicts itself, which is not
    /// agreement.
    fn add_conceded(
        &self,
        questions: &mut Vec<AgreedQuestion>,
        issues: &Issues<'_>,
        concessions: &[Concession],
    ) {
        let topic = issues.topic;
        let case_of = |stance: &Node| {
            let is_by = |case: &&Case<'_>| stance.is_by(&case.persona.id);
            issues.cases.iter().find(is_by)
        };
        let conceded = |stance: &Node| {
            let mut effects = concessions.iter().filter_map(|conceded| conceded.effect.as_ref());
            effects.any(|effect| effect.node == stance.id)
        };
        for dispute in &self.disputes {
            let axis = dispute.stances.first().and_then(|stance| topic.axis(stance.axis.as_ref()?));
            let (Some(axis), Division::Agreed(side)) = (axis, dispute.division()) else { continue };
            let contradicts_itself = |stance: &&Node| {
                let case = case_of(stance);
                case.is_some_and(|case| issues.asserts_both_sides(case, axis)) && !conceded(stance)
            };
            let is_known = questions.iter().any(|known| known.axis == axis.id);
            if is_known || dispute.stances.iter().any(contradicts_itself) {
                continue;
            }
            let answer = |stance: &&Node| {
                let is_guess = case_of(stance).is_some_and(|case| is_guessed(issues, case, axis));
                Some(AgreeingAnswer {
                    persona: stance.author.clone()?,
                    text: stance.text.clone(),
                    node: Some(stance.id),
                    granted: false,
                })
                .filter(|_| !is_guess)
            };
            let answers: Vec<AgreeingAnswer> = dispute.stances.iter().filter_map(answer).collect();
            if answers.len() < 2 {
                continue;
            }
            questions.push(AgreedQuestion::new(axis, side, answers));
        }
        let place = |id: &AxisId| topic.axes.iter().position(|axis| axis.id == *id);
        questions.sort_by_key(|question| place(&question.axis));
    }

    /// The most attacked reason on an issue.
    fn hinge(&self, issue: &DisputedIssue<'_>) -> Option<Hinge> {
        let mut on_issue = self.disputes.iter();
        let dispute = on_issue.find(|dispute| {
            let stance = dispute.stances.first();
            stance.is_some_and(|stance| stance.axis.as_ref() == Some(&issue.axis.id))
        })?;
        let attacks = |node: NodeId| self.graph.into_node(node).count();
        let attacked = dispute.reasons.iter().filter_map(|reason| {
            let by = attackers(self.graph, reason.node, Component::Claim);
            (!by.is_empty()).then_some((reason.node, by.into_iter().collect::<BTreeSet<_>>()))
        });
        let (node, by) =
            attacked.max_by_key(|(node, _)| (attacks(node.id), std::cmp::Reverse(node.id)))?;
        Some(Hinge {
            text: node.text.clone(),
            node: node.id,
            asserted_by: node.author.iter().cloned().collect(),
            denied_by: by.into_iter().collect(),
        })
    }
}

impl LedgerRules for ReadDisputes<'_> {
    fn graph(&self) -> &Graph {
        self.graph
    }

    /// A reason is rejected where another one defeats it.
    fn rejects(&self, node: &Node) -> bool {
        node.label == Some(Label::Out)
    }

    fn force(&self, attack: &Edge) -> Option<f64> {
        let by = self.graph.node(attack.from).filter(|node| node.label == Some(Label::In))?;
        Some(by.confidence())
    }

    fn loss(&self, node: &Node) -> f64 {
        node.confidence()
    }
}
