//! Asks how plausible nodes are on their own.

mod by_corpus;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::nodes::ShownNode;
use crate::mode::belief::prompts::RULES;
use crate::mode::shared::prompts::{PERSONA, TOPIC, WRITING};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec, constant};
use crate::vocabulary::{NodeId, PersonaId, Strength, Tokens, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/scores.md"),
    &[PERSONA, WRITING, RULES, TOPIC],
));

/// Asks for base scores: those of a persona, or of a judge who takes no side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Scores {
    /// The persona whose judgement is asked; none for a judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) brief: Option<Brief>,
    pub(crate) topic: Topic,
    /// The nodes to score.
    pub(crate) nodes: Vec<ShownNode>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scored {
    #[schemars(description = "The id of the claim.")]
    pub(crate) node: String,
    #[schemars(
        description = "How plausible the claim is on its own, from 0 to 1.",
        range(min = 0.0, max = 1.0)
    )]
    pub(crate) score: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScoresAnswer {
    #[schemars(description = "One score for each claim.")]
    pub(crate) scores: Vec<Scored>,
}

/// The length of one score, estimated generously.
const EACH: Tokens = Tokens(40);

impl Question for Scores {
    const SPEC: Spec =
        Spec { name: "scores", version: 10, parameters: Parameters::fast(0.2, 600), form: &FORM };
    type Raw = ScoresAnswer;
    /// The base score of each node.
    type Answer = BTreeMap<NodeId, Strength>;

    fn persona(&self) -> Option<&PersonaId> {
        self.brief.as_ref().map(|brief| &brief.persona)
    }

    fn parameters(&self) -> Parameters {
        Self::SPEC.parameters.with_room(self.nodes.len(), EACH)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        let fixed = self.nodes.iter().map(|node| vec![("node", constant(node.id.to_string()))]);
        schema.each::<ScoresAnswer, Scored>("scores", fixed);
    }

    fn accept(&self, raw: ScoresAnswer, accept: &mut Accept) -> Option<BTreeMap<NodeId, Strength>> {
        let mut scores = BTreeMap::new();
        for ShownNode { id, .. } in &self.nodes {
            let of_node = raw.scores.iter().filter(|scored| scored.node == id.to_string());
            accept.one(&format!("scores of {id}"), of_node);
        }
        for Scored { node, score } in &raw.scores {
            let known = self.nodes.iter().find(|known| known.id.to_string() == *node);
            let unwanted = || format!("no score of `{node}` is wanted");
            let Some(known) = accept.kept(known, unwanted) else { continue };
            scores.extend(
                accept.strength(&format!("score of {node}"), *score).map(|score| (known.id, score)),
            );
        }
        Some(scores)
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let score = |(id, _)| json!({ "node": id, "score": 0.6 });
        json!({ "scores": nonsense.listed().into_iter().map(score).collect::<Value>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::belief::samples::believed;
    use crate::question::samples::{complaints, topic};

    #[test]
    fn belief_rule_6_every_node_is_scored_once_and_within_range() {
        let nodes = vec![believed(1, None), believed(2, Some(1))];
        let question = Scores { brief: None, topic: topic(), nodes };
        let faults = |scores: &[(&str, f64)]| {
            let scored =
                |(node, score): &(&str, f64)| Scored { node: (*node).into(), score: *score };
            let answer = ScoresAnswer { scores: scores.iter().map(scored).collect() };
            complaints(&question, answer).join("|")
        };
        assert_eq!(faults(&[("n1", 0.0), ("n2", 1.0)]), "");
        assert_eq!(faults(&[("n1", 0.5)]), "scores of n2: 0 given, 1 to 1 wanted");
        assert_eq!(faults(&[("n1", 0.5), ("n2", 1.5)]), "score of n2: 1.5 is not in [0, 1]");
        assert_eq!(faults(&[("n1", 0.5), ("n2", 0.5), ("n3", 0.5)]), "no score of `n3` is wanted");
        assert_eq!(
            faults(&[("n1", 0.5), ("n1", 0.6), ("n2", 0.5)]),
            "scores of n1: 2 given, 1 to 1 wanted"
        );
    }
}
