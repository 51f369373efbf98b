//! What the answers of a persona change on the blackboard: messages, stances, and the crux
//! candidates and conditions that it names.

use super::opening::later_stance;
use crate::graph::{Cause, Edge, Graph, Node, NodeKind, Operation, Provenance, Relation};
use crate::mode::blackboard::candidates::{candidates, may_be_same};
use crate::mode::blackboard::detail::TriggeredFlip;
use crate::mode::blackboard::effect::Effect;
use crate::mode::blackboard::events::{CruxCandidate, FlipTriggered};
use crate::mode::blackboard::questions::respond::{
    MOST_WORDS, MetCondition, NamedCrux, Remark, Respond, Response,
};
use crate::mode::blackboard::stance::{HeldStance, stances};
use crate::mode::comparison_blocks::MOST_STATEMENTS_PER_CALL;
use crate::mode::debate_context::{Answered, DebateContext};
use crate::mode::shared::comparison::{every_pair, in_blocks};
use crate::mode::shared::events::AgentTurn;
use crate::mode::shared::questions::compare::{Item, Origin, PairJudgement};
use crate::record::{Act, Target, Turn};
use crate::text::{folded, shortened};
use crate::vocabulary::{AxisId, CallId, NodeId, PersonaId, Probability, Side, Topic, TurnId};

/// A crux that a persona has named in this round.
pub(super) struct Proposal {
    persona: PersonaId,
    crux: NamedCrux,
    call: CallId,
}

/// What the answers of a round bring besides messages.
#[derive(Default)]
pub(super) struct RoundAnswers {
    pub(super) proposals: Vec<Proposal>,
    pub(super) flips: Vec<TriggeredFlip>,
}

/// Records the answer of a persona, and applies its messages and stances.
pub(super) fn take(
    context: &mut DebateContext<'_>,
    question: &Respond,
    answered: Answered<Response>,
    brought: &mut RoundAnswers,
) {
    let (persona, call) = (&question.brief.persona, answered.call);
    let Response { remarks, cruxes, flips } = answered.answer;
    for remark in &remarks {
        Speaker { context, persona, topic: &question.topic, call }.say(remark);
    }
    let proposal = |crux| Proposal { persona: persona.clone(), crux, call };
    brought.proposals.extend(cruxes.into_iter().map(proposal));
    for MetCondition { condition, because } in flips {
        let declared = question.brief.contract.flips.iter();
        let Some(flip) = declared.into_iter().find(|flip| flip.id == condition) else { continue };
        let round = context.round();
        let turn = Turn {
            speaker: Some(persona.clone()),
            reasons: vec![because.clone()],
            ..Turn::new(context.next_turn(), round, Act::Revise, flip.when.as_str(), call)
        };
        context.record_turn(turn);
        let (persona, when) = (persona.clone(), flip.when.clone());
        context.report(&FlipTriggered {
            round,
            persona: persona.clone(),
            when: when.clone(),
            because: because.clone(),
        });
        let then = flip.then.clone();
        brought.flips.push(TriggeredFlip { round, persona, when, then, because });
    }
}

/// A persona that speaks.
struct Speaker<'t, 's, 'a> {
    context: &'t mut DebateContext<'s>,
    persona: &'a PersonaId,
    topic: &'a Topic,
    call: CallId,
}

