//! Asks a persona to reflect, to criticise, and then to speak.

pub(super) mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::shown_speech::ShownSpeech;
use crate::mode::procon::detail::Passage;
use crate::mode::procon::prompts::{RULES, SPEECHES};
use crate::mode::shared::prompts::{GRANTS, PERSONA, THESIS_REASONS, TOPIC, WRITING};
use crate::mode::shared::questions::case::{self, CaseDraft, StatedCase};
use crate::mode::shared::questions::position::PositionDraft;
use crate::mode::shared::questions::thesis::{GrantDraft, ThesisDraft};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{PersonaId, Side, StatementId, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/speech.md"),
    &[PERSONA, WRITING, RULES, TOPIC, THESIS_REASONS, GRANTS, SPEECHES],
));

/// A speech has at least this many words.
pub(in crate::mode::procon) const LEAST_WORDS: usize = 50;

/// A false claim of a rejected draft, with the evidence against it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Refuted {
    pub(crate) text: String,
    pub(crate) reason: String,
    pub(crate) passages: Vec<Passage>,
}

/// A draft of the same speech that was rejected.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct RejectedDraft {
    pub(crate) text: String,
    /// Why, as a sentence.
    pub(crate) why: String,
    pub(crate) refuted: Vec<Refuted>,
}

/// Asks a persona for its next speech.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Speech {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    pub(crate) side: Side,
    /// The side as the debate calls it.
    pub(crate) side_name: &'static str,
    /// Whether it is not the side of the persona's own answer.
    pub(crate) is_assigned: bool,
    /// The name of the round.
    pub(crate) round: String,
    /// Whether the persona has not spoken before.
    pub(crate) is_first: bool,
    /// Whether its side speaks for the last time.
    pub(crate) is_last: bool,
    pub(crate) word_limit: u32,
    pub(crate) speeches: Vec<ShownSpeech>,
    /// The drafts of this speech that were rejected.
    pub(crate) rejected: Vec<RejectedDraft>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "What a first speech argues for.")]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningDraft {
    pub(crate) thesis: ThesisDraft,
    #[schemars(
        description = "The points that speak for the other side and which you grant, or which you expect it to share."
    )]
    pub(crate) grants: Vec<GrantDraft>,
    #[schemars(
        description = "Your answers to the listed questions on which the thesis does not rest: at most one for each question."
    )]
    pub(crate) positions: Vec<PositionDraft>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpeechAnswer {
    #[schemars(
        description = "The state of the debate and the strongest point of the other side. Only you read it."
    )]
    pub(crate) reflection: String,
    #[schemars(
        description = "What is wrong with the speeches so far, and the objections to expect. Only you read it."
    )]
    pub(crate) critique: Vec<String>,
    #[schemars(description = "The speech, in paragraphs.")]
    pub(crate) speech: String,
    #[schemars(description = "The ids of the excerpts that you use.")]
    pub(crate) excerpts: Vec<String>,
    #[schemars(
        description = "Your thesis, the shared points and your other answers in your first speech, or null."
    )]
    pub(crate) opening: Option<OpeningDraft>,
}

/// A speech that can be read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Written {
    pub(crate) reflection: String,
    pub(crate) critique: Vec<String>,
    pub(crate) speech: String,
    pub(crate) excerpts: Vec<StatementId>,
    /// What a first speech argues for, with at most one position on each axis.
    pub(crate) opening: Option<StatedCase>,
}

impl Speech {
    fn opening(&self, draft: OpeningDraft, accept: &mut Accept) -> StatedCase {
        accept.require(draft.thesis.side == self.side, || {
            format!("thesis: you speak for {}", self.side.word())
        });
        let OpeningDraft { thesis, grants, positions } = draft;
        CaseDraft { thesis, grants, positions }.accept(1, &self.brief, &self.topic, accept)
    }
}

impl Question for Speech {
    const SPEC: Spec = Spec {
        name: "speech",
        version: 19,
        parameters: Parameters::strong(0.9, 4000),
        form: &FORM,
    };
    type Raw = SpeechAnswer;
    type Answer = Written;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn parameters(&self) -> Parameters {
        case::with_room(Self::SPEC.parameters, &self.topic)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        case::narrow::<OpeningDraft>(schema, &self.brief, &self.topic, Some(self.side));
        if !self.is_first {
            *schema.field::<SpeechAnswer>("opening") = json!({ "type": "null" });
        }
    }

    fn accept(&self, raw: SpeechAnswer, accept: &mut Accept) -> Option<Written> {
        accept.text("speech", &raw.speech);
        let of = |what: &str| format!("speech: {what}");
        let excerpts = accept.excerpts(of, &raw.excerpts, &self.brief);
        accept.require(raw.opening.is_some() || !self.is_first, || {
            "opening: it is your first speech, so state your thesis".to_owned()
        });
        let opening = raw.opening.filter(|_| self.is_first);
        let opening = opening.map(|draft| self.opening(draft, accept));
        let SpeechAnswer { reflection, critique, speech, .. } = raw;
        Some(Written { reflection, critique, speech, excerpts, opening })
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        // Too short, too long or right, so that every sort of retry occurs.
        let words = nonsense.choose(&[60, 20, 400]);
        let is_first = nonsense.asked().contains("It is your first speech");
        json!({
            "reflection": "So.", "critique": ["So."], "speech": vec!["word"; words].join(" "), "excerpts": [],
            "opening": is_first.then(|| case::nonsense(nonsense)),
        })
    }
}
