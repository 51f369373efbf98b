//! One round: every persona reads all graphs, revises its own after what others added, and adds to
//! the others.

use std::collections::BTreeMap;

use super::trees::{Trees, is_beside};
use super::{opening, revision};
use crate::argue::Gradual;
use crate::graph::{Cause, Edge, Graph, Node, Operation, Provenance, Relation};
use crate::mode::ProtocolFailure;
use crate::mode::belief::questions::closing;
use crate::mode::belief::questions::moves::Moves;
use crate::mode::belief::questions::nodes::{NewNode, ShownNode};
use crate::mode::belief::questions::scores::Scores;
use crate::mode::debate_context::{Answered, DebateContext};
use crate::mode::shared::events::AgentTurn;
use crate::mode::shared::target;
use crate::record::{Act, Fate, Target, Turn};
use crate::vocabulary::{CallId, EdgeId, NodeId, Persona, PersonaId, Topic, TurnId};

/// The latest round to which each persona has reacted.
#[derive(Debug, Default)]
pub(super) struct LastRead(BTreeMap<PersonaId, u32>);

impl LastRead {
    /// What others have added to the persona's graph since then. Nodes that came while it was
    /// silent wait for its next answer.
    pub(super) fn received(&self, graph: &Graph, persona: &PersonaId) -> Vec<NodeId> {
        let since = self.0.get(persona).copied().unwrap_or(0);
        let trees = Trees::of(graph);
        let is_new = |id: &NodeId| {
            let node = graph.node(*id).expect("trees contain nodes of the graph");
            node.round > since && !node.is_by(persona)
        };
        let mut received: Vec<NodeId> = trees.below(persona).filter(is_new).collect();
        received.sort_unstable();
        received
    }
}

/// A move as submitted.
struct Submitted {
    author: PersonaId,
    call: CallId,
    new: NewNode,
}

/// A move that may enter the graph.
struct Move {
    turn: TurnId,
    author: PersonaId,
    call: CallId,
    target: NodeId,
    new: NewNode,
}

/// Plays a round. Returns how many nodes it added.
pub(super) async fn run_rounds(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    semantics: Gradual,
    last_read: &mut LastRead,
) -> Result<usize, ProtocolFailure> {
    let questions = questions(context, topic, semantics, last_read);
    let round = context.round();
    let mut submitted: Vec<Submitted> = Vec::new();
    let take = |context: &mut DebateContext<'_>,
                question: &Moves,
                answered: Answered<(_, Option<closing::TargetStrength>)>| {
        let (persona, call) = (&question.brief.persona, answered.call);
        let (moves, target): (Vec<NewNode>, _) = answered.answer;
        last_read.0.insert(persona.clone(), round - 1);
        if let Some(target) = &target {
            let received = question.received.clone();
            revision::apply(context, semantics, persona, target, received, call);
        }
        let moves = moves.into_iter();
        submitted.extend(moves.map(|new| Submitted { author: persona.clone(), call, new }));
    };
    context.ask_personas(&questions, "no persona could move", take).await?;
    Ok(enter(context, topic, submitted).await)
}

fn questions(
    context: &DebateContext<'_>,
    topic: &Topic,
    semantics: Gradual,
    last_read: &LastRead,
) -> Vec<Moves> {
    let setting = context.setting;
    let question = |persona: &Persona| {
        let graph = context.seen_by(&persona.id)?;
        Some(Moves {
            brief: context.brief(persona),
            topic: topic.clone(),
            round: context.round(),
            trees: Trees::of(&graph).shown(&graph),
            received: last_read.received(context.graph(), &persona.id),
            semantics,
        })
    };
    setting.personas.iter().filter_map(question).collect()
}

/// Drops moves that cannot be used, asks for base scores of the others in one call, and adds them
/// to the graph. If that call fails, the moves are recorded as lost: the round ends without them.
async fn enter(context: &mut DebateContext<'_>, topic: &Topic, submitted: Vec<Submitted>) -> usize {
    let mut moves: Vec<Move> = Vec::new();
    for Submitted { author, call, new } in submitted {
        let turn = context.next_turn();
        match check(context.graph(), &moves, &author, &new) {
            Ok(target) => moves.push(Move { turn, author, call, target, new }),
            Err(reason) => {
                let target = target::of(context.graph(), new.target.clone());
                let act = act(new.bearing.into());
                let turn = Turn::new(turn, context.round(), act, new.claim.as_str(), call);
                let turn = complete(turn, author, target, &new);
                context.record_turn(Turn { fate: Fate::Dropped(reason), ..turn });
            }
        }
    }
    if moves.is_empty() {
        return 0;
    }
    let first = context.next_node().number();
    let numbered = |(entering, number): (&Move, u32)| {
        opening::node(NodeId::new(number), &entering.author, &entering.new)
    };
    let nodes: Vec<Node> = moves.iter().zip(first..).map(numbered).collect();
    let question =
        Scores { brief: None, topic: topic.clone(), nodes: shown(context.graph(), &moves, &nodes) };
    // A node without a base score has no strength, so it cannot enter the graph.
    let scored = match context.ask(&question).await {
        Ok(scored) => scored,
        Err(unanswered) => {
            for lost in moves {
                let fate = Fate::Failed(format!("it could not be scored: {}", unanswered.fault));
                let act = act(lost.new.bearing.into());
                let turn = Turn::new(lost.turn, context.round(), act, &lost.new.claim, lost.call);
                let turn = complete(turn, lost.author, Target::Node(lost.target), &lost.new);
                context.record_turn(Turn { fate, ..turn });
            }
            return 0;
        }
    };
    let entered = moves.len();
    for (entering, node) in moves.into_iter().zip(nodes) {
        let base_score = Some(scored.answer[&node.id]);
        add(context, entering, Node { base_score, ..node }, scored.call);
    }
    entered
}