impl Speaker<'_, '_, '_> {
    /// Says one sentence about a claim. A change of side is a new stance; the reasons for the old
    /// one are given up. Otherwise a new sentence is a message, and one that repeats an earlier one
    /// is only recorded.
    fn say(&mut self, remark: &Remark) {
        let Some(axis) = self.topic.axis(&remark.axis) else { return };
        let held = stances(self.context.graph());
        let before = held.get(&remark.axis).and_then(|held| held.get(self.persona).copied());
        let turn = self.context.next_turn();
        let mut spoken = Turn {
            speaker: Some(self.persona.clone()),
            target: remark.reply.map(|(to, _)| Target::Node(to)),
            confidence: Some(remark.confidence),
            ..Turn::new(
                turn,
                self.context.round(),
                Act::Assert,
                remark.sentence.as_str(),
                self.call,
            )
        };
        let made_by = Provenance::of(turn, self.call);
        match before {
            Some(before) if before.stance == remark.stance => {
                self.be_as_sure(&before, remark.confidence, turn);
                if let Some(earlier) = self.said_before(&remark.axis, &remark.sentence) {
                    spoken.target = Some(Target::Node(earlier));
                } else {
                    let mut node = Node::new(
                        self.context.next_node(),
                        NodeKind::Argument,
                        remark.sentence.as_str(),
                    );
                    (node.author, node.axis) = (Some(self.persona.clone()), Some(axis.id.clone()));
                    node.detail.excerpts.clone_from(&remark.excerpts);
                    node.detail.confidence = Some(remark.confidence);
                    spoken.node = Some(self.context.add_node(node, &made_by, Cause::Turn(turn)));
                }
            }
            _ => {
                // Who was uncertain concedes something only by saying so.
                let grants = remark.reply.is_some_and(|(_, effect)| effect == Effect::Grants);
                let concedes = |before: HeldStance| before.stance.side().is_some() || grants;
                spoken.act = if before.is_some_and(concedes) { Act::Concede } else { Act::Revise };
                self.give_up(&remark.axis, turn);
                let stance = (axis, remark.stance, remark.confidence);
                let id = self.context.next_node();
                let mut node = later_stance(id, self.persona, stance, &remark.sentence);
                node.detail.excerpts.clone_from(&remark.excerpts);
                spoken.node = Some(self.context.add_node(node, &made_by, Cause::Turn(turn)));
            }
        }
        self.answer(&mut spoken, remark, &made_by);
        self.context.record_turn(spoken);
        self.report(turn, remark);
    }

    /// Connects a message with the message that it answers. Those who give the same answer may deny
    /// each other's reasons for it.
    fn answer(&mut self, spoken: &mut Turn, remark: &Remark, made_by: &Provenance) {
        let cause = Cause::Turn(spoken.id);
        let Some((node, (to, effect))) = spoken.node.zip(remark.reply) else { return };
        let (relation, act) = match effect {
            Effect::Denies => (Relation::Attack, Act::Attack),
            Effect::Supports => (Relation::Support, Act::Support),
            Effect::Grants => (Relation::Support, Act::Concede),
        };
        if spoken.act == Act::Assert {
            spoken.act = act;
        }
        spoken.relation = Some(relation);
        let edge = Edge::unnumbered(node, to, relation);
        spoken.edge = Some(self.context.add_edge(edge, made_by, cause));
    }

    fn be_as_sure(&mut self, held: &HeldStance, confidence: Probability, turn: TurnId) {
        if held.confidence != confidence {
            let mut node = self.node(held.node).clone();
            node.detail.confidence = Some(confidence);
            self.context.apply(Operation::UpdateNode(Box::new(node)), Cause::Turn(turn));
        }
    }

    /// Takes back the persona's answers to an issue: they no longer take a side.
    fn give_up(&mut self, axis: &AxisId, turn: TurnId) {
        for mut node in own(self.context.graph(), self.persona, axis) {
            if node.side.take().is_some() {
                self.context.apply(Operation::UpdateNode(Box::new(node)), Cause::Turn(turn));
            }
        }
    }

    /// Where the persona has said this about the claim before, in full or in short.
    fn said_before(&self, axis: &AxisId, sentence: &str) -> Option<NodeId> {
        let said = folded(sentence);
        let own = own(self.context.graph(), self.persona, axis).into_iter();
        let mut same = own.filter(|node| {
            folded(&node.text) == said || folded(&shortened(&node.text, MOST_WORDS)) == said
        });
        same.next().map(|node| node.id)
    }

    fn node(&self, id: NodeId) -> &Node {
        self.context.graph().node(id).expect("a stance is a node of the graph")
    }

    fn report(&mut self, turn: TurnId, remark: &Remark) {
        let (persona, text) = (self.persona.clone(), remark.sentence.clone());
        self.context.report(&AgentTurn { turn, persona, text });
    }
}

/// What a persona has said about an issue.
fn own(graph: &Graph, persona: &PersonaId, axis: &AxisId) -> Vec<Node> {
    let own = graph.nodes().filter(|node| {
        node.is_by(persona) && node.axis.as_ref() == Some(axis) && node.kind != NodeKind::Question
    });
    own.cloned().collect()
}

