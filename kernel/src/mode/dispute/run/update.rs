//! What an update of the graph changes: disputes, stances, reasons, attacks.

use std::collections::BTreeSet;

use super::dispute_register::{DisputeRecord, DisputeRegister};
use crate::graph::{Cause, Detail, Edge, Node, NodeKind, Operation, Provenance, Relation};
use crate::mode::conversation::run::crystallizer::{Changed, NodeTarget, TurnsToEnter};
use crate::mode::debate_context::DebateContext;
use crate::mode::dispute::disputes::{bare_answers, disputes};
use crate::mode::dispute::questions::crystallize_disputes::{
    Crystallized, NewReason, NewStance, Polarity,
};
use crate::mode::issues::Issues;
use crate::mode::shared::concessions;
use crate::mode::shared::questions::thesis::Reasons;
use crate::record::{Act, ConcessionEffect, ConcessionKind, Turn};
use crate::text::to_sentence;
use crate::vocabulary::{AxisId, AxisSide, CallId, Component, NodeId, PersonaId, Side, TurnId};

/// Labels every reason by the semantics of its dispute.
fn label(context: &mut DebateContext<'_>) {
    let all = disputes(context.graph());
    let labels = all.iter().flat_map(|dispute| &dispute.reasons);
    let changed = labels.filter(|reason| reason.node.label != Some(reason.label));
    let changed: Vec<_> = changed.map(|reason| (reason.node.id, reason.label)).collect();
    for (node, label) in changed {
        context.apply(Operation::Label { node, label: Some(label) }, Cause::Semantics);
    }
}

/// The relation of a stance to its dispute, and of a reason to its stance.
fn relation(supports: bool) -> Relation {
    if supports { Relation::Support } else { Relation::Attack }
}

/// One update of the graph.
pub(super) struct Update<'u, 't> {
    pub(super) context: &'u mut DebateContext<'t>,
    pub(super) said: &'u TurnsToEnter<'u>,
    pub(super) call: CallId,
    pub(super) register: &'u mut DisputeRegister,
    /// The disputes that the update touches.
    pub(super) touched: BTreeSet<NodeId>,
}

impl Update<'_, '_> {
    /// Removes reasons, opens disputes, takes stances and gives reasons; then retires disputes.
    pub(super) fn apply(&mut self, answer: Crystallized) -> Changed {
        let mut changed = Changed::default();
        for reason in answer.removed_reasons {
            changed.removed += usize::from(self.give_up(reason).is_some());
        }
        let mut opened = Vec::new();
        for new in answer.new_disputes {
            let mut node = Node::new(self.context.next_node(), NodeKind::Question, new.question);
            node.axis = new.axis;
            let dispute = self.add(node, new.turn);
            let record = DisputeRecord::new(new.horizon, new.criteria);
            self.register.records.insert(dispute, record);
            self.touched.insert(dispute);
            opened.push(dispute);
        }
        self.register.beyond_limit += answer.beyond_limit;
        changed.added = opened.len();
        changed.updated += self.adopt_answers(&opened, &answer.stances);
        for stance in answer.stances {
            let dispute = stance.dispute.node(&opened);
            if let Some(held) = self.stance_of(dispute, &stance.author) {
                changed.updated += usize::from(self.restate(dispute, held, stance));
            } else {
                self.take(dispute, &stance);
                changed.added += 1;
            }
        }
        changed.added += self.take_known_sides();
        let (mut reasons, mut attacks) = (Vec::new(), Vec::new());
        for reason in answer.new_reasons {
            let dispute = reason.dispute.node(&opened);
            let added = self.give(dispute, &reason);
            attacks.extend(reason.attacks.into_iter().map(|target| (added, target, reason.turn)));
            reasons.push(added);
        }
        changed.added += reasons.len();
        changed.attacks = attacks.len();
        for (from, target, turn) in attacks {
            self.join(from, target.node(&reasons), Relation::Attack, turn);
        }
        let mut settled = BTreeSet::new();
        for update in answer.updated_disputes {
            let record = self.register.records.get_mut(&update.dispute);
            let Some(record) = record else { continue };
            if record.update(&update) || update.is_settled {
                changed.updated += 1;
                self.touched.insert(update.dispute);
                settled.extend(update.is_settled.then_some(update.dispute));
            }
        }
        self.touch_named();
        let round = self.context.round();
        self.register.update_status(round, &self.touched, &settled);
        if !self.said.is_last {
            self.register.retire(round, &self.touched);
        }
        label(self.context);
        changed
    }

    fn node(&self, id: NodeId) -> Option<Node> {
        self.context.graph().node(id).cloned()
    }

    fn made_by(&self, turn: TurnId) -> Provenance {
        Provenance::of(turn, self.call)
    }

