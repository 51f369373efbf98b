//! Asks which side argues better.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shown_speech::ShownSpeech;
use crate::mode::procon::detail::{Fallacy, Finding, Judgement, Scores, Winner, side_name};
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec};
use crate::text::word_count;
use crate::vocabulary::{NodeId, Side, Topic};

static FORM: Form = Form::new(Template::new(include_str!("../prompts/judge.md"), &[TOPIC]));

/// The number of words of the reasons.
const LEAST_WORDS: usize = 100;

/// A claim of a side, with what the fact checker found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct JudgedClaim {
    pub(crate) id: NodeId,
    pub(crate) text: String,
    /// Whether its speech gives a reason for it. No prompt shows it.
    #[serde(skip)]
    pub(crate) has_reason: bool,
    pub(crate) finding: Option<Finding>,
    /// Its reasons that were checked.
    pub(crate) reasons: Vec<JudgedReason>,
    /// The claims of the other side that it attacks.
    pub(crate) answers: Vec<NodeId>,
}

/// A reason of a claim, with what the fact checker found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct JudgedReason {
    pub(crate) text: String,
    pub(crate) finding: Finding,
}

impl JudgedClaim {
    /// What was found about the claim and its reasons.
    pub(crate) fn findings(&self) -> impl Iterator<Item = Finding> {
        self.finding.into_iter().chain(self.reasons.iter().map(|reason| reason.finding))
    }
}

/// What a side has said.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct JudgedSide {
    pub(crate) side: Side,
    pub(crate) name: &'static str,
    /// The topic's sentence for the side.
    pub(crate) thesis: String,
    pub(crate) speeches: Vec<ShownSpeech>,
    pub(crate) claims: Vec<JudgedClaim>,
}

/// Asks which side argues better.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Judge {
    pub(crate) topic: Topic,
    /// Both sides, in the order of the prompt.
    pub(crate) sides: [JudgedSide; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "The scores of a side.")]
#[serde(deny_unknown_fields)]
pub(crate) struct ScoresDraft {
    #[schemars(description = "How well its speeches hold together.", range(min = 0.0, max = 10.0))]
    pub(crate) coherence: f64,
    #[schemars(description = "How well it answers the other side.", range(min = 0.0, max = 10.0))]
    pub(crate) rebuttal: f64,
    #[schemars(
        description = "Whether its figures are consistent, and sourced in the speeches or the fact check.",
        range(min = 0.0, max = 10.0)
    )]
    pub(crate) factuality: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A fallacy.")]
#[serde(deny_unknown_fields)]
pub(crate) struct FallacyDraft {
    #[schemars(description = "The id of the speech.")]
    pub(crate) speech: String,
    #[schemars(description = "The name of the fallacy.")]
    pub(crate) name: String,
    #[schemars(description = "The words of the speech in which it is committed.")]
    pub(crate) quote: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JudgeAnswer {
    pub(crate) pro: ScoresDraft,
    pub(crate) con: ScoresDraft,
    pub(crate) fallacies: Vec<FallacyDraft>,
    #[schemars(description = "Your reasons, in at least 100 words.")]
    pub(crate) reasons: String,
    pub(crate) winner: Winner,
}

impl Judge {
    /// A side as the judge reads it.
    pub(crate) fn side(topic: &Topic, side: Side) -> (&'static str, String) {
        (side_name(side), topic.answer(side).to_owned())
    }

    fn scores(draft: ScoresDraft, of: &str, accept: &mut Accept) -> Scores {
        let ScoresDraft { coherence, rebuttal, factuality } = draft;
        for (what, score) in
            [("coherence", coherence), ("rebuttal", rebuttal), ("factuality", factuality)]
        {
            accept.require((0.0..=10.0).contains(&score), || {
                format!("{of}: {what}: {score} is not in [0, 10]")
            });
        }
        Scores { coherence, rebuttal, factuality }
    }

    fn fallacy(&self, draft: FallacyDraft, accept: &mut Accept) -> Option<Fallacy> {
        let mut speeches = self.sides.iter().flat_map(|side| &side.speeches);
        let speech = speeches.find(|speech| speech.turn.to_string() == draft.speech);
        let speech = accept.required(speech, || {
            format!("fallacy “{}”: there is no speech `{}`", draft.name, draft.speech)
        });
        accept.text("fallacy", &draft.name);
        Some(Fallacy { turn: speech?.turn, name: draft.name, quote: draft.quote })
    }
}

impl Question for Judge {
    const SPEC: Spec =
        Spec { name: "judge", version: 5, parameters: Parameters::strong(0.2, 3000), form: &FORM };
    type Raw = JudgeAnswer;
    type Answer = Judgement;

    fn narrow(&self, schema: &mut Narrowing) {
        let speeches = self.sides.iter().flat_map(|side| &side.speeches);
        schema.ids::<FallacyDraft>("speech", speeches.map(|speech| speech.turn));
    }

    fn accept(&self, raw: JudgeAnswer, accept: &mut Accept) -> Option<Judgement> {
        let pro = Self::scores(raw.pro, "pro", accept);
        let con = Self::scores(raw.con, "con", accept);
        let words = word_count(&raw.reasons);
        accept.require(words >= LEAST_WORDS, || {
            format!("reasons: {words} words given, at least {LEAST_WORDS} wanted")
        });
        let fallacies = accept.each(raw.fallacies, |draft, accept| self.fallacy(draft, accept));
        let first = self.sides[0].side;
        let (winner, reasons) = (raw.winner, raw.reasons);
        Some(Judgement { first, pro, con, winner, reasons, fallacies })
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let scores = json!({ "coherence": 5, "rebuttal": 5, "factuality": 5 });
        let winner = ["pro", "con", "tie"][nonsense.ordinal as usize % 3];
        json!({
            "pro": scores, "con": scores, "fallacies": [], "reasons": vec!["word"; 100].join(" "), "winner": winner,
        })
    }
}
