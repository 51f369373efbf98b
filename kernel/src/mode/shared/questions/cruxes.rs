//! Asks for the cruxes of a topic in one call.

mod by_corpus;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::mode::calls::USUAL_CRUXES;
use crate::mode::shared::prompts::{TOPIC, WRITING};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::Nonsense;
use crate::question::{
    Accept, Brief, Form, Narrowing, Parameters, Question, Spec, at_least_two, constant, some_of,
    tuple, with_fields,
};
use crate::vocabulary::{
    AxisId, Disagreement, PersonaId, Probability, Side, StatementId, Tokens, Topic,
};

static FORM: Form =
    Form::new(Template::new(include_str!("../prompts/cruxes.md"), &[TOPIC, WRITING]));

/// The length of one more crux, estimated generously.
const EACH: Tokens = Tokens(400);

/// Asks what divides some personas on a topic, without any debate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Cruxes {
    pub(crate) briefs: Vec<Brief>,
    pub(crate) topic: Topic,
    /// The maximum number of cruxes. *Range*: 1–100.
    pub(crate) most: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionDraft {
    #[schemars(description = "The id of the persona.")]
    pub(crate) persona: String,
    #[schemars(description = "The persona's answer to the question.")]
    pub(crate) side: Side,
    #[schemars(description = "The persona's strongest reason, as one sentence.")]
    pub(crate) reason: String,
    #[schemars(description = "The ids of the excerpts that show it.")]
    pub(crate) excerpts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CruxDraft {
    #[schemars(description = "A question that can be answered yes or no.")]
    pub(crate) question: String,
    #[schemars(
        description = "The sort of disagreement: that of the listed question; otherwise `horizon` for different spans of time, `evidence` where observations are weighed or trusted differently, `values` for different wishes, `definition` for different uses of a word, `premise` for different starting points, `claim` for anything else."
    )]
    pub(crate) kind: Disagreement,
    #[schemars(description = "The id of the listed question that it is about, or null.")]
    pub(crate) axis: Option<String>,
    #[schemars(
        description = "How much of these personas' cases falls if it is answered against them, from 0 to 1: the mean over those who answer it. Null where the texts do not show how much.",
        range(min = 0.0, max = 1.0)
    )]
    pub(crate) weight: Option<f64>,
    #[schemars(description = "The position of each persona who has one.")]
    pub(crate) positions: Vec<PositionDraft>,
    #[schemars(
        description = "A question about something that can be observed, whose answer would settle it."
    )]
    pub(crate) settling_question: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IdleDraft {
    #[schemars(description = "The id of the listed question.")]
    pub(crate) axis: String,
    #[schemars(
        description = "Whether they differ only in words: they use a word in different senses, and each would accept what the other one means."
    )]
    pub(crate) verbal: bool,
    #[schemars(description = "The position of each persona who has one.")]
    pub(crate) positions: Vec<PositionDraft>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PointDraft {
    #[schemars(description = "What they agree on, as one sentence.")]
    pub(crate) statement: String,
    #[schemars(description = "The personas who hold it.")]
    pub(crate) holders: Vec<HolderDraft>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HolderDraft {
    #[schemars(description = "The id of the persona.")]
    pub(crate) persona: String,
    #[schemars(description = "The ids of the excerpts that show it.")]
    pub(crate) excerpts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CruxesAnswer {
    #[schemars(description = "The cruxes, the most important first.")]
    pub(crate) cruxes: Vec<CruxDraft>,
    #[schemars(
        description = "The other listed questions to which these personas give different answers: those that are not cruxes."
    )]
    pub(crate) idle_disputes: Vec<IdleDraft>,
    #[schemars(description = "The points of agreement, if there are any.")]
    pub(crate) common_ground: Vec<PointDraft>,
}

/// A persona's answer to the question of a crux.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedPosition {
    pub(crate) persona: PersonaId,
    pub(crate) side: Side,
    pub(crate) reason: String,
    pub(crate) excerpts: Vec<StatementId>,
}

