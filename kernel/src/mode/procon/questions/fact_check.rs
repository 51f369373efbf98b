//! Asks whether the passages that were found confirm or refute the claims of a speech.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::procon::detail::{Checked, ClaimKind, Finding, Passage};
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
use crate::question::{
    Accept, ByCorpus, Form, Narrowing, Parameters, Question, Spec, constant, some_of,
};
use crate::vocabulary::{Citation, Topic, Verdict};

static FORM: Form = Form::new(Template::new(include_str!("../prompts/fact_check.md"), &[TOPIC]));

/// A passage that was found, with what the evidence file says of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct FoundPassage {
    #[serde(flatten)]
    pub(crate) passage: Passage,
    /// Whether it confirms or refutes what cites it, where the evidence of the topic says so. No prompt shows it.
    #[serde(skip)]
    pub(crate) verdict: Option<Verdict>,
}

/// A claim that is checked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownClaim {
    /// Its name in the prompt: `c1`, `c2`, …
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) kind: ClaimKind,
    pub(crate) cited: Vec<Citation>,
    pub(crate) passages: Vec<FoundPassage>,
}

/// Asks for the verdicts on the claims of a speech.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct FactCheck {
    pub(crate) topic: Topic,
    pub(crate) claims: Vec<ShownClaim>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "The verdict on a claim.")]
#[serde(deny_unknown_fields)]
pub(crate) struct VerdictDraft {
    #[schemars(description = "The id of the claim.")]
    pub(crate) claim: String,
    pub(crate) verdict: Finding,
    #[schemars(description = "How sure you are, from 0 to 1.", range(min = 0.0, max = 1.0))]
    pub(crate) confidence: f64,
    #[schemars(description = "The ids of the passages on which the verdict rests.")]
    pub(crate) passages: Vec<String>,
    #[schemars(description = "The reason, in one sentence.")]
    pub(crate) reason: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FactCheckAnswer {
    #[schemars(description = "One verdict for each claim.")]
    pub(crate) verdicts: Vec<VerdictDraft>,
}

impl FactCheck {
    fn verdict(
        claim: &ShownClaim,
        drafts: &[VerdictDraft],
        accept: &mut Accept,
    ) -> Option<Checked> {
        let own = drafts.iter().filter(|draft| draft.claim == claim.id);
        let draft = accept.one(&format!("{}: verdicts", claim.id), own)?;
        let of = |what: &str| format!("{}: {what}", claim.id);
        let confidence = accept.probability(&of("confidence"), draft.confidence);
        accept.text(&of("reason"), &draft.reason);
        let passages = draft.passages.iter().filter_map(|id| {
            let found = claim.passages.iter().find(|found| found.passage.id == *id);
            let found = accept.kept(found, || of(&format!("there is no passage `{id}`")));
            Some(found?.passage.clone())
        });
        let passages: Vec<Passage> = passages.collect();
        accept.require(draft.verdict == Finding::Unverifiable || !passages.is_empty(), || {
            of("a verdict of true or false names the passages on which it rests")
        });
        let (finding, reason) = (draft.verdict, draft.reason.clone());
        Some(Checked { finding, confidence: confidence?, reason, passages })
    }
}

impl Question for FactCheck {
    const SPEC: Spec = Spec {
        name: "fact_check",
        version: 6,
        parameters: Parameters::fast(0.2, 2000),
        form: &FORM,
    };
    const BY_CORPUS: ByCorpus<Self> = |question, _| Ok(by_corpus::answer(question));
    type Raw = FactCheckAnswer;
    type Answer = Vec<Checked>;

    fn narrow(&self, schema: &mut Narrowing) {
        schema.each::<FactCheckAnswer, VerdictDraft>(
            "verdicts",
            self.claims.iter().map(|claim| {
                let passages = claim.passages.iter().map(|found| &found.passage.id);
                vec![("claim", constant(claim.id.clone())), ("passages", some_of(passages))]
            }),
        );
    }

    fn accept(&self, raw: FactCheckAnswer, accept: &mut Accept) -> Option<Vec<Checked>> {
        let verdict = |claim| Self::verdict(claim, &raw.verdicts, accept);
        let verdicts: Vec<Option<Checked>> = self.claims.iter().map(verdict).collect();
        verdicts.into_iter().collect()
    }
}
