//! A debate over its rounds, as the views of modes read it.

use std::collections::BTreeMap;

use super::sentence::capital;
use crate::graph::{Edge, Graph, Node, NodeKind, Relation};
use crate::record::{Concession, ConcessionKind, Outcome, Snapshot};
use crate::vocabulary::{Axis, AxisId, CruxId, EdgeId, NodeId, PersonaId, Side};

/// A finished debate with an index of its nodes.
#[derive(Debug)]
pub struct History<'a> {
    snapshots: &'a [Snapshot],
    outcome: &'a Outcome,
    /// Every node that any snapshot has, in its latest form.
    nodes: BTreeMap<NodeId, &'a Node>,
}

impl<'a> History<'a> {
    /// Indexes a debate.
    pub fn new(snapshots: &'a [Snapshot], outcome: &'a Outcome) -> Self {
        let nodes = snapshots.iter().flat_map(|snapshot| snapshot.graph.nodes());
        Self { snapshots, outcome, nodes: nodes.map(|node| (node.id, node)).collect() }
    }

    /// The state after each round, in order.
    pub fn snapshots(&self) -> &'a [Snapshot] {
        self.snapshots
    }

    /// The graph at the end; `None` if no round ended.
    pub fn last(&self) -> Option<&'a Graph> {
        self.snapshots.last().map(|last| &last.graph)
    }

    /// The outcome.
    pub fn outcome(&self) -> &'a Outcome {
        self.outcome
    }

    /// Every node that any snapshot has, in its latest form.
    pub fn nodes(&self) -> impl Iterator<Item = &'a Node> {
        self.nodes.values().copied()
    }

    /// A node in its latest form.
    pub fn node(&self, id: NodeId) -> Option<&'a Node> {
        self.nodes.get(&id).copied()
    }

    /// An edge in its latest form.
    pub fn edge(&self, id: EdgeId) -> Option<&'a Edge> {
        self.snapshots.iter().rev().find_map(|snapshot| snapshot.graph.edge(id))
    }

    /// Whether a node is an objection that its author considers and does not assert: a claim that
    /// supports or attacks another statement of its author. Any other claim is a point that its
    /// author grants.
    pub fn is_objection(&self, id: NodeId) -> bool {
        let Some(node) = self.node(id).filter(|node| node.kind == NodeKind::Point) else {
            return false;
        };
        let is_own = |edge: &Edge| self.node(edge.to).is_some_and(|to| to.author == node.author);
        let acts = |snapshot: &Snapshot| snapshot.graph.out_of_node(id).any(is_own);
        self.snapshots.iter().any(acts)
    }

    /// The author of the point that a concession accepts in the author's words; none for other
    /// concessions.
    pub fn accepted_of(&self, concession: &Concession) -> Option<&'a PersonaId> {
        let effect = concession.effect.as_ref();
        let shared = effect.filter(|effect| effect.kind == ConcessionKind::Shared)?;
        let author = self.node(shared.node)?.author.as_ref();
        author.filter(|author| **author != concession.persona)
    }

    /// The cruxes that rest on a node.
    pub fn cruxes_on(&self, node: NodeId) -> impl Iterator<Item = CruxId> {
        let cruxes = self.outcome.cruxes.iter();
        cruxes.filter(move |crux| crux.depends_on.contains(&node)).map(|crux| crux.id)
    }

    /// The round in which a node was removed, if it was.
    pub fn removed(&self, node: NodeId) -> Option<u32> {
        let exists = |graph: &Graph| graph.node(node).is_some();
        let last = self.snapshots.iter().rposition(|snapshot| exists(&snapshot.graph))?;
        self.snapshots.get(last + 1).map(|snapshot| snapshot.round)
    }

    /// The answer that a position gives to the question at the edge's end; none for other edges.
    pub fn answer(&self, edge: &Edge) -> Option<Side> {
        let kind = |id| self.node(id).map(|node| node.kind);
        let is_answer = kind(edge.from) == Some(NodeKind::Position)
            && kind(edge.to) == Some(NodeKind::Question);
        is_answer.then_some(if edge.relation == Relation::Support { Side::Yes } else { Side::No })
    }

    /// The question of an axis: of the topic’s `axes` or, where the topic has none, a proposition
    /// of the debate.
    pub fn question(&self, axes: &[Axis], axis: &AxisId) -> String {
        let outcome = self.outcome;
        let own = axes.iter().find(|own| own.id == *axis).map(|own| &own.question);
        let cruxes = outcome.cruxes.iter().filter(|crux| crux.axis.as_ref() == Some(axis));
        let idle = outcome.idle_disputes.iter().filter(|idle| idle.axis == *axis);
        let settled = outcome.settled.iter().filter(|settled| settled.axis == *axis);
        let claims = outcome.claims.iter().filter(|claim| claim.axis.as_ref() == Some(axis));
        let known = own.into_iter().chain(cruxes.map(|crux| &crux.question));
        let known = known.chain(idle.map(|idle| &idle.question));
        let known = known.chain(settled.map(|settled| &settled.question));
        let mut known = known.chain(claims.map(|claim| &claim.text));
        known.next().cloned().unwrap_or_else(|| axis.to_string())
    }

    /// The name of a round, as headings write it. What follows the last round is named by its
    /// snapshot alone.
    pub fn round_title(&self, round: u32) -> String {
        let snapshot = self.snapshots.iter().find(|snapshot| snapshot.round == round);
        let title = snapshot.map_or("", |snapshot| snapshot.title.trim());
        let capital = capital(title);
        match (round, title.is_empty()) {
            (0, true) => "Opening".to_owned(),
            (round, true) => format!("Round {round}"),
            (0, false) => capital,
            (round, false) if round > self.outcome.stop.rounds => capital,
            (_, false) if title.to_lowercase().contains("round") => capital,
            (round, false) => format!("Round {round}: {title}"),
        }
    }
}

/// The nodes without those that only say in other words what one before them says.
pub fn first_wordings<'a>(
    nodes: &'a [NodeId],
    outcome: &'a Outcome,
) -> impl Iterator<Item = NodeId> + 'a {
    let point = |node: NodeId| {
        let agreed = outcome.common_ground.agreed.iter();
        agreed.clone().position(|agreement| agreement.wordings().any(|wording| wording == node))
    };
    nodes.iter().enumerate().filter_map(move |(index, &node)| {
        let is_repeated =
            point(node).is_some_and(|own| nodes[..index].iter().any(|&n| point(n) == Some(own)));
        (!is_repeated).then_some(node)
    })
}
