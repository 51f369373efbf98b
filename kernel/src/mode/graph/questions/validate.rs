//! Asks a judge about the attacks of one round.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::graph::Relation;
use crate::mode::shared::prompts::TOPIC;
use crate::mode::shared::questions::argument::{
    AttackType, ComponentKind, ShownArgument, relation,
};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::Nonsense;
use crate::question::{
    Accept, Form, Narrowing, Parameters, Question, Spec, constant, tuple, with_fields,
};
use crate::vocabulary::{
    Component, PersonaId, Probability, StatementId, Strength, Tokens, Topic, TurnId,
};

static FORM: Form = Form::new(Template::new(include_str!("../prompts/validate.md"), &[TOPIC]));

/// An attack as the judge sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct SubmittedAttack {
    /// The turn that made it.
    pub(crate) attack: TurnId,
    pub(crate) attacker: PersonaId,
    /// The argument attacked.
    pub(crate) target: ShownArgument,
    /// The component attacked.
    pub(crate) component: Component,
    /// The type of attack.
    pub(crate) relation: Relation,
    pub(crate) counter_proposition: String,
    /// The claim of the counter-argument, which enters the graph.
    pub(crate) claim: String,
    pub(crate) rationale: String,
    /// How sure the attacker is.
    pub(crate) confidence: Probability,
    /// The statements of the attacker's corpus that support it.
    pub(crate) excerpts: Vec<StatementId>,
}

impl SubmittedAttack {
    /// Narrows the schema of a verdict to those on this attack that can be carried out: the attack
    /// is valid as it is or with one of the corrections that fit its target, or it is not valid.
    fn verdicts(&self, verdict: &Value) -> Value {
        let target = &self.target;
        let premises = (0..target.premises.len()).map(Component::Premise);
        let assumptions = (0..target.assumptions.len()).map(Component::Assumption);
        let components = premises.chain(assumptions);
        let components = components.chain([Component::Claim, Component::Inference]);
        let corrections = components.map(|component| {
            let (part, number) = ComponentKind::of(component);
            json!([relation(component), part, number])
        });
        let exists = target.component(self.component).is_some();
        let is_sound = exists && self.relation == relation(self.component);
        let none = || json!([null, null, null]);
        let valid = is_sound.then(none).into_iter().chain(corrections).map(|fields| (true, fields));
        let options = std::iter::once((false, none())).chain(valid).map(|(valid, fields)| {
            let [relation, part, number] = [0, 1, 2].map(|field| constant(fields[field].clone()));
            with_fields(
                verdict,
                [
                    ("attack", constant(self.attack.to_string())),
                    ("valid", constant(valid)),
                    ("corrected_relation", relation),
                    ("corrected_part", part),
                    ("corrected_number", number),
                ],
            )
        });
        json!({"anyOf": options.collect::<Vec<_>>()})
    }
}

/// Asks whether each attack of a round is valid.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Validate {
    pub(crate) topic: Topic,
    pub(crate) attacks: Vec<SubmittedAttack>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerdictDraft {
    #[schemars(description = "The id of the attack, such as `t7`.")]
    pub(crate) attack: String,
    #[schemars(description = "Whether the attack is valid.")]
    pub(crate) valid: bool,
    #[schemars(description = "The reason, as one sentence.")]
    pub(crate) reason: String,
    #[schemars(
        description = "How much the attack weakens its target, from 0 to 1.",
        range(min = 0.0, max = 1.0)
    )]
    pub(crate) strength: f64,
    #[schemars(
        description = "The right type if the attack names a wrong one, else null.",
        with = "Option<AttackType>"
    )]
    pub(crate) corrected_relation: Option<Relation>,
    #[schemars(
        description = "The right kind of component if the attack names a wrong one, else null."
    )]
    pub(crate) corrected_part: Option<ComponentKind>,
    #[schemars(description = "The right number if the attack names a wrong one, else null.")]
    pub(crate) corrected_number: Option<usize>,
}

impl VerdictDraft {
    /// Type and component after correction; `None` if there is no such component.
    fn corrected(&self, attack: &SubmittedAttack) -> Option<(Relation, Component)> {
        let (kind, number) = ComponentKind::of(attack.component);
        let kind = self.corrected_part.unwrap_or(kind);
        let component = kind.at(self.corrected_number.unwrap_or(number))?;
        attack.target.component(component)?;
        Some((self.corrected_relation.unwrap_or(attack.relation), component))
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValidateAnswer {
    #[schemars(description = "One verdict for each attack.")]
    pub(crate) verdicts: Vec<VerdictDraft>,
}

/// The judge's verdict on one attack.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AttackVerdict {
    pub(crate) reason: String,
    pub(crate) strength: Strength,
    /// Type and component of a valid attack, after correction; none for an invalid attack.
    pub(crate) valid: Option<(Relation, Component)>,
}

/// The length of one verdict, estimated generously.
const EACH: Tokens = Tokens(150);

/// The verdict on an attack.
fn accept_verdict(
    attack: &SubmittedAttack,
    verdicts: &[VerdictDraft],
    accept: &mut Accept,
) -> Option<AttackVerdict> {
    let name = attack.attack.to_string();
    let of_attack = verdicts.iter().filter(|verdict| verdict.attack == name);
    let verdict = accept.one(&format!("verdicts on {name}"), of_attack)?;
    let strength = accept.strength(&format!("strength of {name}"), verdict.strength);
    accept.text(&format!("reason of {name}"), &verdict.reason);
    let corrected = verdict.corrected(attack);
    let corrected = corrected.filter(|&(by, component)| by == relation(component));
    accept.require(!verdict.valid || corrected.is_some(), || {
        format!("{name} is called valid, but its type does not fit its component, or there is no such component")
    });
    let valid = corrected.filter(|_| verdict.valid);
    Some(AttackVerdict { reason: verdict.reason.clone(), strength: strength?, valid })
}

impl Question for Validate {
    const SPEC: Spec =
        Spec { name: "validate", version: 3, parameters: Parameters::fast(0.2, 2000), form: &FORM };
    type Raw = ValidateAnswer;
    /// The verdicts, in the order of the attacks.
    type Answer = Vec<AttackVerdict>;

