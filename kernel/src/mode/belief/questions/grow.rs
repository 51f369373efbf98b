//! Asks a persona for the two levels of its belief graph below its thesis.

pub(crate) mod by_corpus;

use std::collections::BTreeMap;
use std::iter::repeat_n;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::nodes::{InfluenceKind, NewNode, NodeDraft, ShownNode};
use crate::mode::belief::prompts::{RULES, TREE};
#[cfg(test)]
use crate::mode::belief::questions::nodes;
use crate::mode::shared::prompts::{PERSONA, TOPIC, WRITING};
use crate::mode::shared::questions::thesis::{ReasonDraft, most_reasons};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::Nonsense;
use crate::question::{
    Accept, Brief, Form, Narrowing, Parameters, Question, Spec, constant, tuple, with_fields,
};
use crate::vocabulary::{NodeId, PersonaId, Tokens, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/grow.md"),
    &[PERSONA, WRITING, RULES, TOPIC, TREE],
));

/// The least number of objections that a persona raises against its own thesis, and of reasons that
/// it gives for it.
pub(crate) const EACH_WAY: usize = 1;
/// The maximum number of nodes below each node that is directly below the thesis.
pub(crate) const BELOW_EACH: usize = 2;

/// Asks a persona for arguments for and against its thesis, and for arguments for and against
/// these.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Grow {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    /// Its thesis and what lies beside it.
    pub(crate) tree: Vec<ShownNode>,
    pub(crate) thesis: NodeId,
    /// The maximum number of nodes directly below the thesis.
    pub(crate) width: usize,
}

/// The node that a new node supports or attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParentNode {
    Thesis,
    /// The new node at this position, which is directly below the thesis.
    New(usize),
}

/// The name of the new node at a position.
pub(crate) fn name(position: usize) -> String {
    format!("a{}", position + 1)
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GrowAnswer {
    #[schemars(
        description = "The new nodes, which are named `a1`, `a2`, … in this order. The target of a node is the thesis or the name of a node below the thesis."
    )]
    pub(crate) nodes: Vec<NodeDraft>,
}

/// The length of one node, estimated generously.
const EACH: Tokens = Tokens(250);

impl Grow {
    /// The maximum number of nodes in both levels.
    pub(crate) fn most_nodes(&self) -> usize {
        self.width * (1 + BELOW_EACH)
    }

    /// What nodes below the thesis must do, each at least [`EACH_WAY`] times: the bearing and its
    /// word. A persona with a corpus may know no objection: its texts may neither grant nor answer
    /// one.
    fn required(&self) -> &'static [(InfluenceKind, &'static str)] {
        const BOTH: [(InfluenceKind, &str); 2] =
            [(InfluenceKind::Support, "support"), (InfluenceKind::Attack, "attack")];
        if self.brief.stance.is_some() { &BOTH[..1] } else { &BOTH }
    }
}