/// A crux that the answer names.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NamedCrux {
    pub(crate) question: String,
    pub(crate) kind: Disagreement,
    pub(crate) axis: Option<AxisId>,
    /// How much of the disagreement depends on it; `None` if the texts do not show whether
    /// anything does.
    pub(crate) weight: Option<Probability>,
    pub(crate) positions: Vec<NamedPosition>,
    pub(crate) settling_question: String,
}

/// A question that the answer says is disputed and no crux.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedIdle {
    pub(crate) axis: AxisId,
    /// Whether the answers differ only in words.
    pub(crate) is_verbal: bool,
    pub(crate) positions: Vec<NamedPosition>,
}

/// A point on which the answer says that personas agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedPoint {
    pub(crate) statement: String,
    /// The personas who hold it, each with the excerpts that show it.
    pub(crate) holders: Vec<(PersonaId, Vec<StatementId>)>,
}

/// What the answer names.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Named {
    pub(crate) cruxes: Vec<NamedCrux>,
    /// The disputes that are not cruxes.
    pub(crate) idle: Vec<NamedIdle>,
    pub(crate) points: Vec<NamedPoint>,
}

impl Cruxes {
    fn accept_crux(&self, crux: CruxDraft, accept: &mut Accept) -> NamedCrux {
        let question = crux.question;
        let of = |what: &str| format!("crux “{question}”: {what}");
        accept.text("crux", &question);
        accept.text(&of("settling question"), &crux.settling_question);
        let weight = crux.weight.and_then(|weight| accept.probability(&of("weight"), weight));
        let positions = self.accept_positions(crux.positions, of, accept);
        let axis = accept.axis(of, crux.axis.as_deref(), &self.topic);
        let CruxDraft { kind, settling_question, .. } = crux;
        NamedCrux { question, kind, axis, weight, positions, settling_question }
    }

    /// Parses the positions on one question: at least one on each side, and at most one of each
    /// persona.
    fn accept_positions(
        &self,
        positions: Vec<PositionDraft>,
        of: impl Fn(&str) -> String,
        accept: &mut Accept,
    ) -> Vec<NamedPosition> {
        accept.count(&of("positions"), positions.len(), 2..=self.briefs.len());
        let takes = |side| positions.iter().any(|position| position.side == side);
        accept
            .require(takes(Side::Yes) && takes(Side::No), || of("all personas take the same side"));
        let mut seen = BTreeSet::new();
        let mut accepted = Vec::new();
        for PositionDraft { persona, side, reason, excerpts } in positions {
            accept.require(seen.insert(persona.clone()), || {
                of(&format!("`{persona}` is listed twice"))
            });
            accept.text(&of(&format!("reason of `{persona}`")), &reason);
            if let Some((persona, excerpts)) = self.accept_reference(&persona, &excerpts, accept) {
                accepted.push(NamedPosition { persona, side, reason, excerpts });
            }
        }
        accepted
    }

    /// Parses a dispute that is not a crux. A question that is named already is left out.
    fn accept_idle(
        &self,
        idle: IdleDraft,
        named: &mut BTreeSet<AxisId>,
        accept: &mut Accept,
    ) -> Option<NamedIdle> {
        let of = |what: &str| format!("idle dispute on `{}`: {what}", idle.axis);
        let axis = accept.known_axis(of, &idle.axis, &self.topic)?;
        if !accept.keep(!named.contains(&axis), || of("the question is named already")) {
            return None;
        }
        let positions = self.accept_positions(idle.positions, of, accept);
        named.insert(axis.clone());
        Some(NamedIdle { axis, is_verbal: idle.verbal, positions })
    }

    fn accept_point(&self, point: PointDraft, accept: &mut Accept) -> Option<NamedPoint> {
        let PointDraft { statement, holders } = point;
        accept.text("common ground", &statement);
        let what = format!("holders of “{statement}”");
        accept.count(&what, holders.len(), 2..=self.briefs.len());
        let mut seen = BTreeSet::new();
        let holders = holders.into_iter().map(|HolderDraft { persona, excerpts }| {
            accept.require(seen.insert(persona.clone()), || {
                format!("`{persona}` holds “{statement}” twice")
            });
            self.accept_reference(&persona, &excerpts, accept)
        });
        let holders = holders.collect::<Option<_>>()?;
        Some(NamedPoint { statement, holders })
    }

