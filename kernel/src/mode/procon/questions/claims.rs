//! Asks what a speech claims, and which earlier claims of the other side it answers.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shown_speech::ShownSpeech;
use crate::graph::{Asserted, Graph, Node, NodeKind};
use crate::mode::procon::detail::{Answering, ClaimKind};
use crate::mode::procon::prompts::REASONS;
use crate::mode::shared::prompts::TOPIC;
use crate::mode::shared::questions::argument::ShownArgument;
use crate::mode::shared::questions::thesis::{ReasonDraft, Reasons, most_reasons};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Cited, Form, Narrowing, Parameters, Question, Spec};
use crate::text::folded;
use crate::vocabulary::{
    AxisId, AxisSide, Citation, Component, NodeId, PersonaId, Side, StatementId, Topic,
};

static FORM: Form =
    Form::new(Template::new(include_str!("../prompts/claims.md"), &[TOPIC, REASONS]));

/// The number of claims of one speech.
pub(crate) const MOST_CLAIMS: usize = crate::mode::procon::MOST_CLAIMS as usize;

/// Asks what a speech claims.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Claims {
    pub(crate) topic: Topic,
    pub(crate) speech: ShownSpeech,
    /// The claims that the other side made before.
    pub(crate) earlier: Vec<ShownArgument>,
    /// The points that the other side granted before. They can be conceded.
    pub(crate) granted: Vec<ShownArgument>,
    /// The claims that the speaker made before.
    pub(crate) own: Vec<ShownArgument>,
    /// The number of claims for which there is room.
    pub(crate) most: usize,
    /// What is known of the speaker: a claim may rest on its excerpts.
    #[serde(skip)]
    pub(crate) brief: Brief,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(
    description = "How a claim answers an earlier claim of the other side, or one of its reasons."
)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerDraft {
    #[schemars(
        description = "The id of the earlier claim, or of the granted point that is conceded."
    )]
    pub(crate) claim: String,
    pub(crate) how: Answering,
    #[schemars(
        description = "The number of the reason that is undermined or conceded, from 1; otherwise 0."
    )]
    pub(crate) number: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A claim of the speech.")]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimDraft {
    #[schemars(
        description = "The id of the speaker's own earlier claim that this claim makes again, or null."
    )]
    pub(crate) again: Option<String>,
    #[schemars(description = "The claim, as one or two sentences.")]
    pub(crate) text: String,
    pub(crate) kind: ClaimKind,
    #[schemars(
        description = "The reasons that the speech gives for it. If the claim is made again: only the new ones."
    )]
    pub(crate) reasons: Vec<ReasonDraft>,
    #[schemars(description = "The id of the listed question that the claim answers, or null.")]
    pub(crate) axis: Option<String>,
    #[schemars(description = "The answer that it gives to that question, or null.")]
    pub(crate) side: Option<Side>,
    #[schemars(description = "What the speech cites for it: at most two pieces of evidence.")]
    pub(crate) evidence: Vec<Cited>,
    #[schemars(description = "The ids of the excerpts that it uses.")]
    pub(crate) excerpts: Vec<String>,
    #[schemars(
        description = "Its answers to earlier claims of the other side, each once. There are several to one claim if it answers several of its reasons, or in several ways."
    )]
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
    /// The component that it attacks or concedes.
    pub(crate) component: Component,
}

impl AnswerTo {
    /// The number of the reason that it is about, from 1; `None` if it is about the claim.
    pub(crate) fn reason(self) -> Option<usize> {
        match self.component {
            Component::Premise(index) => Some(index + 1),
            Component::Claim | Component::Inference | Component::Assumption(_) => None,
        }
    }
}