impl Question for Grow {
    const SPEC: Spec =
        Spec { name: "grow", version: 15, parameters: Parameters::strong(0.3, 1500), form: &FORM };
    type Raw = GrowAnswer;
    /// Each new node with the node that it supports or attacks.
    type Answer = Vec<(ParentNode, NewNode)>;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn parameters(&self) -> Parameters {
        Self::SPEC.parameters.with_room(self.most_nodes(), EACH)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        schema.axes(&self.topic);
        schema.excerpts(&self.brief);
        schema.count::<NodeDraft>("rests_on", 0..=most_reasons(&self.topic));
        schema.both_or_neither::<ReasonDraft>();
        let node = schema.schema_of::<NodeDraft>().clone();
        let mut below = |target: &str, bearing: Option<&str>| {
            let fixed = [("target", constant(target))];
            let node = with_fields(
                &node,
                fixed.into_iter().chain(bearing.map(|word| ("bearing", constant(word)))),
            );
            schema.define(&format!("{}-{target}", bearing.unwrap_or("node")), node)
        };
        let required = self.required();
        let bearings = required.iter().map(|(_, word)| Some(*word)).chain([None]);
        let thesis = self.thesis.to_string();
        let on_thesis: Vec<Value> = bearings.map(|bearing| below(&thesis, bearing)).collect();
        let on_new: Vec<Value> = (0..self.width).map(|place| below(&name(place), None)).collect();
        // So many nodes below the thesis, and one below each of these: a server compiles a grammar
        // of every way.
        let answer = |first: usize| {
            let more = repeat_n(&on_thesis[required.len()], first - required.len());
            let first_level = on_thesis[..required.len()].iter().chain(more);
            tuple(first_level.chain(&on_new[..first]).cloned().collect())
        };
        let silent = self.brief.stance.map(|_| tuple(vec![]));
        let sizes = (required.len() * EACH_WAY..=self.width).map(answer);
        let answers: Vec<_> = silent.into_iter().chain(sizes).collect();
        *schema.field::<GrowAnswer>("nodes") = json!({ "anyOf": answers });
    }

