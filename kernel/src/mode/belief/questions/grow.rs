//! Asks a persona for the next level of its belief graph.

pub(crate) mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::nodes::{Bearing, NewNode, NodeDraft, ShownNode};
use crate::corpus::{Silence, Voices};
use crate::mode::belief::prompts::{RULES, TREE};
use crate::mode::shared::prompts::{PERSONA, TOPIC};
use crate::mode::shared::questions::thesis::{ReasonDraft, most_reasons};
use crate::prompt::Template;
use crate::question::{
    Accept, Brief, Form, Narrowing, Parameters, Question, Spec, Tier, constant, tuple, with_fields,
};
use crate::vocabulary::{NodeId, PersonaId, Tokens, Topic};

static FORM: Form =
    Form::new(Template::new(include_str!("../prompts/grow.md"), &[PERSONA, RULES, TOPIC, TREE]));

/// The size of the next level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Level {
    /// The least number of nodes below each node.
    pub(crate) least: usize,
    /// The greatest number.
    pub(crate) width: usize,
    /// The least number that support it, and the least number that attack it.
    pub(crate) each_way: usize,
}

/// Asks a persona for arguments for and against nodes of its own.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Grow {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    /// Its graph so far.
    pub(crate) tree: Vec<ShownNode>,
    /// The nodes that the new level supports or attacks.
    pub(crate) below: Vec<NodeId>,
    pub(crate) level: Level,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GrowAnswer {
    #[schemars(description = "The new nodes.")]
    pub(crate) nodes: Vec<NodeDraft>,
}

/// The length of one node, estimated generously.
const EACH: Tokens = Tokens(250);

impl Question for Grow {
    const SPEC: Spec = Spec {
        name: "grow",
        version: 5,
        parameters: Parameters { tier: Tier::Strong, temperature: 0.3, max_output: Tokens(1500) },
        form: &FORM,
    };
    type Raw = GrowAnswer;
    /// Each new node with the node that it supports or attacks.
    type Answer = Vec<(NodeId, NewNode)>;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn parameters(&self) -> Parameters {
        Self::SPEC.parameters.with_room(self.below.len() * self.level.width, EACH)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        schema.axes(&self.topic);
        schema.excerpts(&self.brief);
        schema.count::<NodeDraft>("rests_on", 0..=most_reasons(&self.topic));
        schema.both_or_neither::<ReasonDraft>();
        let Level { least, width, each_way } = self.level;
        let node = schema.schema_of::<NodeDraft>().clone();
        // As many as are wanted at the least, and as many as there is room for.
        let answer = |each: usize| {
            let below = self.below.iter().flat_map(|id| {
                (0..each).map(|place| {
                    let target = ("target", constant(id.to_string()));
                    let bearing = match place {
                        place if place < each_way => Some("support"),
                        place if place < 2 * each_way => Some("attack"),
                        _ => None,
                    };
                    let bearing = bearing.map(|word| ("bearing", constant(word)));
                    with_fields(&node, [target].into_iter().chain(bearing))
                })
            });
            tuple(below.collect())
        };
        let silent = self.brief.stance.map(|_| tuple(vec![]));
        let least = least.max(2 * each_way).max(1);
        let sizes = (least..=width.max(least)).map(answer);
        let answers: Vec<_> = silent.into_iter().chain(sizes).collect();
        *schema.field::<GrowAnswer>("nodes") = json!({ "anyOf": answers });
    }