/// A claim of a speech.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Claim {
    /// The earlier claim of the speaker that it makes again.
    pub(crate) again: Option<NodeId>,
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
    /// Whether it only accepts what the other side claimed: it answers no question but as what it
    /// concedes does, or else gives no reason of its own.
    pub(crate) fn only_concedes(&self, graph: &Graph) -> bool {
        let concedes = |answer: &AnswerTo| answer.how == Answering::Concede;
        if self.answers.is_empty() || !self.answers.iter().all(concedes) {
            return false;
        }
        let Some((axis, side)) = self.axis.clone().zip(self.side) else {
            return self.own_reasons().next().is_none();
        };
        let own = Some(AxisSide { axis, side });
        let conceded = |answer: &AnswerTo| answered_by(graph.node(answer.node)?, answer.component);
        self.answers.iter().any(|answer| conceded(answer) == own)
    }

    /// The reasons that the speech gives for it, which say something else than the claim itself.
    pub(crate) fn own_reasons(&self) -> impl Iterator<Item = &str> {
        let reasons = self.reasons.texts.iter().map(String::as_str);
        reasons.filter(|reason| folded(reason) != folded(&self.text))
    }

    /// The node of the claim: an argument, whose premises are the reasons that the speech gives,
    /// and the claim itself where it gives none.
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

/// The answer that a claim gives, or one of its reasons.
pub(crate) fn answered_by(node: &Node, component: Component) -> Option<AxisSide> {
    match component {
        Component::Claim | Component::Inference => node.answers(),
        Component::Premise(_) | Component::Assumption(_) => {
            let mut asserts = node.detail.asserts.iter();
            let asserted = asserts.find(|asserted| asserted.component == component);
            asserted.map(|asserted| asserted.asserts.clone())
        }
    }
}

/// Adds to a node what its author says for it when it is said again: the reasons that are new,
/// evidence and excerpts, and an axis where the node has none. The premises that the node has keep
/// their places, since attacks name them.
pub(crate) fn say_again(node: &mut Node, claim: &Claim) {
    if node.axis.is_none() {
        (node.axis, node.side) = (claim.axis.clone(), claim.side);
    }
    let detail = &mut node.detail;
    let mut places: Vec<Component> = Vec::new();
    for reason in &claim.reasons.texts {
        let known = detail.premises.iter().position(|known| folded(known) == folded(reason));
        places.push(Component::Premise(known.unwrap_or(detail.premises.len())));
        if known.is_none() {
            detail.premises.push(reason.clone());
        }
    }
    for asserted in &claim.reasons.asserts {
        let component = match asserted.component {
            Component::Premise(index) => places[index],
            // A claim of a speech has no assumptions.
            Component::Claim | Component::Inference | Component::Assumption(_) => continue,
        };
        let is_known = detail
            .asserts
            .iter()
            .any(|known| (known.component, &known.asserts) == (component, &asserted.asserts));
        if !is_known {
            detail.asserts.push(Asserted { component, ..asserted.clone() });
        }
    }
    for citation in &claim.evidence {
        if !detail.evidence.contains(citation) {
            detail.evidence.push(citation.clone());
        }
    }
    for excerpt in &claim.excerpts {
        if !detail.excerpts.contains(excerpt) {
            detail.excerpts.push(excerpt.clone());
        }
    }
}

impl Claims {
    fn answer(
        &self,
        draft: &AnswerDraft,
        of: impl Fn(&str) -> String,
        accept: &mut Accept,
    ) -> Option<AnswerTo> {
        let can_be_conceded = self.granted.iter().filter(|_| draft.how == Answering::Concede);
        let mut known = self.earlier.iter().chain(can_be_conceded);
        let known = known.find(|claim| claim.id.to_string() == draft.claim);
        let missing = || of(&format!("the other side has made no claim `{}`", draft.claim));
        let known = accept.required(known, missing)?;
        let mut reason = || {
            let index = draft.number.checked_sub(1);
            let index = index.filter(|index| *index < known.premises.len());
            let missing = || of(&format!("{} has no reason {}", known.id, draft.number));
            accept.required(index, missing).map(Component::Premise)
        };
        let component = match draft.how {
            Answering::Concede if draft.number > 0 => reason()?,
            Answering::Rebut | Answering::Concede => Component::Claim,
            Answering::Undercut => Component::Inference,
            Answering::Undermine => reason()?,
        };
        Some(AnswerTo { node: known.id, how: draft.how, component })
    }

