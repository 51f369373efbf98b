//! Round 0: the issues of the debate, and the thesis and first arguments of every persona.

use super::questions::arguments::{Argument, Arguments, Grant, Opening, Thesis};
use crate::graph::{Detail, Node, NodeKind};
use crate::mode::Failure;
use crate::mode::shared::questions::decompose::Decompose;
use crate::mode::table::{Answered, Table};
use crate::question::Brief;
use crate::record::{Act, Event, Turn};
use crate::vocabulary::{Axis, AxisId, Claim, Disagreement, NodeId, PersonaId, Topic};

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
    let Opening { thesis, grants, arguments } = answered.answer;
    let thesis = self::thesis(table.next_node(), persona, thesis);
    let mut nodes = vec![table.state(thesis, [], answered.call, None)];
    for grant in grants {
        let node = self::grant(table.next_node(), persona, grant);
        nodes.push(table.state(node, [], answered.call, None));
    }
    for argument in &arguments {
        let node = node(table.next_node(), persona, argument);
        nodes.push(table.state(node, [], answered.call, None));
    }
    table.emit(&Event::InitialStance { persona: persona.clone(), nodes });
}

/// The graph's node for a thesis.
fn thesis(id: NodeId, author: &PersonaId, thesis: Thesis) -> Node {
    let mut node = Node::new(id, NodeKind::Thesis, thesis.claim);
    node.author = Some(author.clone());
    node.side = Some(thesis.side);
    node.detail = Detail {
        premises: thesis.reasons,
        asserts: thesis.asserts,
        excerpts: thesis.excerpts,
        ..Detail::default()
    };
    node
}

/// The graph's node for a point that a persona grants: a claim without premises.
fn grant(id: NodeId, author: &PersonaId, grant: Grant) -> Node {
    let mut node = Node::new(id, NodeKind::Claim, grant.text);
    node.author = Some(author.clone());
    node.axis = grant.axis;
    node.side = grant.side;
    node.detail.excerpts = grant.excerpts;
    node
}

/// The graph's node for an argument.
pub(super) fn node(id: NodeId, author: &PersonaId, argument: &Argument) -> Node {
    let mut node = Node::new(id, NodeKind::Argument, argument.claim.as_str());
    node.author = Some(author.clone());
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
    node
}
