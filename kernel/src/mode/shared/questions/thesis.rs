//! A thesis with what it rests on, and the points that its author grants: what the openings of
//! several modes ask for.

mod by_corpus;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::graph::{Asserted, Declared, Detail, Node, NodeKind};
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Narrowing};
use crate::vocabulary::{
    AxisId, AxisSide, Citation, Component, Flip, MOST_PREMISES, NodeId, PersonaId, Reach, Side,
    StatementId, Topic,
};

/// The number of observations that would change a mind for which an answer has room.
const MOST_FLIPS: usize = 6;
/// The number of granted points for which an answer has room.
pub(crate) const MOST_GRANTS: usize = 8;

/// The most reasons of a claim: three, and one for each axis where the topic has more.
pub(crate) fn most_reasons(topic: &Topic) -> usize {
    MOST_PREMISES.max(topic.axes.len())
}

/// Narrows the schema of an opening to the axes of the topic, to the excerpts of the persona, and
/// to the side that it has to take.
pub(crate) fn narrow(schema: &mut Narrowing, brief: &Brief, topic: &Topic, side: Option<Side>) {
    schema.axes(topic);
    schema.excerpts(brief);
    schema.count::<ThesisDraft>("rests_on", 1..=most_reasons(topic));
    schema.both_or_neither::<ReasonDraft>();
    for field in ["decisive", "idle"] {
        schema.ids::<ThesisDraft>(field, topic.axes.iter().map(|axis| &axis.id));
    }
    schema.count::<ThesisDraft>("flips", 0..=MOST_FLIPS);
    if let Some(side) = side {
        schema.constant::<ThesisDraft>("side", side.word());
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A reason.")]
#[serde(deny_unknown_fields)]
pub(crate) struct ReasonDraft {
    #[schemars(description = "The reason, as one sentence.")]
    pub(crate) text: String,
    #[schemars(
        description = "The id of the listed question whose answer the reason asserts, or null."
    )]
    pub(crate) axis: Option<String>,
    #[schemars(description = "The answer that the reason asserts, or null.")]
    pub(crate) side: Option<Side>,
    /// The probability that it asserts that answer, where the words of a corpus decide. No model is
    /// asked for it.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) certainty: Option<f64>,
    /// What the reasons below it in a corpus assert. No model is asked for it.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) below: Vec<AxisSide>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "Your answer to the topic's question.")]
#[serde(deny_unknown_fields)]
pub(crate) struct ThesisDraft {
    #[schemars(description = "The thesis, as one or two sentences.")]
    pub(crate) claim: String,
    #[schemars(description = "Your answer to the topic's question.")]
    pub(crate) side: Side,
    #[schemars(description = "The main reasons that support the thesis directly, each once.")]
    pub(crate) rests_on: Vec<ReasonDraft>,
    #[schemars(
        description = "The ids of listed questions that each decide the thesis: if you are wrong on one, you give the thesis up."
    )]
    pub(crate) decisive: Vec<String>,
    #[schemars(
        description = "The ids of the listed questions that no reason answers and that change nothing: you would keep the thesis whatever their answer is."
    )]
    pub(crate) idle: Vec<String>,
    #[schemars(description = "What would change your mind: at most six observations.")]
    pub(crate) flips: Vec<FlipDraft>,
    #[schemars(description = "The ids of the excerpts that support the thesis.")]
    pub(crate) excerpts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "An observation that would change your mind.")]
#[serde(deny_unknown_fields)]
pub(crate) struct FlipDraft {
    #[schemars(description = "The observation, as one sentence.")]
    pub(crate) when: String,
    #[schemars(description = "What you would think then, as one sentence.")]
    pub(crate) then: String,
    #[schemars(description = "The id of the listed question that it is about, or null.")]
    pub(crate) axis: Option<String>,
    #[schemars(
        description = "Whether it would change your answer to the topic's question, and not only your view of the listed question or how sure you are."
    )]
    pub(crate) changes_answer: bool,
}

/// A thesis with what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Thesis {
    pub(crate) claim: String,
    pub(crate) side: Side,
    pub(crate) reasons: Vec<String>,
    /// The sides of axes that the reasons assert.
    pub(crate) asserts: Vec<Asserted>,
    pub(crate) declared: Declared,
    pub(crate) excerpts: Vec<StatementId>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(
    description = "A point that you grant to those who answer the topic's question differently."
)]
#[serde(deny_unknown_fields)]
pub(crate) struct GrantDraft {
    #[schemars(description = "The point, as one sentence.")]
    pub(crate) text: String,
    #[schemars(description = "The id of the listed question that the point answers, or null.")]
    pub(crate) axis: Option<String>,
    #[schemars(description = "The answer that the point gives to that question, or null.")]
    pub(crate) side: Option<Side>,
    /// The reasons for it in a corpus that assert an axis. No model is asked for them.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) rests_on: Vec<ReasonDraft>,
    #[schemars(description = "The ids of the excerpts that contain the point.")]
    pub(crate) excerpts: Vec<String>,
}

