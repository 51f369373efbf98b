//! What was said enters the graph: concessions, new arguments, attacks.

use std::collections::BTreeSet;

use super::metrics;
use crate::graph::{Cause, Edge, Graph, Node, NodeKind, Operation, Provenance};
use crate::mode::conversation::run::ConversationTone;
use crate::mode::conversation::run::crystallizer::{
    Changed, Crystallizer, GraphState, TurnsToEnter,
};
use crate::mode::debate_context::{Answered, DebateContext};
use crate::mode::dialogue::questions::attack::Attack;
use crate::mode::dialogue::questions::crystallize::{Crystallize, Crystallized, Update};
use crate::mode::dialogue::questions::discover::Discover;
use crate::mode::dialogue::questions::map_argument::MapArgument;
use crate::mode::shared::concessions;
use crate::mode::shared::dung::{Evaluated, evaluate, outcome};
use crate::mode::shared::judged_pairs::JudgedPairs;
use crate::mode::shared::questions::argument::ShownAttack;
use crate::record::{Act, Concession, ConcessionEffect, ConcessionKind, Outcome, Stop, Turn};
use crate::vocabulary::{CallId, NodeId, PersonaId, Strength, Topic};

/// Enters turns in a graph of arguments, and keeps the trail of concessions.
#[derive(Debug, Default)]
pub(super) struct ArgumentGraph {
    concessions: Vec<Concession>,
}

impl Crystallizer for ArgumentGraph {
    type Update = Crystallize;

    const TONE: ConversationTone = ConversationTone::Open;

    fn question(&self, context: &DebateContext<'_>, said: &TurnsToEnter<'_>) -> Crystallize {
        let attacks = context.graph().edges().filter(|edge| edge.mirrors.is_none());
        Crystallize {
            topic: said.topic.clone(),
            arguments: arguments(context.graph()),
            attacks: attacks.filter_map(ShownAttack::of).collect(),
            earlier: said.latest(said.earlier),
            turns: said.shown(),
            briefs: context.setting.briefs(),
        }
    }

    fn apply(
        &mut self,
        context: &mut DebateContext<'_>,
        said: &TurnsToEnter<'_>,
        Answered { answer, call }: Answered<Crystallized>,
    ) -> Changed {
        UpdateOfGraph { context, said, call, trail: &mut self.concessions }.apply(answer)
    }

    /// Asks for the attacks between the opening arguments, and adds those that are valid.
    async fn discover(&self, context: &mut DebateContext<'_>, topic: &Topic) -> usize {
        let arguments = arguments(context.graph());
        if arguments.len() < 2 {
            return 0;
        }
        let question = Discover { topic: topic.clone(), arguments };
        let Ok(answered) = context.ask(&question).await else { return 0 };
        add_attacks(context, answered.answer, &[], answered.call)
    }

    fn state(&self, context: &mut DebateContext<'_>) -> GraphState {
        let evaluated = evaluate(context);
        GraphState::of_framework(context, evaluated.semantics)
    }

    /// What is accepted.
    fn compared_at_end(&self, context: &mut DebateContext<'_>) -> BTreeSet<NodeId> {
        evaluate(context).accepted()
    }

    fn outcome(
        self,
        context: &DebateContext<'_>,
        topic: &Topic,
        stop: Stop,
        judged: &JudgedPairs,
    ) -> Outcome {
        let evaluated = Evaluated::of(context.graph());
        let metrics = metrics::of_debate(&evaluated, context.snapshots(), &self.concessions);
        let outcome = outcome::outcome(context, topic, stop, &evaluated, judged, self.concessions);
        Outcome { metrics, ..outcome }
    }
}

/// The arguments that can attack and be attacked.
fn arguments(graph: &Graph) -> Vec<MapArgument> {
    let nodes =
        graph.nodes().filter(|node| node.kind != NodeKind::Thesis && graph.is_in_framework(node));
    nodes.filter_map(MapArgument::of).collect()
}

/// Adds attacks that no persona has made. Returns their number.
fn add_attacks(
    context: &mut DebateContext<'_>,
    attacks: Vec<Attack>,
    added: &[NodeId],
    call: CallId,
) -> usize {
    let made_by = |graph: &Graph, from: NodeId| {
        let of_node = graph.node(from).map(|node| node.provenance.turns.clone());
        Provenance { turns: of_node.unwrap_or_default(), calls: vec![call] }
    };
    let mut count = 0;
    for Attack { from, to, component, relation, confidence } in attacks {
        let [from, to] = [from, to].map(|end| end.node(added));
        let strength = Strength::new(confidence.value()).expect("a probability is a strength");
        let edge = Edge {
            component: Some(component),
            weight: Some(strength),
            confidence: Some(confidence),
            ..Edge::unnumbered(from, to, relation)
        };
        let (made_by, cause) = (made_by(context.graph(), from), Cause::Validation(call));
        match context.graph().twin(&edge) {
            Some(twin) if twin.mirrors.is_none() => continue,
            // It only followed from the rebuttal of the other side. Now a persona makes it.
            Some(twin) => {
                let edge = Edge { id: twin.id, provenance: made_by, ..edge };
                context.apply(Operation::UpdateEdge(edge), cause);
            }
            None => {
                context.add_attack(edge, &made_by, &cause);
            }
        }
        count += 1;
    }
    count
}

