//! One round: everybody reads all graphs, revises its own for what came before, and adds to the others'.

use std::collections::BTreeMap;

use super::forest::Forest;
use super::{opening, revision};
use crate::argue::Gradual;
use crate::graph::{Cause, Edge, Graph, Node, Operation, Provenance, Relation};
use crate::mode::Failure;
use crate::mode::debate::Debate;
use crate::record::{Act, Event, Fate, Turn};
use crate::task::{Brief, Leaf, Moves, Scores};
use crate::vocabulary::{CallId, EdgeId, NodeId, PersonaId, TurnId};

/// The latest round whose graph each persona has answered to.
#[derive(Debug, Default)]
pub(super) struct Seen(BTreeMap<PersonaId, u32>);

impl Seen {
    /// What others have added to the persona's graph since; what came while it was silent is kept for it.
    pub(super) fn received(&self, graph: &Graph, persona: &PersonaId) -> Vec<NodeId> {
        let since = self.0.get(persona).copied().unwrap_or(0);
        let forest = Forest::of(graph);
        let is_new = |id: &NodeId| {
            let node = graph.node(*id).expect("places are nodes of the graph");
            node.round > since && node.author.as_ref() != Some(persona)
        };
        let mut received: Vec<NodeId> = forest.below(persona).filter(is_new).collect();
        received.sort_unstable();
        received
    }
}

/// A move that may enter the graph.
struct Move {
    turn: TurnId,
    author: PersonaId,
    call: CallId,
    target: NodeId,
    draft: Leaf,
}

/// Plays a round and returns how many nodes it added. Who cannot be heard is silent.
pub(super) async fn play(
    debate: &mut Debate<'_>,
    semantics: Gradual,
    seen: &mut Seen,
) -> Result<usize, Failure> {
    let tasks = tasks(debate, seen);
    let answers = debate.ask_all(&tasks).await;
    let setting = debate.setting;
    let round = debate.round();
    let mut drafts: Vec<(PersonaId, CallId, Leaf)> = Vec::new();
    let mut heard = 0;
    let mut fault = None;
    for ((task, answer), persona) in tasks.into_iter().zip(answers).zip(setting.personas) {
        match answer {
            Err(unanswered) => {
                debate.silence(&persona.id, &unanswered);
                fault.get_or_insert(unanswered);
            }
            Ok(answered) => {
                heard += 1;
                seen.0.insert(persona.id.clone(), round - 1);
                if let Some(target) = &answered.answer.target {
                    let call = answered.call;
                    revision::apply(debate, semantics, persona, target, task.received, call);
                }
                let moves = answered.answer.moves.into_iter();
                drafts.extend(moves.map(|draft| (persona.id.clone(), answered.call, draft)));
            }
        }
    }
    match fault {
        Some(unanswered) if heard == 0 => Err(Failure::of("nobody could move", &unanswered)),
        _ => enter(debate, drafts).await,
    }
}

fn tasks(debate: &Debate<'_>, seen: &Seen) -> Vec<Moves> {
    let setting = debate.setting;
    let trees = Forest::of(debate.graph()).shown(debate.graph());
    let task = |persona: &crate::vocabulary::Persona| Moves {
        brief: Brief::new(persona, setting.topic),
        topic: setting.topic.clone(),
        round: debate.round(),
        trees: trees.clone(),
        received: seen.received(debate.graph(), &persona.id),
    };
    setting.personas.iter().map(task).collect()
}

/// Sorts out what cannot be used, has the rest scored in one call, and adds it.
async fn enter(
    debate: &mut Debate<'_>,
    drafts: Vec<(PersonaId, CallId, Leaf)>,
) -> Result<usize, Failure> {
    let mut moves: Vec<Move> = Vec::new();
    for (author, call, draft) in drafts {
        let turn = debate.next_turn();
        match usable(debate.graph(), &moves, &author, &draft) {
            Ok(target) => moves.push(Move { turn, author, call, target, draft }),
            Err(reason) => debate.tell(Turn {
                id: turn,
                round: debate.round(),
                speaker: Some(author),
                text: draft.claim.clone(),
                act: Act::Misfire { target: draft.target, counter: draft.claim },
                fate: Fate::Dropped(reason),
                call,
            }),
        }
    }
    if moves.is_empty() {
        return Ok(0);
    }
    let first = debate.next_node().number();
    let numbered = |(entering, number): (&Move, u32)| {
        let id = NodeId::new(number);
        let node = opening::node(id, &entering.author, &entering.draft);
        Node { round: debate.round(), ..node }
    };
    let nodes: Vec<Node> = moves.iter().zip(first..).map(numbered).collect();
    let task = Scores {
        brief: None,
        topic: debate.setting.topic.clone(),
        nodes: shown(debate.graph(), &moves, &nodes),
    };
    // What nobody has scored has no strength: nothing enters unseen.
    let scored = debate.ask(&task).await;
    let scored =
        scored.map_err(|fault| Failure::of("the new arguments were not scored", &fault))?;
    let entered = moves.len();
    for (entering, node) in moves.into_iter().zip(nodes) {
        let score = opening::base_score(&scored.answer, node.id);
        let provenance =
            Provenance { turns: vec![entering.turn], calls: vec![entering.call, scored.call] };
        place(debate, entering, Node { base_score: Some(score), provenance, ..node });
    }
    Ok(entered)
}

