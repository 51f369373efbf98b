//! Asks what the latest turns change in the disputes.

mod by_corpus;
mod check;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::conversation::questions::{NEW_TURNS, ShownBasis, ShownTurn};
use crate::mode::conversation::run::crystallizer::NodeTarget;
use crate::mode::shared::prompts::TOPIC;
use crate::mode::shared::questions::thesis::{self, ReasonDraft as RestsOn, Reasons};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Cited, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{
    AxisId, Citation, NodeId, PersonaId, Probability, Side, StatementId, Topic, TurnId,
};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/crystallize_disputes.md"),
    &[TOPIC, NEW_TURNS],
));

/// The number of disputes that an update may open.
pub(crate) const MOST_NEW_DISPUTES: usize = 2;
/// The maximum number of criteria of a dispute.
const MOST_CRITERIA: usize = 3;

/// A stance, as the prompt shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownStance {
    pub(crate) author: PersonaId,
    pub(crate) side: Side,
    pub(crate) statement: String,
    pub(crate) qualifiers: Vec<String>,
    pub(crate) rests_on: Vec<ShownBasis>,
    /// The statements of its author's corpus on which it is based.
    #[serde(skip)]
    pub(crate) excerpts: Vec<StatementId>,
}

/// A reason, as the prompt shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownReason {
    pub(crate) id: NodeId,
    pub(crate) author: PersonaId,
    /// The answer for which it speaks.
    pub(crate) side: Side,
    pub(crate) claim: String,
    pub(crate) assumptions: Vec<String>,
    /// The reasons that it attacks.
    pub(crate) attacks: Vec<NodeId>,
    /// The statements of its author's corpus on which it is based.
    #[serde(skip)]
    pub(crate) excerpts: Vec<StatementId>,
}

/// A dispute, as the prompt shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownDispute {
    pub(crate) id: NodeId,
    pub(crate) question: String,
    pub(crate) axis: Option<AxisId>,
    pub(crate) horizon: Option<String>,
    pub(crate) criteria: Vec<String>,
    pub(crate) is_retired: bool,
    pub(crate) stances: Vec<ShownStance>,
    pub(crate) reasons: Vec<ShownReason>,
}

/// Asks what the latest turns change in the disputes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct CrystallizeDisputes {
    pub(crate) topic: Topic,
    pub(crate) disputes: Vec<ShownDispute>,
    /// Earlier turns, for context.
    pub(crate) earlier: Vec<ShownTurn>,
    /// The turns since the last update.
    pub(crate) turns: Vec<ShownTurn>,
    /// The number of disputes that the update may open.
    pub(crate) most_new: usize,
    /// What is known of the personas: a stance may rest on the excerpts of its author.
    #[serde(skip)]
    pub(crate) briefs: Vec<Brief>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A new dispute.")]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDisputeDraft {
    #[schemars(description = "The id of the turn that raises it.")]
    pub(crate) turn: String,
    #[schemars(description = "The question, which is answered with yes or no.")]
    pub(crate) question: String,
    #[schemars(description = "The id of the listed question that it is, or null.")]
    pub(crate) axis: Option<String>,
    #[schemars(description = "When its answer will be known, or null.")]
    pub(crate) horizon: Option<String>,
    #[schemars(description = "One to three observations that would settle it.")]
    pub(crate) criteria: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "What has changed about a dispute.")]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdatedDisputeDraft {
    #[schemars(description = "The id of the dispute.")]
    pub(crate) dispute: String,
    #[schemars(description = "When the answer will be known; null to leave it unchanged.")]
    pub(crate) horizon: Option<String>,
    #[schemars(
        description = "The observations that would settle it; empty to leave them unchanged."
    )]
    pub(crate) criteria: Vec<String>,
    #[schemars(description = "The personas who call it settled in the new turns.")]
    pub(crate) settled_by: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "The stance of the speaker of a turn.")]
