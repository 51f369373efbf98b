//! Asks what a speech claims, and which earlier claims of the other side it answers.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ShownSpeech;
use crate::graph::{Node, NodeKind};
use crate::mode::procon::detail::{Answering, ClaimKind};
use crate::mode::shared::prompts::TOPIC;
use crate::mode::shared::questions::argument::ShownArgument;
use crate::mode::shared::questions::thesis::{ReasonDraft, Reasons, most_reasons};
use crate::prompt::Template;
use crate::question::{
    Accept, Brief, ByCorpus, Cited, Form, Narrowing, Parameters, Question, Spec,
};
use crate::text::folded;
use crate::vocabulary::{AxisId, Citation, Component, NodeId, PersonaId, Side, StatementId, Topic};

static FORM: Form = Form::new(Template::new(include_str!("../prompts/claims.md"), &[TOPIC]));

/// The number of claims of one speech.
pub(crate) const MOST_CLAIMS: usize = 5;

/// Asks what a speech claims.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Claims {
    pub(crate) topic: Topic,
    pub(crate) speech: ShownSpeech,
    /// The claims that the other side made before.
    pub(crate) earlier: Vec<ShownArgument>,
    /// The number of claims for which there is room.
    pub(crate) most: usize,
    /// What is known of the speaker: a claim may rest on its excerpts.
    #[serde(skip)]
    pub(crate) brief: Brief,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "An earlier claim of the other side that a claim answers.")]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerDraft {
    #[schemars(description = "The id of the earlier claim.")]
    pub(crate) claim: String,
    pub(crate) how: Answering,
    #[schemars(description = "The number of the reason that is undermined, from 1; otherwise 0.")]
    pub(crate) number: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A claim of the speech.")]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimDraft {
    #[schemars(description = "The claim, as one or two sentences.")]
    pub(crate) text: String,
    pub(crate) kind: ClaimKind,
    #[schemars(description = "The reasons that the speech gives for it.")]
    pub(crate) reasons: Vec<ReasonDraft>,
    #[schemars(description = "The id of the listed question that the claim answers, or null.")]
    pub(crate) axis: Option<String>,
    #[schemars(description = "The answer that it gives to that question, or null.")]
    pub(crate) side: Option<Side>,
    #[schemars(description = "What the speech cites for it: at most two pieces of evidence.")]
    pub(crate) evidence: Vec<Cited>,
    #[schemars(description = "The ids of the excerpts that it uses.")]
    pub(crate) excerpts: Vec<String>,
    #[schemars(description = "The earlier claims of the other side that it answers.")]
    pub(crate) answers: Vec<AnswerDraft>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimsAnswer {
    pub(crate) claims: Vec<ClaimDraft>,
}

/// An earlier claim that a claim answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AnswerTo {
    pub(crate) node: NodeId,
    pub(crate) how: Answering,
    /// The component that it attacks.
    pub(crate) component: Component,
}

/// A claim of a speech.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Claim {
    pub(crate) text: String,
    pub(crate) kind: ClaimKind,
    pub(crate) reasons: Reasons,
    pub(crate) axis: Option<AxisId>,
    pub(crate) side: Option<Side>,
    pub(crate) evidence: Vec<Citation>,
    pub(crate) excerpts: Vec<StatementId>,
    pub(crate) answers: Vec<AnswerTo>,
}

impl Claim {
    /// Whether it only accepts what the other side claimed.
    pub(crate) fn only_concedes(&self) -> bool {
        !self.answers.is_empty()
            && self.answers.iter().all(|answer| answer.how == Answering::Concede)
    }

    /// The node of the claim: an argument, whose premises are the reasons that the speech gives, and the claim itself where it gives none.
    pub(crate) fn to_node(&self, id: NodeId, author: &PersonaId) -> Node {
        let mut reasons = self.reasons.clone();
        if reasons.texts.is_empty() {
            reasons.texts.push(self.text.clone());
        }
        let detail = reasons.detail(self.evidence.clone(), self.excerpts.clone());
        let node = Node::new(id, NodeKind::Argument, self.text.as_str());
        Node { detail, ..node.by(author, self.axis.clone(), self.side) }
    }
}

impl Claims {
    fn answer(
        &self,
        draft: &AnswerDraft,
        of: impl Fn(&str) -> String,
        accept: &mut Accept,
    ) -> Option<AnswerTo> {
        let known = self.earlier.iter().find(|claim| claim.id.to_string() == draft.claim);
        let missing = || of(&format!("the other side has made no claim `{}`", draft.claim));
        let known = accept.required(known, missing)?;
        let component = match draft.how {
            Answering::Rebut | Answering::Concede => Component::Claim,
            Answering::Undercut => Component::Inference,
            Answering::Undermine => {
                let index = draft.number.checked_sub(1);
                let index = index.filter(|index| *index < known.premises.len());
                let missing = || of(&format!("{} has no reason {}", known.id, draft.number));
                Component::Premise(accept.required(index, missing)?)
            }
        };
        Some(AnswerTo { node: known.id, how: draft.how, component })
    }

    fn claim(&self, draft: ClaimDraft, accept: &mut Accept) -> Claim {
        let of = |what: &str| format!("claim “{}”: {what}", draft.text);
        accept.text("claim", &draft.text);
        let reasons = accept.at_most(&of("reasons"), most_reasons(&self.topic), draft.reasons);
        let reasons = Reasons::accept(reasons, of, &self.topic, accept);
        let axis = accept.axis(of, draft.axis.as_deref(), &self.topic);
        let evidence = accept.evidence(of, draft.evidence, &self.brief);
        let excerpts = accept.excerpts(of, &draft.excerpts, &self.brief);
        let mut answers: Vec<AnswerTo> = Vec::new();
        for answer in &draft.answers {
            let answer = accept.item(|accept| self.answer(answer, of, accept));
            answers.extend(answer.filter(|new| answers.iter().all(|old| old.node != new.node)));
        }
        let (kind, side) = (draft.kind, draft.side);
        Claim { text: draft.text, kind, reasons, axis, side, evidence, excerpts, answers }
    }
}

impl Question for Claims {
    const SPEC: Spec =
        Spec { name: "claims", version: 10, parameters: Parameters::fast(0.3, 3000), form: &FORM };
    const BY_CORPUS: ByCorpus<Self> = by_corpus::answer;
    type Raw = ClaimsAnswer;
    type Answer = Vec<Claim>;

    fn narrow(&self, schema: &mut Narrowing) {
        schema.axes(&self.topic);
        schema.excerpts(&self.brief);
        schema.both_or_neither::<ReasonDraft>();
        schema.ids::<AnswerDraft>("claim", self.earlier.iter().map(|claim| claim.id));
        schema.count::<ClaimDraft>("answers", 0..=self.earlier.len());
        schema.count::<ClaimDraft>("reasons", 0..=most_reasons(&self.topic));
        schema.count::<ClaimsAnswer>("claims", 0..=self.most);
    }

    fn accept(&self, raw: ClaimsAnswer, accept: &mut Accept) -> Option<Vec<Claim>> {
        let drafts = accept.at_most("claims", self.most, raw.claims);
        let mut claims: Vec<Claim> = Vec::new();
        for draft in drafts {
            let Some(claim) = accept.item(|accept| Some(self.claim(draft, accept))) else {
                continue;
            };
            let is_new = claims.iter().all(|other| folded(&other.text) != folded(&claim.text));
            if accept.keep(is_new, || format!("claim “{}”: it is given twice", claim.text)) {
                claims.push(claim);
            }
        }
        Some(claims)
    }
}