    fn add(&mut self, node: Node, turn: TurnId) -> NodeId {
        let made_by = self.made_by(turn);
        self.context.add_node(node, &made_by, Cause::Turn(turn))
    }

    fn join(&mut self, from: NodeId, to: NodeId, relation: Relation, turn: TurnId) {
        let (edge, made_by) = (Edge::unnumbered(from, to, relation), self.made_by(turn));
        self.context.add_edge(edge, &made_by, Cause::Turn(turn));
    }

    fn stance_of(&self, dispute: NodeId, persona: &PersonaId) -> Option<NodeId> {
        let graph = self.context.graph();
        let mut answering = graph.into_node(dispute).filter_map(|edge| graph.node(edge.from));
        let is_stance = |node: &&Node| node.kind == NodeKind::Position && node.is_by(persona);
        answering.find(is_stance).map(|stance| stance.id)
    }

    /// Removes a reason that its author gave up.
    fn give_up(&mut self, id: NodeId) -> Option<()> {
        let node = self.node(id)?;
        let turn = self.said.giving_up(node.author.as_ref()?)?.id;
        self.touch_dispute_of(id);
        self.context.apply(Operation::RemoveNode(id), Cause::Turn(turn));
        let effect = ConcessionEffect::new(ConcessionKind::Full, id);
        self.record(turn, node.author?, node.text, effect);
        Some(())
    }

    fn touch_dispute_of(&mut self, reason: NodeId) {
        let graph = self.context.graph();
        let stances = graph.out_of_node(reason).map(|edge| edge.to);
        let questions = stances.flat_map(|stance| graph.out_of_node(stance)).map(|edge| edge.to);
        let is_question =
            |id: &NodeId| graph.node(*id).is_some_and(|node| node.kind == NodeKind::Question);
        let touched: Vec<NodeId> = questions.filter(is_question).collect();
        self.touched.extend(touched);
    }

    /// A dispute is touched by who proposes its question as the crux, agrees with this proposal, or
    /// names the question as the core at the end.
    fn touch_named(&mut self) {
        let axis = |turn: &Turn| turn.speech.as_ref()?.axis.clone();
        let of_proposal = |turn: &Turn| axis(self.said.turn(turn.speech.as_ref()?.acknowledges?)?);
        let new = self.said.new.iter();
        let named: BTreeSet<AxisId> =
            new.flat_map(|turn| [axis(turn), of_proposal(turn)]).flatten().collect();
        let all = disputes(self.context.graph());
        let is_named = |node: &Node| node.axis.as_ref().is_some_and(|axis| named.contains(axis));
        let touched = all.iter().map(|dispute| dispute.node).filter(|node| is_named(node));
        self.touched.extend(touched.map(|node| node.id));
    }

    /// Makes what personas answered beside their theses to the questions of new disputes their
    /// stances there. An answer to which the update gives the opposite stance without a concession
    /// stays beside it: its author contradicts itself. Returns the number of stances.
    fn adopt_answers(&mut self, opened: &[NodeId], given: &[NewStance]) -> usize {
        let graph = self.context.graph();
        let mut adopted = Vec::new();
        for (place, dispute) in opened.iter().filter_map(|id| graph.node(*id)).enumerate() {
            for answer in bare_answers(graph).filter(|answer| answer.axis == dispute.axis) {
                let own = |stance: &&NewStance| {
                    stance.dispute == NodeTarget::New(place) && answer.is_by(&stance.author)
                };
                let is_opposed = |stance: &NewStance| {
                    let concedes = self.said.concession_of(&stance.author).is_some();
                    answer.side != Some(stance.side) && !concedes
                };
                if !given.iter().find(own).is_some_and(is_opposed) {
                    let supports = answer.side == Some(Side::Yes);
                    let turn = dispute.provenance.turns.first().copied();
                    adopted.extend(turn.map(|turn| (answer.id, dispute.id, supports, turn)));
                }
            }
        }
        for &(answer, dispute, supports, turn) in &adopted {
            self.join(answer, dispute, relation(supports), turn);
        }
        adopted.len()
    }

    /// Whether a turn is a concession.
    fn concedes(&self, turn: TurnId) -> bool {
        self.said.turn(turn).is_some_and(|turn| turn.act == Act::Concede)
    }

