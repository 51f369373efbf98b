//! The issues of a debate on a topic without axes: the propositions that decide it.

use super::questions::decompose::Decompose;
use crate::mode::debate_context::DebateContext;
use crate::mode::shared::events::ClaimsDecomposed;
use crate::mode::{ProtocolFailure, Setting};
use crate::record::{Act, Turn};
use crate::vocabulary::{Axis, AxisId, Claim, Disagreement, Topic};

/// The maximum number of propositions where no parameter of the mode says it.
pub(crate) const MOST_PROPOSITIONS: usize = 8;

/// The topic with the issues of the debate: its axes, or, for a topic without axes, the
/// propositions that it is split into. The propositions are returned too.
pub(crate) async fn issues(
    context: &mut DebateContext<'_>,
    most: usize,
) -> Result<(Topic, Vec<Claim>), ProtocolFailure> {
    let setting = context.setting;
    let mut topic = setting.topic.clone();
    if !topic.axes.is_empty() {
        return Ok((topic, vec![]));
    }
    let question = question(setting, most);
    let answered =
        context.require(&question, "the topic could not be split into propositions").await?;
    let axes = answered.answer.iter().zip(1..).map(|(claim, number)| axis(&claim.text, number));
    topic.axes = axes.collect();
    let with_axis = |axis: &Axis| Claim { text: axis.yes.clone(), axis: Some(axis.id.clone()) };
    let claims: Vec<Claim> = topic.axes.iter().map(with_axis).collect();
    let turn = context.next_turn();
    let text = setting.topic.question.clone();
    context.record_turn(Turn::new(turn, context.round(), Act::Propose, text, answered.call));
    context.report(&ClaimsDecomposed { claims: claims.clone() });
    Ok((topic, claims))
}

/// Asks for at most `most` propositions that decide the topic of a debate.
pub(crate) fn question(setting: Setting<'_>, most: usize) -> Decompose {
    let personas = setting.personas.iter().map(|persona| persona.id.clone()).collect();
    Decompose { topic: setting.topic.clone(), personas, most }
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
