//! Round 0: each persona's thesis with what lies beside it, two levels of arguments below it, and base scores.

use std::collections::{BTreeMap, BTreeSet};

use super::questions::grow::{Grow, Level};
use super::questions::nodes::{Bearing, NewNode, ShownNode};
use super::questions::scores::Scores;
use super::questions::thesis::{StateThesis, Stated};
use super::trees::Trees;
use crate::graph::{Detail, Edge, Graph, Node, NodeKind, Operation};
use crate::mode::Failure;
use crate::mode::table::{Answered, Table};
use crate::question::Brief;
use crate::record::Event;
use crate::vocabulary::{CallId, Component, EdgeId, NodeId, PersonaId, Strength, Topic};

/// The least number of objections that a persona raises against its own thesis.
const OBJECTIONS: usize = 1;
/// Below each argument of the first level.
const SECOND: Level = Level { least: 0, width: 2, each_way: 0 };

/// Below the thesis: at most `width` arguments for it, and an objection.
fn first(width: usize) -> Level {
    Level { least: 2 * OBJECTIONS, width: width + OBJECTIONS, each_way: OBJECTIONS }
}

/// A persona's graph before it enters the debate's graph, with the calls that made its nodes.
struct OwnGraph {
    brief: Brief,
    graph: Graph,
    made_by: Vec<CallId>,
    /// The nodes of the newest level.
    newest: Vec<NodeId>,
    /// The maximum number of reasons directly below the thesis: that of the mode, and more where the thesis asserts more.
    width: usize,
}

/// Grows the graph of every persona. The debate fails if one of the calls fails: every persona needs a thesis.
pub(super) async fn open(
    table: &mut Table<'_>,
    topic: &Topic,
    width: usize,
) -> Result<(), Failure> {
    let mut graphs = theses(table, topic, width).await?;
    grow(table, topic, &mut graphs, |own| first(own.width)).await?;
    grow(table, topic, &mut graphs, |_| SECOND).await?;
    let scores = score(table, topic, &graphs).await?;
    for (own, scores) in graphs.into_iter().zip(scores) {
        add(table, own, &scores);
    }
    Ok(())
}

async fn theses(
    table: &mut Table<'_>,
    topic: &Topic,
    width: usize,
) -> Result<Vec<OwnGraph>, Failure> {
    let setting = table.setting;
    let briefs = setting.personas.iter().map(|persona| Brief::new(persona, setting.topic));
    let questions: Vec<StateThesis> =
        briefs.map(|brief| StateThesis { brief, topic: topic.clone(), width }).collect();
    let answers = table.require_all(&questions, "could not state its thesis").await?;
    let mut next = 1;
    let mut graphs = Vec::new();
    for (question, answered) in questions.into_iter().zip(answers) {
        let Stated { thesis, grants, positions } = answered.answer;
        let author = &question.brief.persona;
        let root = NodeId::new(next);
        let linked: BTreeSet<Component> =
            thesis.asserts.iter().map(|asserted| asserted.component).collect();
        let width = width.max(linked.len());
        let mut nodes = vec![thesis.into_node(root, author)];
        for grant in grants {
            let id = NodeId::new(next + count(nodes.len()));
            nodes.push(grant.into_node(id, author));
        }
        for position in positions {
            let id = NodeId::new(next + count(nodes.len()));
            nodes.push(position.into_node(id, author));
        }
        // Ids are reserved now, so that prompts name a node as the debate will.
        next += count(nodes.len() + first(width).width * (1 + SECOND.width));
        let made_by = vec![answered.call; nodes.len()];
        let mut graph = Graph::default();
        for node in nodes {
            apply(&mut graph, &Operation::AddNode(Box::new(node)));
        }
        graphs.push(OwnGraph { brief: question.brief, graph, made_by, newest: vec![root], width });
    }
    Ok(graphs)
}

fn count(nodes: usize) -> u32 {
    u32::try_from(nodes).expect("an opening has few nodes")
}