/// A point that a persona grants.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grant {
    pub(crate) text: String,
    pub(crate) axis: Option<AxisId>,
    pub(crate) side: Option<Side>,
    pub(crate) reasons: Reasons,
    pub(crate) excerpts: Vec<StatementId>,
}

impl GrantDraft {
    pub(crate) fn accept(self, brief: &Brief, topic: &Topic, accept: &mut Accept) -> Grant {
        let of = |what: &str| format!("grant “{}”: {what}", self.text);
        accept.text("grant", &self.text);
        let axis = accept.axis(of, self.axis.as_deref(), topic);
        let reasons = Reasons::accept(self.rests_on, of, topic, accept);
        let excerpts = accept.excerpts(of, &self.excerpts, brief);
        Grant { text: self.text, axis, side: self.side, reasons, excerpts }
    }
}

impl ThesisDraft {
    pub(crate) fn accept(self, brief: &Brief, topic: &Topic, accept: &mut Accept) -> Thesis {
        let of = |what: &str| format!("thesis: {what}");
        accept.text("thesis", &self.claim);
        // A cap would change the loads: they are shares of the reasons.
        accept.require(!self.rests_on.is_empty(), || of("it names no reason"));
        let Reasons { texts: reasons, asserts } = Reasons::accept(self.rests_on, of, topic, accept);
        let declared = declared(&asserts, self.decisive, self.idle, self.flips, topic, accept);
        let excerpts = accept.excerpts(of, &self.excerpts, brief);
        Thesis { claim: self.claim, side: self.side, reasons, asserts, declared, excerpts }
    }
}

/// What a thesis says about what would change it. A question that a reason answers is not idle.
fn declared(
    asserts: &[Asserted],
    decisive: Vec<String>,
    idle: Vec<String>,
    flips: Vec<FlipDraft>,
    topic: &Topic,
    accept: &mut Accept,
) -> Declared {
    let of = |what: &str| format!("thesis: {what}");
    let mut known = |ids: Vec<String>| -> BTreeSet<AxisId> {
        ids.into_iter()
            .filter_map(|id| accept.item(|accept| accept.known_axis(of, &id, topic)))
            .collect()
    };
    let (decisive, mut idle) = (known(decisive), known(idle));
    let is_asserted = |axis: &AxisId| asserts.iter().any(|known| known.asserts.axis == *axis);
    idle.retain(|axis| {
        accept.keep(!decisive.contains(axis) && !is_asserted(axis), || {
            of(&format!("`{axis}` changes nothing, although the thesis rests on it"))
        })
    });
    let flips = accept.at_most(&of("flips"), MOST_FLIPS, flips);
    let mut count = 0;
    let flips = accept.each(flips, |flip, accept| {
        accept.text(&of("flip"), &flip.when);
        accept.text(&of("flip"), &flip.then);
        let axis = accept.axis(of, flip.axis.as_deref(), topic);
        count += 1;
        let changes = if flip.changes_answer { Reach::Answer } else { Reach::View };
        let FlipDraft { when, then, .. } = flip;
        Some(Flip { id: format!("said-{count}"), axis, when, then, changes })
    });
    Declared { decisive, idle, flips }
}

/// The reasons of a thesis or of a claim.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Reasons {
    pub(crate) texts: Vec<String>,
    /// The sides of axes that they assert.
    pub(crate) asserts: Vec<Asserted>,
}

impl Reasons {
    /// Parses reasons; `of` names the claim in faults.
    pub(crate) fn accept(
        drafts: Vec<ReasonDraft>,
        of: impl Fn(&str) -> String,
        topic: &Topic,
        accept: &mut Accept,
    ) -> Self {
        let mut reasons = Self::default();
        for ReasonDraft { text, axis, side, certainty, below } in drafts {
            let has_text = accept.item(|accept| {
                accept.text(&of("reason"), &text);
                Some(())
            });
            if has_text.is_none() {
                continue;
            }
            let component = Component::Premise(reasons.texts.len());
            let asserted = accept.item(|accept| {
                accept.require(axis.is_some() == side.is_some(), || {
                    of("a reason has either both an axis and a side or neither")
                });
                let axis = accept.known_axis(&of, axis.as_deref()?, topic)?;
                Some(AxisSide { axis, side: side? })
            });
            let certainty = certainty.and_then(|certainty| {
                accept.item(|accept| accept.probability(&of("certainty"), certainty))
            });
            let asserted = asserted.map(|asserts| Asserted::new(component, asserts, certainty));
            reasons.asserts.extend(asserted);
            let below = below.into_iter().filter(|below| topic.axis(&below.axis).is_some());
            reasons.asserts.extend(below.map(|asserts| Asserted::new(component, asserts, None)));
            reasons.texts.push(text);
        }
        reasons
    }