    fn accept_reference(
        &self,
        persona: &str,
        excerpts: &[String],
        accept: &mut Accept,
    ) -> Option<(PersonaId, Vec<StatementId>)> {
        let brief = self.briefs.iter().find(|brief| brief.persona.as_str() == persona);
        let brief = accept.required(brief, || format!("there is no persona `{persona}`"))?;
        let excerpts = accept.excerpts(|what| format!("{persona}: {what}"), excerpts, brief);
        Some((brief.persona.clone(), excerpts))
    }
}

impl Question for Cruxes {
    const SPEC: Spec = Spec {
        name: "cruxes",
        version: 17,
        parameters: Parameters::strong(0.7, 3000),
        form: &FORM,
    };
    type Raw = CruxesAnswer;
    type Answer = Named;

    fn parameters(&self) -> Parameters {
        Self::SPEC
            .parameters
            .with_room(self.topic.axes.len().saturating_sub(USUAL_CRUXES as usize), EACH)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        schema.axes(&self.topic);
        let most = self.most.min((USUAL_CRUXES as usize).max(self.topic.axes.len()));
        schema.count::<CruxesAnswer>("cruxes", 0..=most);
        schema.count::<CruxesAnswer>("idle_disputes", 0..=self.topic.axes.len());
        schema.count::<CruxesAnswer>("common_ground", 0..=most);
        let position = schema.schema_of::<PositionDraft>().clone();
        let holder = schema.schema_of::<HolderDraft>().clone();
        let held = |brief: &Brief| {
            let excerpts = some_of(brief.excerpts.iter().map(|excerpt| &excerpt.id));
            [("persona", constant(brief.persona.as_str())), ("excerpts", excerpts)]
        };
        let of_each = |draft: &Value| -> Vec<Value> {
            self.briefs.iter().map(|brief| with_fields(draft, held(brief))).collect()
        };
        let positions = match &self.briefs[..] {
            // Both have a position, one yes and the other no.
            [one, other] => {
                let on = |brief: &Brief, side: Side| {
                    let side = ("side", constant(side.word()));
                    with_fields(&position, held(brief).into_iter().chain([side]))
                };
                let ways = [Side::Yes, Side::No];
                let ways = ways.map(|side| tuple(vec![on(one, side), on(other, side.opposite())]));
                json!({"anyOf": ways})
            }
            _ => at_least_two(&of_each(&position)),
        };
        *schema.field::<CruxDraft>("positions") = positions.clone();
        *schema.field::<IdleDraft>("positions") = positions;
        let holders = of_each(&holder);
        let all = self.briefs.len() == 2;
        *schema.field::<PointDraft>("holders") =
            if all { tuple(holders) } else { at_least_two(&holders) };
    }

    fn accept(&self, raw: CruxesAnswer, accept: &mut Accept) -> Option<Named> {
        let drafts = accept.at_most("cruxes", self.most, raw.cruxes);
        let cruxes = accept.items(drafts, |draft, accept| Some(self.accept_crux(draft, accept)));
        let mut named = BTreeSet::new();
        let is_first = |crux: &NamedCrux| {
            let is_new = crux.axis.as_ref().is_none_or(|axis| named.insert(axis.clone()));
            let another = || format!("crux “{}”: another one is about its question", crux.question);
            accept.keep(is_new, another)
        };
        let cruxes: Vec<NamedCrux> = cruxes.into_iter().filter(is_first).collect();
        let idle = accept
            .each(raw.idle_disputes, |draft, accept| self.accept_idle(draft, &mut named, accept));
        let points =
            accept.each(raw.common_ground, |draft, accept| self.accept_point(draft, accept));
        Some(Named { cruxes, idle, points })
    }

