//! Round 0: each persona's thesis with what lies beside it, two levels of arguments below it, and
//! base scores.

use std::collections::{BTreeMap, BTreeSet};

use super::trees::Trees;
use crate::graph::{Edge, Graph, Node, NodeKind, Operation};
use crate::mode::ProtocolFailure;
use crate::mode::belief::questions::grow::{EACH_WAY, Grow, ParentNode};
use crate::mode::belief::questions::nodes::{InfluenceKind, NewNode, ShownNode};
use crate::mode::belief::questions::scores::Scores;
use crate::mode::belief::questions::thesis::StateThesis;
use crate::mode::debate_context::{Answered, DebateContext};
use crate::mode::shared::events::InitialStance;
use crate::vocabulary::{
    CallId, Component, EdgeId, NodeId, PersonaId, Probability, StatementId, Strength, Topic,
};

/// A persona's graph before it enters the debate's graph, with the calls that made its nodes.
struct OwnGraph {
    graph: Graph,
    made_by: Vec<CallId>,
    /// Asks for the nodes below the thesis.
    question: Grow,
}

/// Grows the graph of every persona. The debate fails if one of the calls fails: every persona
/// needs a thesis.
pub(super) async fn open(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    width: usize,
) -> Result<(), ProtocolFailure> {
    let mut graphs = theses(context, topic, width).await?;
    grow(context, &mut graphs).await?;
    let scores = score(context, topic, &graphs).await?;
    for (own, scores) in graphs.into_iter().zip(scores) {
        add(context, own, &scores);
    }
    Ok(())
}

async fn theses(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    width: usize,
) -> Result<Vec<OwnGraph>, ProtocolFailure> {
    let setting = context.setting;
    let questions: Vec<StateThesis> = setting
        .briefs()
        .into_iter()
        .map(|brief| StateThesis { brief, topic: topic.clone(), width })
        .collect();
    let answers = context.require_all(&questions, "could not state its thesis").await?;
    let mut next = 1;
    let mut graphs = Vec::new();
    for (question, answered) in questions.into_iter().zip(answers) {
        let case = answered.answer;
        let author = &question.brief.persona;
        let root = NodeId::new(next);
        let linked: BTreeSet<Component> =
            case.thesis.asserts.iter().map(|asserted| asserted.component).collect();
        let width = width.max(linked.len());
        let mut nodes = case.into_nodes(root, author);
        nodes[0].detail.confidence = stated_confidence(context, author, &nodes[0].detail.excerpts);
        // Ids are reserved now, so that prompts name a node as the debate will.
        let made_by = vec![answered.call; nodes.len()];
        let mut graph = Graph::default();
        for node in nodes {
            apply(&mut graph, &Operation::AddNode(Box::new(node)));
        }
        let question = Grow {
            brief: question.brief,
            topic: topic.clone(),
            tree: Trees::of(&graph).shown(&graph),
            thesis: root,
            width: width + EACH_WAY,
        };
        next += count(made_by.len() + question.most_nodes());
        graphs.push(OwnGraph { graph, made_by, question });
    }
    Ok(graphs)
}

/// How sure a persona says it is of its case in short, where its thesis cites it; `None` if its
/// author states no confidence.
fn stated_confidence(
    context: &DebateContext<'_>,
    persona: &PersonaId,
    cited: &[StatementId],
) -> Option<Probability> {
    let setting = context.setting;
    let corpus = setting.persona(persona).corpora.get(&setting.topic.id)?;
    let mut statements = corpus.statements();
    let case = statements.find(|statement| statement.is_case() && cited.contains(&statement.id))?;
    (!case.is_confidence_assumed).then_some(case.confidence)
}

fn count(items: usize) -> u32 {
    u32::try_from(items).expect("an opening has few nodes and edges")
}

/// Adds the two levels below each thesis.
async fn grow(
    context: &mut DebateContext<'_>,
    graphs: &mut [OwnGraph],
) -> Result<(), ProtocolFailure> {
    let questions: Vec<Grow> = graphs.iter().map(|own| own.question.clone()).collect();
    let what = "could not give arguments for and against its claims";
    let answers = context.require_all(&questions, what).await?;
    for (own, answered) in graphs.iter_mut().zip(answers) {
        own.add_levels(answered);
    }
    Ok(())
}

