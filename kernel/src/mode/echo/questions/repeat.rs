//! Asks for the questions of a topic again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::{Silence, Voices};
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, ByCorpus, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::Topic;

static FORM: Form = Form::new(Template::new(include_str!("../prompts/repeat.md"), &[TOPIC]));

/// Asks for some of the questions of a topic, word for word.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Repeat {
    pub(crate) topic: Topic,
    /// The maximum number of questions.
    pub(crate) most: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RepeatAnswer {
    #[schemars(description = "The questions, word for word.")]
    pub(crate) questions: Vec<String>,
}

impl Question for Repeat {
    const SPEC: Spec =
        Spec { name: "repeat", version: 1, parameters: Parameters::fast(0.0, 200), form: &FORM };
    type Raw = RepeatAnswer;
    type Answer = Vec<String>;

    fn narrow(&self, schema: &mut Narrowing) {
        schema.count::<RepeatAnswer>("questions", 1..=self.most);
    }

    fn accept(&self, raw: RepeatAnswer, accept: &mut Accept) -> Option<Vec<String>> {
        accept.count("questions", raw.questions.len(), 1..=self.most);
        Some(raw.questions)
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        json!({ "questions": nonsense.many(self.most as u64, |n| nonsense.text("Question", n).into()) })
    }
}

impl ByCorpus for Repeat {
    /// The first questions of the topic.
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<RepeatAnswer, Silence> {
        if self.topic.axes.is_empty() {
            return Err(Silence::without_axes(&voices.topic().id));
        }
        let questions = self.topic.axes.iter().map(|axis| axis.question.clone());
        Ok(RepeatAnswer { questions: questions.take(self.most).collect() })
    }
}
