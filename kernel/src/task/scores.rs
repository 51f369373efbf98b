//! Asks how plausible nodes are in themselves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Believed, Brief, Faults, Kind, Parameters, Task, Tier};
use crate::vocabulary::{PersonaId, Tokens, Topic};

/// Asks for base scores: of a persona, or of a judge who is nobody in the debate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// The persona whose judgement is asked; none for a judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brief: Option<Brief>,
    /// The topic.
    pub topic: Topic,
    /// What is to be scored.
    pub nodes: Vec<Believed>,
}

/// The base score of one node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scored {
    /// The node's id.
    pub node: String,
    /// How plausible it is in itself, in [0, 1].
    pub score: f64,
}

/// The base scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoresAnswer {
    /// One for each node.
    pub scores: Vec<Scored>,
}

/// What one score takes in an answer, amply.
const EACH: Tokens = Tokens(40);

impl Task for Scores {
    const KIND: Kind = Kind::Scores;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Fast, temperature: 0.2, max_output: Tokens(600) };
    type Answer = ScoresAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        self.brief.as_ref().map(|brief| &brief.persona)
    }

    fn parameters(&self) -> Parameters {
        Self::PARAMETERS.with_room(self.nodes.len(), EACH)
    }

    fn check(&self, answer: &ScoresAnswer) -> Vec<String> {
        let mut faults = Faults::default();
        for node in &self.nodes {
            let id = node.id.to_string();
            let count = answer.scores.iter().filter(|scored| scored.node == id).count();
            faults.count(&format!("scores of {id}"), count, 1..=1);
        }
        for Scored { node, score } in &answer.scores {
            faults.unit(&format!("score of {node}"), *score);
            let known = self.nodes.iter().any(|known| known.id.to_string() == *node);
            faults.unless(known, || format!("no score of `{node}` is wanted"));
        }
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{believed, topic};
    use super::*;

    #[test]
    fn every_node_is_scored_once_and_within_range() {
        let nodes = vec![believed(1, None), believed(2, Some(1))];
        let task = Scores { brief: None, topic: topic(), nodes };
        let faults = |scores: &[(&str, f64)]| {
            let scored =
                |(node, score): &(&str, f64)| Scored { node: (*node).into(), score: *score };
            task.check(&ScoresAnswer { scores: scores.iter().map(scored).collect() }).join("|")
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
