//! Round 0: the thesis and first arguments of every persona.

use super::questions::arguments::{Argument, Arguments, Opening};
use crate::graph::{Detail, Node, NodeKind};
use crate::mode::Failure;
use crate::mode::table::{Answered, Table};
use crate::question::Brief;
use crate::record::Event;
use crate::vocabulary::{NodeId, PersonaId, Topic};

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
    let thesis = thesis.into_node(table.next_node(), persona);
    let mut nodes = vec![table.state(thesis, [], answered.call, None)];
    for grant in grants {
        let node = grant.into_node(table.next_node(), persona);
        nodes.push(table.state(node, [], answered.call, None));
    }
    for argument in &arguments {
        let node = node(table.next_node(), persona, argument);
        nodes.push(table.state(node, [], answered.call, None));
    }
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
        asserts: argument.asserts.clone(),
        evidence: argument.evidence.clone(),
        excerpts: argument.excerpts.clone(),
        confidence: Some(argument.confidence),
    };
    node
}
