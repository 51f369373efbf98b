//! The one typed graph of every mode: nodes, edges, the operations that change it, differences
//! between two states, and projections to the argumentation layer.
//!
//! A graph changes only by [`Operation`]s, each with its [`Cause`], so any round can be rebuilt,
//! compared and replayed.

mod assertions;
mod diff;
mod edge;
mod node;
mod operation;
mod project;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

pub use assertions::LoneAssertion;
pub use edge::{Edge, Relation};
pub use node::{Asserted, Declared, Detail, Node, NodeKind, Provenance};
pub use operation::{Cause, Change, Operation};
pub use project::Projection;

use crate::vocabulary::{EdgeId, NodeId, PersonaId};

/// The reason why an operation does not fit the graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// The operation names a node that the graph does not contain.
    #[error("there is no node {0}")]
    NoNode(NodeId),
    /// The operation names an edge that the graph does not contain.
    #[error("there is no edge {0}")]
    NoEdge(EdgeId),
    /// The operation adds a node whose id is taken.
    #[error("node {0} already exists")]
    NodeTaken(NodeId),
    /// The operation adds an edge whose id is taken.
    #[error("edge {0} already exists")]
    EdgeTaken(EdgeId),
    /// The operation adds a second edge of one relation and component between two nodes.
    #[error("edge {edge} repeats {twin}")]
    Repeats {
        /// The edge that was to be added.
        edge: EdgeId,
        /// The edge with the same source, target, relation and component.
        twin: EdgeId,
    },
}

/// A debate graph.
///
/// *Invariants*: every edge joins two nodes of the graph; no two edges share source, target,
/// relation and component.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(try_from = "Flat<Node, Edge>")]
pub struct Graph {
    nodes: BTreeMap<NodeId, Node>,
    edges: BTreeMap<EdgeId, Edge>,
}

/// The graph as it is stored: two lists, sorted by id.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Serialize, Deserialize)]
struct Flat<N, E> {
    nodes: Vec<N>,
    edges: Vec<E>,
}

impl Serialize for Graph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let flat: Flat<&Node, &Edge> =
            Flat { nodes: self.nodes.values().collect(), edges: self.edges.values().collect() };
        flat.serialize(serializer)
    }
}

impl TryFrom<Flat<Node, Edge>> for Graph {
    type Error = GraphError;

    fn try_from(flat: Flat<Node, Edge>) -> Result<Self, GraphError> {
        let mut graph = Self::default();
        for node in flat.nodes {
            graph.apply(&Operation::AddNode(Box::new(node)))?;
        }
        for edge in flat.edges {
            graph.apply(&Operation::AddEdge(edge))?;
        }
        Ok(graph)
    }
}

impl Graph {
    /// A graph without nodes.
    pub(crate) const EMPTY: Self = Self { nodes: BTreeMap::new(), edges: BTreeMap::new() };

