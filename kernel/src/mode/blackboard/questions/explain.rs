//! Asks what lies behind the cruxes: fault lines, and for each crux a way to resolve it.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::blackboard::detail::FaultKind;
use crate::mode::shared::prompts::TOPIC;
use crate::mode::shared::questions::settle::{Disputed, SettlingWording};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec, constant, some_of};
use crate::vocabulary::{AxisId, Contract, PersonaId, Tokens, Topic};

static FORM: Form = Form::new(Template::new(include_str!("../prompts/explain.md"), &[TOPIC]));

/// The most fault lines of a debate.
const MOST_FAULT_LINES: usize = 5;
/// The length of what is said about one crux, estimated generously.
const EACH: Tokens = Tokens(200);

/// Asks for an explanation of the cruxes. It does not ask which questions are cruxes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Explain {
    pub(crate) topic: Topic,
    /// The personas, in seat order.
    pub(crate) personas: Vec<DescribedPersona>,
    /// The cruxes, the heaviest first.
    pub(crate) cruxes: Vec<Disputed>,
}

/// Who a persona is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct DescribedPersona {
    pub(crate) persona: PersonaId,
    pub(crate) contract: Contract,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A fault line.")]
#[serde(deny_unknown_fields)]
pub(crate) struct FaultLineDraft {
    pub(crate) kind: FaultKind,
    #[schemars(description = "What separates the personas, in one sentence.")]
    pub(crate) text: String,
    #[schemars(description = "The ids of the cruxes along it.")]
    pub(crate) cruxes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainAnswer {
    #[schemars(
        description = "At most five, and only those that the descriptions or the answers show."
    )]
    pub(crate) fault_lines: Vec<FaultLineDraft>,
    #[schemars(description = "One question for each crux.")]
    pub(crate) questions: Vec<SettlingWording>,
}

/// A difference behind some cruxes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NamedFault {
    pub(crate) kind: FaultKind,
    pub(crate) text: String,
    pub(crate) cruxes: Vec<AxisId>,
}

/// What lies behind the cruxes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Explanation {
    pub(crate) fault_lines: Vec<NamedFault>,
    /// The question that would resolve each crux, where one was given; in the order of the cruxes.
    pub(crate) questions: Vec<Option<String>>,
}

impl Question for Explain {
    const SPEC: Spec =
        Spec { name: "explain", version: 10, parameters: Parameters::fast(0.3, 1500), form: &FORM };
    type Raw = ExplainAnswer;
    type Answer = Explanation;

    fn parameters(&self) -> Parameters {
        Self::SPEC.parameters.with_room(self.cruxes.len() + MOST_FAULT_LINES, EACH)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        let fixed = self.cruxes.iter().map(|crux| vec![("item", constant(crux.issue.as_str()))]);
        schema.each::<ExplainAnswer, SettlingWording>("questions", fixed);
        schema.count::<ExplainAnswer>("fault_lines", 0..=MOST_FAULT_LINES);
        *schema.field::<FaultLineDraft>("cruxes") =
            some_of(self.cruxes.iter().map(|crux| &crux.issue));
    }

    fn accept(&self, raw: ExplainAnswer, accept: &mut Accept) -> Option<Explanation> {
        let crux = |id: &str| self.cruxes.iter().find(|crux| crux.issue.as_str() == id);
        let lines = accept.at_most("fault lines", MOST_FAULT_LINES, raw.fault_lines);
        let fault_lines = accept.each(lines, |FaultLineDraft { kind, text, cruxes }, accept| {
            accept.text("fault line", &text);
            let known = cruxes.iter().filter_map(|id| {
                let known = accept.kept(crux(id), || format!("fault line: no crux is `{id}`"))?;
                Some(known.issue.clone())
            });
            let cruxes = known.collect();
            Some(NamedFault { kind, text, cruxes })
        });
        let of_crux = |crux: &Disputed| {
            let mut given = raw.questions.iter().filter(|given| given.item == crux.issue.as_str());
            let given = given.find(|given| !given.question.trim().is_empty());
            Some(given?.question.clone())
        };
        let questions: Vec<Option<String>> = self.cruxes.iter().map(of_crux).collect();
        for (crux, given) in self.cruxes.iter().zip(&questions) {
            accept.check(given.is_some(), || format!("no question for `{}`", crux.issue));
        }
        for SettlingWording { item, .. } in &raw.questions {
            accept.keep(crux(item).is_some(), || format!("no question is wanted for `{item}`"));
        }
        Some(Explanation { fault_lines, questions })
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let question = |(id, _)| json!({ "item": id, "question": "What does a count show?" });
        let questions = nonsense.listed().into_iter().map(question).collect::<Value>();
        json!({ "fault_lines": [], "questions": questions })
    }
}