#[serde(deny_unknown_fields)]
pub(crate) struct StanceDraft {
    #[schemars(description = "The id of the turn in which the speaker takes it.")]
    pub(crate) turn: String,
    #[schemars(description = "The dispute: its id such as `n3`, or `d1` for the first new one.")]
    pub(crate) dispute: String,
    pub(crate) side: Side,
    #[schemars(description = "The stance, as one sentence.")]
    pub(crate) statement: String,
    #[schemars(
        description = "A condition or limit that the speaker puts on its answer in a new turn, as one sentence; otherwise null."
    )]
    pub(crate) qualifier: Option<String>,
    #[schemars(description = "How sure the speaker is, from 0 to 1.", range(min = 0.0, max = 1.0))]
    pub(crate) confidence: f64,
    #[schemars(
        description = "The answers to other listed questions without which the speaker would give it up; empty to leave them unchanged."
    )]
    pub(crate) rests_on: Vec<RestsOn>,
    /// Whether it rests on nothing where the list is empty, as a corpus says. No model is asked for
    /// this: what it leaves out stays.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) rests_on_no_more: bool,
    /// What a corpus cites for it. No model is asked for this: it cites for each reason.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) evidence: Vec<Cited>,
    #[schemars(description = "The ids of the excerpts that support it.")]
    pub(crate) excerpts: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "What a reason does to a stance.")]