    fn accept(&self, raw: GrowAnswer, accept: &mut Accept) -> Option<Self::Answer> {
        if raw.nodes.is_empty() && self.brief.stance.is_some() {
            // A persona whose corpus has no reason takes part with its thesis alone.
            return Some(vec![]);
        }
        let thesis = self.thesis.to_string();
        let one = |node: NodeDraft, accept: &mut Accept| {
            accept.item(|accept| node.accept(&self.brief, &self.topic, accept))
        };
        let drafts = raw.nodes.into_iter().enumerate();
        let (first, second): (Vec<_>, Vec<_>) = drafts.partition(|(_, node)| node.target == thesis);
        let mut nodes = vec![];
        let mut places = BTreeMap::new();
        for (position, draft) in accept.at_most(&format!("nodes below {thesis}"), self.width, first)
        {
            if let Some(node) = one(draft, accept) {
                places.insert(name(position), nodes.len());
                nodes.push((ParentNode::Thesis, node));
            }
        }
        let is_sound = accept.is_sound();
        for (bearing, word) in self.required() {
            let count = nodes.iter().filter(|(_, node)| node.bearing == *bearing).count();
            accept.require(count >= EACH_WAY || !is_sound, || {
                format!("nodes below {thesis}: {EACH_WAY} must {word} it, {count} given")
            });
        }
        let mut below = vec![0; nodes.len()];
        for (_, draft) in second {
            let target = draft.target.clone();
            let Some(&place) = places.get(&target) else {
                let why = || format!("no node is wanted below `{target}`");
                accept.keep(!is_sound, why);
                continue;
            };
            below[place] += 1;
            if accept.keep(below[place] <= BELOW_EACH, || {
                format!("nodes below {target}: at most {BELOW_EACH} wanted")
            }) {
                nodes.extend(one(draft, accept).map(|node| (ParentNode::New(place), node)));
            }
        }
        Some(nodes)
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let width: u64 = nonsense.between("First add up to ", " nodes").parse().expect("a number");
        let thesis = nonsense.between(" nodes below ", ", your thesis");
        let first = (0..width).map(|n| {
            let bearing = if n == 0 { "attack" } else { "support" };
            nodes::nonsense(nonsense, thesis, bearing, n)
        });
        let second = (0..2 * width)
            .map(|n| nodes::nonsense(nonsense, &format!("a{}", n / 2 + 1), "support", width + n));
        json!({ "nodes": first.chain(second).collect::<Value>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::belief::samples::leaf;
    use crate::question::Cited;
    use crate::question::samples::{brief, complaints, parsed, topic};

    fn faults(nodes: Vec<NodeDraft>) -> String {
        let question =
            Grow { brief: brief(), topic: topic(), tree: vec![], thesis: NodeId::new(1), width: 3 };
        complaints(&question, GrowAnswer { nodes }).join("|")
    }

    fn nodes(targets: &[(&str, InfluenceKind)]) -> Vec<NodeDraft> {
        targets.iter().map(|(target, bearing)| leaf(target, *bearing)).collect()
    }

    const TWO_LEVELS: [(&str, InfluenceKind); 5] = [
        ("n1", InfluenceKind::Support),
        ("n1", InfluenceKind::Attack),
        ("a1", InfluenceKind::Support),
        ("a2", InfluenceKind::Support),
        ("a1", InfluenceKind::Attack),
    ];

    #[test]
    fn belief_rule_1_below_a_thesis_are_reasons_and_objections_and_at_most_two_nodes_below_each() {
        assert_eq!(faults(nodes(&TWO_LEVELS)), "");
        assert_eq!(faults(nodes(&TWO_LEVELS[..2])), "", "nothing is wanted below the first level");
        assert_eq!(faults(nodes(&TWO_LEVELS[1..2])), "nodes below n1: 1 must support it, 0 given");
        let with =
            |more: &[(&str, InfluenceKind)]| faults(nodes(&[&TWO_LEVELS[..], more].concat()));
        let (support, attack) = (InfluenceKind::Support, InfluenceKind::Attack);
        assert_eq!(
            with(&[("n1", support), ("n1", attack)]),
            "nodes below n1: 4 given, at most 3 wanted"
        );
        assert_eq!(with(&[("a1", attack)]), "nodes below a1: at most 2 wanted");
        assert_eq!(with(&[("n9", attack)]), "no node is wanted below `n9`");
        assert_eq!(with(&[("a3", attack)]), "no node is wanted below `a3`", "a third level");
    }

    #[test]
    fn the_answer_names_the_node_above_each_new_node() {
        let question =
            Grow { brief: brief(), topic: topic(), tree: vec![], thesis: NodeId::new(1), width: 3 };
        let answer = parsed(&question, GrowAnswer { nodes: nodes(&TWO_LEVELS) });
        let above: Vec<ParentNode> = answer.iter().map(|(above, _)| *above).collect();
        let [first, second] = [0, 1].map(ParentNode::New);
        assert_eq!(above, [ParentNode::Thesis, ParentNode::Thesis, first, second, first]);
    }

    #[test]
    fn a_persona_with_a_corpus_may_have_nothing_below_its_thesis_and_no_objection_to_it() {
        assert_eq!(faults(vec![]), "");
        assert_eq!(faults(nodes(&TWO_LEVELS[..1])), "");
        let brief = Brief { stance: None, ..brief() };
        let question =
            Grow { brief, topic: topic(), tree: vec![], thesis: NodeId::new(1), width: 3 };
        let faults = |nodes| complaints(&question, GrowAnswer { nodes });
        assert_eq!(faults(vec![])[0], "nodes below n1: 1 must support it, 0 given");
        let support = nodes(&TWO_LEVELS[..1]);
        assert_eq!(faults(support), ["nodes below n1: 1 must attack it, 0 given"]);
    }

    #[test]
    fn each_part_of_a_node_is_checked() {
        let fault = |spoil: &dyn Fn(&mut NodeDraft)| {
            let mut nodes = nodes(&TWO_LEVELS);
            spoil(&mut nodes[0]);
            faults(nodes)
        };
        assert_eq!(fault(&|leaf| leaf.claim.clear()), "claim: the text is empty");
        let parts = fault(&|leaf| {
            leaf.excerpts = vec!["walkers".into()];
            leaf.axis = Some("noise".into());
            leaf.evidence = vec![Cited { text: " ".into(), reference: None }];
        });
        let of = |what: &str| format!("“Drivers spend more.”: {what}");
        let expected = [
            "the topic has no axis `noise`",
            "evidence: the text is empty",
            "there is no excerpt `walkers`",
        ];
        assert_eq!(parts, expected.map(of).join("|"));
    }
}