/// The new nodes as they will stand in the graph.
fn shown(graph: &Graph, moves: &[Move], nodes: &[Node]) -> Vec<crate::task::Believed> {
    let mut graph = graph.clone();
    for (entering, node) in moves.iter().zip(nodes) {
        let last = graph.edges().last().map_or(0, |edge| edge.id.number());
        let edge = edge(entering, node.id, EdgeId::new(last + 1));
        for operation in [Operation::AddNode(Box::new(node.clone())), Operation::AddEdge(edge)] {
            graph.apply(&operation).expect("a move that was let through fits");
        }
    }
    let all = Forest::of(&graph).shown(&graph);
    nodes.iter().filter_map(|node| all.iter().find(|shown| shown.id == node.id).cloned()).collect()
}

fn edge(entering: &Move, node: NodeId, id: EdgeId) -> Edge {
    let relation = entering.draft.bearing.into();
    Edge::new(id, node, entering.target, relation).with_weight(opening::weight(&entering.draft))
}

/// The target, or why the move cannot be used.
fn usable(
    graph: &Graph,
    moves: &[Move],
    author: &PersonaId,
    draft: &Leaf,
) -> Result<NodeId, String> {
    let unknown = || format!("there is no node `{}`", draft.target);
    let target: NodeId = draft.target.parse().map_err(|_| unknown())?;
    let node = graph.node(target).ok_or_else(unknown)?;
    if node.author.as_ref() == Some(author) {
        return Err(format!("{target} is the author's own node"));
    }
    let relation = Relation::from(draft.bearing);
    let said = |node: &&Node| node.author.as_ref() == Some(author) && node.text == draft.claim;
    let earlier = graph.nodes().filter(said).filter_map(|node| {
        graph.out_of_node(node.id).find(|edge| edge.to == target).map(|edge| edge.relation)
    });
    let now = moves.iter().filter(|other| {
        other.author == *author && other.target == target && other.draft.claim == draft.claim
    });
    let now = now.map(|other| Relation::from(other.draft.bearing));
    match earlier.chain(now).next() {
        None => Ok(target),
        Some(before) if before == relation => {
            Err(format!("its author has said it to {target} before"))
        }
        Some(before) => Err(format!("by its author's earlier word it {} {target}", before.verb())),
    }
}

/// Adds a node with its edge. Who supports somebody else's node stands behind it as well.
fn place(debate: &mut Debate<'_>, entering: Move, node: Node) {
    let (turn, id) = (entering.turn, node.id);
    let edge =
        Edge { provenance: node.provenance.clone(), ..edge(&entering, id, debate.next_edge()) };
    let (relation, edge_id) = (edge.relation, edge.id);
    debate.apply(Operation::AddNode(Box::new(node)), Cause::Turn(turn));
    debate.apply(Operation::AddEdge(edge), Cause::Turn(turn));
    if relation == Relation::Support {
        let supported = debate.graph().node(entering.target).expect("the target was found");
        let mut supported = supported.clone();
        if supported.endorsed_by.insert(entering.author.clone()) {
            debate.apply(Operation::UpdateNode(Box::new(supported)), Cause::Turn(turn));
        }
    }
    let text = entering.draft.claim.clone();
    debate.emit(&Event::AgentTurn { turn, persona: entering.author.clone(), text: text.clone() });
    debate.tell(Turn {
        id: turn,
        round: debate.round(),
        speaker: Some(entering.author),
        text,
        act: Act::Bear {
            target: entering.target,
            relation,
            weight: opening::weight(&entering.draft),
            node: id,
            edge: edge_id,
        },
        fate: Fate::Kept,
        call: entering.call,
    });
}