/// Puts the cruxes that were named in a round on the blackboard; those that ask the same as an
/// earlier one are endorsements of it. Returns the number of new ones.
pub(super) async fn propose(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    proposals: Vec<Proposal>,
) -> usize {
    let same = compared(context, topic, &proposals).await;
    let mut nodes: Vec<Option<NodeId>> = vec![None; proposals.len()];
    let mut added = 0;
    for (place, Proposal { persona, crux, call }) in proposals.into_iter().enumerate() {
        let said = folded(&crux.question);
        let is_same = |node: &Node| {
            let in_words =
                folded(&node.text) == said && may_be_same(node.axis.as_ref(), crux.axis.as_ref());
            let in_meaning = |(known, other): &(Known, usize)| {
                *other == place
                    && match known {
                        Known::Node(id) => *id == node.id,
                        Known::Proposal(at) => nodes[*at] == Some(node.id),
                    }
            };
            in_words || same.iter().any(in_meaning)
        };
        let graph = context.graph();
        let held = stances(graph);
        let known = candidates(graph, &held).into_iter().map(|candidate| candidate.node);
        let known = known.filter(|node| is_same(node)).map(|node| node.id).min();
        let turn = context.next_turn();
        let node = if let Some(node) = known {
            let author = context.graph().node(node).and_then(|node| node.author.as_ref());
            if author != Some(&persona) {
                context.endorse(node, &persona, Cause::Turn(turn));
            }
            node
        } else {
            added += 1;
            let id = context.next_node();
            let mut node = Node::new(id, NodeKind::Question, crux.question.as_str());
            (node.author, node.axis) = (Some(persona.clone()), crux.axis.clone());
            let made_by = Provenance::of(turn, call);
            context.add_node(node, &made_by, Cause::Turn(turn))
        };
        nodes[place] = Some(node);
        let (round, question) = (context.round(), crux.question);
        let target = known.map(Target::Node);
        let made = known.is_none().then_some(node);
        let spoken = Turn::new(turn, round, Act::Propose, question.as_str(), call);
        context.record_turn(Turn { speaker: Some(persona.clone()), target, node: made, ..spoken });
        let is_new = known.is_none();
        context.report(&CruxCandidate { round, persona, node, question, is_new });
    }
    added
}

/// A crux that another one may repeat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Node(NodeId),
    /// A crux of the same round.
    Proposal(usize),
}

/// The named cruxes that were judged to ask the same as an earlier one. One call judges all pairs
/// that may be the same and whose words differ; pairs for which it has no room are counted.
async fn compared(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    proposals: &[Proposal],
) -> Vec<(Known, usize)> {
    let held = stances(context.graph());
    let earlier: Vec<Node> =
        candidates(context.graph(), &held).into_iter().map(|found| found.node.clone()).collect();
    let origin = |persona: &PersonaId, axis: Option<&AxisId>| Origin {
        persona: persona.clone(),
        excerpts: vec![],
        axis: axis.cloned(),
        side: None::<Side>,
    };
    let mut items: Vec<Item> = Vec::new();
    for node in &earlier {
        let author = node.author.as_ref().expect("a candidate has an author");
        let origin = origin(author, node.axis.as_ref());
        items.push(Item { id: node.id.to_string(), text: node.text.clone(), origin });
    }
    for (Proposal { persona, crux, .. }, number) in proposals.iter().zip(1..) {
        let origin = origin(persona, crux.axis.as_ref());
        items.push(Item { id: format!("c{number}"), text: crux.question.clone(), origin });
    }
    let is_asked = |one: usize, other: usize| {
        let (a, b) = (&items[one], &items[other]);
        other >= earlier.len()
            && may_be_same(a.origin.axis.as_ref(), b.origin.axis.as_ref())
            && folded(&a.text) != folded(&b.text)
    };
    let (pairs, beyond): (Vec<_>, Vec<_>) = every_pair(items.len(), is_asked)
        .into_iter()
        .partition(|(_, other)| *other < MOST_STATEMENTS_PER_CALL);
    context.count_not_judged(beyond.len());
    if pairs.is_empty() {
        return vec![];
    }
    let judged = in_blocks(context, topic, &items, &[pairs]).await;
    let same = judged.into_iter().filter(|(_, found, _)| *found == PairJudgement::Same);
    let known = |place: usize| match earlier.get(place) {
        Some(node) => Known::Node(node.id),
        None => Known::Proposal(place - earlier.len()),
    };
    same.map(|((one, other), ..)| (known(one), other - earlier.len())).collect()
}
