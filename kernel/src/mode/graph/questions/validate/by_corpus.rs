//! `validate`: an attack is valid where its statement is relevant to the component that it is aimed
//! at, or to another one that it was clearly written for (rule 13). Its strength is the attacker's
//! confidence × the mean of 1 and the overlap.

use super::{SubmittedAttack, Validate, ValidateAnswer, VerdictDraft};
use crate::corpus::{Silence, Voices, hundredths};
use crate::mode::shared::questions::argument::{ComponentKind, relation};
use crate::question::ByCorpus;
use crate::vocabulary::Component;

impl ByCorpus for Validate {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<ValidateAnswer, Silence> {
        Ok(answer(self, voices))
    }
}

fn answer(question: &Validate, voices: &Voices<'_>) -> ValidateAnswer {
    let verdicts = question.attacks.iter().map(|attack| verdict(attack, voices)).collect();
    ValidateAnswer { verdicts }
}

fn verdict(attack: &SubmittedAttack, voices: &Voices<'_>) -> VerdictDraft {
    let (target, aimed) = (attack.target.heard(), attack.component);
    let judgement = voices.judge((&attack.attacker, &attack.excerpts), &target, aimed);
    let (valid, meant) = (judgement.is_relevant, judgement.meant);
    let corrected = valid && meant != aimed;
    let (part, number) = ComponentKind::of(meant);
    let overlap = judgement.aimed_overlap;
    let strength = attack.confidence.value() * f64::midpoint(1.0, judgement.overlap);
    VerdictDraft {
        attack: attack.attack.to_string(),
        valid,
        reason: match (valid, corrected) {
            (true, true) => format!("It is about {}, not about {}.", named(meant), named(aimed)),
            (true, false) => format!("It is about {} (word overlap {overlap:.2}).", named(aimed)),
            (false, _) => format!("It is not about {} (word overlap {overlap:.2}).", named(aimed)),
        },
        strength: if valid { hundredths(strength) } else { 0.0 },
        corrected_relation: corrected.then(|| relation(meant)),
        corrected_part: corrected.then_some(part),
        corrected_number: corrected.then_some(number),
    }
}

/// A component as a sentence names it.
fn named(component: Component) -> String {
    match component {
        Component::Claim | Component::Inference => format!("the {component}"),
        Component::Premise(_) | Component::Assumption(_) => component.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair};
    use crate::graph::Relation;
    use crate::mode::graph::questions::validate::AttackVerdict;
    use crate::mode::graph::samples::submitted;
    use crate::mode::shared::questions::argument::ShownArgument;
    use crate::mode::shared::questions::samples::shown_argument;
    use crate::question::samples::parsed;
    use crate::vocabulary::samples::topic;
    use crate::vocabulary::{PersonaId, Probability, Seed, StatementId};

    fn judged(component: Component, statement: &str) -> (AttackVerdict, VerdictDraft) {
        let target = ShownArgument {
            premises: vec!["Half of the takings are theirs.".into()],
            assumptions: vec!["Drivers will not walk from a car park.".into()],
            ..shown_argument(3, "keeper", "Shops lose the custom of drivers.")
        };
        let attack = SubmittedAttack {
            attacker: PersonaId::new("walker").unwrap(),
            component,
            relation: relation(component),
            confidence: Probability::new(0.5).unwrap(),
            excerpts: vec![StatementId::new(statement).unwrap()],
            ..submitted(7, target)
        };
        let question = Validate { topic: topic(), attacks: vec![attack] };
        let corpora = everything(&pair());
        let answer = answer(&question, &corpora.voices(Seed(1)));
        let mut accepted = parsed(&question, answer.clone());
        (accepted.remove(0), answer.verdicts.into_iter().next().unwrap())
    }

    #[test]
    fn an_attack_on_the_component_it_was_written_for_is_valid() {
        let (_, verdict) = judged(Component::Assumption(0), "park");
        assert!(verdict.valid && verdict.corrected_part.is_none(), "{verdict:?}");
        assert_eq!((100.0 * verdict.strength).round() as u32, 50, "0.5 × the mean of 1 and 1");
    }

    #[test]
    fn an_attack_that_was_written_for_another_component_is_corrected() {
        let (accepted, verdict) = judged(Component::Premise(0), "park");
        assert_eq!(accepted.valid, Some((Relation::Undermine, Component::Assumption(0))));
        assert_eq!(verdict.reason, "It is about assumption 1, not about premise 1.");
    }

    #[test]
    fn an_attack_that_was_written_for_no_component_is_rejected() {
        let (_, verdict) = judged(Component::Inference, "stroll");
        assert!(!verdict.valid, "{verdict:?}");
        assert_eq!(verdict.strength.to_bits(), 0.0_f64.to_bits());
    }
}
