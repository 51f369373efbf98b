//! Asks a persona for its thesis on a topic, with what it rests on and what lies beside it.

mod by_corpus;

pub(crate) use by_corpus::linked_below;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::belief::prompts::RULES;
use crate::mode::shared::prompts::{GRANTS, PERSONA, THESIS_REASONS, TOPIC, WRITING};
use crate::mode::shared::questions::case::{self, CaseDraft, StatedCase};
use crate::mode::shared::questions::position::PositionDraft;
use crate::mode::shared::questions::thesis::{GrantDraft, ThesisDraft};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{PersonaId, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/thesis.md"),
    &[PERSONA, WRITING, RULES, TOPIC, THESIS_REASONS, GRANTS],
));

/// The most answers to one question of the topic.
const MOST_ON_ONE_AXIS: usize = 2;

/// Asks a persona for its answer to the topic as a whole.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct StateThesis {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    /// How many of the reasons of the thesis have room directly below it.
    pub(crate) width: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThesisAnswer {
    pub(crate) thesis: ThesisDraft,
    #[schemars(
        description = "At most eight points that you grant to those who answer the topic's question differently."
    )]
    pub(crate) grants: Vec<GrantDraft>,
    #[schemars(
        description = "Your answers to the listed questions on which the thesis does not rest."
    )]
    pub(crate) positions: Vec<PositionDraft>,
}

impl Question for StateThesis {
    const SPEC: Spec = Spec {
        name: "thesis",
        version: 15,
        parameters: Parameters::strong(0.3, 3100),
        form: &FORM,
    };
    type Raw = ThesisAnswer;
    type Answer = StatedCase;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn parameters(&self) -> Parameters {
        case::with_room(Self::SPEC.parameters, &self.topic)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        case::narrow::<ThesisAnswer>(schema, &self.brief, &self.topic, self.brief.stance);
    }

    fn accept(&self, raw: ThesisAnswer, accept: &mut Accept) -> Option<StatedCase> {
        let ThesisAnswer { thesis, grants, positions } = raw;
        let case = CaseDraft { thesis, grants, positions };
        let case = case.accept(MOST_ON_ONE_AXIS, &self.brief, &self.topic, accept);
        case.thesis.require_own_side(&self.brief, accept);
        Some(case)
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        case::nonsense(nonsense)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::shared::questions::samples::thesis;
    use crate::mode::shared::questions::thesis::ReasonDraft;
    use crate::question::samples::{brief, complaints, topic};
    use crate::vocabulary::Side;

    fn answer() -> ThesisAnswer {
        ThesisAnswer { thesis: thesis(), grants: vec![], positions: vec![position("air")] }
    }

    fn position(axis: &str) -> PositionDraft {
        PositionDraft {
            text: "The air stays as it is.".into(),
            axis: axis.into(),
            side: Side::No,
            rests_on: vec![],
            evidence: vec![],
            excerpts: vec!["drivers".into()],
        }
    }

    fn faults(spoil: impl FnOnce(&mut ThesisAnswer)) -> String {
        let mut spoilt = answer();
        spoil(&mut spoilt);
        let question = StateThesis { brief: brief(), topic: topic(), width: 5 };
        complaints(&question, spoilt).join("|")
    }

    #[test]
    fn a_thesis_takes_the_side_of_its_author_and_rests_on_its_excerpts() {
        assert_eq!(faults(|_| ()), "");
        assert_eq!(
            faults(|answer| answer.thesis.side = Side::Yes),
            "your answer to the question of the topic is no"
        );
        assert_eq!(
            faults(|answer| {
                answer.thesis.claim = " ".into();
                answer.thesis.excerpts = vec!["walkers".into()];
            }),
            "thesis: the text is empty|thesis: there is no excerpt `walkers`"
        );
    }

    #[test]
    fn belief_rule_1_a_position_answers_an_axis_of_the_topic() {
        assert_eq!(faults(|answer| answer.positions.clear()), "");
        assert_eq!(
            faults(|answer| answer.positions = vec![position("air"); 3]),
            "positions on air: at most 2 wanted"
        );
        let of = "position “The air stays as it is.”:";
        assert_eq!(
            faults(|answer| answer.positions = vec![position("noise")]),
            format!("{of} the topic has no axis `noise`")
        );
        let reason = ReasonDraft { axis: Some("trade".into()), ..ReasonDraft::new("Wind.", None) };
        assert_eq!(
            faults(|answer| answer.positions[0].rests_on = vec![reason]),
            format!("{of} a reason has either both an axis and a side or neither")
        );
    }
}
