//! Asks a persona for its messages: a sentence on each claim, its stance and its confidence now.

mod by_corpus;

pub(crate) use by_corpus::best_reply;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::blackboard::effect::Effect;
use crate::mode::blackboard::prompts::{BOARD, RULES};
use crate::mode::blackboard::run::shown_board::{ShownBoard, ShownMessage};
use crate::mode::blackboard::stance::ClaimStance;
use crate::mode::shared::prompts::{PERSONA, TOPIC, WRITING};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec};
use crate::text::{shortened, word_count};
use crate::vocabulary::{AxisId, Flip, NodeId, PersonaId, Probability, StatementId, Tokens, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/respond.md"),
    &[PERSONA, WRITING, RULES, TOPIC, BOARD],
));

/// The most words of a message on a claim.
pub(crate) const MOST_WORDS: usize = 25;
/// The most crux candidates of a persona in a round.
pub(crate) const MOST_CANDIDATES: usize = 2;
/// The length of the message on one claim, estimated generously.
const EACH: Tokens = Tokens(120);

/// Asks a persona for its messages of a round.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Respond {
    pub(crate) brief: Brief,
    /// The topic with the claims as its axes.
    pub(crate) topic: Topic,
    pub(crate) round: u32,
    /// On how many claims it may say something.
    pub(crate) most: usize,
    /// Whether it has the floor alone.
    pub(crate) has_floor: bool,
    /// What it has planned to say, where it has the floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) intent: Option<String>,
    #[serde(flatten)]
    pub(crate) board: ShownBoard,
    /// What the persona has said about each claim so far.
    pub(crate) said: Vec<ShownMessage>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "What you say about one claim.")]
#[serde(deny_unknown_fields)]
pub(crate) struct RemarkDraft {
    #[schemars(description = "The id of the claim.")]
    pub(crate) axis: String,
    #[schemars(description = "The id of the message that it answers, or null.")]
    pub(crate) replies_to: Option<String>,
    #[schemars(description = "What the sentence does to that message, or null.")]
    pub(crate) effect: Option<Effect>,
    #[schemars(description = "One sentence of at most 25 words.")]
    pub(crate) sentence: String,
    pub(crate) stance: ClaimStance,
    #[schemars(description = "How sure you are now, from 0 to 1.", range(min = 0.0, max = 1.0))]
    pub(crate) confidence: f64,
    #[schemars(description = "The ids of the excerpts that support it.")]
    pub(crate) excerpts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A question that you take to be a crux.")]
#[serde(deny_unknown_fields)]
pub(crate) struct CandidateDraft {
    #[schemars(description = "The question.")]
    pub(crate) question: String,
    #[schemars(description = "The id of the claim that it is about, or null.")]
    pub(crate) axis: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "One of your conditions that is met.")]
#[serde(deny_unknown_fields)]
pub(crate) struct FlipDraft {
    #[schemars(description = "The id of the condition.")]
    pub(crate) condition: String,
    #[schemars(description = "Why it is met, in one sentence.")]
    pub(crate) because: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RespondAnswer {
    #[schemars(description = "At most one for each claim.")]
    pub(crate) remarks: Vec<RemarkDraft>,
    #[schemars(description = "At most two.")]
    pub(crate) cruxes: Vec<CandidateDraft>,
    #[schemars(description = "Most often none.")]
    pub(crate) flips: Vec<FlipDraft>,
}

/// What a persona says about one claim.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Remark {
    pub(crate) axis: AxisId,
    /// The message that it answers, and what it does to it.
    pub(crate) reply: Option<(NodeId, Effect)>,
    pub(crate) sentence: String,
    pub(crate) stance: ClaimStance,
    pub(crate) confidence: Probability,
    pub(crate) excerpts: Vec<StatementId>,
}

/// A question that a persona takes to be a crux.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NamedCrux {
    pub(crate) question: String,
    pub(crate) axis: Option<AxisId>,
}

/// A condition that a persona says is met.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MetCondition {
    /// The id in the persona's contract.
    pub(crate) condition: String,
    pub(crate) because: String,
}

/// The messages of a persona in a round.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Response {
    pub(crate) remarks: Vec<Remark>,
    pub(crate) cruxes: Vec<NamedCrux>,
    pub(crate) flips: Vec<MetCondition>,
}

impl Respond {
    /// Whether there is room for a message on every claim.
    pub(crate) fn has_room_for_all(&self) -> bool {
        self.most >= self.topic.axes.len()
    }

    /// Whether a condition is about the topic: about one of its questions, or about none.
    fn is_about_topic(&self, flip: &Flip) -> bool {
        flip.axis.as_ref().is_none_or(|axis| self.topic.axis(axis).is_some())
    }

