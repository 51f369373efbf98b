//! Asks a persona for its moves of one round, and for how strong its own thesis should be.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::closing::{TargetDraft, TargetStrength};
use super::nodes::{NewNode, NodeDraft, ShownNode};
use crate::argue::Gradual;
use crate::mode::belief::MOST_MOVES;
use crate::mode::belief::prompts::{RULES, TREE};
#[cfg(test)]
use crate::mode::belief::questions::nodes;
use crate::mode::shared::prompts::{PERSONA, TOPIC, WRITING};
use crate::mode::shared::questions::thesis::{ReasonDraft, most_reasons};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, json};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{NodeId, PersonaId, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/moves.md"),
    &[PERSONA, WRITING, RULES, TOPIC, TREE],
));

/// Asks a persona what it adds to the others' nodes, and how it reacts to what was added to its
/// own.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Moves {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    /// The round, from 1.
    pub(crate) round: u32,
    /// All graphs, thesis by thesis; each node comes after the one that it supports or attacks.
    pub(crate) trees: Vec<ShownNode>,
    /// The nodes that others have added to the persona's graph since its last answer. Only with
    /// such nodes a target is wanted.
    pub(crate) received: Vec<NodeId>,
    /// The semantics of the debate. No prompt names it; a corpus computes the strength that follows
    /// from its own scores.
    #[serde(skip)]
    pub(crate) semantics: Gradual,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MovesAnswer {
    #[schemars(description = "Up to three new nodes; none if you have nothing left to say.")]
    pub(crate) moves: Vec<NodeDraft>,
    #[schemars(
        description = "How strong your thesis should be, or null if others have added nothing to your graph."
    )]
    pub(crate) target: Option<TargetDraft>,
}

impl Question for Moves {
    const SPEC: Spec =
        Spec { name: "moves", version: 12, parameters: Parameters::strong(0.7, 2000), form: &FORM };
    type Raw = MovesAnswer;
    /// The moves, and the target where one was wanted.
    type Answer = (Vec<NewNode>, Option<TargetStrength>);

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        schema.axes(&self.topic);
        schema.excerpts(&self.brief);
        schema.count::<NodeDraft>("rests_on", 0..=most_reasons(&self.topic));
        schema.both_or_neither::<ReasonDraft>();
        let others = self.trees.iter().filter(|node| node.author != self.brief.persona);
        let others: Vec<_> = others.map(|node| node.id).collect();
        schema.count::<MovesAnswer>(
            "moves",
            0..=if others.is_empty() { 0 } else { MOST_MOVES as usize },
        );
        schema.ids::<NodeDraft>("target", others);
        schema.ids::<TargetDraft>("flip", self.brief.contract.flips.iter().map(|flip| &flip.id));
        if self.received.is_empty() {
            schema.constant::<MovesAnswer>("target", Value::Null);
        } else {
            *schema.field::<MovesAnswer>("target") = schema.schema_of::<TargetDraft>().clone();
        }
    }

    fn accept(&self, raw: MovesAnswer, accept: &mut Accept) -> Option<Self::Answer> {
        let drafts = accept.at_most("moves", MOST_MOVES as usize, raw.moves);
        let moves =
            accept.items(drafts, |draft, accept| draft.accept(&self.brief, &self.topic, accept));
        let wanted = !self.received.is_empty();
        let given = raw.target.is_some();
        accept.keep(wanted || !given, || {
            "target: others have added nothing to your graph, so give null".into()
        });
        let target = raw.target.filter(|_| wanted);
        let target = target.and_then(|target| target.accept(&self.brief, accept));
        accept.require(given || !wanted, || {
            "target: others have added to your graph, so say how strong your thesis should be"
                .into()
        });
        Some((moves, target))
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let targets = nonsense.of_others();
        let moves = nonsense.many(targets.len().min(3) as u64, |n| {
            nodes::nonsense(nonsense, &targets[n as usize], "attack", n)
        });
        let is_asked = !nonsense.asked().contains("own `target` to null");
        let target = is_asked.then(|| json!({ "strength": 0.5, "reason": "So.", "flip": null }));
        json!({ "moves": moves, "target": target })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::belief::questions::nodes::InfluenceKind;
    use crate::mode::belief::samples::leaf;
    use crate::question::samples::{brief, complaints, topic};

    fn target(strength: f64, flip: Option<&str>) -> TargetDraft {
        TargetDraft { strength, reason: "It is so.".into(), flip: flip.map(Into::into) }
    }

    fn faults(received: &[u32], weights: &[f64], target: Option<TargetDraft>) -> String {
        let question = Moves {
            brief: brief(),
            topic: topic(),
            round: 1,
            trees: vec![],
            received: received.iter().map(|&number| NodeId::new(number)).collect(),
            semantics: Gradual::DfQuad,
        };
        let drafted = |&weight: &f64| NodeDraft { weight, ..leaf("n3", InfluenceKind::Attack) };
        let answer = MovesAnswer { moves: weights.iter().map(drafted).collect(), target };
        complaints(&question, answer).join("|")
    }

    #[test]
    fn belief_rule_2_none_to_three_weighted_moves_pass() {
        assert_eq!(faults(&[], &[], None), "");
        assert_eq!(faults(&[], &[0.0, 0.5, 1.0], None), "");
        assert_eq!(faults(&[], &[0.5; 4], None), "moves: 4 given, at most 3 wanted");
        assert_eq!(
            faults(&[], &[1.2], None),
            "“Drivers spend more.”: weight: 1.2 is not in [0, 1]"
        );
    }

    #[test]
    fn belief_rule_2_a_target_is_wanted_where_something_was_received_and_only_there() {
        assert_eq!(faults(&[4], &[], Some(target(0.4, Some("takings-rise")))), "");
        assert_eq!(
            faults(&[4], &[], None),
            "target: others have added to your graph, so say how strong your thesis should be"
        );
        assert_eq!(
            faults(&[], &[], Some(target(0.4, None))),
            "target: others have added nothing to your graph, so give null"
        );
        assert_eq!(
            faults(&[4], &[], Some(target(1.4, Some("rain")))),
            "target strength: 1.4 is not in [0, 1]|no condition of yours is named `rain`"
        );
    }
}
