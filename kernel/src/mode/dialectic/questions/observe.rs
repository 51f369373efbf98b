//! Asks the observers whether the last turn makes a tension visible.

mod by_corpus;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::turns::turn_named;
use crate::mode::conversation::questions::{ShownTurn, TURNS};
use crate::mode::dialectic::prompts::PASSAGE;
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{
    AxisId, Observer, ObserverId, Passage, PersonaId, Probability, Topic, TurnId,
};

static FORM: Form =
    Form::new(Template::new(include_str!("../prompts/observe.md"), &[TOPIC, PASSAGE, TURNS]));

/// Asks all observers about the last turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Observe {
    pub(crate) topic: Topic,
    pub(crate) passage: Passage,
    pub(crate) observers: Vec<Observer>,
    /// The turns of the debate; the last one is observed.
    pub(crate) turns: Vec<ShownTurn>,
    /// The names of the speakers.
    pub(crate) names: BTreeMap<PersonaId, String>,
    /// The questions that were raised in the debate.
    pub(crate) raised: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A tension that an observer hears.")]
#[serde(deny_unknown_fields)]
pub(crate) struct FlagDraft {
    #[schemars(description = "The id of the observer.")]
    pub(crate) observer: String,
    #[schemars(description = "A question that can be answered yes or no.")]
    pub(crate) question: String,
    #[schemars(description = "The id of the listed question that it is, or null.")]
    pub(crate) axis: Option<String>,
    #[schemars(description = "The ids of the turns between which the tension is.")]
    pub(crate) turns: Vec<String>,
    #[schemars(description = "Why it is a tension, as one sentence.")]
    pub(crate) rationale: String,
    #[schemars(description = "What depends on the question, as one sentence.")]
    pub(crate) significance: String,
    #[schemars(description = "How urgent the question is, from 0 to 1.")]
    pub(crate) urgency: f64,
    #[schemars(description = "Whether it is about the way of reading, and not about the text.")]
    pub(crate) is_about_reading: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Observations {
    #[schemars(description = "At most one tension for each observer.")]
    pub(crate) flags: Vec<FlagDraft>,
}

/// A question that an observer raises.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Raised {
    pub(crate) observer: ObserverId,
    pub(crate) question: String,
    pub(crate) axis: Option<AxisId>,
    pub(crate) turns: Vec<TurnId>,
    pub(crate) rationale: String,
    pub(crate) significance: String,
    pub(crate) urgency: Probability,
    pub(crate) is_meta: bool,
}

impl Question for Observe {
    const SPEC: Spec =
        Spec { name: "observe", version: 4, parameters: Parameters::fast(0.3, 800), form: &FORM };
    type Raw = Observations;
    type Answer = Vec<Raised>;

    fn narrow(&self, schema: &mut Narrowing) {
        schema.axes(&self.topic);
        schema.ids::<FlagDraft>("observer", self.observers.iter().map(|known| &known.id));
        schema.ids::<FlagDraft>("turns", self.turns.iter().map(|turn| turn.id));
        schema.count::<Observations>("flags", 0..=self.observers.len());
    }

    fn accept(&self, raw: Observations, accept: &mut Accept) -> Option<Vec<Raised>> {
        let flags = accept.at_most("flags", self.observers.len(), raw.flags);
        Some(accept.each(flags, |flag, accept| {
            let FlagDraft { observer, question, rationale, significance, .. } = flag;
            let of = |what: &str| format!("flag “{question}”: {what}");
            for text in [&question, &rationale, &significance] {
                accept.text(&of("a text"), text);
            }
            let known = self.observers.iter().find(|own| own.id.as_str() == observer);
            let known =
                accept.required(known, || of(&format!("there is no observer `{observer}`")));
            let axis = accept.axis(of, flag.axis.as_deref(), &self.topic);
            let turns = flag.turns.iter().filter_map(|id| {
                let known = turn_named(&self.turns, id).map(|turn| turn.id);
                accept.kept(known, || of(&format!("the turn `{id}`, which does not exist")))
            });
            let turns = turns.collect();
            let urgency = accept.probability(&of("urgency"), flag.urgency)?;
            let (observer, is_meta) = (known?.id.clone(), flag.is_about_reading);
            Some(Raised {
                observer,
                question,
                axis,
                turns,
                rationale,
                significance,
                urgency,
                is_meta,
            })
        }))
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let flag = |n| {
            json!({
                "observer": self.observers[0].id, "question": nonsense.text("Question", n), "axis": null,
                "turns": [nonsense.listed()[0].0], "rationale": "So.", "significance": "So.", "urgency": 0.5,
                "is_about_reading": false,
            })
        };
        json!({ "flags": nonsense.many(1, flag) })
    }
}