    /// All nodes, by id.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.nodes.values()
    }

    /// All edges, by id.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = &Edge> {
        self.edges.values()
    }

    /// The node of that id.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// The edge of that id.
    pub fn edge(&self, id: EdgeId) -> Option<&Edge> {
        self.edges.get(&id)
    }

    /// The thesis of a persona, where it states one.
    pub fn thesis(&self, persona: &PersonaId) -> Option<&Node> {
        self.nodes().find(|node| node.kind == NodeKind::Thesis && node.is_by(persona))
    }

    /// What its author gives first for a statement: a premise, otherwise an own statement that
    /// supports it.
    pub fn ground(&self, id: NodeId) -> Option<&str> {
        let node = self.node(id)?;
        let premise = node.detail.premises.iter().find(|premise| **premise != node.text);
        let support = || {
            let supports = self.into_node(id).filter(|edge| edge.relation == Relation::Support);
            let mut nodes = supports.filter_map(|edge| self.node(edge.from));
            nodes.find(|other| other.author == node.author).map(|other| &other.text)
        };
        premise.or_else(support).map(String::as_str)
    }

    /// The edges that end at a node.
    pub fn into_node(&self, id: NodeId) -> impl Iterator<Item = &Edge> {
        self.edges.values().filter(move |edge| edge.to == id)
    }

    /// The edges that start at a node.
    pub fn out_of_node(&self, id: NodeId) -> impl Iterator<Item = &Edge> {
        self.edges.values().filter(move |edge| edge.from == id)
    }

    /// The edge with the same source, target, relation and component as `edge`, if there is one.
    pub fn twin(&self, edge: &Edge) -> Option<&Edge> {
        self.edges.values().find(|other| other.id != edge.id && other.says_the_same(edge))
    }

    /// Applies one operation. Removing a node removes its edges.
    ///
    /// # Errors
    /// [`GraphError`] where the operation does not fit; the graph is then unchanged.
    pub fn apply(&mut self, operation: &Operation) -> Result<(), GraphError> {
        match operation {
            Operation::AddNode(node) if self.nodes.contains_key(&node.id) => {
                Err(GraphError::NodeTaken(node.id))
            }
            Operation::AddNode(node) => {
                self.nodes.insert(node.id, (**node).clone());
                Ok(())
            }
            Operation::UpdateNode(node) => {
                *self.node_mut(node.id)? = (**node).clone();
                Ok(())
            }
            Operation::Label { node, label } => {
                self.node_mut(*node)?.label = *label;
                Ok(())
            }
            Operation::Score { node, base_score } => {
                self.node_mut(*node)?.base_score = Some(*base_score);
                Ok(())
            }
            Operation::Strength { node, strength } => {
                self.node_mut(*node)?.strength = Some(*strength);
                Ok(())
            }
            Operation::RemoveNode(id) => {
                self.nodes.remove(id).ok_or(GraphError::NoNode(*id))?;
                self.edges.retain(|_, edge| edge.from != *id && edge.to != *id);
                Ok(())
            }
            Operation::AddEdge(edge) if self.edges.contains_key(&edge.id) => {
                Err(GraphError::EdgeTaken(edge.id))
            }
            Operation::UpdateEdge(edge) if !self.edges.contains_key(&edge.id) => {
                Err(GraphError::NoEdge(edge.id))
            }
            Operation::AddEdge(edge) | Operation::UpdateEdge(edge) => self.place(edge),
            Operation::RemoveEdge(id) => {
                self.edges.remove(id).map(drop).ok_or(GraphError::NoEdge(*id))
            }
        }
    }

    fn node_mut(&mut self, id: NodeId) -> Result<&mut Node, GraphError> {
        self.nodes.get_mut(&id).ok_or(GraphError::NoNode(id))
    }

    fn place(&mut self, edge: &Edge) -> Result<(), GraphError> {
        for end in [edge.from, edge.to] {
            if !self.nodes.contains_key(&end) {
                return Err(GraphError::NoNode(end));
            }
        }
        if let Some(twin) = self.twin(edge) {
            return Err(GraphError::Repeats { edge: edge.id, twin: twin.id });
        }
        self.edges.insert(edge.id, edge.clone());
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;
    use crate::vocabulary::{AxisId, AxisSide, Component, PersonaId, Side, Strength};

    /// A node that says `text`.
    pub(crate) fn node(number: u32, text: &str) -> Node {
        Node::new(NodeId::new(number), NodeKind::Argument, text)
    }

    /// An attack between two nodes.
    pub(crate) fn attack(number: u32, from: u32, to: u32) -> Edge {
        Edge::new(EdgeId::new(number), NodeId::new(from), NodeId::new(to), Relation::Rebut)
            .with_weight(Strength::new(0.5).expect("0.5 is a strength"))
    }

    /// A graph of `size` nodes with attacks between the given pairs.
    pub(crate) fn graph(size: u32, attacks: &[(u32, u32)]) -> Graph {
        let nodes = (1..=size).map(|number| Operation::AddNode(Box::new(node(number, "a claim"))));
        let edges = attacks
            .iter()
            .zip(1..)
            .map(|(&(from, to), number)| Operation::AddEdge(attack(number, from, to)));
        let mut graph = Graph::default();
        for operation in nodes.chain(edges) {
            graph.apply(&operation).expect("the sample fits");
        }
        graph
    }

    /// A graph of nodes, numbered from 1, each written as its author, what it answers, after a
    /// colon what its premises assert, and after an equals sign who endorses it: `ada trade+ : air-
    /// point = ben`. An axis with `+` is its side yes, with `-` its side no. `thesis+` is a thesis,
    /// `grants trade+` a granted point, and `point` answers or asserts nothing. A node whose
    /// premise is `itself` only asserts. Among the premises of a thesis, `!trade` declares an axis
    /// as decisive and `~trade` as idle.
    pub(crate) fn stated(nodes: &[&str]) -> Graph {
        let mut graph = Graph::default();
        for (spec, number) in nodes.iter().zip(1..) {
            let (rest, endorsed_by) = spec.split_once('=').unwrap_or((spec, ""));
            let (head, premises) = rest.split_once(':').unwrap_or((rest, ""));
            let mut words = head.split_whitespace();
            let author = words.next().expect("a node has an author");
            let mut node = node(number, &format!("What {author} says in {number}."));
            node.author = PersonaId::new(author).ok();
            let mut answer = words.next().expect("a node answers something");
            if answer == "grants" {
                node.kind = NodeKind::Point;
                answer = words.next().expect("a granted point answers something");
            }
            if let Some(asserted) = asserted(answer) {
                node.side = Some(asserted.side);
                if asserted.axis.as_str() == "thesis" {
                    node.kind = NodeKind::Thesis;
                } else {
                    node.axis = Some(asserted.axis);
                }
            }
            let (declared, premises): (Vec<&str>, Vec<&str>) =
                premises.split_whitespace().partition(|word| word.starts_with(['!', '~']));
            for word in declared {
                let axis = AxisId::new(&word[1..]).expect("a word is an id");
                let Declared { decisive, idle, .. } = &mut node.detail.declared;
                if word.starts_with('!') { decisive } else { idle }.insert(axis);
            }
            for (index, premise) in premises.into_iter().enumerate() {
                let text = match premise {
                    "itself" => node.text.clone(),
                    _ => format!("Premise {index} of {number}."),
                };
                node.detail.premises.push(text);
                let component = Component::Premise(index);
                let asserts = asserted(premise);
                let asserts = asserts.map(|asserts| Asserted::new(component, asserts, None));
                node.detail.asserts.extend(asserts);
            }
            let personas = endorsed_by.split_whitespace().map(PersonaId::new);
            node.endorsed_by = personas.map(|id| id.expect("a word is an id")).collect();
            graph.apply(&Operation::AddNode(Box::new(node))).expect("the numbers differ");
        }
        graph
    }

    /// The axis and the side, such as `air+`.
    fn asserted(word: &str) -> Option<AxisSide> {
        let (axis, side) = match word.strip_suffix('+') {
            Some(axis) => (axis, Side::Yes),
            None => (word.strip_suffix('-')?, Side::No),
        };
        Some(AxisSide { axis: AxisId::new(axis).expect("a word is an id"), side })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::NodeId;

    #[test]
    fn the_ground_of_a_statement_is_a_premise_in_other_words_or_an_own_statement_that_supports_it()
    {
        let by = |number, author: &str, text: &str| {
            let author = crate::vocabulary::PersonaId::new(author).unwrap();
            samples::node(number, text).by(&author, None, None)
        };
        let ground = |premises: &[&str], edges: &[(u32, Relation)]| {
            let mut graph = Graph::default();
            let mut first = by(1, "ada", "Shops lose.");
            first.detail.premises = premises.iter().map(|text| (*text).into()).collect();
            for node in [first, by(2, "ada", "Takings fall."), by(3, "ben", "Rents fall.")] {
                graph.apply(&Operation::AddNode(Box::new(node))).unwrap();
            }
            for (number, &(from, relation)) in (1..).zip(edges) {
                let ends = (NodeId::new(from), NodeId::new(1));
                let edge = Edge::new(EdgeId::new(number), ends.0, ends.1, relation);
                graph.apply(&Operation::AddEdge(edge)).unwrap();
            }
            graph.ground(NodeId::new(1)).map(str::to_owned)
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(ground(&["Shops lose.", "Custom drops."], &[]), some("Custom drops."));
        assert_eq!(ground(&["Shops lose."], &[]), None, "it only repeats itself");
        assert_eq!(ground(&[], &[(2, Relation::Support)]), some("Takings fall."));
        assert_eq!(ground(&["So."], &[(2, Relation::Support)]), some("So."), "a premise first");
        assert_eq!(ground(&[], &[(3, Relation::Support)]), None, "another persona says it");
        assert_eq!(ground(&[], &[(2, Relation::Rebut)]), None, "it is an attack");
    }

    #[test]
    fn an_operation_that_does_not_fit_leaves_the_graph_alone() {
        let before = samples::graph(2, &[(1, 2)]);
        let misfits = [
            (
                Operation::AddNode(Box::new(samples::node(1, "again"))),
                GraphError::NodeTaken(NodeId::new(1)),
            ),
            (Operation::RemoveNode(NodeId::new(3)), GraphError::NoNode(NodeId::new(3))),
            (Operation::AddEdge(samples::attack(1, 2, 1)), GraphError::EdgeTaken(EdgeId::new(1))),
            (Operation::AddEdge(samples::attack(2, 1, 3)), GraphError::NoNode(NodeId::new(3))),
            (
                Operation::AddEdge(samples::attack(2, 1, 2)),
                GraphError::Repeats { edge: EdgeId::new(2), twin: EdgeId::new(1) },
            ),
            (Operation::RemoveEdge(EdgeId::new(9)), GraphError::NoEdge(EdgeId::new(9))),
            (Operation::UpdateEdge(samples::attack(9, 2, 1)), GraphError::NoEdge(EdgeId::new(9))),
        ];
        for (operation, fault) in misfits {
            let mut graph = before.clone();
            assert_eq!(graph.apply(&operation), Err(fault));
            assert_eq!(graph, before);
        }
    }

    #[test]
    fn removing_a_node_removes_its_edges_and_no_others() {
        let mut graph = samples::graph(3, &[(1, 2), (2, 3), (3, 1)]);
        graph.apply(&Operation::RemoveNode(NodeId::new(2))).unwrap();
        assert_eq!(graph.edges().map(|edge| edge.id).collect::<Vec<_>>(), [EdgeId::new(3)]);
    }

    #[test]
    fn a_persona_has_its_own_thesis_and_each_node_the_edges_that_start_there() {
        let graph = samples::stated(&["ada trade-", "ben thesis-", "ada thesis+"]);
        let thesis = |persona: &str| {
            let persona = crate::vocabulary::PersonaId::new(persona).unwrap();
            graph.thesis(&persona).map(|node| node.id.number())
        };
        assert_eq!(["ada", "ben", "cleo"].map(thesis), [Some(3), Some(2), None]);
        let graph = samples::graph(3, &[(1, 2), (2, 3), (3, 1)]);
        let starting: Vec<u32> =
            graph.out_of_node(NodeId::new(2)).map(|edge| edge.id.number()).collect();
        assert_eq!(starting, [2]);
    }

    #[test]
    fn a_stored_graph_with_a_loose_edge_is_refused() {
        let mut stored = serde_json::to_value(samples::graph(2, &[(1, 2)])).unwrap();
        stored["edges"][0]["to"] = "n7".into();
        assert!(
            serde_json::from_value::<Graph>(stored).unwrap_err().to_string().contains("no node n7")
        );
    }
}
