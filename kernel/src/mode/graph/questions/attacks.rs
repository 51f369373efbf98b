//! Asks a persona for its attacks of one round.

pub(super) mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::graph::Relation;
use crate::mode::graph::MOST_ATTACKS;
use crate::mode::graph::prompts::RULES;
use crate::mode::shared::prompts::{PERSONA, TOPIC, WRITING};
#[cfg(test)]
use crate::mode::shared::questions::argument;
use crate::mode::shared::questions::argument::{
    Argument, ArgumentDraft, AttackType, ComponentKind, ShownArgument, ShownAttack,
};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, json};
use crate::question::{Accept, Brief, Cited, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{Citation, PersonaId, Probability, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/attacks.md"),
    &[PERSONA, WRITING, RULES, TOPIC],
));

/// Asks a persona for attacks on the arguments of the others.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Attacks {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    /// The theses of all personas.
    pub(crate) theses: Vec<ShownArgument>,
    /// The round, from 1.
    pub(crate) round: u32,
    /// All arguments so far.
    pub(crate) arguments: Vec<ShownArgument>,
    /// The attacks of earlier rounds, without mirrored ones.
    pub(crate) existing: Vec<ShownAttack>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttackDraft {
    #[schemars(description = "The id of the argument that you attack, such as `n3`.")]
    pub(crate) target: String,
    #[schemars(description = "The kind of component that you attack.")]
    pub(crate) part: ComponentKind,
    #[schemars(
        description = "The number of the premise or assumption, from 1; 0 for a claim or an inference."
    )]
    pub(crate) number: usize,
    #[schemars(with = "AttackType")]
    pub(crate) relation: Relation,
    #[schemars(description = "Your objection, as one sentence.")]
    pub(crate) counter_proposition: String,
    #[schemars(description = "Why the objection defeats the component, as one sentence.")]
    pub(crate) rationale: String,
    #[schemars(description = "At most two pieces of evidence.")]
    pub(crate) evidence: Vec<Cited>,
    #[schemars(description = "How sure you are, from 0 to 1.", range(min = 0.0, max = 1.0))]
    pub(crate) confidence: f64,
    #[schemars(description = "Your counter-argument in full.")]
    pub(crate) argument: ArgumentDraft,
}

/// An attack whose target has not been checked yet: attacks on unknown targets are dropped, not
/// faults.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct UncheckedAttack {
    /// The target as the model wrote it.
    pub(crate) target: String,
    pub(crate) component: ComponentKind,
    pub(crate) number: usize,
    pub(crate) relation: Relation,
    pub(crate) counter_proposition: String,
    pub(crate) rationale: String,
    pub(crate) evidence: Vec<Citation>,
    pub(crate) confidence: Probability,
    pub(crate) argument: Argument,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttacksAnswer {
    #[schemars(description = "None to eight attacks.")]
    pub(crate) attacks: Vec<AttackDraft>,
}

impl Attacks {
    fn accept_attack(&self, attack: AttackDraft, accept: &mut Accept) -> Option<UncheckedAttack> {
        let target = attack.target;
        let of = |what: &str| format!("attack on {target}: {what}");
        accept.text(&of("counter-proposition"), &attack.counter_proposition);
        accept.text(&of("rationale"), &attack.rationale);
        match attack.relation {
            Relation::Support => accept.fault(of("`support` is not an attack")),
            Relation::Attack
            | Relation::BranchesFrom
            | Relation::Contradicts
            | Relation::Elaborates
            | Relation::Requires
            | Relation::AppliesTo
            | Relation::Analogy => {
                accept.fault(of("say how: `rebut`, `undermine` or `undercut`"));
            }
            Relation::Rebut | Relation::Undermine | Relation::Undercut => {}
        }
        let evidence = accept.evidence(of, attack.evidence, &self.brief);
        let confidence = accept.probability(&of("confidence"), attack.confidence);
        let argument = attack.argument.accept(&self.brief, &self.topic, accept);
        let AttackDraft {
            part: component, number, relation, counter_proposition, rationale, ..
        } = attack;
        Some(UncheckedAttack {
            confidence: confidence?,
            argument: argument?,
            target,
            component,
            number,
            relation,
            counter_proposition,
            rationale,
            evidence,
        })
    }
}

