//! Asks a persona for its thesis and for its stance on every claim.

mod by_corpus;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::blackboard::USUAL_CLAIMS;
use crate::mode::blackboard::prompts::RULES;
use crate::mode::blackboard::stance::ClaimStance;
use crate::mode::shared::prompts::{GRANTS, PERSONA, THESIS_REASONS, TOPIC, WRITING};
use crate::mode::shared::questions::case::{CaseDraft, StatedCase};
use crate::mode::shared::questions::thesis::{
    self, GrantDraft, MOST_GRANTS, ReasonDraft, Reasons, ThesisDraft, most_reasons,
};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Cited, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{AxisId, Citation, PersonaId, Probability, StatementId, Tokens, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/stances.md"),
    &[PERSONA, WRITING, RULES, TOPIC, THESIS_REASONS, GRANTS],
));

/// The most reasons for a stance.
pub(crate) const MOST_REASONS: usize = 3;
/// The length of the stance on one more claim, estimated generously.
const EACH: Tokens = Tokens(300);

/// Asks a persona for its thesis and its stances.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct GiveStances {
    pub(crate) brief: Brief,
    /// The topic with the claims as its axes.
    pub(crate) topic: Topic,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A reason for a stance.")]
#[serde(deny_unknown_fields)]
pub(crate) struct StanceReasonDraft {
    #[schemars(description = "The reason, as one sentence.")]
    pub(crate) text: String,
    #[schemars(
        description = "What the reason rests on, including every answer to another listed question that it assumes."
    )]
    pub(crate) rests_on: Vec<ReasonDraft>,
    #[schemars(description = "At most two pieces of evidence.")]
    pub(crate) evidence: Vec<Cited>,
    #[schemars(description = "The ids of the excerpts that support it.")]
    pub(crate) excerpts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "Your stance on a listed question.")]
#[serde(deny_unknown_fields)]
pub(crate) struct StanceDraft {
    #[schemars(description = "The id of the question.")]
    pub(crate) axis: String,
    pub(crate) stance: ClaimStance,
    #[schemars(
        description = "How sure you are of this stance, from 0 to 1.",
        range(min = 0.0, max = 1.0)
    )]
    pub(crate) confidence: f64,
    #[schemars(description = "At most three reasons, the strongest first.")]
    pub(crate) reasons: Vec<StanceReasonDraft>,
    #[schemars(
        description = "Whether you only concede this answer to the others: it speaks against your own answer to the topic's question."
    )]
    pub(crate) granted: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StancesAnswer {
    pub(crate) thesis: ThesisDraft,
    #[schemars(
        description = "At most eight points that you grant to those who answer the topic's question differently."
    )]
    pub(crate) grants: Vec<GrantDraft>,
    #[schemars(description = "Your stance on each listed question.")]
    pub(crate) stances: Vec<StanceDraft>,
}

/// A reason for a stance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StanceReason {
    pub(crate) text: String,
    pub(crate) rests_on: Reasons,
    pub(crate) evidence: Vec<Citation>,
    pub(crate) excerpts: Vec<StatementId>,
}

/// The first stance of a persona on a claim.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FirstStance {
    pub(crate) axis: AxisId,
    pub(crate) stance: ClaimStance,
    pub(crate) confidence: Probability,
    pub(crate) reasons: Vec<StanceReason>,
    /// Whether the persona only concedes the answer.
    pub(crate) granted: bool,
}

/// A case without positions, and a persona's stances.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Opening {
    pub(crate) case: StatedCase,
    pub(crate) stances: Vec<FirstStance>,
}

impl StanceDraft {
    fn accept(self, brief: &Brief, topic: &Topic, accept: &mut Accept) -> Option<FirstStance> {
        let of = |what: &str| format!("stance on `{}`: {what}", self.axis);
        let axis = accept.known_axis(|what| format!("stance: {what}"), &self.axis, topic);
        let confidence = accept.probability(&of("confidence"), self.confidence);
        let reasons = accept.at_most(&of("reasons"), MOST_REASONS, self.reasons);
        let reason = |draft: StanceReasonDraft, accept: &mut Accept| {
            accept.text(&of("reason"), &draft.text);
            let rests_on = accept.at_most(&of("rests_on"), most_reasons(topic), draft.rests_on);
            Some(StanceReason {
                text: draft.text,
                rests_on: Reasons::accept(rests_on, of, topic, accept),
                evidence: accept.evidence(of, draft.evidence, brief),
                excerpts: accept.excerpts(of, &draft.excerpts, brief),
            })
        };
        let mut reasons = accept.each(reasons, reason);
        let takes_side = self.stance.side().is_some();
        // The reasons of a persona that takes no side argue for none: the first says why it takes
        // none.
        if !takes_side {
            accept.keep(reasons.len() <= 1, || of("further reasons, where it takes no side"));
            reasons.truncate(1);
        }
        let granted = self.granted
            && accept.keep(takes_side, || of("that it is granted, where it takes no side"));
        if granted {
            accept.keep(reasons.is_empty(), || of("reasons for an answer that is only granted"));
            reasons.clear();
        }
        let (stance, confidence) = (self.stance, confidence?);
        Some(FirstStance { axis: axis?, stance, confidence, reasons, granted })
    }
}

impl Question for GiveStances {
    const SPEC: Spec = Spec {
        name: "stances",
        version: 13,
        parameters: Parameters::strong(0.7, 4600),
        form: &FORM,
    };
    type Raw = StancesAnswer;
    type Answer = Opening;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn parameters(&self) -> Parameters {
        Self::SPEC
            .parameters
            .with_room(MOST_GRANTS + self.topic.axes.len().max(USUAL_CLAIMS as usize), EACH)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        let claims = self.topic.axes.len();
        thesis::narrow(schema, &self.brief, &self.topic, self.brief.stance);
        schema.count::<StancesAnswer>("grants", 0..=MOST_GRANTS);
        schema.count::<StancesAnswer>("stances", claims..=claims);
        schema.count::<StanceDraft>("reasons", 0..=MOST_REASONS);
        schema.count::<StanceReasonDraft>("rests_on", 0..=most_reasons(&self.topic));
    }

    fn accept(&self, raw: StancesAnswer, accept: &mut Accept) -> Option<Opening> {
        let (brief, topic) = (&self.brief, &self.topic);
        let case = CaseDraft { thesis: raw.thesis, grants: raw.grants, positions: vec![] };
        let case = case.accept(0, brief, topic, accept);
        let mut answered = BTreeSet::new();
        let mut stances =
            accept.items(raw.stances, |draft, accept| draft.accept(brief, topic, accept));
        stances.retain(|stance| {
            let is_first = answered.insert(stance.axis.clone());
            accept.keep(is_first, || format!("`{}` has two stances", stance.axis))
        });
        for axis in topic.axes.iter().filter(|axis| !answered.contains(&axis.id)) {
            accept.check(false, || format!("there is no stance on `{}`", axis.id));
        }
        case.thesis.require_own_side(brief, accept);
        Some(Opening { case, stances })
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let reason = |n| json!({ "text": nonsense.text("Reason", n), "rests_on": [], "evidence": [], "excerpts": [] });
        let axes = nonsense.axes();
        let stance = |n: u64| {
            json!({
                "axis": axes[n as usize], "stance": if nonsense.side == "yes" { "pro" } else { "con" },
                "confidence": 0.5, "reasons": nonsense.many(3, reason), "granted": false,
            })
        };
        json!({
            "thesis": thesis::nonsense(nonsense), "grants": thesis::nonsense_grants(nonsense),
            "stances": nonsense.many(axes.len() as u64, stance),
        })
    }
}
