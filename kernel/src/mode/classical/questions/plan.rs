//! Asks a persona what it wants to do in the next turn.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::blackboard::prompts::{BOARD, RULES};
use crate::mode::blackboard::questions::respond::Respond;
use crate::mode::blackboard::{ActionPlan, PlannedAction};
use crate::mode::shared::prompts::{PERSONA, TOPIC, WRITING};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::PersonaId;

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/plan.md"),
    &[PERSONA, WRITING, RULES, TOPIC, BOARD],
));

/// Asks a persona for its plan. It sees what it would see if it had the floor.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Plan {
    #[serde(flatten)]
    pub(crate) turn: Respond,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanAnswer {
    pub(crate) action: PlannedAction,
    #[schemars(description = "How urgent it is to you, from 0 to 1.", range(min = 0.0, max = 1.0))]
    pub(crate) urgency: f64,
    #[schemars(description = "What you mean to say, in one sentence; empty if you listen.")]
    pub(crate) intent: String,
}

impl Question for Plan {
    const SPEC: Spec =
        Spec { name: "plan", version: 4, parameters: Parameters::fast(0.3, 200), form: &FORM };
    type Raw = PlanAnswer;
    type Answer = ActionPlan;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.turn.brief.persona)
    }

    fn narrow(&self, _: &mut Narrowing) {}

    fn accept(&self, raw: PlanAnswer, accept: &mut Accept) -> Option<ActionPlan> {
        let urgency = accept.probability("urgency", raw.urgency)?;
        let (persona, action) = (self.turn.brief.persona.clone(), raw.action);
        Some(ActionPlan { persona, action, urgency, intent: raw.intent })
    }

    #[cfg(test)]
    fn nonsense(&self, _: &Nonsense<'_>) -> Value {
        json!({ "action": "speak", "urgency": 0.5, "intent": "So." })
    }
}
