//! Asks a persona, after the last round, for the strength that its own thesis should have.

use serde::{Deserialize, Serialize};

use super::{Believed, Brief, Faults, Kind, Parameters, Target, Task, Tier};
use crate::vocabulary::{NodeId, PersonaId, Tokens, Topic};

/// Asks a persona what it makes of what the last round added to its graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Closing {
    /// Who is asked.
    pub brief: Brief,
    /// The topic.
    pub topic: Topic,
    /// Everybody's graph, thesis by thesis, each node after the one it bears on.
    pub trees: Vec<Believed>,
    /// What others have added to the persona's graph since it was last heard.
    pub received: Vec<NodeId>,
}

impl Task for Closing {
    const KIND: Kind = Kind::Closing;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Strong, temperature: 0.3, max_output: Tokens(400) };
    type Answer = Target;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn check(&self, answer: &Target) -> Vec<String> {
        let mut faults = Faults::default();
        answer.check(&self.brief, &mut faults);
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{brief, topic};
    use super::*;

    #[test]
    fn a_target_lies_within_range_and_has_a_reason() {
        let task = Closing { brief: brief(), topic: topic(), trees: vec![], received: vec![] };
        let faults = |strength, reason: &str| {
            task.check(&Target { strength, reason: reason.into(), flip: None }).join("|")
        };
        assert_eq!(faults(0.0, "The count."), "");
        assert_eq!(
            faults(-0.1, ""),
            "target strength: -0.1 is not in [0, 1]|reason of the target: the text is empty"
        );
    }
}
