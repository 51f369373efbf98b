//! Asks a persona for its opening speech, its thesis, what it grants, and its answers to the other
//! questions of the topic.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::RULES;
use crate::mode::conversation::run::ConversationTone;
use crate::mode::shared::prompts::{GRANTS, PERSONA, THESIS_REASONS, TOPIC, WRITING};
use crate::mode::shared::questions::case::{self, CaseDraft, StatedCase};
use crate::mode::shared::questions::position::PositionDraft;
use crate::mode::shared::questions::thesis::{GrantDraft, ThesisDraft};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{PersonaId, StatementId, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/opening.md"),
    &[PERSONA, WRITING, RULES, TOPIC, THESIS_REASONS, GRANTS],
));

/// Asks a persona to open a conversation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Opening {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    #[serde(rename = "manner")]
    pub(crate) tone: ConversationTone,
    /// Whether the persona also gives its answers to the questions on which its thesis rests
    /// directly: where later turns may never come to them, only the opening can say what these
    /// answers rest on in turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) answers_all: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningAnswer {
    #[schemars(description = "The speech: four to six sentences.")]
    pub(crate) speech: String,
    #[schemars(description = "The ids of all excerpts that support your case.")]
    pub(crate) excerpts: Vec<String>,
    pub(crate) thesis: ThesisDraft,
    #[schemars(
        description = "At most eight points that you grant to those who answer the topic's question differently."
    )]
    pub(crate) grants: Vec<GrantDraft>,
    #[schemars(
        description = "Your answers to the listed questions, as the request describes them: at most one for each question."
    )]
    pub(crate) positions: Vec<PositionDraft>,
}

/// An opening speech with what it argues for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OpeningSpeech {
    pub(crate) speech: String,
    pub(crate) excerpts: Vec<StatementId>,
    /// With at most one position on each axis: a persona has one stance on a question.
    pub(crate) case: StatedCase,
}

impl Question for Opening {
    const SPEC: Spec = Spec {
        name: "opening",
        version: 14,
        parameters: Parameters::strong(0.9, 2600),
        form: &FORM,
    };
    type Raw = OpeningAnswer;
    type Answer = OpeningSpeech;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn parameters(&self) -> Parameters {
        case::with_room(Self::SPEC.parameters, &self.topic)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        case::narrow::<OpeningAnswer>(schema, &self.brief, &self.topic, self.brief.stance);
    }

    fn accept(&self, raw: OpeningAnswer, accept: &mut Accept) -> Option<OpeningSpeech> {
        accept.text("speech", &raw.speech);
        let of = |what: &str| format!("speech: {what}");
        let excerpts = accept.excerpts(of, &raw.excerpts, &self.brief);
        let OpeningAnswer { speech, thesis, grants, positions, .. } = raw;
        let case = CaseDraft { thesis, grants, positions };
        let case = case.accept(1, &self.brief, &self.topic, accept);
        case.thesis.require_own_side(&self.brief, accept);
        Some(OpeningSpeech { speech, excerpts, case })
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let mut opening = case::nonsense(nonsense);
        opening["speech"] = nonsense.text("Speech", 0).into();
        opening["excerpts"] = json!([]);
        opening
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::shared::questions::samples::thesis;
    use crate::question::samples::{brief, complaints, topic};
    use crate::vocabulary::Side;

    fn opened(side: Side, positions: Vec<PositionDraft>) -> String {
        let answer = OpeningAnswer {
            speech: "Let drivers come.".into(),
            excerpts: vec![],
            thesis: ThesisDraft { side, ..thesis() },
            grants: vec![],
            positions,
        };
        let (tone, answers_all) = (ConversationTone::Open, false);
        let question = Opening { brief: brief(), topic: topic(), tone, answers_all };
        complaints(&question, answer).join("|")
    }

    #[test]
    fn a_persona_opens_with_the_answer_of_its_corpus() {
        assert_eq!(opened(Side::No, vec![]), "");
        assert_eq!(opened(Side::Yes, vec![]), "your answer to the question of the topic is no");
    }

    #[test]
    fn dialogue_rule_14_a_persona_gives_at_most_one_answer_to_a_question_beside_its_thesis() {
        let position = |axis: &str| PositionDraft {
            text: "The air stays as it is.".into(),
            axis: axis.into(),
            side: Side::No,
            rests_on: vec![],
            evidence: vec![],
            excerpts: vec!["drivers".into()],
        };
        assert_eq!(opened(Side::No, vec![position("air"), position("trade")]), "");
        let twice = vec![position("air"), position("air")];
        assert_eq!(opened(Side::No, twice), "positions on air: one wanted");
    }
}
