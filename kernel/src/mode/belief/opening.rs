//! Round 0: everybody's thesis, two levels of arguments below it, and base scores.

use crate::graph::{Cause, Detail, Edge, Node, NodeKind, Operation, Provenance};
use crate::mode::Failure;
use crate::mode::checked::{axis, citation, statements};
use crate::mode::debate::{Answered, Debate};
use crate::record::{Act, Event, Fate, Turn};
use crate::task::{
    Believed, Brief, Grow, GrowAnswer, Leaf, Level, Scores, ScoresAnswer, Task, Thesis,
};
use crate::vocabulary::{CallId, EdgeId, NodeId, PersonaId, Strength, TurnId};

use super::forest::Forest;
use crate::graph::Graph;

/// Below the thesis.
const FIRST: Level = Level { least: 3, width: 3, each_way: 1 };
/// Below each of those.
const SECOND: Level = Level { least: 1, width: 2, each_way: 0 };

/// A persona's graph while it grows, with the calls that made its nodes.
struct Sapling {
    brief: Brief,
    graph: Graph,
    made_by: Vec<CallId>,
}

/// Grows everybody's graph. Who cannot say what it holds cannot debate: a call that fails here fails the debate.
pub(super) async fn open(debate: &mut Debate<'_>) -> Result<(), Failure> {
    let mut saplings = theses(debate).await?;
    let roots = saplings.iter().map(|sapling| vec![newest(&sapling.graph, 1)]).collect();
    grow(debate, &mut saplings, roots, FIRST).await?;
    let width = FIRST.width;
    let first: Vec<Vec<NodeId>> = saplings
        .iter()
        .map(|sapling| (1..=width).rev().map(|back| newest(&sapling.graph, back)).collect())
        .collect();
    grow(debate, &mut saplings, first, SECOND).await?;
    let scores = score(debate, &saplings).await?;
    for (sapling, scores) in saplings.into_iter().zip(scores) {
        plant(debate, sapling, &scores);
    }
    Ok(())
}

/// The node that was added so many steps back.
fn newest(graph: &Graph, back: usize) -> NodeId {
    let mut nodes = graph.nodes();
    let place = nodes.len() - back;
    nodes.nth(place).expect("the check has counted the nodes").id
}

/// Asks everybody and takes only answers from all.
async fn ask<T: Task>(
    debate: &mut Debate<'_>,
    tasks: &[T],
    what: &str,
) -> Result<Vec<Answered<T::Answer>>, Failure> {
    let answers = debate.ask_all(tasks).await;
    let named = |task: &T| task.persona().map_or_else(String::new, ToString::to_string);
    let all = tasks.iter().zip(answers).map(|(task, answer)| {
        answer.map_err(|fault| Failure::of(&format!("{} {what}", named(task)), &fault))
    });
    all.collect()
}

async fn theses(debate: &mut Debate<'_>) -> Result<Vec<Sapling>, Failure> {
    let setting = debate.setting;
    let briefs = setting.personas.iter().map(|persona| Brief::new(persona, setting.topic));
    let tasks: Vec<Thesis> =
        briefs.map(|brief| Thesis { brief, topic: setting.topic.clone() }).collect();
    let answers = ask(debate, &tasks, "could not state its thesis").await?;
    // Numbers are handed out beforehand, so that prompts name a node as the debate will.
    let nodes = 1 + FIRST.width * (1 + SECOND.width);
    let mut saplings = Vec::new();
    for ((task, answered), seat) in tasks.into_iter().zip(answers).zip(0..) {
        let number = u32::try_from(seat * nodes + 1).expect("a few personas fit");
        let mut node =
            Node::new(NodeId::new(number), NodeKind::Thesis, answered.answer.claim.as_str());
        node.author = Some(task.brief.persona.clone());
        node.side = Some(answered.answer.side);
        node.detail.excerpts = statements(&answered.answer.excerpts);
        let mut graph = Graph::default();
        add(&mut graph, &Operation::AddNode(Box::new(node)));
        saplings.push(Sapling { brief: task.brief, graph, made_by: vec![answered.call] });
    }
    Ok(saplings)
}

async fn grow(
    debate: &mut Debate<'_>,
    saplings: &mut [Sapling],
    below: Vec<Vec<NodeId>>,
    level: Level,
) -> Result<(), Failure> {
    let topic = debate.setting.topic;
    let task = |(sapling, below): (&Sapling, Vec<NodeId>)| Grow {
        brief: sapling.brief.clone(),
        topic: topic.clone(),
        tree: sapling.shown(),
        below,
        level,
    };
    let tasks: Vec<Grow> = saplings.iter().zip(below).map(task).collect();
    let answers = ask(debate, &tasks, "could not say what speaks for and against it").await?;
    for (sapling, answered) in saplings.iter_mut().zip(answers) {
        sapling.take(answered);
    }
    Ok(())
}

