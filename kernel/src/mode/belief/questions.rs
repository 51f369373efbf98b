//! The questions of this mode.

pub(crate) mod closing;
pub(crate) mod grow;
pub(crate) mod moves;
pub(crate) mod nodes;
pub(crate) mod scores;
pub(crate) mod thesis;

use crate::mode::shared::questions::{compare::Compare, decompose::Decompose, settle::Settle};
use crate::question::QuestionInfo;
use closing::Closing;
use grow::Grow;
use moves::Moves;
use scores::Scores;
use thesis::StateThesis;

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[
    QuestionInfo::of::<Decompose>(),
    QuestionInfo::of::<StateThesis>(),
    QuestionInfo::of::<Grow>(),
    QuestionInfo::of::<Scores>(),
    QuestionInfo::of::<Moves>(),
    QuestionInfo::of::<Closing>(),
    QuestionInfo::of::<Compare>(),
    QuestionInfo::of::<Settle>(),
];

#[cfg(test)]
mod tests {
    use super::closing::Closing;
    use super::grow::Grow;
    use super::moves::Moves;
    use super::nodes::ShownNode;
    use super::scores::Scores;
    use super::thesis::StateThesis;
    use crate::argue::Gradual;
    use crate::graph::NodeKind;
    use crate::mode::belief::samples::believed;
    use crate::mode::tests::prompts::{golden, messages, shown};
    use crate::question::samples::{brief, topic};
    use crate::vocabulary::{NodeId, PersonaId, Strength};

    /// The keeper's thesis with a node that the walker has added, and the walker's thesis.
    fn trees() -> Vec<ShownNode> {
        let walker = || PersonaId::new("walker").unwrap();
        let mut added = ShownNode { author: walker(), ..believed(2, Some(1)) };
        added.on.as_mut().unwrap().weight = Strength::new(0.8).ok();
        let other = ShownNode { author: walker(), tree: walker(), ..believed(3, None) };
        vec![believed(1, None), added, other]
    }

    fn moves(received: Vec<NodeId>) -> Moves {
        Moves {
            brief: brief(),
            topic: topic(),
            round: 2,
            trees: trees(),
            received,
            semantics: Gradual::DfQuad,
        }
    }

    #[test]
    fn prompts_are_as_in_their_snapshots() {
        golden("belief", &StateThesis { brief: brief(), topic: topic(), width: 5 });
        let tree = vec![ShownNode { base_score: None, strength: None, ..believed(1, None) }];
        let thesis = NodeId::new(1);
        golden("belief", &Grow { brief: brief(), topic: topic(), tree, thesis, width: 6 });
        golden("belief", &Scores { brief: Some(brief()), topic: topic(), nodes: trees() });
        let moves = moves(vec![NodeId::new(2)]);
        golden("belief", &moves);
        let Moves { brief, topic, trees, received, semantics, .. } = moves;
        golden("belief", &Closing { brief, topic, trees, received, semantics });
    }

    #[test]
    fn a_tree_says_what_a_node_beside_the_thesis_is() {
        for (kind, words) in [
            (NodeKind::Thesis, "thesis of keeper: Claim 1."),
            (NodeKind::Point, "keeper grants: Claim 1."),
            (NodeKind::Position, "keeper also holds: Claim 1."),
        ] {
            let trees = vec![ShownNode { kind, ..believed(1, None) }];
            let prompt = shown(&Moves { trees, ..moves(vec![]) });
            assert!(prompt.contains(words), "{kind:?}: {prompt}");
        }
    }

    #[test]
    fn the_prompt_of_a_judge_describes_no_persona() {
        let judge = shown(&Scores { brief: None, topic: topic(), nodes: trees() });
        assert!(judge.contains("You take no side") && !judge.contains("Who you are"));
    }

    #[test]
    fn a_persona_that_received_nothing_is_asked_for_no_target() {
        let first = shown(&moves(vec![]));
        assert!(first.contains("own `target` to null") && !first.contains("takings-rise"));
    }

    #[test]
    fn all_prompts_of_a_persona_share_their_system_message() {
        let thesis = messages(&StateThesis { brief: brief(), topic: topic(), width: 5 });
        let scores = Scores { brief: Some(brief()), topic: topic(), nodes: vec![] };
        assert_eq!(messages(&scores)[0], thesis[0]);
        assert_eq!(messages(&moves(vec![]))[0], thesis[0]);
    }
}
