//! Asks a persona for its turn about a passage, or about a question that an observer raised.

pub(in crate::mode::dialectic) mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shown_reading::ShownReading;
use super::turns::turn_named;
use crate::mode::conversation::questions::{ShownTurn, TURNS};
use crate::mode::conversation::run::moves::Move;
use crate::mode::dialectic::detail::DebateState;
use crate::mode::dialectic::prompts::{PASSAGE, RULES};
use crate::mode::shared::prompts::{PERSONA, TOPIC, WRITING};
use crate::mode::shared::questions::thesis::{ReasonDraft, Reasons, most_reasons};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{AxisId, AxisSide, Passage, PersonaId, Side, StatementId, Topic, TurnId};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/discuss_passage.md"),
    &[PERSONA, WRITING, RULES, TOPIC, PASSAGE, TURNS],
));

/// Asks a persona for its turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct DiscussPassage {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    pub(crate) passage: Passage,
    /// The question of a branch.
    pub(crate) question: Option<String>,
    /// The issue that the question is about.
    pub(crate) axis: Option<AxisId>,
    pub(crate) context: Vec<ShownReading>,
    /// The turns so far; of a branch, before them what was said about its question.
    pub(crate) turns: Vec<ShownTurn>,
    /// How many of the turns were made before the debate of a branch.
    pub(crate) before: usize,
    /// The persona's own statements that the session has heard already.
    pub(crate) said: Vec<StatementId>,
    /// What the persona has conceded already.
    pub(crate) conceded: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiscussionAnswer {
    #[serde(rename = "move")]
    #[schemars(with = "ReadingMove")]
    pub(crate) chosen: Move,
    #[schemars(description = "The id of the turn that you answer, or null.")]
    pub(crate) replies_to: Option<String>,
    #[schemars(description = "What you say: two to four sentences.")]
    pub(crate) text: String,
    #[schemars(
        description = "Your claim as one sentence, if you claim or challenge, or where you add one to a concession; otherwise null."
    )]
    pub(crate) claim: Option<String>,
    #[schemars(
        description = "The point that you accept as one sentence, if you concede; otherwise null."
    )]
    pub(crate) conceded: Option<String>,
    /// Whether a corpus grants the point beside what it answers, so that it is not a point of the
    /// other person. No model is asked for this.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_beside: bool,
    #[schemars(
        description = "Whether your challenge grants the claim of that turn for the sake of argument, and denies only what is drawn from it."
    )]
    pub(crate) even_if: bool,
    #[schemars(description = "The id of the listed question that your claim answers, or null.")]
    pub(crate) axis: Option<String>,
    #[schemars(description = "The answer that your claim gives to it, or null.")]
    pub(crate) side: Option<Side>,
    #[schemars(
        description = "The reasons without which you would give your claim up, including every reason that answers another listed question."
    )]
    pub(crate) rests_on: Vec<ReasonDraft>,
    #[schemars(description = "The ids of the turns on whose claims you rely.")]
    pub(crate) builds_on: Vec<String>,
    #[schemars(description = "The ids of the excerpts that you use.")]
    pub(crate) excerpts: Vec<String>,
    pub(crate) state: DebateState,
}

/// The moves of a reading as their schema describes them.
#[derive(JsonSchema)]
#[schemars(description = "What the turn does.", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum ReadingMove {
    Claim,
    Challenge,
    Clarify,
    Concede,
    Pass,
}

/// A turn that was accepted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DiscussionTurn {
    pub(crate) chosen: Move,
    pub(crate) replies_to: Option<TurnId>,
    pub(crate) text: String,
    pub(crate) claim: Option<String>,
    /// The point of another persona that it accepts.
    pub(crate) conceded: Option<String>,
    /// Whether the point is granted beside what that persona said.
    pub(crate) is_beside: bool,
    /// Whether a challenge grants the claim that it answers for the sake of argument.
    pub(crate) even_if: bool,
    pub(crate) answers: Option<AxisSide>,
    /// What its claim rests on.
    pub(crate) reasons: Reasons,
    pub(crate) builds_on: Vec<TurnId>,
    pub(crate) excerpts: Vec<StatementId>,
    /// Where the debate is, as the persona sees it.
    pub(crate) state: DebateState,
}