    fn parameters(&self) -> Parameters {
        Self::SPEC.parameters.with_room(self.attacks.len(), EACH)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        let verdict = schema.schema_of::<VerdictDraft>().clone();
        let verdicts = self.attacks.iter().map(|attack| attack.verdicts(&verdict)).collect();
        *schema.field::<ValidateAnswer>("verdicts") = tuple(verdicts);
    }

    fn accept(&self, raw: ValidateAnswer, accept: &mut Accept) -> Option<Vec<AttackVerdict>> {
        let verdicts = self.attacks.iter();
        let verdicts =
            verdicts.filter_map(|attack| accept_verdict(attack, &raw.verdicts, accept)).collect();
        for VerdictDraft { attack, .. } in &raw.verdicts {
            let known = self.attacks.iter().any(|known| known.attack.to_string() == *attack);
            accept.keep(known, || format!("there is no attack `{attack}`"));
        }
        Some(verdicts)
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let verdict = |(id, _)| {
            json!({
                "attack": id, "valid": true, "reason": "So.", "strength": 0.5, "corrected_relation": null,
                "corrected_part": null, "corrected_number": null,
            })
        };
        json!({ "verdicts": nonsense.listed().into_iter().map(verdict).collect::<Value>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::graph::samples::submitted;
    use crate::mode::shared::questions::samples::shown_argument;
    use crate::question::samples::{complaints, topic};

    fn judged() -> SubmittedAttack {
        let target = shown_argument(3, "walker", "Shops gain when people walk.");
        submitted(7, ShownArgument { assumptions: vec![], ..target })
    }

    fn verdict() -> VerdictDraft {
        VerdictDraft {
            attack: "t7".into(),
            valid: true,
            reason: "It bears.".into(),
            strength: 0.5,
            corrected_relation: None,
            corrected_part: None,
            corrected_number: None,
        }
    }

    fn question() -> Validate {
        Validate { topic: topic(), attacks: vec![judged()] }
    }

    fn faults(verdicts: Vec<VerdictDraft>) -> Vec<String> {
        complaints(&question(), ValidateAnswer { verdicts })
    }

    #[test]
    fn an_answer_has_room_for_every_verdict() {
        let question = Validate { topic: topic(), attacks: vec![judged(); 40] };
        assert_eq!(question.parameters().max_output, Tokens(6000));
    }

    #[test]
    fn graph_rule_3_a_type_is_for_one_kind_of_part() {
        let parts = [
            (Relation::Rebut, Component::Claim),
            (Relation::Undermine, Component::Premise(0)),
            (Relation::Undermine, Component::Assumption(1)),
            (Relation::Undercut, Component::Inference),
        ];
        for by in [Relation::Rebut, Relation::Undermine, Relation::Undercut, Relation::Support] {
            for (_, component) in parts {
                let listed = parts.contains(&(by, component));
                assert_eq!(by == relation(component), listed, "{by:?} {component}");
            }
        }
    }

    #[test]
    fn graph_rule_3_a_verdict_can_correct_type_and_component() {
        let corrected = |correct: &dyn Fn(&mut VerdictDraft)| {
            let mut verdict = verdict();
            correct(&mut verdict);
            verdict.corrected(&judged())
        };
        assert_eq!(corrected(&|_| ()), Some((Relation::Undermine, Component::Premise(0))));
        let to_claim = |v: &mut VerdictDraft| {
            v.corrected_part = Some(ComponentKind::Claim);
            v.corrected_relation = Some(Relation::Rebut);
        };
        assert_eq!(corrected(&to_claim), Some((Relation::Rebut, Component::Claim)));
        assert_eq!(corrected(&|v| v.corrected_number = Some(2)), None, "there is one premise");
        assert_eq!(corrected(&|v| v.corrected_number = Some(0)), None, "premises count from 1");
        assert_eq!(corrected(&|v| v.corrected_part = Some(ComponentKind::Assumption)), None);
    }

    #[test]
    fn graph_rule_3_every_attack_gets_one_verdict_that_can_be_carried_out() {
        let spoilt = |spoil: &dyn Fn(&mut VerdictDraft)| {
            let mut verdict = verdict();
            spoil(&mut verdict);
            faults(vec![verdict]).join("|")
        };
        assert_eq!(faults(vec![verdict()]), [""; 0]);
        assert_eq!(faults(vec![]), ["verdicts on t7: 0 given, 1 to 1 wanted"]);
        assert_eq!(faults(vec![verdict(); 2]), ["verdicts on t7: 2 given, 1 to 1 wanted"]);
        assert_eq!(spoilt(&|v| v.strength = 2.0), "strength of t7: 2 is not in [0, 1]");
        assert_eq!(spoilt(&|v| v.reason.clear()), "reason of t7: the text is empty");
        assert!(spoilt(&|v| v.attack = "t8".into()).ends_with("there is no attack `t8`"));
        let misfit = |v: &mut VerdictDraft| v.corrected_relation = Some(Relation::Rebut);
        assert!(spoilt(&misfit).starts_with("t7 is called valid, but its type does not fit"));
        let rejected = |v: &mut VerdictDraft| {
            misfit(v);
            v.valid = false;
        };
        assert_eq!(spoilt(&rejected), "", "what is rejected need not fit");
    }
}
