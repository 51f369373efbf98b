//! Asks a persona for its opening speech, its thesis, and what it grants.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::RULES;
use crate::mode::conversation::run::Manner;
use crate::mode::shared::prompts::{PERSONA, TOPIC, WRITING};
use crate::mode::shared::questions::thesis::{
    self, Grant, GrantDraft, MOST_GRANTS, Thesis, ThesisDraft,
};
use crate::prompt::Template;
use crate::question::{Accept, Brief, ByCorpus, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{PersonaId, StatementId, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/opening.md"),
    &[PERSONA, WRITING, RULES, TOPIC],
));

/// Asks a persona to open a conversation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Opening {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    pub(crate) manner: Manner,
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
        description = "At most eight points that you and the other side both hold, as far as you know."
    )]
    pub(crate) grants: Vec<GrantDraft>,
}

/// An opening speech with what it stands for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OpeningSpeech {
    pub(crate) speech: String,
    pub(crate) excerpts: Vec<StatementId>,
    pub(crate) thesis: Thesis,
    pub(crate) grants: Vec<Grant>,
}

impl Question for Opening {
    const SPEC: Spec = Spec {
        name: "opening",
        version: 6,
        parameters: Parameters::strong(0.9, 2000),
        form: &FORM,
    };
    const BY_CORPUS: ByCorpus<Self> = by_corpus::answer;
    type Raw = OpeningAnswer;
    type Answer = OpeningSpeech;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        thesis::narrow(schema, &self.brief, &self.topic);
        schema.count::<OpeningAnswer>("grants", 0..=MOST_GRANTS);
    }

    fn accept(&self, raw: OpeningAnswer, accept: &mut Accept) -> Option<OpeningSpeech> {
        accept.text("speech", &raw.speech);
        let of = |what: &str| format!("speech: {what}");
        let excerpts = accept.excerpts(of, &raw.excerpts, &self.brief);
        let thesis = raw.thesis.accept(&self.brief, &self.topic, accept);
        thesis.require_own_side(&self.brief, accept);
        let grants = accept
            .each(raw.grants, |grant, accept| Some(grant.accept(&self.brief, &self.topic, accept)));
        Some(OpeningSpeech { speech: raw.speech, excerpts, thesis, grants })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::shared::questions::samples::thesis;
    use crate::question::samples::{brief, complaints, topic};
    use crate::vocabulary::Side;

    #[test]
    fn a_persona_opens_with_the_answer_of_its_corpus() {
        let opened = |side| {
            let thesis = ThesisDraft { side, ..thesis() };
            let speech = "Let drivers come.".into();
            let answer = OpeningAnswer { speech, excerpts: vec![], thesis, grants: vec![] };
            let manner = Manner::Open;
            complaints(&Opening { brief: brief(), topic: topic(), manner }, answer)
        };
        assert_eq!(opened(Side::No), [""; 0]);
        assert_eq!(opened(Side::Yes), ["your answer to the question of the topic is no"]);
    }
}
