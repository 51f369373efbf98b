//! Round 0: the issues of the debate, and the thesis and first arguments of every persona.

use super::questions::arguments::{Argument, Arguments, Opening, Thesis};
use crate::graph::{Cause, Detail, Node, NodeKind, Operation, Provenance};
use crate::mode::Failure;
use crate::mode::shared::questions::decompose::Decompose;
use crate::mode::table::{Answered, Table};
use crate::question::Brief;
use crate::record::{Act, Event, Turn};
use crate::vocabulary::{
    Axis, AxisId, CallId, Claim, Disagreement, NodeId, PersonaId, Topic, TurnId,
};

/// The topic with the issues of the debate: its axes, or, for a topic without axes, the propositions that it is split into.
/// The propositions are returned too.
pub(super) async fn issues(
    table: &mut Table<'_>,
    most: usize,
) -> Result<(Topic, Vec<Claim>), Failure> {
    let setting = table.setting;
    let mut topic = setting.topic.clone();
    if !topic.axes.is_empty() {
        return Ok((topic, vec![]));
    }
    let personas = setting.personas.iter().map(|persona| persona.id.clone()).collect();
    let question = Decompose { topic: topic.clone(), personas, most };
    let answered =
        table.require(&question, "the topic could not be split into propositions").await?;
    let axes = answered.answer.iter().zip(1..).map(|(claim, number)| axis(&claim.text, number));
    topic.axes = axes.collect();
    let with_axis = |axis: &Axis| Claim { text: axis.yes.clone(), axis: Some(axis.id.clone()) };
    let claims: Vec<Claim> = topic.axes.iter().map(with_axis).collect();
    let turn = table.next_turn();
    let text = setting.topic.question.clone();
    table.record_turn(Turn::new(turn, table.round(), Act::Propose, text, answered.call));
    table.emit(&Event::ClaimsDecomposed { claims: claims.clone() });
    Ok((topic, claims))
}

/// A proposition as an issue.
fn axis(claim: &str, number: u32) -> Axis {
    Axis {
        id: AxisId::new(format!("proposition-{number}")).expect("a word and a number are an id"),
        title: format!("Proposition {number}"),
        question: format!("True or false: {claim}"),
        yes: claim.to_owned(),
        no: format!("This is false: {claim}"),
        kind: Disagreement::Claim,
        keywords: vec![],
        settles: String::new(),
        favours: None,
    }
}

/// Asks every persona for its thesis and arguments, and adds them to the graph.
pub(super) async fn arguments(table: &mut Table<'_>, topic: &Topic) -> Result<(), Failure> {
    let setting = table.setting;
    let question =
        |persona| Arguments { brief: Brief::new(persona, setting.topic), topic: topic.clone() };
    let questions: Vec<Arguments> = setting.personas.iter().map(question).collect();
    table.ask_personas(&questions, "no persona put forward an argument", open).await?;
    let arguments = table.graph().nodes().len();
    table.emit(&Event::ArgumentsSubmitted { arguments });
    Ok(())
}

fn open(table: &mut Table<'_>, question: &Arguments, answered: Answered<Opening>) {
    let persona = &question.brief.persona;
    let Opening { thesis, arguments } = answered.answer;
    let turn = table.next_turn();
    let node = add_thesis(table, persona, &thesis, turn, answered.call);
    record(table, persona, (turn, answered.call), node, thesis.claim);
    let mut nodes = vec![node];
    for argument in arguments {
        let turn = table.next_turn();
        let node = add_argument(table, persona, &argument, turn, answered.call);
        nodes.push(node);
        record(table, persona, (turn, answered.call), node, argument.claim);
    }
    table.emit(&Event::InitialStance { persona: persona.clone(), nodes });
}

fn record(
    table: &mut Table<'_>,
    persona: &PersonaId,
    (turn, call): (TurnId, CallId),
    node: NodeId,
    text: String,
) {
    let said = Turn::new(turn, table.round(), Act::Assert, text, call);
    table.record_turn(Turn { speaker: Some(persona.clone()), node: Some(node), ..said });
}

fn add_thesis(
    table: &mut Table<'_>,
    persona: &PersonaId,
    thesis: &Thesis,
    turn: TurnId,
    call: CallId,
) -> NodeId {
    let id = table.next_node();
    let mut node = Node::new(id, NodeKind::Thesis, thesis.claim.as_str());
    node.author = Some(persona.clone());
    node.round = table.round();
    node.side = Some(thesis.side);
    node.detail = Detail {
        premises: thesis.reasons.clone(),
        asserts: thesis.asserts.clone(),
        excerpts: thesis.excerpts.clone(),
        ..Detail::default()
    };
    node.provenance = Provenance { turns: vec![turn], calls: vec![call] };
    table.apply(Operation::AddNode(Box::new(node)), Cause::Turn(turn));
    id
}

/// Adds an argument to the graph.
pub(super) fn add_argument(
    table: &mut Table<'_>,
    persona: &PersonaId,
    argument: &Argument,
    turn: TurnId,
    call: CallId,
) -> NodeId {
    let id = table.next_node();
    let mut node = Node::new(id, NodeKind::Argument, argument.claim.as_str());
    node.author = Some(persona.clone());
    node.round = table.round();
    node.axis.clone_from(&argument.axis);
    node.side = argument.side;
    node.detail = Detail {
        premises: argument.premises.clone(),
        assumptions: argument.assumptions.clone(),
        asserts: argument.asserts.clone(),
        evidence: argument.evidence.clone(),
        excerpts: argument.excerpts.clone(),
        confidence: Some(argument.confidence),
    };
    node.provenance = Provenance { turns: vec![turn], calls: vec![call] };
    table.apply(Operation::AddNode(Box::new(node)), Cause::Turn(turn));
    id
}
