//! Judges the attacks of a round.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Faults, Kind, Parameters, Part, Shown, Task, Tier};
use crate::graph::Relation;
use crate::vocabulary::{Component, PersonaId, StatementId, Tokens, Topic, TurnId};

/// An attack as the judge sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The turn that brought it.
    pub attack: TurnId,
    /// Whose it is.
    pub attacker: PersonaId,
    /// The argument attacked.
    pub target: Shown,
    /// Which part of it.
    pub component: Component,
    /// How.
    pub relation: Relation,
    /// What is held against it.
    pub counter_proposition: String,
    /// Why that tells against the target.
    pub rationale: String,
    /// How sure the attacker is.
    pub confidence: f64,
    /// The statements of the attacker's corpus that it rests on.
    pub excerpts: Vec<StatementId>,
}

/// Asks whether each attack of a round holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Validate {
    /// The topic.
    pub topic: Topic,
    /// The attacks.
    pub attacks: Vec<Judged>,
}

/// What the judge makes of one attack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// The attack's id, such as `t7`.
    pub attack: String,
    /// Whether it is free of fallacy and bears on the part it is aimed at.
    pub valid: bool,
    /// Why, as a sentence.
    pub reason: String,
    /// How much it tells against the target, in [0, 1].
    pub strength: f64,
    /// The right type, where another was given; else null.
    pub corrected_relation: Option<Relation>,
    /// The right part, where another was given; else null.
    pub corrected_part: Option<Part>,
    /// The right number, where another was given; else null.
    pub corrected_number: Option<usize>,
}

impl Verdict {
    /// The type and part after correction; none where the corrected part does not exist.
    pub fn settled(&self, attack: &Judged) -> Option<(Relation, Component)> {
        let (part, number) = Part::of(attack.component);
        let part = self.corrected_part.unwrap_or(part);
        let component = part.at(self.corrected_number.unwrap_or(number))?;
        attack.target.component(component)?;
        Some((self.corrected_relation.unwrap_or(attack.relation), component))
    }
}

/// Whether a type of attack is aimed at the kind of part it is made for.
pub fn fits(relation: Relation, component: Component) -> bool {
    match relation {
        Relation::Rebut => component == Component::Claim,
        Relation::Undermine => {
            matches!(component, Component::Premise(_) | Component::Assumption(_))
        }
        Relation::Undercut => component == Component::Inference,
        Relation::Support | Relation::Attack => false,
    }
}

/// The judge's verdicts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValidateAnswer {
    /// One for each attack.
    pub verdicts: Vec<Verdict>,
}

/// What one verdict takes in an answer, amply.
const EACH: Tokens = Tokens(150);

impl Task for Validate {
    const KIND: Kind = Kind::Validate;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Fast, temperature: 0.2, max_output: Tokens(2000) };
    type Answer = ValidateAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        None
    }

    fn parameters(&self) -> Parameters {
        Self::PARAMETERS.with_room(self.attacks.len(), EACH)
    }

    fn check(&self, answer: &ValidateAnswer) -> Vec<String> {
        let mut faults = Faults::default();
        for attack in &self.attacks {
            let name = attack.attack.to_string();
            let verdicts: Vec<&Verdict> =
                answer.verdicts.iter().filter(|verdict| verdict.attack == name).collect();
            faults.count(&format!("verdicts on {name}"), verdicts.len(), 1..=1);
            for verdict in verdicts {
                faults.unit(&format!("strength of {name}"), verdict.strength);
                faults.text(&format!("reason of {name}"), &verdict.reason);
                let right =
                    verdict.settled(attack).is_some_and(|(relation, part)| fits(relation, part));
                faults.unless(!verdict.valid || right, || {
                    format!("{name} is called valid, but its type does not go with the part it is aimed at, or there is no such part")
                });
            }
        }
        for verdict in &answer.verdicts {
            let known =
                self.attacks.iter().any(|attack| attack.attack.to_string() == verdict.attack);
            faults.unless(known, || format!("there is no attack `{}`", verdict.attack));
        }
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::topic;
    use super::*;
    use crate::vocabulary::NodeId;

    fn judged() -> Judged {
        let target = Shown {
            id: NodeId::new(3),
            author: PersonaId::new("keeper").unwrap(),
            label: None,
            claim: "Shops lose.".into(),
            premises: vec!["Drivers buy.".into()],
            assumptions: vec![],
            axis: None,
            side: None,
            excerpts: vec![],
        };
        Judged {
            attack: TurnId::new(7),
            attacker: PersonaId::new("walker").unwrap(),
            target,
            component: Component::Premise(0),
            relation: Relation::Undermine,
            counter_proposition: "Walkers buy.".into(),
            rationale: "So it is false.".into(),
            confidence: 0.5,
            excerpts: vec![],
        }
    }

    fn verdict() -> Verdict {
        Verdict {
            attack: "t7".into(),
            valid: true,
            reason: "It bears.".into(),
            strength: 0.5,
            corrected_relation: None,
            corrected_part: None,
            corrected_number: None,
        }
    }

    fn faults(verdicts: Vec<Verdict>) -> Vec<String> {
        Validate { topic: topic(), attacks: vec![judged()] }.check(&ValidateAnswer { verdicts })
    }

    #[test]
    fn an_answer_has_room_for_every_verdict() {
        let task = Validate { topic: topic(), attacks: vec![judged(); 40] };
        assert_eq!(task.parameters().max_output, Tokens(6000));
    }

    #[test]
    fn a_type_is_for_one_kind_of_part() {
        let parts = [
            (Relation::Rebut, Component::Claim),
            (Relation::Undermine, Component::Premise(0)),
            (Relation::Undermine, Component::Assumption(1)),
            (Relation::Undercut, Component::Inference),
        ];
        for relation in
            [Relation::Rebut, Relation::Undermine, Relation::Undercut, Relation::Support]
        {
            for (_, component) in parts {
                let listed = parts.contains(&(relation, component));
                assert_eq!(fits(relation, component), listed, "{relation:?} {component}");
            }
        }
    }

    #[test]
    fn a_verdict_settles_type_and_part() {
        let settled = |correct: &dyn Fn(&mut Verdict)| {
            let mut verdict = verdict();
            correct(&mut verdict);
            verdict.settled(&judged())
        };
        assert_eq!(settled(&|_| ()), Some((Relation::Undermine, Component::Premise(0))));
        let to_claim = |v: &mut Verdict| {
            v.corrected_part = Some(Part::Claim);
            v.corrected_relation = Some(Relation::Rebut);
        };
        assert_eq!(settled(&to_claim), Some((Relation::Rebut, Component::Claim)));
        assert_eq!(settled(&|v| v.corrected_number = Some(2)), None, "there is one premise");
        assert_eq!(settled(&|v| v.corrected_number = Some(0)), None, "premises count from 1");
        assert_eq!(settled(&|v| v.corrected_part = Some(Part::Assumption)), None);
    }

    #[test]
    fn every_attack_gets_one_verdict_that_can_be_carried_out() {
        let spoilt = |spoil: &dyn Fn(&mut Verdict)| {
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
        let misfit = |v: &mut Verdict| v.corrected_relation = Some(Relation::Rebut);
        assert!(spoilt(&misfit).starts_with("t7 is called valid, but its type does not go"));
        let rejected = |v: &mut Verdict| {
            misfit(v);
            v.valid = false;
        };
        assert_eq!(spoilt(&rejected), "", "what is rejected need not fit");
    }
}