    /// The earlier claim of the speaker that a claim makes again. It gives no other answer than the
    /// claim.
    fn again(
        &self,
        id: &str,
        given: (Option<&AxisId>, Option<Side>),
        of: impl Fn(&str) -> String,
        accept: &mut Accept,
    ) -> Option<NodeId> {
        let known = self.own.iter().find(|claim| claim.id.to_string() == id);
        let missing = || of(&format!("the speaker has made no claim `{id}`"));
        let known = accept.required(known, missing)?;
        let stated = (known.axis.as_ref(), known.side);
        let differ = given.0.is_some() && stated.0.is_some() && given != stated;
        accept.require(!differ, || of(&format!("{} gives another answer", known.id)));
        Some(known.id)
    }

    /// The number of different answers that a claim can give.
    fn most_answers(&self) -> usize {
        // A claim, its inference and each reason can be attacked; the claim and each reason can be
        // conceded.
        let answers = |claim: &ShownArgument| 3 + 2 * claim.premises.len();
        let granted = |point: &ShownArgument| 1 + point.premises.len();
        let answers = self.earlier.iter().map(answers).chain(self.granted.iter().map(granted));
        answers.sum()
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
            let Some(answer) = answer else { continue };
            let is_new = !answers.contains(&answer);
            if accept.keep(is_new, || of(&format!("an answer to {} is given twice", answer.node))) {
                answers.push(answer);
            }
        }
        let (kind, side) = (draft.kind, draft.side);
        let again = draft
            .again
            .as_deref()
            .and_then(|id| accept.item(|accept| self.again(id, (axis.as_ref(), side), of, accept)));
        Claim { again, text: draft.text, kind, reasons, axis, side, evidence, excerpts, answers }
    }
}

impl Question for Claims {
    const SPEC: Spec =
        Spec { name: "claims", version: 13, parameters: Parameters::fast(0.3, 3000), form: &FORM };
    type Raw = ClaimsAnswer;
    type Answer = Vec<Claim>;

