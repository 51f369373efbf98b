//! What was said in each round.

use crate::graph::{Node, NodeKind};
use crate::mode::blackboard::CONFIDENCE;
use crate::record::{Act, Fate, Snapshot, Target, Turn};
use crate::view::{Action, Block, History, Inline, Moment, Section, Subject, Text};
use crate::vocabulary::{NodeId, PersonaId};

/// One section for each round: what every persona said, claim by claim.
pub(super) fn sections(history: &History<'_>, personas: &[PersonaId]) -> Vec<Section> {
    let section = |snapshot: &Snapshot| {
        let moments = personas.iter().map(|persona| moment(history, snapshot, persona));
        let timeline = Block::Timeline(moments.collect());
        Section::about(Subject::Round(snapshot.round), "messages", vec![timeline])
    };
    history.snapshots().iter().map(section).collect()
}

fn moment(history: &History<'_>, snapshot: &Snapshot, persona: &PersonaId) -> Moment {
    let own = snapshot.turns.iter().filter(|turn| turn.is_by(persona));
    let own: Vec<&Turn> = own.filter(|turn| turn.fate == Fate::Kept).collect();
    let mut actions: Vec<Action> = own
        .iter()
        .filter(|turn| !repeats(turn))
        .map(|turn| action(history, snapshot, turn))
        .collect();
    let repeated = own.iter().filter(|turn| repeats(turn)).filter_map(|turn| about(history, turn));
    let repeated = Text::joined(repeated, "; ");
    if !repeated.is_empty() {
        let text = Text::of("Repeats its stance: {}", [repeated]);
        let (source, reason) = (Text::default(), Text::default());
        actions.push(Action { text, source, reason, details: vec![] });
    }
    Moment { persona: persona.clone(), actions }
}

/// Whether a turn repeats what its speaker has said about the claim.
fn repeats(turn: &Turn) -> bool {
    turn.act == Act::Assert && turn.round > 0 && turn.node.is_none()
}

/// The claim of a turn that became no node.
fn about(history: &History<'_>, turn: &Turn) -> Option<Text> {
    let node = history.node(target(turn)?)?;
    Some(Inline::Axis(node.axis.clone()?).into())
}

fn target(turn: &Turn) -> Option<NodeId> {
    match turn.target {
        Some(Target::Node(node)) => Some(node),
        Some(Target::Written(_)) | None => None,
    }
}

fn action(history: &History<'_>, snapshot: &Snapshot, turn: &Turn) -> Action {
    let node = turn.node.and_then(|node| snapshot.graph.node(node));
    let said = Inline::Quote(turn.text.clone()).into();
    let text = match (turn.act, turn.node) {
        (Act::Propose, Some(node)) => Text::of("Names a crux {}: {}", [node.into(), said]),
        (Act::Propose, None) => Text::of("Names a crux that another named: {}", [said]),
        (Act::Revise, None) => Text::of("Says that its condition is met: {}", [said]),
        (act, Some(id)) => Text::joined([heading(act, id, node, target(turn)), said], " "),
        (_, None) => said,
    };
    let excerpts = node.map(History::excerpts).unwrap_or_default();
    let source = if excerpts.is_empty() {
        turn.id.into()
    } else {
        Text::of("{} · corpus: {}", [turn.id.into(), excerpts])
    };
    let reason = Text::joined(turn.reasons.iter().map(|reason| Text::from(reason.as_str())), " ");
    let answered = target(turn).and_then(|node| history.node(node));
    let quoted = answered.filter(|_| turn.act != Act::Propose).map(|answered| {
        let who = answered.author.as_ref().map(Text::from).unwrap_or_default();
        Text::of("in answer to {}: {}", [who, Inline::Quote(answered.text.clone()).into()])
    });
    Action { text, source, reason, details: quoted.into_iter().collect() }
}

/// What a message is about, and what it does to the one that it answers.
fn heading(act: Act, id: NodeId, node: Option<&Node>, to: Option<NodeId>) -> Text {
    let axis = node.and_then(|node| node.axis.clone());
    let axis: Text = axis.map(|axis| Inline::Axis(axis).into()).unwrap_or_default();
    let is_stance = node.is_some_and(|node| node.kind == NodeKind::Position);
    let does = match (act, to) {
        (Act::Attack, Some(to)) => Text::of("{}, against {}", [id.into(), to.into()]),
        (Act::Support, Some(to)) => Text::of("{}, in support of {}", [id.into(), to.into()]),
        (Act::Concede, Some(to)) if !is_stance => {
            Text::of("{}, grants a point to {}", [id.into(), to.into()])
        }
        (Act::Concede, Some(to)) => {
            Text::of("{}, gives up its stance after {}", [id.into(), to.into()])
        }
        (Act::Concede, None) => Text::of("{}, gives up its stance", [id.into()]),
        (Act::Revise, _) => Text::of("{}, takes a stance", [id.into()]),
        (_, Some(to)) => Text::of("{}, on {}", [id.into(), to.into()]),
        (_, None) => id.into(),
    };
    let sure = node.and_then(|node| node.detail.confidence);
    let sure =
        sure.map(|sure| Text::joined([CONFIDENCE.into(), Inline::Score(sure.value()).into()], " "));
    let notes = Text::joined([does, sure.unwrap_or_default()], ", ");
    if axis.is_empty() { Text::of("({}):", [notes]) } else { Text::of("{} ({}):", [axis, notes]) }
}
