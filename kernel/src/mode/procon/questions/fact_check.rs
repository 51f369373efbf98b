//! Asks whether the passages that were found confirm or refute the claims of a speech.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::claims::Claim;
use crate::mode::procon::detail::{Checked, ClaimKind, Finding, Passage};
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec, constant, some_of};
use crate::vocabulary::{Citation, Topic, Verdict};

static FORM: Form = Form::new(Template::new(include_str!("../prompts/fact_check.md"), &[TOPIC]));

/// A passage that was found, with what the evidence file says of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct FoundPassage {
    #[serde(flatten)]
    pub(crate) passage: Passage,
    /// Whether it confirms or refutes what cites it, where the evidence of the topic says so. No
    /// prompt shows it.
    #[serde(skip)]
    pub(crate) verdict: Option<Verdict>,
}

/// A claim or a reason that is checked by itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Sentence {
    /// Its name in the prompt: `c1`, `c2`, … for claims, and `c1.1`, `c1.2`, … for the reasons of
    /// the first.
    pub(crate) id: String,
    pub(crate) text: String,
}

/// A claim that is checked with the reasons that the speech gives for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownClaim {
    #[serde(flatten)]
    pub(crate) claim: Sentence,
    pub(crate) kind: ClaimKind,
    pub(crate) reasons: Vec<Sentence>,
    pub(crate) cited: Vec<Citation>,
    pub(crate) passages: Vec<FoundPassage>,
}

impl ShownClaim {
    /// Shows the claim of this number with what was found for it.
    pub(crate) fn of(claim: &Claim, number: usize, passages: Vec<FoundPassage>) -> Self {
        let reason = |(text, place): (&str, usize)| Sentence {
            id: format!("c{number}.{place}"),
            text: text.to_owned(),
        };
        Self {
            claim: Sentence { id: format!("c{number}"), text: claim.text.clone() },
            kind: claim.kind,
            reasons: claim.own_reasons().zip(1..).map(reason).collect(),
            cited: claim.evidence.clone(),
            passages,
        }
    }

    /// What is checked: the claim, then its reasons.
    fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        std::iter::once(&self.claim).chain(&self.reasons)
    }
}

/// The verdicts on a claim and on each of its reasons.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CheckedSentences {
    pub(crate) claim: Checked,
    pub(crate) reasons: Vec<Checked>,
}

/// Asks for the verdicts on the claims of a speech.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct FactCheck {
    pub(crate) topic: Topic,
    pub(crate) claims: Vec<ShownClaim>,
    /// Whether the passages are from pages of the web.
    pub(crate) is_web: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "The verdict on a claim or a reason.")]
#[serde(deny_unknown_fields)]
pub(crate) struct VerdictDraft {
    #[schemars(description = "The id of the claim or of the reason.")]
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
    #[schemars(description = "One verdict for each claim and for each reason.")]
    pub(crate) verdicts: Vec<VerdictDraft>,
}

impl FactCheck {
    fn verdicts(
        claim: &ShownClaim,
        drafts: &[VerdictDraft],
        accept: &mut Accept,
    ) -> Option<CheckedSentences> {
        let verdict = |sentence| Self::verdict(claim, sentence, drafts, accept);
        let verdicts: Vec<Option<Checked>> = claim.sentences().map(verdict).collect();
        let mut verdicts = verdicts.into_iter();
        let of_claim = verdicts.next()??;
        Some(CheckedSentences { claim: of_claim, reasons: verdicts.collect::<Option<_>>()? })
    }

    fn verdict(
        claim: &ShownClaim,
        Sentence { id, .. }: &Sentence,
        drafts: &[VerdictDraft],
        accept: &mut Accept,
    ) -> Option<Checked> {
        let own = drafts.iter().filter(|draft| draft.claim == *id);
        let draft = accept.one(&format!("{id}: verdicts"), own)?;
        let of = |what: &str| format!("{id}: {what}");
        let confidence = accept.probability(&of("confidence"), draft.confidence);
        accept.text(&of("reason"), &draft.reason);
        let passages = draft.passages.iter().filter_map(|named| {
            let found = claim.passages.iter().find(|found| found.passage.id == *named);
            let found = accept.kept(found, || of(&format!("there is no passage `{named}`")));
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
        version: 7,
        parameters: Parameters::fast(0.2, 4000),
        form: &FORM,
    };
    type Raw = FactCheckAnswer;
    type Answer = Vec<CheckedSentences>;

    fn narrow(&self, schema: &mut Narrowing) {
        schema.each::<FactCheckAnswer, VerdictDraft>(
            "verdicts",
            self.claims.iter().flat_map(|claim| {
                let passages = || claim.passages.iter().map(|found| &found.passage.id);
                claim.sentences().map(move |Sentence { id, .. }| {
                    vec![("claim", constant(id.clone())), ("passages", some_of(passages()))]
                })
            }),
        );
    }

    fn accept(&self, raw: FactCheckAnswer, accept: &mut Accept) -> Option<Vec<CheckedSentences>> {
        let verdicts = |claim| Self::verdicts(claim, &raw.verdicts, accept);
        let verdicts: Vec<Option<CheckedSentences>> = self.claims.iter().map(verdicts).collect();
        verdicts.into_iter().collect()
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let listed = nonsense.listed().into_iter().filter(|(id, _)| id.starts_with('c'));
        let verdict = |(id, _)| json!({ "claim": id, "verdict": "unverifiable", "confidence": 0.5, "passages": [], "reason": "So." });
        json!({ "verdicts": listed.map(verdict).collect::<Value>() })
    }
}