/// Adds a level below the newest one. A persona without a newest level is not asked.
async fn grow(
    table: &mut Table<'_>,
    topic: &Topic,
    graphs: &mut [OwnGraph],
    level: impl Fn(&OwnGraph) -> Level,
) -> Result<(), Failure> {
    let question = |own: &OwnGraph| Grow {
        brief: own.brief.clone(),
        topic: topic.clone(),
        tree: own.shown(),
        below: own.newest.clone(),
        level: level(own),
    };
    let mut growing: Vec<&mut OwnGraph> =
        graphs.iter_mut().filter(|own| !own.newest.is_empty()).collect();
    let questions: Vec<Grow> = growing.iter().map(|own| question(own)).collect();
    let answers = table
        .require_all(&questions, "could not give arguments for and against its claims")
        .await?;
    for (own, answered) in growing.iter_mut().zip(answers) {
        own.add_level(answered);
    }
    Ok(())
}

async fn score(
    table: &mut Table<'_>,
    topic: &Topic,
    graphs: &[OwnGraph],
) -> Result<Vec<Answered<BTreeMap<NodeId, Strength>>>, Failure> {
    let question = |own: &OwnGraph| Scores {
        brief: Some(own.brief.clone()),
        topic: topic.clone(),
        nodes: own.shown(),
    };
    let questions: Vec<Scores> = graphs.iter().map(question).collect();
    table.require_all(&questions, "could not score its arguments").await
}

impl OwnGraph {
    fn shown(&self) -> Vec<ShownNode> {
        Trees::of(&self.graph).shown(&self.graph)
    }

    /// Whether a new node below `target` would weaken the thesis. Its author raises it as an objection and does not assert it, so
    /// it takes no side.
    fn harms_thesis(&self, target: NodeId, bearing: Bearing) -> bool {
        let above = self.graph.node(target).is_some_and(|node| node.kind == NodeKind::Claim);
        above == (bearing == Bearing::Support)
    }

    /// Adds nodes, grouped by the nodes that they support or attack, otherwise in the order of the answer.
    fn add_level(&mut self, answered: Answered<Vec<(NodeId, NewNode)>>) {
        let mut level = answered.answer;
        level.sort_by_key(|(target, _)| *target);
        self.newest.clear();
        for (target, new) in level {
            let last = self.graph.nodes().last().expect("a graph starts with a thesis").id;
            let id = NodeId::new(last.number() + 1);
            let mut node = node(id, &self.brief.persona, &new);
            if self.harms_thesis(target, new.bearing) {
                (node.kind, node.side) = (NodeKind::Claim, None);
            }
            apply(&mut self.graph, &Operation::AddNode(Box::new(node)));
            let edges = u32::try_from(self.graph.edges().len()).expect("a graph has few edges");
            let edge = Edge::new(EdgeId::new(edges + 1), id, target, new.bearing.into());
            apply(&mut self.graph, &Operation::AddEdge(edge.with_weight(new.weight)));
            self.made_by.push(answered.call);
            self.newest.push(id);
        }
    }
}

fn apply(graph: &mut Graph, operation: &Operation) {
    graph.apply(operation).expect("new nodes have new ids and known targets");
}

/// Adds a persona's graph to the debate's graph, each node as a turn.
fn add(table: &mut Table<'_>, own: OwnGraph, scores: &Answered<BTreeMap<NodeId, Strength>>) {
    let OwnGraph { brief, graph, made_by, .. } = own;
    let mut nodes = Vec::new();
    for (node, call) in graph.nodes().zip(made_by) {
        let edges = graph.out_of_node(node.id).cloned();
        let node = Node { base_score: Some(scores.answer[&node.id]), ..node.clone() };
        nodes.push(table.state(node, edges, call, Some(scores.call)));
    }
    table.emit(&Event::InitialStance { persona: brief.persona, nodes });
}

/// The graph's node for a new node of an answer.
pub(super) fn node(id: NodeId, author: &PersonaId, new: &NewNode) -> Node {
    let mut node = Node::new(id, NodeKind::Argument, new.claim.as_str());
    node.author = Some(author.clone());
    node.axis.clone_from(&new.axis);
    node.side = new.side;
    node.detail = Detail {
        premises: new.reasons.texts.clone(),
        asserts: new.reasons.asserts.clone(),
        evidence: new.evidence.clone(),
        excerpts: new.excerpts.clone(),
        ..Detail::default()
    };
    node
}
