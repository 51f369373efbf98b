//! Round 0: the thesis and first arguments of every persona.

use crate::mode::ProtocolFailure;
use crate::mode::graph::events::ArgumentsSubmitted;
use crate::mode::graph::questions::arguments::{Arguments, Opening};
use crate::mode::shared::events::InitialStance;
use crate::mode::table::{Answered, Table};
use crate::question::Brief;
use crate::vocabulary::Topic;

/// Asks every persona for its thesis and arguments, and adds them to the graph.
pub(super) async fn arguments(table: &mut Table<'_>, topic: &Topic) -> Result<(), ProtocolFailure> {
    let setting = table.setting;
    let question =
        |persona| Arguments { brief: Brief::new(persona, setting.topic), topic: topic.clone() };
    let questions: Vec<Arguments> = setting.personas.iter().map(question).collect();
    table.ask_personas(&questions, "no persona put forward an argument", open).await?;
    let arguments = table.graph().nodes().len();
    table.report(&ArgumentsSubmitted { arguments });
    Ok(())
}

fn open(table: &mut Table<'_>, question: &Arguments, answered: Answered<Opening>) {
    let persona = &question.brief.persona;
    let Opening { case, arguments } = answered.answer;
    let mut nodes = table.open_case(persona, case, answered.call);
    for argument in &arguments {
        let node = argument.to_node(table.next_node(), persona);
        nodes.push(table.state(node, [], answered.call, None));
    }
    table.report(&InitialStance { persona: persona.clone(), nodes });
}
