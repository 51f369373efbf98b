//! Asks a persona for its thesis on a topic.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::believed::grounded;
use super::{Brief, Faults, Kind, Parameters, Task, Tier};
use crate::vocabulary::{PersonaId, Side, Tokens, Topic};

/// Asks a persona what it holds on the topic as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Thesis {
    /// Who is asked.
    pub brief: Brief,
    /// The topic.
    pub topic: Topic,
}

/// A persona's thesis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ThesisAnswer {
    /// The thesis as one or two sentences.
    pub claim: String,
    /// The answer that it gives to the topic's question.
    pub side: Side,
    /// The ids of the excerpts it rests on.
    pub excerpts: Vec<String>,
}

impl Task for Thesis {
    const KIND: Kind = Kind::Thesis;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Strong, temperature: 0.3, max_output: Tokens(500) };
    type Answer = ThesisAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn check(&self, answer: &ThesisAnswer) -> Vec<String> {
        let mut faults = Faults::default();
        faults.text("thesis", &answer.claim);
        grounded(&answer.excerpts, &self.brief, |what| format!("thesis: {what}"), &mut faults);
        if let Some(stance) = self.brief.stance {
            faults.unless(answer.side == stance, || {
                format!("your answer to the question of the topic is {}", stance.word())
            });
        }
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{brief, topic};
    use super::*;

    #[test]
    fn a_thesis_takes_the_side_of_its_author_and_rests_on_its_excerpts() {
        let task = Thesis { brief: brief(), topic: topic() };
        let faults = |side, claim: &str, excerpt: &str| {
            let answer =
                ThesisAnswer { claim: claim.into(), side, excerpts: vec![excerpt.to_owned()] };
            task.check(&answer).join("|")
        };
        assert_eq!(faults(Side::No, "Keep it open.", "drivers"), "");
        assert_eq!(
            faults(Side::Yes, "Close it.", "drivers"),
            "your answer to the question of the topic is no"
        );
        assert_eq!(
            faults(Side::No, " ", "walkers"),
            "thesis: the text is empty|thesis: there is no excerpt `walkers`"
        );
    }
}
