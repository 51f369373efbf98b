//! The questions that only this mode asks, and those that it shares.

pub(crate) mod attack;
pub(crate) mod crystallize;
pub(crate) mod discover;
pub(crate) mod map_argument;

use crate::mode::conversation::questions::{
    opening::Opening, resolution::Resolution, take_turn::TakeTurn,
};
use crate::mode::shared::questions::{compare::Compare, decompose::Decompose};
use crate::question::QuestionInfo;
use crystallize::Crystallize;
use discover::Discover;

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[
    QuestionInfo::of::<Decompose>(),
    QuestionInfo::of::<Opening>(),
    QuestionInfo::of::<Crystallize>(),
    QuestionInfo::of::<Discover>(),
    QuestionInfo::of::<Compare>(),
    QuestionInfo::of::<TakeTurn>(),
    QuestionInfo::of::<Resolution>(),
];

#[cfg(test)]
mod tests {
    use super::crystallize::Crystallize;
    use super::discover::Discover;
    use super::map_argument::MapArgument;
    use crate::argue::Label;
    use crate::graph::Relation;
    use crate::mode::conversation::questions::opening::Opening;
    use crate::mode::conversation::questions::resolution::Resolution;
    use crate::mode::conversation::questions::take_turn::TakeTurn;
    use crate::mode::conversation::questions::{ShownBasis, ShownTurn};
    use crate::mode::conversation::run::ConversationTone;
    use crate::mode::conversation::run::moves::MoveLabel;
    use crate::mode::conversation::run::samples::{self, shown_turn as turn};
    use crate::mode::conversation::run::steering::Hint;
    use crate::mode::shared::questions::argument::{ShownArgument, ShownAttack};
    use crate::mode::shared::questions::samples::shown_argument;
    use crate::mode::tests::prompts::{golden, messages};
    use crate::question::samples::{brief, topic};
    use crate::vocabulary::{AxisId, AxisSide, Component, NodeId, Side, StatementId};

    fn arguments() -> Vec<MapArgument> {
        let on = |axis: &str, side| AxisSide { axis: AxisId::new(axis).unwrap(), side };
        let shown = |number, author, claim| {
            let argument = shown_argument(number, author, claim);
            let basis = |text: &String| ShownBasis { text: text.clone(), asserts: vec![] };
            MapArgument {
                premises: argument.premises.iter().map(basis).collect(),
                assumptions: argument.assumptions.iter().map(basis).collect(),
                qualifiers: vec![],
                argument: ShownArgument { label: Some(Label::Undec), ..argument },
            }
        };
        let mut narrowed = shown(3, "walker", "Shops gain when people walk.");
        let AxisSide { axis, side } = on("trade", Side::No);
        (narrowed.argument.axis, narrowed.argument.side) = (Some(axis), Some(side));
        narrowed.premises[0].asserts.push(on("air", Side::Yes));
        narrowed.qualifiers.push("In the rain fewer people walk.".into());
        vec![narrowed, shown(4, "keeper", "Shops lose those who come by car.")]
    }

    fn turns() -> Vec<ShownTurn> {
        vec![
            turn(7, "walker", MoveLabel::Claim, None),
            turn(8, "keeper", MoveLabel::Challenge, Some(7)),
        ]
    }

    fn take_turn(may_propose: bool) -> TakeTurn {
        TakeTurn {
            said: vec![StatementId::new("drivers").unwrap()],
            conceded: vec!["Some walk.".into()],
            may_propose,
            proposal: may_propose.then(|| turn(9, "walker", MoveLabel::ProposeCrux, None)),
            hint: may_propose.then_some(Hint::NextDisagreement),
            ..samples::take_turn(ConversationTone::Open, turns())
        }
    }

    #[test]
    fn prompts_are_as_in_their_snapshots() {
        let tone = ConversationTone::Open;
        golden("dialogue", &Opening { brief: brief(), topic: topic(), tone, answers_all: false });
        golden("dialogue", &take_turn(true));
        let cruxes = vec![turn(9, "walker", MoveLabel::ProposeCrux, None)];
        let resolution =
            Resolution { brief: brief(), topic: topic(), tone, turns: turns(), cruxes };
        golden("dialogue", &resolution);
        golden("dialogue", &Discover { topic: topic(), arguments: arguments() });
        let attacks = vec![ShownAttack {
            from: NodeId::new(4),
            to: NodeId::new(3),
            relation: Relation::Undermine,
            component: Component::Premise(0),
        }];
        golden(
            "dialogue",
            &Crystallize {
                topic: topic(),
                arguments: arguments(),
                attacks,
                earlier: turns(),
                turns: vec![turn(9, "keeper", MoveLabel::Concede, Some(7))],
                briefs: vec![brief()],
            },
        );
    }

    #[test]
    fn dialogue_rule_3_a_prompt_asks_for_a_crux_only_in_the_search_for_it() {
        let asked = |may_propose| messages(&take_turn(may_propose))[1].text.clone();
        assert!(asked(true).contains("propose it, as a question"));
        assert!(asked(true).contains("walker proposed this crux"));
        assert!(asked(false).contains("Do not propose a crux yet."));
        let rules = &messages(&take_turn(false))[0].text;
        assert!(rules.contains("If the evidence warrants it, conceding is the right"));
    }
}