    /// What a node says that gives them as its premises.
    pub(crate) fn detail(self, evidence: Vec<Citation>, excerpts: Vec<StatementId>) -> Detail {
        let Self { texts: premises, asserts } = self;
        Detail { premises, asserts, evidence, excerpts, ..Detail::default() }
    }
}

impl Thesis {
    /// A persona with a corpus keeps to the answer that the corpus gives.
    pub(crate) fn require_own_side(&self, brief: &Brief, accept: &mut Accept) {
        if let Some(stance) = brief.stance {
            accept.require(self.side == stance, || {
                format!("your answer to the question of the topic is {}", stance.word())
            });
        }
    }

    /// The node of the thesis.
    pub(crate) fn into_node(self, id: NodeId, author: &PersonaId) -> Node {
        let node = Node::new(id, NodeKind::Thesis, self.claim).by(author, None, Some(self.side));
        let reasons = Reasons { texts: self.reasons, asserts: self.asserts };
        let detail = reasons.detail(vec![], self.excerpts);
        Node { detail: Detail { declared: self.declared, ..detail }, ..node }
    }
}

impl Grant {
    /// The node of the point: a claim.
    pub(crate) fn into_node(self, id: NodeId, author: &PersonaId) -> Node {
        let node = Node::new(id, NodeKind::Point, self.text).by(author, self.axis, self.side);
        Node { detail: self.reasons.detail(vec![], self.excerpts), ..node }
    }
}

/// A thesis that makes no sense.
#[cfg(test)]
pub(crate) fn nonsense(nonsense: &Nonsense<'_>) -> Value {
    let reason = json!({ "text": "So.", "axis": null, "side": null });
    json!({
        "claim": nonsense.text("Thesis", 0), "side": nonsense.side, "rests_on": [reason], "decisive": [], "idle": [],
        "flips": [], "excerpts": [],
    })
}

/// Points that a persona grants, as many as it likes: nothing limits their number.
#[cfg(test)]
pub(crate) fn nonsense_grants(nonsense: &Nonsense<'_>) -> Value {
    let grant = |n| json!({ "text": nonsense.text("Grant", n), "axis": null, "side": null, "excerpts": [] });
    nonsense.many(30, grant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::shared::questions::samples::thesis;
    use crate::question::WhichAnswer;
    use crate::question::samples::{brief, topic as asked};
    use crate::vocabulary::samples::topic;

    #[test]
    fn a_thesis_says_what_would_change_it() {
        let flip = |axis: Option<&str>| FlipDraft {
            when: "Takings rise.".into(),
            then: "I would be for it.".into(),
            axis: axis.map(str::to_owned),
            changes_answer: true,
        };
        let draft = ThesisDraft {
            decisive: vec!["trade".into()],
            idle: vec!["air".into(), "trade".into()],
            flips: vec![flip(Some("trade")), flip(None)],
            ..thesis()
        };
        let mut accept = Accept::new(WhichAnswer::Last);
        let Declared { decisive, idle, flips } =
            draft.accept(&brief(), &asked(), &mut accept).declared;
        let ids = |axes: BTreeSet<AxisId>| axes.iter().map(AxisId::to_string).collect::<Vec<_>>();
        assert_eq!([ids(decisive), ids(idle)], [["trade"], ["air"]]);
        let about: Vec<_> =
            flips.iter().map(|flip| flip.axis.as_ref().map(AxisId::as_str)).collect();
        assert_eq!((about, flips[0].changes), (vec![Some("trade"), None], Reach::Answer));
        assert_eq!(
            accept.complaints(),
            ["thesis: `trade` changes nothing, although the thesis rests on it"]
        );
    }

    #[test]
    fn a_question_that_decides_a_thesis_or_is_a_reason_for_it_makes_a_difference_to_it() {
        let idle = |decisive: &[&str], reason: Option<&str>| {
            let mut draft = thesis();
            draft.rests_on[0].axis = reason.map(str::to_owned);
            draft.rests_on[0].side = reason.map(|_| Side::Yes);
            draft.rests_on.truncate(1);
            draft.decisive = decisive.iter().map(|axis| (*axis).to_owned()).collect();
            draft.idle = vec!["air".into()];
            let mut accept = Accept::new(WhichAnswer::Last);
            draft.accept(&brief(), &asked(), &mut accept).declared.idle.len()
        };
        assert_eq!(idle(&[], None), 1);
        assert_eq!(idle(&["air"], None), 0);
        assert_eq!(idle(&[], Some("air")), 0);
        assert_eq!(idle(&["trade"], Some("trade")), 1);
    }

    #[test]
    fn a_claim_has_room_for_three_reasons_and_for_one_on_each_axis() {
        let of = |count: usize| {
            let mut topic = topic();
            topic.axes = vec![topic.axes[0].clone(); count];
            most_reasons(&topic)
        };
        assert_eq!([of(0), of(3), of(4), of(12)], [3, 3, 4, 12]);
    }
}