    fn accept(&self, raw: GrowAnswer) -> Result<Vec<(NodeId, NewNode)>, Vec<String>> {
        let mut accept = Accept::default();
        if raw.nodes.is_empty() && self.brief.stance.is_some() {
            // A persona whose corpus has no reason takes part with its thesis alone.
            return Ok(Vec::new());
        }
        let Level { least, width, each_way } = self.level;
        for id in &self.below {
            let below = || raw.nodes.iter().filter(|node| node.target == id.to_string());
            accept.count(&format!("nodes below {id}"), below().count(), least..=width);
            for (bearing, word) in [(Bearing::Support, "support"), (Bearing::Attack, "attack")] {
                let count = below().filter(|node| node.bearing == bearing).count();
                accept.require(count >= each_way, || {
                    format!("nodes below {id}: {each_way} must {word} it, {count} given")
                });
            }
        }
        let nodes = raw.nodes.into_iter().filter_map(|node| {
            let target = self.below.iter().find(|id| id.to_string() == node.target).copied();
            accept
                .require(target.is_some(), || format!("no node is wanted below `{}`", node.target));
            let node = node.accept(&self.brief, &self.topic, &mut accept);
            target.zip(node)
        });
        let nodes = nodes.collect();
        accept.finish(Some(nodes))
    }

    fn by_corpus(&self, voices: &Voices<'_>) -> Result<GrowAnswer, Silence> {
        by_corpus::answer(self, voices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::belief::samples::leaf;
    use crate::question::Cited;
    use crate::question::samples::{brief, topic};

    fn faults(each_way: usize, nodes: Vec<NodeDraft>) -> String {
        let below = vec![NodeId::new(1), NodeId::new(2)];
        let level = Level { least: 1, width: 2, each_way };
        let question = Grow { brief: brief(), topic: topic(), tree: vec![], below, level };
        question.accept(GrowAnswer { nodes }).err().unwrap_or_default().join("|")
    }

    fn four() -> Vec<NodeDraft> {
        let (support, attack) = (Bearing::Support, Bearing::Attack);
        [("n1", support), ("n1", attack), ("n2", support), ("n2", support)]
            .map(|(target, bearing)| leaf(target, bearing))
            .into()
    }

    #[test]
    fn belief_rule_1_each_node_gets_as_many_as_wanted_and_of_both_sorts_where_wanted() {
        assert_eq!(faults(0, four()), "");
        assert_eq!(faults(1, four()), "nodes below n2: 1 must attack it, 0 given");
        assert_eq!(faults(0, four()[..3].to_vec()), "");
        assert_eq!(faults(0, four()[..2].to_vec()), "nodes below n2: 0 given, 1 to 2 wanted");
        let mut five = four();
        five.push(leaf("n1", Bearing::Attack));
        assert_eq!(faults(0, five), "nodes below n1: 3 given, 1 to 2 wanted");
        let mut astray = four();
        astray.push(leaf("n9", Bearing::Attack));
        assert_eq!(faults(0, astray), "no node is wanted below `n9`");
    }

    #[test]
    fn a_persona_with_a_corpus_may_have_nothing_below_its_thesis() {
        assert_eq!(faults(1, vec![]), "");
        let below = vec![NodeId::new(1)];
        let level = Level { least: 2, width: 2, each_way: 1 };
        let brief = Brief { stance: None, ..brief() };
        let question = Grow { brief, topic: topic(), tree: vec![], below, level };
        let faults = question.accept(GrowAnswer { nodes: vec![] }).err().unwrap_or_default();
        assert_eq!(faults[0], "nodes below n1: 0 given, 2 to 2 wanted");
    }

    #[test]
    fn each_part_of_a_node_is_checked() {
        let fault = |spoil: &dyn Fn(&mut NodeDraft)| {
            let mut nodes = four();
            spoil(&mut nodes[0]);
            faults(0, nodes)
        };
        let of = "“Drivers spend more.”:";
        assert_eq!(fault(&|leaf| leaf.claim.clear()), "claim: the text is empty");
        assert_eq!(
            fault(&|leaf| leaf.excerpts = vec!["walkers".into()]),
            format!("{of} there is no excerpt `walkers`")
        );
        assert_eq!(
            fault(&|leaf| leaf.axis = Some("noise".into())),
            format!("{of} the topic has no axis `noise`")
        );
        let cited = Cited { text: "A count.".into(), reference: None };
        assert_eq!(
            fault(&|leaf| leaf.evidence = vec![cited.clone(); 3]),
            format!("{of} evidence: 3 given, 0 to 2 wanted")
        );
    }
}
