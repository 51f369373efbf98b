//! Asks a persona for its thesis on a topic.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::{Silence, Voices};
use crate::mode::belief::prompts::RULES;
use crate::mode::shared::prompts::{PERSONA, TOPIC};
use crate::prompt::Template;
use crate::question::{Accept, Brief, Form, Parameters, Question, Spec, Tier};
use crate::vocabulary::{PersonaId, Side, StatementId, Tokens, Topic};

static FORM: Form =
    Form::new(Template::new(include_str!("../prompts/thesis.md"), &[PERSONA, RULES, TOPIC]));

/// Asks a persona for its answer to the topic as a whole.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Thesis {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThesisAnswer {
    #[schemars(description = "Your thesis, as one or two sentences.")]
    pub(crate) claim: String,
    #[schemars(description = "The answer that it gives to the question of the topic.")]
    pub(crate) side: Side,
    #[schemars(description = "The ids of the excerpts that support it.")]
    pub(crate) excerpts: Vec<String>,
}

/// A persona's thesis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StatedThesis {
    pub(crate) claim: String,
    pub(crate) side: Side,
    pub(crate) excerpts: Vec<StatementId>,
}

impl Question for Thesis {
    const SPEC: Spec = Spec {
        name: "thesis",
        version: 1,
        parameters: Parameters { tier: Tier::Strong, temperature: 0.3, max_output: Tokens(500) },
        form: &FORM,
    };
    type Raw = ThesisAnswer;
    type Answer = StatedThesis;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn accept(&self, raw: ThesisAnswer) -> Result<StatedThesis, Vec<String>> {
        let mut accept = Accept::default();
        let ThesisAnswer { claim, side, excerpts } = raw;
        accept.text("thesis", &claim);
        let excerpts = accept.excerpts(|what| format!("thesis: {what}"), &excerpts, &self.brief);
        if let Some(stance) = self.brief.stance {
            accept.require(side == stance, || {
                format!("your answer to the question of the topic is {}", stance.word())
            });
        }
        accept.finish(Some(StatedThesis { claim, side, excerpts }))
    }

    fn by_corpus(&self, voices: &Voices<'_>) -> Result<ThesisAnswer, Silence> {
        by_corpus::answer(self, voices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::samples::{brief, topic};

    #[test]
    fn a_thesis_takes_the_side_of_its_author_and_rests_on_its_excerpts() {
        let task = Thesis { brief: brief(), topic: topic() };
        let faults = |side, claim: &str, excerpt: &str| {
            let answer =
                ThesisAnswer { claim: claim.into(), side, excerpts: vec![excerpt.to_owned()] };
            task.accept(answer).err().unwrap_or_default().join("|")
        };
        assert_eq!(faults(Side::No, "Keep it open.", "drivers"), "");
        assert_eq!(
            faults(Side::Yes, "Close it.", "drivers"),
            "your answer to the question of the topic is no"
        );
        assert_eq!(
            faults(Side::No, " ", "walkers"),
            "thesis: the text is empty|thesis: there is no excerpt `walkers`"
        );
    }
}