impl DiscussPassage {
    fn of_others(&self) -> impl Iterator<Item = &ShownTurn> {
        self.turns.iter().filter(|turn| turn.speaker != self.brief.persona)
    }
}

impl Question for DiscussPassage {
    const SPEC: Spec = Spec {
        name: "discuss_passage",
        version: 16,
        parameters: Parameters::strong(0.9, 500),
        form: &FORM,
    };
    type Raw = DiscussionAnswer;
    type Answer = DiscussionTurn;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        schema.axes(&self.topic);
        schema.excerpts(&self.brief);
        schema.ids::<DiscussionAnswer>("replies_to", self.of_others().map(|turn| turn.id));
        schema.ids::<DiscussionAnswer>("builds_on", self.turns.iter().map(|turn| turn.id));
        schema.count::<DiscussionAnswer>("rests_on", 0..=most_reasons(&self.topic));
        schema.both_or_neither::<ReasonDraft>();
        schema.both_or_neither::<DiscussionAnswer>();
    }

    fn accept(&self, raw: DiscussionAnswer, accept: &mut Accept) -> Option<DiscussionTurn> {
        let of = |what: &str| format!("turn: {what}");
        let is_pass = raw.chosen == Move::Pass;
        if !is_pass {
            accept.text("turn", &raw.text);
        }
        accept.require(!matches!(raw.chosen, Move::Reframe | Move::ProposeCrux), || {
            of("this is not a move of a reading")
        });
        let named = raw.replies_to.as_ref();
        let replies_to = ShownTurn::answered(self.of_others(), raw.chosen, named, accept);
        let claims = matches!(raw.chosen, Move::Claim | Move::Challenge);
        let may_claim = claims || raw.chosen == Move::Concede;
        let claim = raw.claim.filter(|claim| may_claim && !claim.trim().is_empty());
        accept.require(!claims || claim.is_some(), || {
            of("state your claim once more as one sentence")
        });
        let concedes = raw.chosen == Move::Concede;
        let conceded = raw.conceded.filter(|point| concedes && !point.trim().is_empty());
        accept.require(!concedes || conceded.is_some(), || {
            of("state the point that you accept as one sentence")
        });
        let even_if = raw.even_if
            && accept.keep(raw.chosen == Move::Challenge, || {
                of("only a challenge grants a claim for the sake of argument")
            });
        accept.require(raw.axis.is_some() == raw.side.is_some(), || {
            of("a claim has either both an axis and a side or neither")
        });
        let axis = accept.axis(of, raw.axis.as_deref(), &self.topic);
        let reasons = if claim.is_some() { raw.rests_on } else { vec![] };
        let reasons = accept.at_most(&of("reasons"), most_reasons(&self.topic), reasons);
        let reasons = Reasons::accept(reasons, of, &self.topic, accept);
        let builds_on = raw.builds_on.iter().filter_map(|id| {
            let known = turn_named(&self.turns, id).map(|turn| turn.id);
            accept.kept(known, || of(&format!("the turn `{id}` to rely on, which does not exist")))
        });
        let builds_on = builds_on.collect();
        let excerpts = accept.excerpts(of, &raw.excerpts, &self.brief);
        Some(DiscussionTurn {
            chosen: raw.chosen,
            replies_to,
            text: if is_pass { String::new() } else { raw.text },
            answers: axis.zip(raw.side).map(|(axis, side)| AxisSide { axis, side }),
            claim,
            conceded,
            is_beside: raw.is_beside,
            even_if,
            reasons,
            builds_on,
            excerpts,
            state: raw.state,
        })
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let others = nonsense.turns_of_others();
        let moves = ["claim", "challenge", "claim", "concede", "clarify", "pass"];
        let chosen = if others.is_empty() { "claim" } else { nonsense.choose(&moves) };
        let text = nonsense.text("Turn", u64::from(nonsense.ordinal));
        json!({
            "move": chosen, "replies_to": others.last(), "text": text, "claim": text,
            "conceded": (chosen == "concede").then_some(&text),
            "even_if": chosen == "challenge" && nonsense.ordinal.is_multiple_of(2), "axis": null, "side": null,
            "rests_on": [], "builds_on": [], "excerpts": [], "state": "open",
        })
    }
}
