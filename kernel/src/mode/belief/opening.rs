//! Round 0: each persona's thesis, two levels of arguments below it, and base scores.

use std::collections::BTreeMap;

use super::questions::grow::{Grow, Level};
use super::questions::nodes::{NewNode, ShownNode};
use super::questions::scores::Scores;
use super::questions::thesis::Thesis;
use super::trees::Trees;
use crate::graph::{Detail, Edge, Graph, Node, NodeKind, Operation};
use crate::mode::Failure;
use crate::mode::table::{Answered, Table};
use crate::question::Brief;
use crate::record::Event;
use crate::vocabulary::{CallId, EdgeId, NodeId, PersonaId, Strength};

/// Below the thesis.
const FIRST: Level = Level { least: 3, width: 3, each_way: 1 };
/// Below each argument of the first level.
const SECOND: Level = Level { least: 1, width: 2, each_way: 0 };

/// A persona's graph before it enters the debate's graph, with the calls that made its nodes.
struct OwnGraph {
    brief: Brief,
    graph: Graph,
    made_by: Vec<CallId>,
    /// The nodes of the newest level.
    newest: Vec<NodeId>,
}

/// Grows the graph of every persona. The debate fails if one of the calls fails: every persona needs a thesis.
pub(super) async fn open(table: &mut Table<'_>) -> Result<(), Failure> {
    let mut graphs = theses(table).await?;
    grow(table, &mut graphs, FIRST).await?;
    grow(table, &mut graphs, SECOND).await?;
    let scores = score(table, &graphs).await?;
    for (own, scores) in graphs.into_iter().zip(scores) {
        add(table, own, &scores);
    }
    Ok(())
}

async fn theses(table: &mut Table<'_>) -> Result<Vec<OwnGraph>, Failure> {
    let setting = table.setting;
    let briefs = setting.personas.iter().map(|persona| Brief::new(persona, setting.topic));
    let questions: Vec<Thesis> =
        briefs.map(|brief| Thesis { brief, topic: setting.topic.clone() }).collect();
    let answers = table.require_all(&questions, "could not state its thesis").await?;
    // Ids are reserved now, so that prompts name a node as the debate will.
    let nodes = 1 + FIRST.width * (1 + SECOND.width);
    let mut graphs = Vec::new();
    for ((question, answered), seat) in questions.into_iter().zip(answers).zip(0..) {
        let number = u32::try_from(seat * nodes + 1).expect("a debate has few personas");
        let (thesis, id) = (answered.answer, NodeId::new(number));
        let mut node = Node::new(id, NodeKind::Thesis, thesis.claim);
        node.author = Some(question.brief.persona.clone());
        node.side = Some(thesis.side);
        node.detail.excerpts = thesis.excerpts;
        let mut graph = Graph::default();
        apply(&mut graph, &Operation::AddNode(Box::new(node)));
        let made_by = vec![answered.call];
        graphs.push(OwnGraph { brief: question.brief, graph, made_by, newest: vec![id] });
    }
    Ok(graphs)
}

/// Adds a level below the newest one.
async fn grow(table: &mut Table<'_>, graphs: &mut [OwnGraph], level: Level) -> Result<(), Failure> {
    let topic = table.setting.topic;
    let question = |own: &OwnGraph| Grow {
        brief: own.brief.clone(),
        topic: topic.clone(),
        tree: own.shown(),
        below: own.newest.clone(),
        level,
    };
    let questions: Vec<Grow> = graphs.iter().map(question).collect();
    let answers = table
        .require_all(&questions, "could not give arguments for and against its claims")
        .await?;
    for (own, answered) in graphs.iter_mut().zip(answers) {
        own.add_level(answered);
    }
    Ok(())
}

async fn score(
    table: &mut Table<'_>,
    graphs: &[OwnGraph],
) -> Result<Vec<Answered<BTreeMap<NodeId, Strength>>>, Failure> {
    let topic = table.setting.topic;
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

    /// Adds nodes, grouped by the nodes that they support or attack, otherwise in the order of the answer.
    fn add_level(&mut self, answered: Answered<Vec<(NodeId, NewNode)>>) {
        let mut level = answered.answer;
        level.sort_by_key(|(target, _)| *target);
        self.newest.clear();
        for (target, new) in level {
            let last = self.graph.nodes().last().expect("a graph starts with a thesis").id;
            let id = NodeId::new(last.number() + 1);
            let node = node(id, &self.brief.persona, &new);
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
        evidence: new.evidence.clone(),
        excerpts: new.excerpts.clone(),
        ..Detail::default()
    };
    node
}