    fn remark(&self, draft: &RemarkDraft, accept: &mut Accept) -> Option<Remark> {
        let of = |what: &str| format!("message on `{}`: {what}", draft.axis);
        let axis = accept.known_axis(|what| format!("message: {what}"), &draft.axis, &self.topic);
        accept.text(&of("sentence"), &draft.sentence);
        let confidence = accept.probability(&of("confidence"), draft.confidence);
        let excerpts = accept.excerpts(of, &draft.excerpts, &self.brief);
        let reply = draft.replies_to.as_ref().and_then(|id| {
            let mut others = self.board.messages.iter().filter(|m| m.author != self.brief.persona);
            let known = others.find(|message| message.id.to_string() == *id);
            let known =
                accept.kept(known, || of(&format!("`{id}` is not a message of another person")))?;
            let unsaid = || of(&format!("it does not say what it does to `{id}`"));
            Some((known.id, accept.required(draft.effect, unsaid)?))
        });
        let sentence = shortened(&draft.sentence, MOST_WORDS);
        let words = word_count(&draft.sentence);
        accept.keep(words <= MOST_WORDS, || {
            of(&format!("{words} words, at most {MOST_WORDS} wanted: it is shortened"))
        });
        let (axis, confidence) = (axis?, confidence?);
        let stance = draft.stance;
        Some(Remark { axis, reply, sentence, stance, confidence, excerpts })
    }
}

impl Question for Respond {
    const SPEC: Spec = Spec {
        name: "respond",
        version: 13,
        parameters: Parameters::strong(0.9, 1200),
        form: &FORM,
    };
    type Raw = RespondAnswer;
    type Answer = Response;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn parameters(&self) -> Parameters {
        Self::SPEC.parameters.with_room(self.most + MOST_CANDIDATES, EACH)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        let contract = &self.brief.contract;
        let others = self.board.messages.iter().filter(|m| m.author != self.brief.persona);
        schema.axes(&self.topic);
        schema.excerpts(&self.brief);
        schema.count::<RespondAnswer>("remarks", 0..=self.most);
        schema.count::<RespondAnswer>("cruxes", 0..=MOST_CANDIDATES);
        let conditions = || contract.flips.iter().filter(|flip| self.is_about_topic(flip));
        schema.count::<RespondAnswer>("flips", 0..=conditions().count());
        schema.ids::<RemarkDraft>("replies_to", others.map(|message| message.id));
        schema.ids::<FlipDraft>("condition", conditions().map(|flip| &flip.id));
    }

    fn accept(&self, raw: RespondAnswer, accept: &mut Accept) -> Option<Response> {
        let mut answered = BTreeSet::new();
        let mut remarks = accept.items(raw.remarks, |draft, accept| self.remark(&draft, accept));
        remarks.retain(|remark| {
            let is_first = answered.insert(remark.axis.clone());
            accept.keep(is_first, || format!("`{}` has two messages", remark.axis))
        });
        let remarks = accept.at_most("remarks", self.most, remarks);
        let cruxes = accept.at_most("cruxes", MOST_CANDIDATES, raw.cruxes);
        let cruxes = accept.each(cruxes, |draft, accept| {
            accept.text("crux", &draft.question);
            let of = |what: &str| format!("crux “{}”: {what}", draft.question);
            let axis = accept.axis(of, draft.axis.as_deref(), &self.topic);
            Some(NamedCrux { question: draft.question, axis })
        });
        let mut met = BTreeSet::new();
        let mut flips = Vec::new();
        for FlipDraft { condition, because } in raw.flips {
            let mut declared = self.brief.contract.flips.iter();
            let known = declared.any(|flip| flip.id == condition && self.is_about_topic(flip));
            let is_new = met.insert(condition.clone());
            if accept.keep(known && is_new, || format!("you have no other condition `{condition}`"))
            {
                flips.push(MetCondition { condition, because });
            }
        }
        Some(Response { remarks, cruxes, flips })
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let axes = nonsense.axes();
        let remark = |n: u64| {
            json!({
                "axis": axes[n as usize], "replies_to": null, "effect": null, "sentence": nonsense.text("Message", n),
                "stance": "uncertain", "confidence": 0.5, "excerpts": [],
            })
        };
        let crux = |n| json!({ "question": nonsense.text("Question", n), "axis": null });
        let remarks = nonsense.many(axes.len() as u64, remark);
        json!({ "remarks": remarks, "cruxes": nonsense.many(2, crux), "flips": [] })
    }
}