    /// Takes a side of a dispute for the first time.
    fn take(&mut self, dispute: NodeId, stance: &NewStance) {
        let axis = self.node(dispute).and_then(|dispute| dispute.axis);
        let node = Node::new(self.context.next_node(), NodeKind::Position, &stance.statement);
        let mut node = node.by(&stance.author, axis, Some(stance.side));
        let rests_on = stance.rests_on.clone().unwrap_or_default();
        node.detail = Detail {
            qualifiers: stance.qualifier.iter().cloned().collect(),
            confidence: Some(stance.confidence),
            ..rests_on.detail(stance.evidence.clone(), stance.excerpts.clone())
        };
        let stance_node = self.add(node, stance.turn);
        self.join(stance_node, dispute, relation(stance.side == Side::Yes), stance.turn);
        self.touched.insert(dispute);
        if let Some(granted) = stance.qualifier.as_ref().filter(|_| self.concedes(stance.turn)) {
            self.narrow(stance.turn, stance.author.clone(), stance_node, granted);
        }
    }

    /// Records a concession that restricts a stance.
    fn narrow(&mut self, turn: TurnId, author: PersonaId, stance: NodeId, granted: &str) {
        let (kind, now) = (ConcessionKind::ScopeNarrowing, granted.to_owned());
        self.record(turn, author, now.clone(), ConcessionEffect { kind, node: stance, now });
    }

    /// Changes the one stance that its author has on a dispute. Whether anything changed.
    fn restate(&mut self, dispute: NodeId, id: NodeId, stance: NewStance) -> bool {
        let Some(before) = self.node(id) else { return false };
        let mut node = before.clone();
        node.text.clone_from(&stance.statement);
        node.side = Some(stance.side);
        if before.side != node.side {
            // Its reasons, sources and limits belong to the old answer only.
            node.detail = Detail::default();
        }
        let detail = &mut node.detail;
        if let Some(Reasons { texts, asserts }) = stance.rests_on {
            (detail.premises, detail.asserts) = (texts, asserts);
        }
        detail.confidence = Some(stance.confidence);
        let excerpts = stance.excerpts.into_iter().filter(|new| !detail.excerpts.contains(new));
        detail.excerpts.extend(excerpts.collect::<Vec<_>>());
        let evidence = stance.evidence.into_iter().filter(|new| !detail.evidence.contains(new));
        detail.evidence.extend(evidence.collect::<Vec<_>>());
        let granted = stance.qualifier.filter(|text| !detail.qualifiers.contains(text));
        detail.qualifiers.extend(granted.clone());
        if node == before {
            return false;
        }
        let is_turned = before.side != node.side;
        let concedes = self.concedes(stance.turn);
        // What comes with a new dispute is the first that its author says about it.
        let is_known = matches!(stance.dispute, NodeTarget::Node(_));
        let conceded = if concedes {
            Some(stance.turn)
        } else if granted.is_some() && is_known {
            self.said.giving_up(&stance.author).map(|turn| turn.id)
        } else {
            self.said.concession_of(&stance.author).map(|turn| turn.id)
        };
        let turn = conceded.unwrap_or(stance.turn);
        node.provenance.turns.push(turn);
        node.provenance.calls.push(self.call);
        let old = before.side.filter(|_| is_turned);
        let given_up = old.map(|old| self.reasons_for(dispute, old, &stance.author));
        self.context.apply(Operation::UpdateNode(Box::new(node)), Cause::Turn(turn));
        self.touched.insert(dispute);
        if let Some(reasons) = given_up {
            for reason in reasons {
                self.context.apply(Operation::RemoveNode(reason), Cause::Turn(turn));
            }
            self.turn(id, turn);
        }
        // A stance that the debate took from a thesis has neither: its words are not those of a
        // turn.
        let was_said = before.detail.confidence.is_some() || !before.detail.excerpts.is_empty();
        let rewords = is_known && was_said && concedes && before.text != stance.statement;
        match granted {
            _ if conceded.is_none() => {}
            Some(granted) if !is_turned => self.narrow(turn, stance.author, id, &granted),
            _ if is_turned || rewords => {
                let (kind, now) = (ConcessionKind::Partial, stance.statement);
                let effect = ConcessionEffect { kind, node: id, now };
                self.record(turn, stance.author, before.text, effect);
            }
            _ => {}
        }
        true
    }

    /// The reasons that an author gave for an answer, at its own stance and at those of others.
    fn reasons_for(&self, dispute: NodeId, side: Side, author: &PersonaId) -> Vec<NodeId> {
        let all = disputes(self.context.graph());
        let of_dispute = all.iter().filter(|open| open.node.id == dispute);
        let reasons = of_dispute.flat_map(|open| &open.reasons);
        let own = reasons.filter(|reason| reason.node.is_by(author) && reason.side == side);
        own.map(|reason| reason.node.id).collect()
    }