async fn score(
    debate: &mut Debate<'_>,
    saplings: &[Sapling],
) -> Result<Vec<Answered<ScoresAnswer>>, Failure> {
    let topic = debate.setting.topic;
    let task = |sapling: &Sapling| Scores {
        brief: Some(sapling.brief.clone()),
        topic: topic.clone(),
        nodes: sapling.shown(),
    };
    let tasks: Vec<Scores> = saplings.iter().map(task).collect();
    ask(debate, &tasks, "could not score its arguments").await
}

impl Sapling {
    fn shown(&self) -> Vec<Believed> {
        Forest::of(&self.graph).shown(&self.graph)
    }

    /// Adds nodes, those below one node together, in the order in which they were given.
    fn take(&mut self, answered: Answered<GrowAnswer>) {
        let mut leaves = answered.answer.nodes;
        leaves.sort_by_key(target);
        for leaf in leaves {
            let id = NodeId::new(newest(&self.graph, 1).number() + 1);
            let node = node(id, &self.brief.persona, &leaf);
            add(&mut self.graph, &Operation::AddNode(Box::new(node)));
            let edge = EdgeId::new(u32::try_from(self.graph.edges().len()).expect("few") + 1);
            let edge =
                Edge::new(edge, id, target(&leaf), leaf.bearing.into()).with_weight(weight(&leaf));
            add(&mut self.graph, &Operation::AddEdge(edge));
            self.made_by.push(answered.call);
        }
    }
}

fn add(graph: &mut Graph, operation: &Operation) {
    graph.apply(operation).expect("the check has seen that every node fits");
}

fn target(leaf: &Leaf) -> NodeId {
    leaf.target.parse().expect("the check has seen the target")
}

/// How much a node says that it bears on its target.
pub(super) fn weight(leaf: &Leaf) -> Strength {
    Strength::new(leaf.weight).expect("the check has seen the weight")
}

/// Puts a persona's graph into the debate's, each node as a turn.
fn plant(debate: &mut Debate<'_>, sapling: Sapling, scores: &Answered<ScoresAnswer>) {
    let Sapling { brief, graph, made_by } = sapling;
    let mut nodes = Vec::new();
    for (node, call) in graph.nodes().zip(made_by) {
        let turn = debate.next_turn();
        let provenance = Provenance { turns: vec![turn], calls: vec![call, scores.call] };
        let score = base_score(&scores.answer, node.id);
        let node = Node { base_score: Some(score), provenance: provenance.clone(), ..node.clone() };
        nodes.push(node.id);
        debate.apply(Operation::AddNode(Box::new(node.clone())), Cause::Turn(turn));
        for edge in graph.out_of_node(node.id) {
            let provenance = provenance.clone();
            let edge = Edge { id: debate.next_edge(), provenance, ..edge.clone() };
            debate.apply(Operation::AddEdge(edge), Cause::Turn(turn));
        }
        argued(debate, &node, turn, call);
    }
    debate.emit(&Event::InitialStance { persona: brief.persona, nodes });
}

fn argued(debate: &mut Debate<'_>, node: &Node, turn: TurnId, call: CallId) {
    debate.tell(Turn {
        id: turn,
        round: debate.round(),
        speaker: node.author.clone(),
        text: node.text.clone(),
        act: Act::Argue { node: node.id },
        fate: Fate::Kept,
        call,
    });
}

/// The score that an answer gives a node.
pub(super) fn base_score(answer: &ScoresAnswer, node: NodeId) -> Strength {
    let scored = answer.scores.iter().find(|scored| scored.node == node.to_string());
    let score = scored.expect("the check has seen a score for every node").score;
    Strength::new(score).expect("the check has seen the score")
}

/// A leaf as a node of the graph.
pub(super) fn node(id: NodeId, author: &PersonaId, leaf: &Leaf) -> Node {
    let mut node = Node::new(id, NodeKind::Argument, leaf.claim.as_str());
    node.author = Some(author.clone());
    node.axis = leaf.axis.as_deref().map(axis);
    node.side = leaf.side;
    node.detail = Detail {
        evidence: leaf.evidence.iter().map(citation).collect(),
        excerpts: statements(&leaf.excerpts),
        ..Detail::default()
    };
    node
}