async fn score(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    graphs: &[OwnGraph],
) -> Result<Vec<Answered<BTreeMap<NodeId, Strength>>>, ProtocolFailure> {
    let question = |own: &OwnGraph| Scores {
        brief: Some(own.question.brief.clone()),
        topic: topic.clone(),
        nodes: own.shown(),
    };
    let questions: Vec<Scores> = graphs.iter().map(question).collect();
    context.require_all(&questions, "could not score its arguments").await
}

impl OwnGraph {
    fn shown(&self) -> Vec<ShownNode> {
        Trees::of(&self.graph).shown(&self.graph)
    }

    /// Whether a new node below `target` would weaken the thesis. Its author raises it as an
    /// objection and does not assert it, so it takes no side.
    fn harms_thesis(&self, target: NodeId, bearing: InfluenceKind) -> bool {
        let above = self.graph.node(target).is_some_and(|node| node.kind == NodeKind::Point);
        above == (bearing == InfluenceKind::Support)
    }

    /// Adds new nodes: those directly below the thesis, and then those below each of them,
    /// otherwise in the order of the answer.
    fn add_levels(&mut self, answered: Answered<Vec<(ParentNode, NewNode)>>) {
        let (mut first, mut second) = (BTreeMap::new(), Vec::new());
        for (position, (above, new)) in answered.answer.into_iter().enumerate() {
            match above {
                ParentNode::Thesis => {
                    first.insert(position, self.add(self.question.thesis, &new, answered.call));
                }
                ParentNode::New(above) => second.push((above, new)),
            }
        }
        second.sort_by_key(|(above, _)| *above);
        for (above, new) in second {
            self.add(first[&above], &new, answered.call);
        }
    }

    /// Adds a new node below another.
    fn add(&mut self, target: NodeId, new: &NewNode, call: CallId) -> NodeId {
        let last = self.graph.nodes().last().expect("a graph starts with a thesis").id;
        let id = NodeId::new(last.number() + 1);
        let mut node = node(id, &self.question.brief.persona, new);
        if self.harms_thesis(target, new.bearing) {
            (node.kind, node.side) = (NodeKind::Point, None);
        }
        apply(&mut self.graph, &Operation::AddNode(Box::new(node)));
        let edges = count(self.graph.edges().len());
        let edge = Edge::new(EdgeId::new(edges + 1), id, target, new.bearing.into());
        apply(&mut self.graph, &Operation::AddEdge(edge.with_weight(new.weight)));
        self.made_by.push(call);
        id
    }
}

fn apply(graph: &mut Graph, operation: &Operation) {
    graph.apply(operation).expect("new nodes have new ids and known targets");
}

/// Adds a persona's graph to the debate's graph, each node as a turn.
fn add(
    context: &mut DebateContext<'_>,
    own: OwnGraph,
    scores: &Answered<BTreeMap<NodeId, Strength>>,
) {
    let OwnGraph { graph, made_by, question } = own;
    let mut nodes = Vec::new();
    for (node, call) in graph.nodes().zip(made_by) {
        let edges = graph.out_of_node(node.id).cloned();
        let node = Node { base_score: Some(scores.answer[&node.id]), ..node.clone() };
        nodes.push(context.state(node, edges, call, Some(scores.call)));
    }
    context.report(&InitialStance { persona: question.brief.persona, nodes });
}

/// The graph's node for a new node of an answer.
pub(super) fn node(id: NodeId, author: &PersonaId, new: &NewNode) -> Node {
    let detail = new.reasons.clone().detail(new.evidence.clone(), new.excerpts.clone());
    let node = Node::new(id, NodeKind::Argument, new.claim.as_str());
    Node { detail, ..node.by(author, new.axis.clone(), new.side) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::tests::scripted::{ADA, in_debate};

    #[test]
    fn belief_rule_1_a_thesis_has_the_confidence_of_the_case_that_it_cites_and_else_none() {
        in_debate(&[ADA], |context| {
            for (cited, wanted) in [
                (vec!["ada-first"], Some(0.7)),
                (vec!["ada-on-trade", "ada-second"], Some(0.7)),
                (vec!["ada-on-trade"], None),
                (vec![], None),
            ] {
                let ids = cited.iter().map(|id| StatementId::new(*id).unwrap());
                let persona = PersonaId::new(ADA).unwrap();
                let stated = stated_confidence(context, &persona, &ids.collect::<Vec<_>>());
                assert_eq!(stated.map(Probability::value), wanted, "{cited:?}");
            }
        });
    }
}