/// One update of the graph.
struct UpdateOfGraph<'u, 't> {
    context: &'u mut DebateContext<'t>,
    said: &'u TurnsToEnter<'u>,
    call: CallId,
    trail: &'u mut Vec<Concession>,
}

impl UpdateOfGraph<'_, '_> {
    /// Removes, updates and adds arguments, then removes and adds attacks.
    fn apply(&mut self, answer: Crystallized) -> Changed {
        let mut changed = Changed::default();
        for node in answer.removed {
            changed.removed += usize::from(self.remove(node).is_some());
        }
        for update in answer.updated {
            changed.updated += usize::from(self.update(update).is_some());
        }
        let mut added = Vec::new();
        for new in answer.added {
            let mut node = new.argument.to_node(self.context.next_node(), &new.author);
            node.detail.qualifiers.extend(new.qualifier.clone());
            let made_by = Provenance::of(new.turn, self.call);
            let node = self.context.add_node(node, &made_by, Cause::Turn(new.turn));
            added.push(node);
            if let Some((granted, turn)) = new.qualifier.zip(self.said.turn(new.turn)) {
                self.narrowed(turn, granted, node);
            }
        }
        changed.added = added.len();
        for (argument, persona) in answer.accepted {
            let accepted = self.accept(argument.node(&added), &persona);
            changed.updated += usize::from(accepted.is_some());
        }
        let withdrawn: BTreeSet<(NodeId, NodeId)> = answer.removed_attacks.into_iter().collect();
        for ends in withdrawn {
            changed.attacks_removed += self.withdraw(ends);
        }
        changed.attacks = add_attacks(self.context, answer.added_attacks, &added, self.call);
        changed
    }

    fn node(&self, id: NodeId) -> Option<Node> {
        self.context.graph().node(id).cloned()
    }

    fn remove(&mut self, id: NodeId) -> Option<()> {
        let node = self.node(id)?;
        let author = node.author?;
        let turn = self.said.giving_up(&author)?;
        self.context.apply(Operation::RemoveNode(id), Cause::Turn(turn.id));
        let effect = ConcessionEffect::new(ConcessionKind::Full, id);
        self.record(turn, node.text, effect);
        Some(())
    }

    fn update(&mut self, Update { node: id, claim, qualifier }: Update) -> Option<()> {
        let before = self.node(id)?;
        let author = before.author.clone()?;
        let mut node = before.clone();
        let qualifier = qualifier.filter(|text| !node.detail.qualifiers.contains(text));
        node.detail.qualifiers.extend(qualifier.clone());
        if let Some(claim) = &claim {
            node.text.clone_from(claim);
        }
        if node == before {
            return None;
        }
        let turn = self.said.giving_up(&author)?;
        node.provenance.turns.push(turn.id);
        node.provenance.calls.push(self.call);
        self.context.apply(Operation::UpdateNode(Box::new(node)), Cause::Turn(turn.id));
        match (claim, qualifier) {
            (Some(now), _) if turn.act == Act::Concede => {
                let kind = ConcessionKind::Partial;
                self.record(turn, before.text, ConcessionEffect { kind, node: id, now });
            }
            (_, Some(granted)) => self.narrowed(turn, granted, id),
            // Other words for the same point concede nothing.
            (_, None) => {}
        }
        Some(())
    }

    /// Records that a turn restricts an argument by what it grants.
    fn narrowed(&mut self, turn: &Turn, granted: String, node: NodeId) {
        let (kind, now) = (ConcessionKind::ScopeNarrowing, granted.clone());
        self.record(turn, granted, ConcessionEffect { kind, node, now });
    }

    fn accept(&mut self, id: NodeId, persona: &PersonaId) -> Option<()> {
        let turn = self.said.agreement_of(persona)?.id;
        self.trail.push(concessions::share(self.context, turn, persona, id)?);
        Some(())
    }

    /// Removes the attacks between two arguments in this direction, with their mirrors. Where both
    /// sides made a rebuttal, what is withdrawn becomes the mirror of the other one. Returns the
    /// number of withdrawn attacks.
    fn withdraw(&mut self, (from, to): (NodeId, NodeId)) -> usize {
        let attacks = self.context.graph().out_of_node(from).filter(|edge| edge.to == to);
        let is_own = |edge: &&Edge| edge.relation.is_attack() && edge.mirrors.is_none();
        let attacks: Vec<Edge> = attacks.filter(is_own).cloned().collect();
        for attack in &attacks {
            let graph = self.context.graph();
            let opposite = attack.mirror().and_then(|mirror| graph.twin(&mirror)).cloned();
            let remains = opposite.as_ref().filter(|edge| edge.mirrors.is_none());
            let operations = if let Some(mirror) = remains.and_then(Edge::mirror) {
                vec![Operation::UpdateEdge(Edge { id: attack.id, ..mirror })]
            } else {
                let removed = [attack.id].into_iter().chain(opposite.map(|edge| edge.id));
                removed.map(Operation::RemoveEdge).collect()
            };
            for operation in operations {
                self.context.apply(operation, Cause::Validation(self.call));
            }
        }
        attacks.len()
    }

    fn record(&mut self, turn: &Turn, text: String, effect: ConcessionEffect) {
        let persona = turn.speaker.clone().expect("a concession has a speaker");
        let concession = concessions::report(self.context, turn.id, persona, text, effect);
        self.trail.push(concession);
    }
}
