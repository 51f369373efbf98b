//! Verdicts: an attack holds if its author meant it for what it is aimed at.

use super::Mind;
use super::attacks::{aims, is_for, relation};
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
    let reason = if corrected {
        format!("It bears on the {} rather than on the {}.", meant.0, attack.component)
    } else if valid {
        format!("It bears on the {} (word overlap {:.2}).", attack.component, given)
    } else {
        format!(
            "It speaks of something other than the {} (word overlap {:.2}).",
            attack.component, given
        )
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
    if statement.answers.is_empty() && component == Component::Claim {
        return overlap(&statement.text, &text).max(BEARS);
    }
    let answers = statement.answers.iter().filter(|answer| is_for(answer.component, component));
    answers.map(|answer| overlap(&answer.text, &text)).fold(0.0, f64::max)
}