    /// Turns a stance to the other side; the reasons that are left keep theirs.
    fn turn(&mut self, stance: NodeId, turn: TurnId) {
        let graph = self.context.graph();
        let edges = graph.into_node(stance).chain(graph.out_of_node(stance));
        for edge in edges.cloned().collect::<Vec<Edge>>() {
            let supports = edge.relation == Relation::Support;
            let edge = Edge { relation: relation(!supports), ..edge };
            self.context.apply(Operation::UpdateEdge(edge), Cause::Turn(turn));
        }
    }

    /// Adds the stances of personas whose thesis or whose other stances assert an answer to a
    /// disputed question. Returns their number.
    fn take_known_sides(&mut self) -> usize {
        let graph = self.context.graph();
        let issues = Issues::of(graph, self.said.topic, self.context.setting.personas);
        let mut missing = Vec::new();
        for dispute in disputes(graph) {
            let Some(axis) = &dispute.node.axis else { continue };
            for case in &issues.cases {
                let persona = &case.persona.id;
                let side = case.sides.get(axis).filter(|_| dispute.stance_of(persona).is_none());
                let asserts = side.map(|&side| AxisSide { axis: axis.clone(), side });
                let asserted = asserts.and_then(|asserts| self.asserted(persona, asserts));
                missing.extend(asserted.map(|node| (dispute.node.id, node)));
            }
        }
        let added = missing.len();
        for (dispute, mut node) in missing {
            node.id = self.context.next_node();
            let made_by = node.provenance.clone();
            let Some(&turn) = made_by.turns.first() else { continue };
            let supports = node.side == Some(Side::Yes);
            let stance = self.context.add_node(node, &made_by, Cause::Turn(turn));
            let edge = Edge::unnumbered(stance, dispute, relation(supports));
            self.context.add_edge(edge, &made_by, Cause::Turn(turn));
            self.touched.insert(dispute);
        }
        added
    }

    /// A stance in the words in which a persona asserts an answer: in its thesis, otherwise in one
    /// of its other stances. It rests on what the persona's point with this answer rests on, if it
    /// makes one that is common ground.
    fn asserted(&self, persona: &PersonaId, asserts: AxisSide) -> Option<Node> {
        let graph = self.context.graph();
        let own = graph.nodes().filter(|node| node.is_by(persona));
        let found = own.flat_map(|node| node.detail.asserts.iter().map(move |known| (node, known)));
        let (node, known) = found
            .filter(|(_, known)| known.asserts == asserts)
            .max_by_key(|(node, _)| node.kind == NodeKind::Thesis)?;
        // A premise that also asserts what lies below it is in the words of its own answer.
        let at_once = node.detail.asserts.iter().filter(|it| it.component == known.component);
        let text = match known.component {
            Component::Premise(_) if at_once.count() > 1 => None,
            Component::Premise(at) => node.detail.premises.get(at).map(|text| to_sentence(text)),
            Component::Claim | Component::Assumption(_) | Component::Inference => None,
        };
        let axis = self.said.topic.axis(&asserts.axis)?;
        let text = text.unwrap_or_else(|| axis.proposition(asserts.side).to_owned());
        let is_own_point = |node: &&Node| {
            let is_by = node.is_by(persona);
            node.kind == NodeKind::Point && is_by && node.answers().as_ref() == Some(&asserts)
        };
        let point = graph.nodes().find(is_own_point).map(|point| Detail {
            premises: point.detail.premises.clone(),
            asserts: point.detail.asserts.clone(),
            ..Detail::default()
        });
        Some(Node {
            detail: point.unwrap_or_default(),
            author: Some(persona.clone()),
            axis: Some(asserts.axis),
            side: Some(asserts.side),
            provenance: node.provenance.clone(),
            ..Node::new(NodeId::new(0), NodeKind::Position, text)
        })
    }

    /// Adds a reason with its one stance.
    fn give(&mut self, dispute: NodeId, reason: &NewReason) -> NodeId {
        let axis = self.node(dispute).and_then(|dispute| dispute.axis);
        let node = Node::new(self.context.next_node(), NodeKind::Argument, &reason.claim);
        let mut node = node.by(&reason.author, axis, None);
        node.detail = Detail {
            assumptions: reason.assumptions.clone(),
            evidence: reason.evidence.clone(),
            excerpts: reason.excerpts.clone(),
            confidence: Some(reason.confidence),
            ..Detail::default()
        };
        let added = self.add(node, reason.turn);
        let stance = self.stance_of(dispute, &reason.stance_of);
        let stance = stance.expect("a reason is refused where its stance does not exist");
        self.join(added, stance, relation(reason.polarity == Polarity::Support), reason.turn);
        self.touched.insert(dispute);
        added
    }

    fn record(&mut self, turn: TurnId, persona: PersonaId, text: String, effect: ConcessionEffect) {
        let concession = concessions::report(self.context, turn, persona, text, effect);
        self.register.concessions.push(concession);
    }
}
