//! Asks a persona for the next level of its belief graph.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Bearing, Believed, Brief, Faults, Kind, Leaf, Parameters, Task, Tier};
use crate::vocabulary::{NodeId, PersonaId, Tokens, Topic};

/// How many nodes the next level has, and of which sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    /// So many below each node that is grown.
    pub width: usize,
    /// So many of them at least support it, and so many at least attack it.
    pub each_way: usize,
}

/// Asks a persona what speaks for and against nodes of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Grow {
    /// Who is asked.
    pub brief: Brief,
    /// The topic.
    pub topic: Topic,
    /// Its graph so far.
    pub tree: Vec<Believed>,
    /// The nodes that get something below them.
    pub below: Vec<NodeId>,
    /// What they get.
    pub level: Level,
}

/// The next level.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GrowAnswer {
    /// As many as wanted below each node.
    pub nodes: Vec<Leaf>,
}

/// What one node takes in an answer, amply.
const EACH: Tokens = Tokens(250);

impl Task for Grow {
    const KIND: Kind = Kind::Grow;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Strong, temperature: 0.3, max_output: Tokens(1500) };
    type Answer = GrowAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn parameters(&self) -> Parameters {
        Self::PARAMETERS.with_room(self.below.len() * self.level.width, EACH)
    }

    fn check(&self, answer: &GrowAnswer) -> Vec<String> {
        let mut faults = Faults::default();
        let Level { width, each_way } = self.level;
        for id in &self.below {
            let below = || answer.nodes.iter().filter(|leaf| leaf.target == id.to_string());
            faults.count(&format!("nodes below {id}"), below().count(), width..=width);
            for (bearing, word) in [(Bearing::Support, "support"), (Bearing::Attack, "attack")] {
                let count = below().filter(|leaf| leaf.bearing == bearing).count();
                faults.unless(count >= each_way, || {
                    format!("nodes below {id}: {each_way} must {word} it, {count} given")
                });
            }
        }
        for leaf in &answer.nodes {
            let wanted = self.below.iter().any(|id| id.to_string() == leaf.target);
            faults.unless(wanted, || format!("nothing is wanted below `{}`", leaf.target));
            leaf.check(&self.brief, &self.topic, &mut faults);
        }
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{brief, leaf, topic};
    use super::*;

    fn faults(each_way: usize, nodes: Vec<Leaf>) -> String {
        let below = vec![NodeId::new(1), NodeId::new(2)];
        let level = Level { width: 2, each_way };
        let task = Grow { brief: brief(), topic: topic(), tree: vec![], below, level };
        task.check(&GrowAnswer { nodes }).join("|")
    }

    fn four() -> Vec<Leaf> {
        let (support, attack) = (Bearing::Support, Bearing::Attack);
        [("n1", support), ("n1", attack), ("n2", support), ("n2", support)]
            .map(|(target, bearing)| leaf(target, bearing))
            .into()
    }

    #[test]
    fn each_node_gets_as_many_as_wanted_and_of_both_sorts_where_wanted() {
        assert_eq!(faults(0, four()), "");
        assert_eq!(faults(1, four()), "nodes below n2: 1 must attack it, 0 given");
        assert_eq!(faults(0, four()[..3].to_vec()), "nodes below n2: 1 given, 2 to 2 wanted");
        let mut astray = four();
        astray.push(leaf("n9", Bearing::Attack));
        assert_eq!(faults(0, astray), "nothing is wanted below `n9`");
    }

    #[test]
    fn each_part_of_a_node_is_checked() {
        let fault = |spoil: &dyn Fn(&mut Leaf)| {
            let mut nodes = four();
            spoil(&mut nodes[0]);
            faults(0, nodes)
        };
        let of = "«Drivers spend more.»:";
        assert_eq!(fault(&|leaf| leaf.claim.clear()), "claim: the text is empty");
        assert_eq!(
            fault(&|leaf| leaf.excerpts = vec!["walkers".into()]),
            format!("{of} there is no excerpt `walkers`")
        );
        assert_eq!(
            fault(&|leaf| leaf.axis = Some("noise".into())),
            format!("{of} the topic has no axis `noise`")
        );
        let cited = super::super::Cited { text: "A count.".into(), reference: None };
        assert_eq!(
            fault(&|leaf| leaf.evidence = vec![cited.clone(); 3]),
            format!("{of} evidence: 3 given, 0 to 2 wanted")
        );
    }
}
