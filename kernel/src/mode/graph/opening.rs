//! Round 0: the propositions of the debate, and the first arguments of every persona.

use super::questions::arguments::{Argument, Arguments};
use crate::graph::{Detail, Node, NodeKind};
use crate::mode::Failure;
use crate::mode::shared::questions::decompose::Decompose;
use crate::mode::table::{Answered, Table};
use crate::question::Brief;
use crate::record::{Act, Event, Turn};
use crate::vocabulary::{Claim, NodeId, PersonaId};

/// Splits the topic into propositions.
pub(super) async fn decompose(table: &mut Table<'_>, most: usize) -> Result<Vec<Claim>, Failure> {
    let setting = table.setting;
    let personas = setting.personas.iter().map(|persona| persona.id.clone()).collect();
    let question = Decompose { topic: setting.topic.clone(), personas, most };
    let answered =
        table.require(&question, "the topic could not be split into propositions").await?;
    let claims = answered.answer;
    let text = claims.iter().map(|claim| claim.text.as_str()).collect::<Vec<_>>().join(" ");
    let turn = table.next_turn();
    table.record_turn(Turn::new(turn, table.round(), Act::Propose, text, answered.call));
    table.emit(&Event::ClaimsDecomposed { claims: claims.clone() });
    Ok(claims)
}

/// Asks every persona for arguments, and adds them to the graph.
pub(super) async fn arguments(table: &mut Table<'_>, claims: &[Claim]) -> Result<(), Failure> {
    let setting = table.setting;
    let question = |persona| Arguments {
        brief: Brief::new(persona, setting.topic),
        topic: setting.topic.clone(),
        claims: claims.to_vec(),
    };
    let questions: Vec<Arguments> = setting.personas.iter().map(question).collect();
    table.ask_personas(&questions, "no persona put forward an argument", open).await?;
    let arguments = table.graph().nodes().len();
    table.emit(&Event::ArgumentsSubmitted { arguments });
    Ok(())
}

fn open(table: &mut Table<'_>, question: &Arguments, answered: Answered<Vec<Argument>>) {
    let persona = &question.brief.persona;
    let state = |argument: Argument| {
        let node = node(table.next_node(), persona, &argument);
        table.state(node, [], answered.call, None)
    };
    let nodes = answered.answer.into_iter().map(state).collect();
    table.emit(&Event::InitialStance { persona: persona.clone(), nodes });
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
        evidence: argument.evidence.clone(),
        excerpts: argument.excerpts.clone(),
        confidence: Some(argument.confidence),
    };
    node
}