#[serde(rename_all = "lowercase")]
pub(crate) enum Polarity {
    #[schemars(description = "It supports the stance.")]
    Support,
    #[schemars(description = "It attacks the stance.")]
    Attack,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A new reason of the speaker of a turn.")]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReasonDraft {
    #[schemars(description = "The id of the turn that gives it.")]
    pub(crate) turn: String,
    #[schemars(description = "The dispute: its id such as `n3`, or `d1` for the first new one.")]
    pub(crate) dispute: String,
    #[schemars(description = "The persona whose stance it supports or attacks.")]
    pub(crate) stance_of: String,
    pub(crate) polarity: Polarity,
    #[schemars(description = "The reason, as one sentence.")]
    pub(crate) claim: String,
    #[schemars(description = "At most two assumptions that it needs.")]
    pub(crate) assumptions: Vec<String>,
    #[schemars(description = "At most two pieces of evidence.")]
    pub(crate) evidence: Vec<Cited>,
    #[schemars(
        description = "The reasons for the other answer that it attacks: ids such as `n5`, or `r1` for the first new one."
    )]
    pub(crate) attacks: Vec<String>,
    #[schemars(description = "How sure the speaker is, from 0 to 1.", range(min = 0.0, max = 1.0))]
    pub(crate) confidence: f64,
    #[schemars(description = "The ids of the excerpts that support it.")]
    pub(crate) excerpts: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CrystallizeDisputesAnswer {
    pub(crate) new_disputes: Vec<NewDisputeDraft>,
    pub(crate) updated_disputes: Vec<UpdatedDisputeDraft>,
    pub(crate) upsert_stances: Vec<StanceDraft>,
    pub(crate) new_reasons: Vec<NewReasonDraft>,
    #[schemars(description = "The ids of reasons that their authors gave up.")]
    pub(crate) removed_reasons: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NewDispute {
    pub(crate) turn: TurnId,
    pub(crate) question: String,
    pub(crate) axis: Option<AxisId>,
    pub(crate) horizon: Option<String>,
    pub(crate) criteria: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct UpdatedDispute {
    pub(crate) dispute: NodeId,
    pub(crate) horizon: Option<String>,
    pub(crate) criteria: Vec<String>,
    /// Whether everybody who takes a side calls it settled.
    pub(crate) is_settled: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NewStance {
    pub(crate) turn: TurnId,
    pub(crate) author: PersonaId,
    pub(crate) dispute: NodeTarget,
    pub(crate) side: Side,
    pub(crate) statement: String,
    pub(crate) qualifier: Option<String>,
    pub(crate) confidence: Probability,
    /// What it rests on; `None` if that stays.
    pub(crate) rests_on: Option<Reasons>,
    pub(crate) evidence: Vec<Citation>,
    pub(crate) excerpts: Vec<StatementId>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NewReason {
    pub(crate) turn: TurnId,
    pub(crate) author: PersonaId,
    pub(crate) dispute: NodeTarget,
    pub(crate) stance_of: PersonaId,
    pub(crate) polarity: Polarity,
    /// The answer for which it speaks.
    pub(crate) side: Side,
    pub(crate) claim: String,
    pub(crate) assumptions: Vec<String>,
    pub(crate) evidence: Vec<Citation>,
    pub(crate) attacks: Vec<NodeTarget>,
    pub(crate) confidence: Probability,
    pub(crate) excerpts: Vec<StatementId>,
}

/// What the latest turns change.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Crystallized {
    pub(crate) new_disputes: Vec<NewDispute>,
    /// The number of disputes beyond those that an update may open.
    pub(crate) beyond_limit: usize,
    pub(crate) updated_disputes: Vec<UpdatedDispute>,
    pub(crate) stances: Vec<NewStance>,
    pub(crate) new_reasons: Vec<NewReason>,
    pub(crate) removed_reasons: Vec<NodeId>,
}

impl CrystallizeDisputes {
    /// All turns that the prompt shows, the oldest first.
    fn shown(&self) -> impl Iterator<Item = &ShownTurn> {
        self.earlier.iter().chain(&self.turns)
    }
}

impl Question for CrystallizeDisputes {
    const SPEC: Spec = Spec {
        name: "crystallize_disputes",
        version: 15,
        parameters: Parameters::strong(0.3, 5000),
        form: &FORM,
    };
    type Raw = CrystallizeDisputesAnswer;
    type Answer = Crystallized;

    fn narrow(&self, schema: &mut Narrowing) {
        let turns = || self.shown().map(|turn| turn.id);
        schema.axes(&self.topic);
        schema.count::<CrystallizeDisputesAnswer>("new_disputes", 0..=self.most_new);
        schema.count::<NewDisputeDraft>("criteria", 1..=MOST_CRITERIA);
        schema.count::<UpdatedDisputeDraft>("criteria", 0..=MOST_CRITERIA);
        schema.ids::<UpdatedDisputeDraft>("dispute", self.disputes.iter().map(|known| known.id));
        schema.ids::<NewDisputeDraft>("turn", turns());
        schema.ids::<StanceDraft>("turn", turns());
        schema.ids::<NewReasonDraft>("turn", turns());
        let personas = self.briefs.iter().map(|brief| &brief.persona);
        schema.ids::<NewReasonDraft>("stance_of", personas);
        schema.count::<StanceDraft>("rests_on", 0..=thesis::most_reasons(&self.topic));
        schema.both_or_neither::<RestsOn>();
    }

    fn accept(&self, raw: CrystallizeDisputesAnswer, accept: &mut Accept) -> Option<Crystallized> {
        Some(self.checked(raw, accept))
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let turns = nonsense.new_turns();
        let turn = |n: u64| &turns[n as usize % turns.len()];
        let dispute = |n| {
            json!({
                "turn": turn(n), "question": nonsense.text("Question", n), "axis": null, "horizon": null,
                "criteria": ["A count."],
            })
        };
        let stance = |n: u64| {
            json!({
                "turn": turn(n), "dispute": format!("d{}", n % 2 + 1), "side": "yes",
                "statement": nonsense.text("Stance", n), "qualifier": null, "confidence": 0.5, "rests_on": [],
                "excerpts": [],
            })
        };
        let reason = |n: u64| {
            let holder = &self.briefs[n as usize % 2].persona;
            json!({
                "turn": turn(n), "dispute": format!("d{}", n % 2 + 1), "stance_of": holder, "polarity": "support",
                "claim": nonsense.text("Reason", n), "assumptions": [], "evidence": [], "attacks": [],
                "confidence": 0.5, "excerpts": [],
            })
        };
        json!({
            "new_disputes": nonsense.many(3, dispute), "updated_disputes": [],
            "upsert_stances": nonsense.many(4, stance), "new_reasons": nonsense.many(8, reason),
            "removed_reasons": [],
        })
    }
}
