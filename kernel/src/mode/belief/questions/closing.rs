//! Asks a persona, after the last round, how strong its own thesis should be.

pub(super) mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::nodes::ShownNode;
use crate::argue::Gradual;
use crate::mode::belief::prompts::{RULES, TREE};
use crate::mode::shared::prompts::{PERSONA, TOPIC, WRITING};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{NodeId, PersonaId, Strength, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/closing.md"),
    &[PERSONA, WRITING, RULES, TOPIC, TREE],
));

/// Asks a persona how strong its thesis should be after what the last round added to its graph.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Closing {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    /// All graphs, thesis by thesis; each node comes after the one that it supports or attacks.
    pub(crate) trees: Vec<ShownNode>,
    /// The nodes that others have added to the persona's graph since its last answer.
    pub(crate) received: Vec<NodeId>,
    /// The semantics of the debate. No prompt names it; a corpus computes the strength that follows
    /// from its own scores.
    #[serde(skip)]
    pub(crate) semantics: Gradual,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "How strong your thesis should be.")]
#[serde(deny_unknown_fields)]
pub(crate) struct TargetDraft {
    #[schemars(
        description = "The strength that your thesis should have, from 0 to 1.",
        range(min = 0.0, max = 1.0)
    )]
    pub(crate) strength: f64,
    #[schemars(description = "The reason, as one sentence.")]
    pub(crate) reason: String,
    #[schemars(description = "The id of the condition of yours that is met, or null.")]
    pub(crate) flip: Option<String>,
}

/// How strong a persona says that its thesis should be.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TargetStrength {
    pub(crate) strength: Strength,
    pub(crate) reason: String,
    /// The condition of the persona that is met, in its words.
    pub(crate) flip: Option<String>,
}

impl TargetDraft {
    pub(super) fn accept(self, brief: &Brief, accept: &mut Accept) -> Option<TargetStrength> {
        let strength = accept.strength("target strength", self.strength);
        accept.text("reason of the target", &self.reason);
        let flip = self.flip.and_then(|id| {
            let known = brief.contract.flips.iter().find(|known| known.id == id);
            accept.keep(known.is_some(), || format!("no condition of yours is named `{id}`"));
            Some(known?.when.clone())
        });
        Some(TargetStrength { strength: strength?, reason: self.reason, flip })
    }
}

impl Question for Closing {
    const SPEC: Spec =
        Spec { name: "closing", version: 8, parameters: Parameters::strong(0.3, 400), form: &FORM };
    type Raw = TargetDraft;
    type Answer = TargetStrength;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        schema.ids::<TargetDraft>("flip", self.brief.contract.flips.iter().map(|flip| &flip.id));
    }

    fn accept(&self, raw: TargetDraft, accept: &mut Accept) -> Option<TargetStrength> {
        raw.accept(&self.brief, accept)
    }

    #[cfg(test)]
    fn nonsense(&self, _: &Nonsense<'_>) -> Value {
        json!({ "strength": 0.5, "reason": "So.", "flip": null })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::samples::{brief, complaints, topic};

    #[test]
    fn belief_rule_2_a_target_lies_within_range_and_has_a_reason() {
        let question = Closing {
            brief: brief(),
            topic: topic(),
            trees: vec![],
            received: vec![],
            semantics: Gradual::DfQuad,
        };
        let faults = |strength, reason: &str| {
            let target = TargetDraft { strength, reason: reason.into(), flip: None };
            complaints(&question, target).join("|")
        };
        assert_eq!(faults(0.0, "The count."), "");
        assert_eq!(
            faults(-0.1, ""),
            "target strength: -0.1 is not in [0, 1]|reason of the target: the text is empty"
        );
    }
}
