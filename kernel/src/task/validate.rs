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
        Relation::Support => false,
    }
}

/// The judge's verdicts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValidateAnswer {
    /// One for each attack.
    pub verdicts: Vec<Verdict>,
}

impl Task for Validate {
    const KIND: Kind = Kind::Validate;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Fast, temperature: 0.2, max_output: Tokens(2000) };
    type Answer = ValidateAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        None
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
