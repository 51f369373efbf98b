//! Round 0: the thesis and the first stances of every persona.

use crate::graph::{Detail, Node, NodeKind};
use crate::mode::ProtocolFailure;
use crate::mode::blackboard::questions::stances::{
    FirstStance, GiveStances, Opening, StanceReason,
};
use crate::mode::blackboard::stance::ClaimStance;
use crate::mode::debate_context::{Answered, DebateContext};
use crate::mode::shared::events::InitialStance;
use crate::question::Brief;
use crate::vocabulary::{Axis, NodeId, PersonaId, Probability, Topic};

/// The beginning of the text of a first stance that takes no side and has no reason.
const WITHOUT_SIDE: &str = "Takes no side on: ";

/// Asks every persona for its thesis and its stances, and adds them to the graph.
pub(super) async fn stances(
    context: &mut DebateContext<'_>,
    topic: &Topic,
) -> Result<(), ProtocolFailure> {
    let setting = context.setting;
    let question =
        |persona| GiveStances { brief: Brief::new(persona, setting.topic), topic: topic.clone() };
    let questions: Vec<GiveStances> = setting.personas.iter().map(question).collect();
    context.ask_personas(&questions, "no persona gave its stances", open).await
}

fn open(context: &mut DebateContext<'_>, question: &GiveStances, answered: Answered<Opening>) {
    let persona = &question.brief.persona;
    let Opening { case, stances } = answered.answer;
    let mut nodes = context.open_case(persona, case, answered.call);
    for stance in &stances {
        let Some(axis) = question.topic.axis(&stance.axis) else { continue };
        for node in stance_nodes(stance, axis, persona) {
            let node = Node { id: context.next_node(), ..node };
            nodes.push(context.state(node, [], answered.call, None));
        }
    }
    context.report(&InitialStance { persona: persona.clone(), nodes });
}

/// The nodes of a first stance: the stance with its strongest reason, and its other reasons as
/// arguments. Without a reason it is the proposition, as a point where the persona only grants it;
/// if the persona is uncertain with confidence 0, it says nothing. Their ids are those of the place
/// where they are added.
fn stance_nodes(first: &FirstStance, axis: &Axis, persona: &PersonaId) -> Vec<Node> {
    let FirstStance { stance, confidence, reasons, granted, .. } = first;
    let node = |kind, text: &str, detail| {
        let node = later_stance(NodeId::new(1), persona, (axis, *stance, *confidence), text);
        Node { kind, detail: Detail { confidence: Some(*confidence), ..detail }, ..node }
    };
    let reasoned = |kind, reason: &StanceReason| {
        let StanceReason { text, rests_on, evidence, excerpts, .. } = reason;
        node(kind, text, rests_on.clone().detail(evidence.clone(), excerpts.clone()))
    };
    match (reasons.split_first(), stance.side()) {
        (Some((reason, others)), _) => {
            let others = others.iter().map(|reason| reasoned(NodeKind::Argument, reason));
            std::iter::once(reasoned(NodeKind::Position, reason)).chain(others).collect()
        }
        (None, Some(side)) => {
            let kind = if *granted { NodeKind::Point } else { NodeKind::Position };
            vec![node(kind, axis.proposition(side), Detail::default())]
        }
        (None, None) if confidence.value() > 0.0 => {
            vec![node(NodeKind::Position, &without_side(axis), Detail::default())]
        }
        (None, None) => vec![],
    }
}

/// The node of a stance, as a persona takes it later in the debate.
pub(super) fn later_stance(
    id: NodeId,
    persona: &PersonaId,
    (axis, stance, confidence): (&Axis, ClaimStance, Probability),
    text: &str,
) -> Node {
    let node = Node::new(id, NodeKind::Position, text);
    let detail = Detail { confidence: Some(confidence), ..Detail::default() };
    Node { detail, ..node.by(persona, Some(axis.id.clone()), stance.side()) }
}

/// The text of a first stance that takes no side and has no reason.
pub(in crate::mode::blackboard) fn without_side(axis: &Axis) -> String {
    format!("{WITHOUT_SIDE}{}", axis.question)
}

/// Whether a node says something: it is not a stance that takes no side and has no reason.
pub(in crate::mode::blackboard) fn says_something(node: &Node) -> bool {
    let is_stance = node.kind == NodeKind::Position;
    !(is_stance && node.side.is_none() && node.text.starts_with(WITHOUT_SIDE))
}
