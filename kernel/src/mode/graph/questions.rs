//! The questions of this mode.

pub(crate) mod arguments;
pub(crate) mod attacks;
pub(crate) mod validate;

use crate::mode::shared::questions::{compare::Compare, decompose::Decompose};
use crate::question::QuestionInfo;
use arguments::Arguments;
use attacks::Attacks;
use validate::Validate;

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[
    QuestionInfo::of::<Decompose>(),
    QuestionInfo::of::<Arguments>(),
    QuestionInfo::of::<Attacks>(),
    QuestionInfo::of::<Validate>(),
    QuestionInfo::of::<Compare>(),
];

#[cfg(test)]
mod tests {
    use super::arguments::Arguments;
    use super::attacks::Attacks;
    use super::validate::{SubmittedAttack, Validate};
    use crate::argue::Label;
    use crate::graph::Relation;
    use crate::mode::graph::samples::submitted;
    use crate::mode::shared::questions::argument::{ShownArgument, ShownAttack};
    use crate::mode::shared::questions::samples;
    use crate::mode::tests::prompts::{golden, messages, shown};
    use crate::question::samples::{brief, topic};
    use crate::vocabulary::{Component, NodeId};

    fn shown_argument() -> ShownArgument {
        ShownArgument {
            label: Some(Label::In),
            premises: vec!["People on foot stop more often.".into(), "They come back.".into()],
            ..samples::shown_argument(3, "walker", "Shops gain when people walk.")
        }
    }

    fn arguments() -> Arguments {
        Arguments { brief: brief(), topic: topic() }
    }

    fn attacks() -> Attacks {
        let existing = ShownAttack {
            from: NodeId::new(4),
            to: NodeId::new(3),
            relation: Relation::Undermine,
            component: Component::Premise(0),
        };
        let own = ShownArgument {
            premises: vec!["I see them from my counter.".into()],
            assumptions: vec![],
            ..samples::shown_argument(4, "keeper", "People on foot hurry past.")
        };
        Attacks {
            brief: brief(),
            topic: topic(),
            theses: vec![ShownArgument {
                id: NodeId::new(1),
                claim: "The street should be closed.".into(),
                premises: vec!["The air will get much cleaner.".into()],
                assumptions: vec![],
                ..shown_argument()
            }],
            round: 2,
            arguments: vec![shown_argument(), own],
            existing: vec![existing],
        }
    }

    #[test]
    fn prompts_are_as_in_their_snapshots() {
        golden("graph", &arguments());
        golden("graph", &attacks());
        let on_claim =
            SubmittedAttack { component: Component::Claim, ..submitted(8, shown_argument()) };
        let attacks = vec![submitted(7, shown_argument()), on_claim];
        golden("graph", &Validate { topic: topic(), attacks });
    }

    #[test]
    fn all_prompts_of_a_persona_share_their_system_message() {
        let system = messages(&arguments())[0].text.clone();
        assert_eq!(system, messages(&attacks())[0].text);
        let position = |heading: &str| system.find(heading).unwrap();
        assert!(position("# Who you are") < position("# The debate"));
        assert!(position("# The debate") < position("# The topic"));
    }

    #[test]
    fn an_empty_section_has_no_heading() {
        let mut question = arguments();
        question.topic.axes.clear();
        question.brief.excerpts.clear();
        question.brief.contract.flips.clear();
        let text = shown(&question);
        assert!(text.contains("You have written nothing on this topic yet."), "{text}");
        for absent in ["What would change your mind", "Questions on which", "\n\n\n"] {
            assert!(!text.contains(absent), "{absent} in {text}");
        }
    }
}
