//! After the last round: a last revision for what that round added, without moves.

use super::moves::LastRead;
use super::revision;
use super::trees::Trees;
use crate::argue::Gradual;
use crate::mode::belief::questions::closing::{Closing, TargetStrength};
use crate::mode::debate_context::{Answered, DebateContext};
use crate::vocabulary::{Persona, Topic};

/// Asks each persona whose graph has grown. A persona that does not answer keeps its graph as it
/// is.
pub(super) async fn close(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    semantics: Gradual,
    last_read: &LastRead,
) {
    let setting = context.setting;
    let question = |persona: &Persona| {
        let graph = context.seen_by(&persona.id)?;
        let received = last_read.received(context.graph(), &persona.id);
        (!received.is_empty()).then(|| Closing {
            brief: context.brief(persona),
            topic: topic.clone(),
            trees: Trees::of(&graph).shown(&graph),
            received,
            semantics,
        })
    };
    let questions: Vec<Closing> = setting.personas.iter().filter_map(question).collect();
    let revise = |context: &mut DebateContext<'_>,
                  question: &Closing,
                  answered: Answered<TargetStrength>| {
        let (persona, received) = (&question.brief.persona, question.received.clone());
        revision::apply(context, semantics, persona, &answered.answer, received, answered.call);
    };
    // Even if all of these calls fail, the rounds have an outcome: the failures are on record as
    // silence.
    let _ = context.ask_personas(&questions, "no persona revised its graph", revise).await;
}
