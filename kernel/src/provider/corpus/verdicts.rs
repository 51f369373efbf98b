//! Verdicts: an attack holds if its author meant it for what it is aimed at.

use super::Mind;
use super::attacks::{aims, is_for, opposes, relation, speaks_to_its_axis};
use crate::task::{Judged, Part, Validate, ValidateAnswer, Verdict};
use crate::text::overlap;
use crate::vocabulary::{Component, Statement};

/// A reply that shares less than this of the shorter text's words with the part is beside the point.
const BEARS: f64 = 0.25;
/// By how much another part has to match better to be taken for the one that was meant.
const CLEARLY_BETTER: f64 = 0.2;

pub(super) fn validate(mind: &Mind<'_>, task: &Validate) -> ValidateAnswer {
    ValidateAnswer { verdicts: task.attacks.iter().map(|attack| verdict(mind, attack)).collect() }
}

fn verdict(mind: &Mind<'_>, attack: &Judged) -> Verdict {
    let statement = attack.excerpts.iter().find_map(|id| mind.statement(&attack.attacker, id));
    let bearing =
        |component| statement.map_or(0.0, |statement| bearing(statement, attack, component));
    let given = bearing(attack.component);
    let parts = aims(&attack.target).into_iter().map(|aim| (aim.component, bearing(aim.component)));
    let best = parts
        .fold((attack.component, given), |best, next| if next.1 > best.1 { next } else { best });
    let meant = if best.1 >= given + CLEARLY_BETTER { best } else { (attack.component, given) };
    let valid = meant.1 >= BEARS;
    let corrected = valid && meant.0 != attack.component;
    let (part, number) = Part::of(meant.0);
    let (aimed, bears) = (named(attack.component), named(meant.0));
    let reason = if corrected {
        format!("It bears on {bears} rather than on {aimed}.")
    } else if valid {
        format!("It bears on {aimed} (word overlap {given:.2}).")
    } else {
        format!("It speaks of something other than {aimed} (word overlap {given:.2}).")
    };
    Verdict {
        attack: attack.attack.to_string(),
        valid,
        reason,
        strength: if valid {
            hundredths(attack.confidence * f64::midpoint(1.0, meant.1))
        } else {
            0.0
        },
        corrected_relation: corrected.then(|| relation(meant.0)),
        corrected_part: corrected.then_some(part),
        corrected_number: corrected.then_some(number),
    }
}

/// A part as a sentence names it.
fn named(component: Component) -> String {
    match component {
        Component::Claim | Component::Inference => format!("the {component}"),
        Component::Premise(_) | Component::Assumption(_) => component.to_string(),
    }
}

fn hundredths(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
}

/// How well the thoughts that a statement answers match a part of the target. *Range*: [0, 1].
fn bearing(statement: &Statement, attack: &Judged, component: Component) -> f64 {
    let texts = aims(&attack.target)
        .into_iter()
        .filter(|aim| aim.component == component)
        .map(|aim| aim.text);
    let text: String = texts.collect();
    if component == Component::Claim
        && speaks_to_its_axis(statement)
        && opposes(statement, &attack.target)
    {
        return overlap(&statement.text, &text).max(BEARS);
    }
    let answers = statement.answers.iter().filter(|answer| is_for(answer.component, component));
    answers.map(|answer| overlap(&answer.text, &text)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{mind, pair, provider};
    use super::*;
    use crate::graph::Relation;
    use crate::task::samples::topic;
    use crate::task::{Shown, Task};
    use crate::vocabulary::{NodeId, PersonaId, StatementId, TurnId};

    fn judged(component: Component, statement: &str) -> (Validate, Verdict) {
        let target = Shown {
            id: NodeId::new(3),
            author: PersonaId::new("keeper").unwrap(),
            label: None,
            claim: "Shops lose the custom of drivers.".into(),
            premises: vec!["Half of the takings are theirs.".into()],
            assumptions: vec!["Drivers will not walk from a car park.".into()],
            axis: None,
            side: None,
            excerpts: vec![],
        };
        let attack = Judged {
            attack: TurnId::new(7),
            attacker: PersonaId::new("walker").unwrap(),
            target,
            component,
            relation: relation(component),
            counter_proposition: "There is a car park at each end.".into(),
            rationale: "So they will walk.".into(),
            confidence: 0.5,
            excerpts: vec![StatementId::new(statement).unwrap()],
        };
        let task = Validate { topic: topic(), attacks: vec![attack] };
        let corpus = provider(&pair());
        let answer = validate(&mind(&corpus), &task);
        assert_eq!(task.check(&answer), [""; 0]);
        (task, answer.verdicts.into_iter().next().unwrap())
    }

    #[test]
    fn an_attack_on_the_part_it_was_meant_for_is_valid() {
        let (_, verdict) = judged(Component::Assumption(0), "park");
        assert!(verdict.valid && verdict.corrected_part.is_none(), "{verdict:?}");
        assert!(verdict.strength > 0.0);
    }

    #[test]
    fn an_attack_that_was_meant_for_another_part_is_corrected() {
        let (task, verdict) = judged(Component::Premise(0), "park");
        assert_eq!(
            verdict.settled(&task.attacks[0]),
            Some((Relation::Undermine, Component::Assumption(0)))
        );
        assert_eq!(verdict.reason, "It bears on assumption 1 rather than on premise 1.");
    }

    #[test]
    fn an_attack_that_was_meant_for_no_part_is_rejected() {
        let (_, verdict) = judged(Component::Inference, "stroll");
        assert!(!verdict.valid, "{verdict:?}");
        assert_eq!(verdict.strength.to_bits(), 0.0_f64.to_bits());
    }
}