    fn emptiness(&self, Named { cruxes, idle, points }: &Named) -> Option<&'static str> {
        let is_empty = cruxes.is_empty() && idle.is_empty() && points.is_empty();
        is_empty.then_some("the answer is empty: name at least one crux, one other dispute or one point of agreement")
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let [yes, no] = [0, 1].map(|place: usize| &self.briefs[place].persona);
        let position = |persona, side| json!({ "persona": persona, "side": side, "reason": "So.", "excerpts": [] });
        let crux = |n| {
            json!({
                "question": nonsense.text("Question", n), "kind": "claim", "axis": null, "weight": 0.5,
                "positions": [position(yes, "yes"), position(no, "no")], "settling_question": "Who knows?",
            })
        };
        let holders = [yes, no].map(|persona| json!({ "persona": persona, "excerpts": [] }));
        let point = |n| json!({ "statement": nonsense.text("Point", n), "holders": holders });
        json!({ "cruxes": nonsense.many(20, crux), "idle_disputes": [], "common_ground": nonsense.many(20, point) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::samples::{brief, complaints, persona, topic};
    use crate::question::{WhichAnswer, parse};

    fn question() -> Cruxes {
        let walker = Brief::new(&persona("walker", Side::Yes, vec![]), &topic());
        Cruxes { briefs: vec![brief(), walker], topic: topic(), most: 1 }
    }

    fn good() -> CruxesAnswer {
        let position = |persona: &str, side| PositionDraft {
            persona: persona.into(),
            side,
            reason: "A reason.".into(),
            excerpts: vec![],
        };
        let holder = |persona: &str| HolderDraft { persona: persona.into(), excerpts: vec![] };
        let crux = CruxDraft {
            question: "Will it?".into(),
            kind: Disagreement::Claim,
            axis: Some("trade".into()),
            weight: Some(0.5),
            positions: vec![position("keeper", Side::Yes), position("walker", Side::No)],
            settling_question: "What is counted?".into(),
        };
        let point = PointDraft {
            statement: "It is loud.".into(),
            holders: vec![holder("keeper"), holder("walker")],
        };
        let positions = vec![position("keeper", Side::No), position("walker", Side::Yes)];
        let idle = IdleDraft { axis: "air".into(), verbal: false, positions };
        CruxesAnswer { cruxes: vec![crux], idle_disputes: vec![idle], common_ground: vec![point] }
    }

    fn fault(spoil: impl FnOnce(&mut CruxesAnswer)) -> String {
        let mut answer = good();
        spoil(&mut answer);
        complaints(&question(), answer).join("|")
    }

    #[test]
    fn a_crux_has_a_weight_an_axis_of_the_topic_and_two_sides() {
        assert_eq!(fault(|_| ()), "");
        let crux = |spoil: &dyn Fn(&mut CruxDraft)| fault(|answer| spoil(&mut answer.cruxes[0]));
        assert_eq!(
            fault(|a| a.cruxes.push(a.cruxes[0].clone())),
            "cruxes: 2 given, at most 1 wanted"
        );
        assert_eq!(
            crux(&|c| c.weight = Some(1.5)),
            "crux “Will it?”: weight: 1.5 is not in [0, 1]"
        );
        assert_eq!(
            crux(&|c| c.axis = Some("noise".into())),
            "crux “Will it?”: the topic has no axis `noise`"
        );
        assert_eq!(
            crux(&|c| c.settling_question.clear()),
            "crux “Will it?”: settling question: the text is empty"
        );
        assert_eq!(crux(&|c| c.question.clear()), "crux: the text is empty");
        assert_eq!(
            crux(&|c| c.positions[1].side = Side::Yes),
            "crux “Will it?”: all personas take the same side"
        );
        assert!(crux(&|c| drop(c.positions.pop())).contains("positions: 1 given, 2 to 2 wanted"));
    }

    #[test]
    fn an_idle_dispute_is_on_another_axis_than_the_cruxes_and_has_two_sides() {
        let idle = |spoil: &dyn Fn(&mut IdleDraft)| fault(|a| spoil(&mut a.idle_disputes[0]));
        assert_eq!(
            idle(&|i| i.axis = "trade".into()),
            "idle dispute on `trade`: the question is named already"
        );
        assert_eq!(
            idle(&|i| i.axis = "noise".into()),
            "idle dispute on `noise`: the topic has no axis `noise`"
        );
        assert_eq!(
            idle(&|i| i.positions[0].side = Side::Yes),
            "idle dispute on `air`: all personas take the same side"
        );
        assert_eq!(
            fault(|a| a.idle_disputes.push(a.idle_disputes[0].clone())),
            "idle dispute on `air`: the question is named already"
        );
    }

    #[test]
    fn a_position_is_held_once_with_a_reason_and_known_excerpts() {
        let stand = |spoil: &dyn Fn(&mut PositionDraft)| {
            fault(|answer| spoil(&mut answer.cruxes[0].positions[1]))
        };
        assert_eq!(
            stand(&|s| s.persona = "keeper".into()),
            "crux “Will it?”: `keeper` is listed twice"
        );
        assert_eq!(stand(&|s| s.persona = "eve".into()), "there is no persona `eve`");
        assert_eq!(
            stand(&|s| s.excerpts.push("drivers".into())),
            "walker: there is no excerpt `drivers`"
        );
        assert_eq!(
            stand(&|s| s.reason.clear()),
            "crux “Will it?”: reason of `walker`: the text is empty"
        );
    }

    #[test]
    fn a_shared_point_has_two_holders() {
        let point =
            |spoil: &dyn Fn(&mut PointDraft)| fault(|answer| spoil(&mut answer.common_ground[0]));
        assert_eq!(
            point(&|p| drop(p.holders.pop())),
            "holders of “It is loud.”: 1 given, 2 to 2 wanted"
        );
        assert_eq!(
            point(&|p| p.holders[1] = p.holders[0].clone()),
            "`keeper` holds “It is loud.” twice"
        );
        assert_eq!(point(&|p| p.statement.clear()), "common ground: the text is empty");
        assert_eq!(
            point(&|p| p.holders[0].excerpts.push("walkers".into())),
            "keeper: there is no excerpt `walkers`"
        );
        assert_eq!(fault(|a| a.common_ground = vec![a.common_ground[0].clone(); 20]), "");
    }

    #[test]
    fn an_answer_names_a_crux_another_dispute_or_a_point_of_agreement() {
        let is_empty = |kept: usize| {
            let mut answer = good();
            answer.cruxes.truncate(usize::from(kept == 1));
            answer.idle_disputes.truncate(usize::from(kept == 2));
            answer.common_ground.truncate(usize::from(kept == 3));
            let named = parse(&question(), answer, WhichAnswer::First).unwrap().answer;
            question().emptiness(&named).is_some()
        };
        assert_eq!([0, 1, 2, 3].map(is_empty), [true, false, false, false]);
    }

    #[test]
    fn a_dispute_that_is_named_already_is_left_out_without_a_repair() {
        let mut answer = good();
        let named = answer.cruxes[0].axis.clone().unwrap();
        answer.idle_disputes[0].axis.clone_from(&named);
        let parsed = parse(&question(), answer, WhichAnswer::First).unwrap();
        assert_eq!((parsed.answer.cruxes.len(), parsed.answer.idle.len()), (1, 0));
        let why = format!("idle dispute on `{named}`: the question is named already");
        assert_eq!(parsed.dropped, [why]);
    }

    #[test]
    fn the_last_answer_loses_its_wrong_items_but_not_all_of_its_cruxes() {
        let question = Cruxes { most: 2, ..question() };
        let mut answer = good();
        answer.cruxes.push(CruxDraft { weight: Some(2.0), ..answer.cruxes[0].clone() });
        let faults = parse(&question, answer.clone(), WhichAnswer::First).unwrap_err();
        let last = parse(&question, answer.clone(), WhichAnswer::Last).unwrap();
        assert_eq!((last.answer.cruxes.len(), last.dropped), (1, faults.clone()));
        answer.cruxes.remove(0);
        assert_eq!(parse(&question, answer, WhichAnswer::Last).unwrap_err(), faults);
    }
}
