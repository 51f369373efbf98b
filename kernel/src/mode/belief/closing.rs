//! After the last round: a last revision for what that round added, without moves.

use super::moves::Seen;
use super::questions::closing::{Closing, Target};
use super::revision;
use super::trees::Trees;
use crate::argue::Gradual;
use crate::mode::table::{Answered, Table};
use crate::question::Brief;
use crate::vocabulary::Topic;

/// Asks each persona whose graph has grown. A persona that does not answer keeps its graph as it is.
pub(super) async fn close(table: &mut Table<'_>, topic: &Topic, semantics: Gradual, seen: &Seen) {
    let setting = table.setting;
    let trees = Trees::of(table.graph()).shown(table.graph());
    let question = |persona| Closing {
        brief: Brief::new(persona, setting.topic),
        topic: topic.clone(),
        trees: trees.clone(),
        received: seen.received(table.graph(), &persona.id),
    };
    let questions = setting.personas.iter().map(question);
    let questions: Vec<Closing> =
        questions.filter(|question| !question.received.is_empty()).collect();
    let revise = |table: &mut Table<'_>, question: &Closing, answered: Answered<Target>| {
        let (persona, received) = (&question.brief.persona, question.received.clone());
        revision::apply(table, semantics, persona, &answered.answer, received, answered.call);
    };
    // Even if all of these calls fail, the rounds have an outcome: the failures are on record as silence.
    let _ = table.ask_personas(&questions, "no persona revised its graph", revise).await;
}