/// The new nodes as they will be in the graph.
fn shown(graph: &Graph, moves: &[Move], nodes: &[Node]) -> Vec<ShownNode> {
    let mut graph = graph.clone();
    for (entering, node) in moves.iter().zip(nodes) {
        let last = graph.edges().last().map_or(0, |edge| edge.id.number());
        let edge = edge(entering, node.id, EdgeId::new(last + 1));
        for operation in [Operation::AddNode(Box::new(node.clone())), Operation::AddEdge(edge)] {
            graph.apply(&operation).expect("the target of a move was checked");
        }
    }
    let all = Trees::of(&graph).shown(&graph);
    nodes.iter().filter_map(|node| all.iter().find(|shown| shown.id == node.id).cloned()).collect()
}

fn edge(entering: &Move, node: NodeId, id: EdgeId) -> Edge {
    let relation = entering.new.bearing.into();
    Edge::new(id, node, entering.target, relation).with_weight(entering.new.weight)
}

/// The target of a move, or why the move cannot be used.
fn check(
    graph: &Graph,
    moves: &[Move],
    author: &PersonaId,
    new: &NewNode,
) -> Result<NodeId, String> {
    let words = target::TargetWording { noun: "node", own: "the author's own node" };
    let aimed_at = target::check(graph, author, &new.target, words)?;
    let (target, relation) = (aimed_at.id, Relation::from(new.bearing));
    if is_beside(graph, aimed_at) {
        return Err(format!("{target} lies beside its author's thesis"));
    }
    if relation.is_attack() && aimed_at.endorsed_by.contains(author) {
        return Err(format!("its author says the same as {target}"));
    }
    let shared = graph.shared();
    let is_grant = |node: &Node| node.is_by(author) && node.text == new.claim;
    if graph.nodes().any(|node| shared.contains(&node.id) && is_grant(node)) {
        return Err("its author shares this point with others".to_owned());
    }
    let taken = |node: &&Node| node.is_by(author) && node.text == new.claim;
    let earlier = graph.nodes().filter(taken).filter_map(|node| {
        graph.out_of_node(node.id).find(|edge| edge.to == target).map(|edge| edge.relation)
    });
    let now = moves.iter().filter(|other| {
        other.author == *author && other.target == target && other.new.claim == new.claim
    });
    let now = now.map(|other| Relation::from(other.new.bearing));
    match earlier.chain(now).next() {
        None => Ok(target),
        Some(before) if before == relation => {
            Err(format!("its author has already said this about {target}"))
        }
        Some(before) => {
            Err(format!("its author has said before that it {} {target}", before.verb()))
        }
    }
}

/// Adds a node with its edge. A persona that supports a node of another endorses that node.
fn add(context: &mut DebateContext<'_>, entering: Move, node: Node, scored_by: CallId) {
    let (turn, relation) = (entering.turn, entering.new.bearing.into());
    let made_by = Provenance { turns: vec![turn], calls: vec![entering.call, scored_by] };
    let id = context.add_node(node, &made_by, Cause::Turn(turn));
    let edge = edge(&entering, id, context.next_edge());
    let edge_id = context.add_edge(edge, &made_by, Cause::Turn(turn));
    if relation == Relation::Support {
        context.endorse(entering.target, &entering.author, Cause::Turn(turn));
    }
    let text = entering.new.claim.clone();
    context.report(&AgentTurn { turn, persona: entering.author.clone(), text: text.clone() });
    let taken = Turn::new(turn, context.round(), act(relation), text, entering.call);
    let taken = complete(taken, entering.author, Target::Node(entering.target), &entering.new);
    context.record_turn(Turn { node: Some(id), edge: Some(edge_id), ..taken });
}

fn act(relation: Relation) -> Act {
    if relation.is_attack() { Act::Attack } else { Act::Support }
}

/// Completes the turn of a move with what its author submitted.
fn complete(turn: Turn, author: PersonaId, target: Target, new: &NewNode) -> Turn {
    Turn {
        speaker: Some(author),
        target: Some(target),
        relation: Some(new.bearing.into()),
        weight: Some(new.weight),
        ..turn
    }
}
