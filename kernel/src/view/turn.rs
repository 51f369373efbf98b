//! Turns in words.

use super::verb;
use crate::record::{Act, Turn};

/// What the speaker of a turn does, as words that the target can follow, such as «undermines
/// premise 1 of». Whether a node is only considered as an objection is known to
/// [`History::is_objection`](super::History::is_objection).
pub fn action(turn: &Turn) -> String {
    match (turn.act, turn.relation) {
        (Act::Attack | Act::Support, Some(relation)) => verb(relation, turn.component),
        (Act::Assert, _) if turn.target.is_some() => "answers".to_owned(),
        (Act::Revise, _) if turn.target.is_some() => "revises its view of".to_owned(),
        (act, _) => word(act).to_owned(),
    }
}

fn word(act: Act) -> &'static str {
    match act {
        Act::Assert => "asserts",
        Act::Attack => "attacks",
        Act::Support => "supports",
        Act::Challenge => "challenges",
        Act::Clarify => "clarifies",
        Act::Concede => "concedes",
        Act::Reframe => "reframes",
        Act::Propose => "proposes",
        Act::Revise => "revises its view",
        Act::Judge => "judges",
        Act::Ask => "asks",
        Act::Silence => "is silent",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Relation;
    use crate::vocabulary::{CallId, Component, TurnId};

    #[test]
    fn an_attack_is_named_by_its_relation_and_component_and_any_other_act_by_its_own_verb() {
        let turn = |act| Turn::new(TurnId::new(1), 0, act, "", CallId::new(1));
        let attack = Turn {
            relation: Some(Relation::Undermine),
            component: Some(Component::Premise(0)),
            ..turn(Act::Attack)
        };
        assert_eq!(action(&attack), "undermines premise 1 of");
        assert_eq!(action(&turn(Act::Attack)), "attacks");
        let concession = Turn { relation: Some(Relation::Support), ..turn(Act::Concede) };
        assert_eq!(action(&concession), "concedes");
    }
}
