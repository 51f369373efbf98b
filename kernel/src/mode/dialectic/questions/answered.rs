//! Asks a judge whether the question of a branch is answered.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::conversation::questions::{ShownTurn, TURNS};
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{AxisId, Topic};

static FORM: Form =
    Form::new(Template::new(include_str!("../prompts/answered.md"), &[TOPIC, TURNS]));

/// Asks whether a question is answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct IsAnswered {
    pub(crate) topic: Topic,
    pub(crate) question: String,
    /// The issue that it is about.
    pub(crate) axis: Option<AxisId>,
    /// What was said about the question before its debate, with the turns between which it arose.
    pub(crate) before: Vec<ShownTurn>,
    /// The turns of the debate about it.
    pub(crate) turns: Vec<ShownTurn>,
}

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "What became of the question.")]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    #[schemars(
        description = "All who spoke can accept one answer, even if some of them conceded it."
    )]
    Answered,
    #[schemars(
        description = "At the end, they still give opposite answers to this very question; that they differ on something else does not count."
    )]
    Opposed,
    #[schemars(description = "Neither of these is so: it is still open.")]
    Open,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Judgement {
    #[schemars(description = "Why, as one sentence.")]
    pub(crate) reason: String,
    pub(crate) verdict: Verdict,
}

impl Question for IsAnswered {
    const SPEC: Spec =
        Spec { name: "answered", version: 4, parameters: Parameters::fast(0.2, 200), form: &FORM };
    type Raw = Judgement;
    type Answer = Verdict;

    fn narrow(&self, _: &mut Narrowing) {}

    fn accept(&self, raw: Judgement, accept: &mut Accept) -> Option<Verdict> {
        accept.text("reason", &raw.reason);
        Some(raw.verdict)
    }

    #[cfg(test)]
    fn nonsense(&self, _: &Nonsense<'_>) -> Value {
        json!({ "reason": "So.", "verdict": "open" })
    }
}
