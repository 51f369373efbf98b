//! Asks a persona for its moves of a round, and for the strength that its own thesis should have.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Believed, Brief, Faults, Kind, Leaf, Parameters, Target, Task, Tier};
use crate::vocabulary::{NodeId, PersonaId, Tokens, Topic};

/// Asks a persona what it adds to the others' nodes, and what it makes of what was added to its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moves {
    /// Who is asked.
    pub brief: Brief,
    /// The topic.
    pub topic: Topic,
    /// The round, from 1.
    pub round: u32,
    /// Everybody's graph, thesis by thesis, each node after the one it bears on.
    pub trees: Vec<Believed>,
    /// What others have added to the persona's graph since it was last heard; without it no target is wanted.
    pub received: Vec<NodeId>,
}

/// A persona's moves of a round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovesAnswer {
    /// One to three of them; none where nothing is left to say.
    pub moves: Vec<Leaf>,
    /// Where its own thesis should stand, or null where it has received nothing.
    pub target: Option<Target>,
}

impl Task for Moves {
    const KIND: Kind = Kind::Moves;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Strong, temperature: 0.7, max_output: Tokens(2000) };
    type Answer = MovesAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn check(&self, answer: &MovesAnswer) -> Vec<String> {
        let mut faults = Faults::default();
        faults.count("moves", answer.moves.len(), 0..=3);
        for node in &answer.moves {
            node.check(&self.brief, &self.topic, &mut faults);
        }
        match &answer.target {
            Some(target) => target.check(&self.brief, &mut faults),
            None => faults.unless(self.received.is_empty(), || {
                "target: your thesis was answered, so say where it should stand".into()
            }),
        }
        faults.unless(answer.target.is_none() || !self.received.is_empty(), || {
            "target: nothing was added to your graph, so give null".into()
        });
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bearing;
    use super::super::samples::{brief, leaf, topic};
    use super::*;

    fn target(strength: f64, flip: Option<&str>) -> Target {
        Target { strength, reason: "It is so.".into(), flip: flip.map(Into::into) }
    }

    fn faults(received: &[u32], weights: &[f64], target: Option<Target>) -> String {
        let task = Moves {
            brief: brief(),
            topic: topic(),
            round: 1,
            trees: vec![],
            received: received.iter().map(|&number| NodeId::new(number)).collect(),
        };
        let drafted = |&weight: &f64| Leaf { weight, ..leaf("n3", Bearing::Attack) };
        task.check(&MovesAnswer { moves: weights.iter().map(drafted).collect(), target }).join("|")
    }

    #[test]
    fn none_to_three_weighted_moves_pass() {
        assert_eq!(faults(&[], &[], None), "");
        assert_eq!(faults(&[], &[0.0, 0.5, 1.0], None), "");
        assert_eq!(faults(&[], &[0.5; 4], None), "moves: 4 given, 0 to 3 wanted");
        assert_eq!(
            faults(&[], &[1.2], None),
            "«Drivers spend more.»: weight: 1.2 is not in [0, 1]"
        );
    }

    #[test]
    fn a_target_is_wanted_where_something_was_received_and_only_there() {
        assert_eq!(faults(&[4], &[], Some(target(0.4, Some("takings-rise")))), "");
        assert_eq!(
            faults(&[4], &[], None),
            "target: your thesis was answered, so say where it should stand"
        );
        assert_eq!(
            faults(&[], &[], Some(target(0.4, None))),
            "target: nothing was added to your graph, so give null"
        );
        assert_eq!(
            faults(&[4], &[], Some(target(1.4, Some("rain")))),
            "target strength: 1.4 is not in [0, 1]|no condition of yours is named `rain`"
        );
    }
}
