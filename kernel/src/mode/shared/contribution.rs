//! Contributions: what a persona says becomes nodes and edges that name the turn and the calls that
//! made them.

use super::questions::case::StatedCase;
use crate::graph::{Cause, Edge, Graph, Node, NodeKind, Operation, Provenance};
use crate::mode::debate_context::DebateContext;
use crate::record::{Act, Turn};
use crate::text::folded;
use crate::vocabulary::{CallId, EdgeId, NodeId, PersonaId};

/// The argument in which a persona has made a claim in the same words.
pub(crate) fn stated_argument(graph: &Graph, author: &PersonaId, claim: &str) -> Option<NodeId> {
    stated(graph, author, claim, |kind| kind == NodeKind::Argument)
}

/// The first node in which a persona has said a point in the same words, other than its thesis.
pub(crate) fn stated_point(graph: &Graph, author: &PersonaId, point: &str) -> Option<NodeId> {
    stated(graph, author, point, |kind| kind != NodeKind::Thesis)
}

fn stated(
    graph: &Graph,
    author: &PersonaId,
    text: &str,
    counts: impl Fn(NodeKind) -> bool,
) -> Option<NodeId> {
    let text = folded(text);
    let mut own = graph.nodes().filter(|node| counts(node.kind) && node.is_by(author));
    own.find(|node| folded(&node.text) == text).map(|node| node.id)
}

impl DebateContext<'_> {
    /// Adds a node with its edges and records them as a turn of the author, or of the protocol
    /// where there is none. The turn comes from `call`; another call may have scored the node.
    pub(crate) fn state(
        &mut self,
        node: Node,
        edges: impl IntoIterator<Item = Edge>,
        call: CallId,
        scored_by: Option<CallId>,
    ) -> NodeId {
        let turn = self.next_turn();
        let made_by =
            Provenance { turns: vec![turn], calls: [call].into_iter().chain(scored_by).collect() };
        let act = if node.kind == NodeKind::Question { Act::Ask } else { Act::Assert };
        let taken = Turn::new(turn, self.round(), act, node.text.as_str(), call);
        let taken = Turn { speaker: node.author.clone(), node: Some(node.id), ..taken };
        let id = self.add_node(node, &made_by, Cause::Turn(turn));
        for edge in edges {
            self.add_edge(edge, &made_by, Cause::Turn(turn));
        }
        self.record_turn(taken);
        id
    }

    /// Adds a case, each node with a turn of its own.
    pub(crate) fn open_case(
        &mut self,
        persona: &PersonaId,
        case: StatedCase,
        call: CallId,
    ) -> Vec<NodeId> {
        let nodes = case.into_nodes(self.next_node(), persona);
        nodes.into_iter().map(|node| self.state(node, [], call, None)).collect()
    }

    /// Adds a node in the current round.
    pub(crate) fn add_node(&mut self, node: Node, made_by: &Provenance, cause: Cause) -> NodeId {
        let node = Node { round: self.round(), provenance: made_by.clone(), ..node };
        let id = node.id;
        self.apply(Operation::AddNode(Box::new(node)), cause);
        id
    }

    /// Adds an edge under the next free id.
    pub(crate) fn add_edge(
        &mut self,
        mut edge: Edge,
        made_by: &Provenance,
        cause: Cause,
    ) -> EdgeId {
        let id = self.next_edge();
        edge.id = id;
        edge.provenance = made_by.clone();
        self.apply(Operation::AddEdge(edge), cause);
        id
    }

    /// Adds an attack. A rebuttal of a claim is symmetric: two conclusions that exclude each other
    /// attack each other.
    pub(crate) fn add_attack(
        &mut self,
        attack: Edge,
        made_by: &Provenance,
        cause: &Cause,
    ) -> EdgeId {
        let edge = self.add_edge(attack, made_by, cause.clone());
        let mirror = self.graph().edge(edge).and_then(Edge::mirror);
        if let Some(mirror) = mirror.filter(|mirror| self.graph().twin(mirror).is_none()) {
            self.add_edge(mirror, made_by, cause.clone());
        }
        edge
    }

    /// Makes a persona an endorser of a node.
    pub(crate) fn endorse(&mut self, node: NodeId, persona: &PersonaId, cause: Cause) {
        let mut endorsed =
            self.graph().node(node).expect("an endorsed node is in the graph").clone();
        if matches!(cause, Cause::Turn(_)) {
            self.note_grant(node, persona);
        }
        if endorsed.endorsed_by.insert(persona.clone()) {
            self.apply(Operation::UpdateNode(Box::new(endorsed)), cause);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples;

    #[test]
    fn what_a_persona_has_stated_is_an_argument_or_a_point_of_its_own() {
        let graph = samples::stated(&["ada thesis+", "ada grants point", "ben point", "ada point"]);
        let ada = PersonaId::new("ada").unwrap();
        let places = |find: fn(&Graph, &PersonaId, &str) -> Option<NodeId>| {
            let texts = graph.nodes().map(|node| node.text.to_uppercase());
            let found = texts.filter_map(|text| find(&graph, &ada, &text));
            found.map(NodeId::number).collect::<Vec<_>>()
        };
        assert_eq!(places(stated_argument), [4]);
        assert_eq!(places(stated_point), [2, 4]);
    }
}