impl Question for Attacks {
    const SPEC: Spec = Spec {
        name: "attacks",
        version: 14,
        parameters: Parameters::strong(0.7, 5000),
        form: &FORM,
    };
    type Raw = AttacksAnswer;
    type Answer = Vec<UncheckedAttack>;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        let own = &self.brief.persona;
        let is_target = |argument: &&ShownArgument| {
            argument.author != *own && !argument.endorsed_by.contains(own)
        };
        let targets: Vec<&ShownArgument> = self.arguments.iter().filter(is_target).collect();
        let most = targets.iter().map(|target| target.premises.len().max(target.assumptions.len()));
        schema.axes(&self.topic);
        schema.excerpts(&self.brief);
        ArgumentDraft::narrow(schema, &self.topic);
        schema.ids::<AttackDraft>("target", targets.iter().map(|target| target.id));
        schema.field::<AttackDraft>("number")["maximum"] = Value::from(most.max().unwrap_or(0));
        schema.count::<AttacksAnswer>(
            "attacks",
            0..=if targets.is_empty() { 0 } else { MOST_ATTACKS as usize },
        );
    }

    fn accept(&self, raw: AttacksAnswer, accept: &mut Accept) -> Option<Vec<UncheckedAttack>> {
        let drafts = accept.at_most("attacks", MOST_ATTACKS as usize, raw.attacks);
        Some(accept.items(drafts, |draft, accept| self.accept_attack(draft, accept)))
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let theses = nonsense.listed().into_iter().filter(|(_, text)| text.contains(": "));
        let theses: Vec<&str> = theses.map(|(id, _)| id).collect();
        let mut targets = nonsense.of_others();
        targets.retain(|id| !theses.contains(&id.as_str()));
        let attack = |n: u64| {
            json!({
                "target": targets[targets.len() - 1 - n as usize], "part": "inference", "number": 0,
                "relation": "undercut", "counter_proposition": nonsense.text("Objection", n), "rationale": "So.",
                "evidence": [], "confidence": 0.5, "argument": argument::nonsense(nonsense, n),
            })
        };
        json!({ "attacks": nonsense.many(targets.len().min(8) as u64, attack) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::graph::samples::draft;
    use crate::question::samples::{brief, complaints, topic};
    use crate::vocabulary::Component;

    fn attack() -> AttackDraft {
        AttackDraft {
            target: "n3".into(),
            part: ComponentKind::Premise,
            number: 1,
            relation: Relation::Undermine,
            counter_proposition: "They come on foot.".into(),
            rationale: "So the premise is false.".into(),
            evidence: vec![],
            confidence: 0.6,
            argument: draft(),
        }
    }

    fn faults(attacks: Vec<AttackDraft>) -> Vec<String> {
        let question = Attacks {
            brief: brief(),
            topic: topic(),
            theses: vec![],
            round: 1,
            arguments: vec![],
            existing: vec![],
        };
        complaints(&question, AttacksAnswer { attacks })
    }

    #[test]
    fn graph_rule_2_none_to_eight_sound_attacks_pass() {
        assert_eq!(faults(vec![]), [""; 0]);
        assert_eq!(faults(vec![attack(); 8]), [""; 0]);
        assert_eq!(faults(vec![attack(); 9]), ["attacks: 9 given, at most 8 wanted"]);
    }

    #[test]
    fn graph_rule_2_each_part_of_an_attack_is_checked() {
        let fault = |spoil: &dyn Fn(&mut AttackDraft)| {
            let mut spoilt = attack();
            spoil(&mut spoilt);
            faults(vec![spoilt]).join("|")
        };
        assert_eq!(
            fault(&|a| a.counter_proposition.clear()),
            "attack on n3: counter-proposition: the text is empty"
        );
        assert_eq!(
            fault(&|a| a.rationale = " ".into()),
            "attack on n3: rationale: the text is empty"
        );
        assert_eq!(
            fault(&|a| a.evidence = vec![Cited { text: String::new(), reference: None }]),
            "attack on n3: evidence: the text is empty"
        );
        assert_eq!(
            fault(&|a| a.relation = Relation::Support),
            "attack on n3: `support` is not an attack"
        );
        assert_eq!(
            fault(&|a| a.confidence = -0.1),
            "attack on n3: confidence: -0.1 is not in [0, 1]"
        );
        assert!(fault(&|a| a.argument.premises.clear()).contains("premises: none given"));
    }

    #[test]
    fn graph_rule_2_components_are_numbered_from_one_and_read_back() {
        assert_eq!(ComponentKind::Premise.at(2), Some(Component::Premise(1)));
        assert_eq!(ComponentKind::Assumption.at(0), None);
        assert_eq!(ComponentKind::Claim.at(7), Some(Component::Claim), "a claim needs no number");
        for component in [Component::Claim, Component::Inference, Component::Assumption(3)] {
            let (part, number) = ComponentKind::of(component);
            assert_eq!(part.at(number), Some(component));
        }
    }
}
