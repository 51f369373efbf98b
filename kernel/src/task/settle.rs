//! Asks what would settle the cruxes that were computed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Believed, Faults, Kind, Parameters, Task, Tier, Wording};
use crate::vocabulary::{PersonaId, Strength, Tokens, Topic};

/// How plausible one persona finds a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// Who.
    pub persona: PersonaId,
    /// Its base score of the node.
    pub base_score: Strength,
}

/// A node on which the personas part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Divided {
    /// The node.
    pub node: Believed,
    /// What each makes of it.
    pub held: Vec<Held>,
}

/// Asks for one settling question a crux.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settle {
    /// The topic.
    pub topic: Topic,
    /// The cruxes, the strongest first.
    pub cruxes: Vec<Divided>,
}

/// The settling questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettleAnswer {
    /// One for each crux, by the id of its node.
    pub questions: Vec<Wording>,
}

/// What one question takes in an answer, amply.
const EACH: Tokens = Tokens(120);

impl Task for Settle {
    const KIND: Kind = Kind::Settle;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Strong, temperature: 0.3, max_output: Tokens(800) };
    type Answer = SettleAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        None
    }

    fn parameters(&self) -> Parameters {
        Self::PARAMETERS.with_room(self.cruxes.len(), EACH)
    }

    fn check(&self, answer: &SettleAnswer) -> Vec<String> {
        let mut faults = Faults::default();
        for Divided { node, .. } in &self.cruxes {
            let id = node.id.to_string();
            let count = answer.questions.iter().filter(|wording| wording.item == id).count();
            faults.count(&format!("questions for {id}"), count, 1..=1);
        }
        for Wording { item, question } in &answer.questions {
            faults.text(&format!("question for {item}"), question);
            let wanted = self.cruxes.iter().any(|crux| crux.node.id.to_string() == *item);
            faults.unless(wanted, || format!("no question is wanted for `{item}`"));
        }
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{believed, topic};
    use super::*;

    #[test]
    fn every_crux_gets_one_question() {
        let cruxes = vec![Divided { node: believed(1, None), held: vec![] }];
        let task = Settle { topic: topic(), cruxes };
        let faults = |questions: &[(&str, &str)]| {
            let worded = |(item, question): &(&str, &str)| Wording {
                item: (*item).into(),
                question: (*question).into(),
            };
            task.check(&SettleAnswer { questions: questions.iter().map(worded).collect() })
                .join("|")
        };
        assert_eq!(faults(&[("n1", "What is counted?")]), "");
        assert_eq!(faults(&[]), "questions for n1: 0 given, 1 to 1 wanted");
        assert_eq!(faults(&[("n1", " ")]), "question for n1: the text is empty");
        assert_eq!(faults(&[("n1", "What?"), ("n2", "Who?")]), "no question is wanted for `n2`");
    }
}
