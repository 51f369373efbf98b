//! Asks for questions that would settle cruxes.

mod by_corpus;

pub(crate) use by_corpus::wordings;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec, constant};
use crate::vocabulary::{AxisId, PersonaId, Side, StatementId, Tokens, Topic};

static FORM: Form = Form::new(Template::new(include_str!("../prompts/settle.md"), &[TOPIC]));

/// The position of one persona on a crux.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Reply {
    pub(crate) persona: PersonaId,
    pub(crate) side: Side,
    /// Its strongest argument, if it gave one.
    pub(crate) because: Option<String>,
    /// The statements that support the argument.
    pub(crate) excerpts: Vec<StatementId>,
}

/// A question that divides the personas.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Disputed {
    pub(crate) issue: AxisId,
    pub(crate) question: String,
    pub(crate) replies: Vec<Reply>,
}

/// Asks for one settling question for each crux.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Settle {
    pub(crate) topic: Topic,
    /// The cruxes, the strongest first.
    pub(crate) cruxes: Vec<Disputed>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SettleAnswer {
    #[schemars(description = "One settling question for each disputed question.")]
    pub(crate) questions: Vec<SettlingWording>,
}

/// A settling question for an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Wording")]
pub(crate) struct SettlingWording {
    #[schemars(description = "The id of the question, from the list.")]
    pub(crate) item: String,
    #[schemars(description = "A question about something that can be observed.")]
    pub(crate) question: String,
}

/// The length of one question, estimated generously.
const EACH: Tokens = Tokens(120);

impl Question for Settle {
    const SPEC: Spec =
        Spec { name: "settle", version: 5, parameters: Parameters::strong(0.3, 800), form: &FORM };
    type Raw = SettleAnswer;
    /// The questions, in the order of the cruxes.
    type Answer = Vec<String>;

    fn parameters(&self) -> Parameters {
        Self::SPEC.parameters.with_room(self.cruxes.len(), EACH)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        let fixed = self.cruxes.iter().map(|crux| vec![("item", constant(crux.issue.as_str()))]);
        schema.each::<SettleAnswer, SettlingWording>("questions", fixed);
    }

    fn accept(&self, raw: SettleAnswer, accept: &mut Accept) -> Option<Vec<String>> {
        let questions = self.cruxes.iter().map(|crux| {
            let issue = crux.issue.as_str();
            let of_crux = raw.questions.iter().filter(|wording| wording.item == issue);
            accept.one(&format!("questions for {issue}"), of_crux)
        });
        let questions = questions.map(|found| Some(found?.question.clone())).collect();
        for SettlingWording { item, question } in &raw.questions {
            let is_wanted = self.cruxes.iter().any(|crux| crux.issue.as_str() == item);
            if accept.keep(is_wanted, || format!("no question is wanted for `{item}`")) {
                accept.text(&format!("question for {item}"), question);
            }
        }
        questions
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let question = |(id, _)| json!({ "item": id, "question": "What does a count show?" });
        json!({ "questions": nonsense.listed().into_iter().map(question).collect::<Value>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::samples::{complaints, topic};

    #[test]
    fn every_crux_gets_one_question() {
        let (issue, question) = (AxisId::new("trade").unwrap(), "Is it loud?".into());
        let cruxes = vec![Disputed { issue, question, replies: vec![] }];
        let question = Settle { topic: topic(), cruxes };
        let faults = |questions: &[(&str, &str)]| {
            let worded = |(item, question): &(&str, &str)| SettlingWording {
                item: (*item).into(),
                question: (*question).into(),
            };
            let answer = SettleAnswer { questions: questions.iter().map(worded).collect() };
            complaints(&question, answer).join("|")
        };
        assert_eq!(faults(&[("trade", "What is counted?")]), "");
        assert_eq!(faults(&[]), "questions for trade: 0 given, 1 to 1 wanted");
        assert_eq!(faults(&[("trade", " ")]), "question for trade: the text is empty");
        assert_eq!(
            faults(&[("trade", "What?"), ("air", "Who?")]),
            "no question is wanted for `air`"
        );
    }
}
