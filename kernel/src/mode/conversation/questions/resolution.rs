//! Asks a persona at the end what is agreed and what is disputed.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{RULES, ShownTurn, TURNS};
use crate::mode::conversation::run::ConversationTone;
use crate::mode::shared::prompts::{PERSONA, TOPIC, WRITING};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{AxisId, PersonaId, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/resolution.md"),
    &[PERSONA, WRITING, RULES, TOPIC, TURNS],
));

/// The maximum number of agreed and of disputed points.
const MOST: usize = 10;

/// Asks a persona to sum a conversation up.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Resolution {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    #[serde(rename = "manner")]
    pub(crate) tone: ConversationTone,
    /// The openings and the latest turns.
    pub(crate) turns: Vec<ShownTurn>,
    /// The proposed cruxes.
    pub(crate) cruxes: Vec<ShownTurn>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResolutionAnswer {
    #[schemars(description = "At most ten points that are agreed, each as one sentence.")]
    pub(crate) agreed: Vec<String>,
    #[schemars(description = "At most ten points that are still disputed, each as one sentence.")]
    pub(crate) disputed: Vec<String>,
    #[schemars(description = "The core question of the disagreement, as one sentence.")]
    pub(crate) core: String,
    #[schemars(description = "The id of the listed question that it is, or null.")]
    pub(crate) axis: Option<String>,
}

/// How a persona sums a conversation up.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Resolved {
    pub(crate) agreed: Vec<String>,
    pub(crate) disputed: Vec<String>,
    pub(crate) core: String,
    pub(crate) axis: Option<AxisId>,
}

impl Question for Resolution {
    const SPEC: Spec = Spec {
        name: "resolution",
        version: 8,
        parameters: Parameters::strong(0.3, 800),
        form: &FORM,
    };
    type Raw = ResolutionAnswer;
    type Answer = Resolved;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        schema.axes(&self.topic);
        schema.count::<ResolutionAnswer>("agreed", 0..=MOST);
        schema.count::<ResolutionAnswer>("disputed", 0..=MOST);
    }

    fn accept(&self, raw: ResolutionAnswer, accept: &mut Accept) -> Option<Resolved> {
        let of = |what: &str| format!("resolution: {what}");
        accept.text("core question", &raw.core);
        let axis = accept.axis(of, raw.axis.as_deref(), &self.topic);
        let mut points = |what: &str, points: Vec<String>| {
            let points = accept.at_most(what, MOST, points);
            let mut kept: Vec<String> = Vec::new();
            for point in points {
                let is_new = !kept.contains(&point);
                if accept.keep(!point.trim().is_empty(), || of("a point is empty"))
                    && accept.keep(is_new, || of("a point is repeated"))
                {
                    kept.push(point);
                }
            }
            kept
        };
        let agreed = points("agreed", raw.agreed);
        let disputed = points("disputed", raw.disputed);
        Some(Resolved { agreed, disputed, core: raw.core, axis })
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let text = |what| nonsense.text(what, 0);
        json!({ "agreed": [text("Point")], "disputed": [text("Dispute")], "core": text("Core"), "axis": null })
    }
}
