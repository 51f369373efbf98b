//! Round 0: the thesis and first arguments of every persona.

use crate::mode::ProtocolFailure;
use crate::mode::debate_context::{Answered, DebateContext};
use crate::mode::graph::events::ArgumentsSubmitted;
use crate::mode::graph::questions::arguments::{Arguments, Opening};
use crate::mode::shared::events::InitialStance;
use crate::question::Brief;
use crate::vocabulary::Topic;

/// Asks every persona for its thesis and arguments, and adds them to the graph.
pub(super) async fn arguments(
    context: &mut DebateContext<'_>,
    topic: &Topic,
) -> Result<(), ProtocolFailure> {
    let setting = context.setting;
    let question =
        |persona| Arguments { brief: Brief::new(persona, setting.topic), topic: topic.clone() };
    let questions: Vec<Arguments> = setting.personas.iter().map(question).collect();
    context.ask_personas(&questions, "no persona put forward an argument", open).await?;
    let arguments = context.graph().nodes().len();
    context.report(&ArgumentsSubmitted { arguments });
    Ok(())
}

fn open(context: &mut DebateContext<'_>, question: &Arguments, answered: Answered<Opening>) {
    let persona = &question.brief.persona;
    let Opening { case, arguments } = answered.answer;
    let mut nodes = context.open_case(persona, case, answered.call);
    for argument in &arguments {
        let node = argument.to_node(context.next_node(), persona);
        nodes.push(context.state(node, [], answered.call, None));
    }
    context.report(&InitialStance { persona: persona.clone(), nodes });
}