    fn narrow(&self, schema: &mut Narrowing) {
        schema.axes(&self.topic);
        schema.excerpts(&self.brief);
        schema.both_or_neither::<ReasonDraft>();
        let others = self.earlier.iter().chain(&self.granted);
        schema.ids::<AnswerDraft>("claim", others.map(|claim| claim.id));
        schema.ids::<ClaimDraft>("again", self.own.iter().map(|claim| claim.id));
        schema.count::<ClaimDraft>("answers", 0..=self.most_answers());
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

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let ids = nonsense.of_others();
        let answer = |id: &String| json!({ "claim": id, "how": "rebut", "number": 0 });
        let answers = ids.iter().map(answer).collect::<Value>();
        let claim = |n| {
            json!({
                "text": nonsense.text("Claim", n), "kind": "general", "reasons": [], "axis": null, "side": null,
                "evidence": [], "excerpts": [], "answers": answers,
            })
        };
        json!({ "claims": nonsense.many(5, claim) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::procon::detail::side_name;
    use crate::question::samples::{brief, complaints, topic};
    use crate::vocabulary::TurnId;

    /// A claim that the speech makes for these reasons.
    fn made(reasons: &[&str]) -> Claim {
        Claim {
            again: None,
            text: "Shops lose.".into(),
            kind: ClaimKind::General,
            reasons: Reasons {
                texts: reasons.iter().map(|text| (*text).into()).collect(),
                asserts: vec![],
            },
            axis: None,
            side: None,
            evidence: vec![],
            excerpts: vec![],
            answers: vec![],
        }
    }

    fn answers(axis: &str, side: Side) -> AxisSide {
        AxisSide { axis: AxisId::new(axis).unwrap(), side }
    }

    #[test]
    fn a_claim_that_is_made_again_adds_what_is_new() {
        let cited = |text: &str| Citation { text: text.into(), evidence: None };
        let made = |reasons: &[&str], cites: &[&str], excerpts: &[&str]| Claim {
            evidence: cites.iter().map(|text| cited(text)).collect(),
            excerpts: excerpts.iter().map(|id| id.parse().unwrap()).collect(),
            ..made(reasons)
        };
        let author = PersonaId::new("ada").unwrap();
        let first = made(&["I counted."], &["A count."], &["count"]);
        let mut node = first.to_node(NodeId::new(1), &author);
        let again =
            made(&["I counted.", "They say so."], &["A count.", "A list."], &["count", "list"]);
        say_again(&mut node, &again);
        assert_eq!(node.detail.premises, ["I counted.", "They say so."]);
        assert_eq!(node.detail.evidence, ["A count.", "A list."].map(cited));
        let excerpts: Vec<&str> = node.detail.excerpts.iter().map(StatementId::as_str).collect();
        assert_eq!(excerpts, ["count", "list"]);
    }

    #[test]
    fn procon_rule_12_what_the_reasons_of_a_claim_made_again_assert_is_added_once() {
        let asserted =
            |place, axis, side| Asserted::new(Component::Premise(place), answers(axis, side), None);
        let mut first = made(&["I counted."]);
        first.reasons.asserts = vec![asserted(0, "air", Side::Yes)];
        let mut node = first.to_node(NodeId::new(1), &PersonaId::new("ada").unwrap());
        let mut again = made(&["They say so.", "I counted."]);
        again.reasons.asserts = vec![asserted(0, "trade", Side::No), asserted(1, "air", Side::Yes)];
        say_again(&mut node, &again);
        let expected = [asserted(0, "air", Side::Yes), asserted(1, "trade", Side::No)];
        assert_eq!(node.detail.asserts, expected, "each at the place of its reason in the node");
    }

    fn known(number: u32, answers: Option<AxisSide>) -> ShownArgument {
        let (axis, side) = answers.map(|answers| (answers.axis, answers.side)).unzip();
        ShownArgument {
            id: NodeId::new(number),
            author: PersonaId::new("ben").unwrap(),
            label: None,
            claim: "Shops gain.".into(),
            premises: vec!["I counted.".into(), "They say so.".into()],
            assumptions: vec![],
            axis,
            side,
            excerpts: vec![],
            endorsed_by: [].into(),
        }
    }

    /// What is wrong with a claim of a speech before which others and the speaker claimed this.
    fn faults(
        earlier: Vec<ShownArgument>,
        own: Vec<ShownArgument>,
        edit: impl FnOnce(&mut ClaimDraft),
    ) -> String {
        let speech = ShownSpeech {
            turn: TurnId::new(1),
            round: "Opening".into(),
            side: side_name(Side::No),
            speaker: brief().persona,
            text: "They do not.".into(),
            checks: vec![],
            excerpts: vec![],
        };
        let (granted, topic, brief) = (vec![], topic(), brief());
        let question = Claims { topic, speech, earlier, granted, own, most: 5, brief };
        let mut claim = ClaimDraft {
            again: None,
            text: "They do not.".into(),
            kind: ClaimKind::General,
            reasons: vec![],
            axis: None,
            side: None,
            evidence: vec![],
            excerpts: vec![],
            answers: vec![],
        };
        edit(&mut claim);
        complaints(&question, ClaimsAnswer { claims: vec![claim] }).join("|")
    }

    #[test]
    fn a_claim_undermines_a_reason_that_its_target_has() {
        let lacks = [0, 1, 2, 3].map(|number| {
            let answer = AnswerDraft { claim: "n2".into(), how: Answering::Undermine, number };
            let faults = faults(vec![known(2, None)], vec![], |claim| claim.answers = vec![answer]);
            faults.contains("n2 has no reason")
        });
        assert_eq!(lacks, [true, false, false, true]);
    }

    #[test]
    fn procon_rule_12_a_claim_that_is_made_again_gives_no_other_answer() {
        let on = |axis, side| Some(answers(axis, side));
        for (stated, given, differs) in [
            (None, None, false),
            (on("trade", Side::Yes), None, false),
            (None, on("trade", Side::Yes), false),
            (on("trade", Side::Yes), on("trade", Side::Yes), false),
            (on("trade", Side::Yes), on("trade", Side::No), true),
            (on("trade", Side::Yes), on("air", Side::Yes), true),
        ] {
            let found = faults(vec![], vec![known(2, stated.clone())], |claim| {
                claim.again = Some("n2".into());
                claim.axis = given.as_ref().map(|given| given.axis.to_string());
                claim.side = given.as_ref().map(|given| given.side);
            });
            let fault = if differs { "n2 gives another answer" } else { "" };
            assert!(
                found.ends_with(fault) && found.is_empty() != differs,
                "{stated:?} {given:?}: {found}"
            );
        }
    }
}
