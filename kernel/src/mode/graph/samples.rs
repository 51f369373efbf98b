//! Small inputs for unit tests of this mode.

use super::questions::validate::SubmittedAttack;
use crate::graph::Relation;
use crate::mode::shared::questions::argument::{ArgumentDraft, ShownArgument};
use crate::vocabulary::{Component, PersonaId, Probability, Side, TurnId};

/// An argument that passes every check against the brief of the samples.
pub(crate) fn draft() -> ArgumentDraft {
    ArgumentDraft {
        claim: "Shops lose those who come by car.".into(),
        premises: vec!["Half of the takings come from drivers.".into()],
        assumptions: vec!["Drivers will not walk.".into()],
        rests_on: vec![],
        evidence: vec![],
        excerpts: vec!["drivers".into()],
        axis: Some("trade".into()),
        side: Some(Side::Yes),
        confidence: 0.7,
    }
}

/// An attack on the first premise of an argument, as a judge reads it.
pub(crate) fn submitted(turn: u32, target: ShownArgument) -> SubmittedAttack {
    SubmittedAttack {
        attack: TurnId::new(turn),
        attacker: PersonaId::new("keeper").unwrap(),
        target,
        component: Component::Premise(0),
        relation: Relation::Undermine,
        counter_proposition: "People on foot hurry past.".into(),
        claim: "People on foot buy little.".into(),
        rationale: "People who hurry do not stop.".into(),
        confidence: Probability::new(0.6).unwrap(),
        excerpts: vec![],
    }
}
