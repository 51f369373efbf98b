//! After the last round: a last revision for what that round brought, without moves.

use super::forest::Forest;
use super::revision;
use super::round::Seen;
use crate::argue::Gradual;
use crate::mode::debate::Debate;
use crate::task::{Brief, Closing};
use crate::vocabulary::Persona;

/// Asks whoever has received something. Who cannot be heard leaves its graph as it is.
pub(super) async fn close(debate: &mut Debate<'_>, semantics: Gradual, seen: &Seen) {
    let setting = debate.setting;
    let trees = Forest::of(debate.graph()).shown(debate.graph());
    let mut asked: Vec<(&Persona, Closing)> = Vec::new();
    for persona in setting.personas {
        let received = seen.received(debate.graph(), &persona.id);
        if !received.is_empty() {
            let brief = Brief::new(persona, setting.topic);
            let (topic, trees) = (setting.topic.clone(), trees.clone());
            asked.push((persona, Closing { brief, topic, trees, received }));
        }
    }
    let (personas, tasks): (Vec<&Persona>, Vec<Closing>) = asked.into_iter().unzip();
    let answers = debate.ask_all(&tasks).await;
    for ((persona, task), answer) in personas.into_iter().zip(tasks).zip(answers) {
        match answer {
            Err(unanswered) => debate.silence(&persona.id, &unanswered),
            Ok(answered) => {
                let (target, call) = (&answered.answer, answered.call);
                revision::apply(debate, semantics, persona, target, task.received, call);
            }
        }
    }
}
