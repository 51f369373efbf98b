//! The graph of each persona as a tree below its thesis.

use std::collections::BTreeMap;

use crate::graph::{Edge, Graph, Node, NodeKind, Relation};
use crate::mode::belief::questions::nodes::{InfluenceKind, ParentLink, ShownNode};
use crate::vocabulary::{NodeId, PersonaId};

/// The location of a node.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Location {
    pub(super) node: NodeId,
    /// The persona below whose thesis it is.
    pub(super) tree: PersonaId,
    /// How many edges lead from it to the thesis.
    pub(super) depth: usize,
}

/// The trees of a graph in which every node supports or attacks at most one other. What lies beside
/// a thesis, such as a granted point, belongs to its author's tree and is not connected with it.
#[derive(Debug, Clone)]
pub(super) struct Trees {
    roots: BTreeMap<PersonaId, NodeId>,
    /// Tree by tree, each node before its supporters and attackers, and last what lies beside the
    /// thesis.
    locations: Vec<Location>,
}

impl Trees {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut roots = BTreeMap::new();
        let mut locations = Vec::new();
        for root in graph.nodes().filter(|node| node.kind == NodeKind::Thesis) {
            let tree = root.author.clone().expect("a thesis has an author");
            roots.insert(tree.clone(), root.id);
            let mut waiting = vec![(root.id, 0)];
            while let Some((node, depth)) = waiting.pop() {
                locations.push(Location { node, tree: tree.clone(), depth });
                let mut below: Vec<NodeId> = graph.into_node(node).map(|edge| edge.from).collect();
                below.sort_unstable();
                waiting.extend(below.into_iter().rev().map(|node| (node, depth + 1)));
            }
            let beside = graph.nodes().filter(|node| node.is_by(&tree));
            let beside = beside.filter(|node| is_beside(graph, node));
            locations.extend(beside.map(|node| Location {
                node: node.id,
                tree: tree.clone(),
                depth: 0,
            }));
        }
        Self { roots, locations }
    }

    pub(super) fn root(&self, persona: &PersonaId) -> NodeId {
        self.roots[persona]
    }

    /// The persona below whose thesis a node is.
    pub(super) fn tree(&self, node: NodeId) -> &PersonaId {
        let location = self.locations.iter().find(|location| location.node == node);
        &location.expect("every node is in a tree").tree
    }

    /// The nodes below a persona's thesis, itself and what lies beside it included.
    pub(super) fn below<'f>(&'f self, persona: &'f PersonaId) -> impl Iterator<Item = NodeId> + 'f {
        self.locations
            .iter()
            .filter(move |location| location.tree == *persona)
            .map(|location| location.node)
    }

    /// The trees as prompts show them.
    pub(super) fn shown(&self, graph: &Graph) -> Vec<ShownNode> {
        self.locations.iter().map(|location| shown(graph, location)).collect()
    }
}

/// Whether a node lies beside its author's thesis: a granted point, or a position on which the
/// thesis does not rest.
pub(super) fn is_beside(graph: &Graph, node: &Node) -> bool {
    node.kind != NodeKind::Thesis && graph.out_of_node(node.id).next().is_none()
}

/// Whether the author of a node asserts it: not the objections that it raises against its own
/// thesis.
pub(super) fn is_asserted(graph: &Graph, node: &Node) -> bool {
    node.kind != NodeKind::Point || is_beside(graph, node)
}

fn shown(graph: &Graph, location: &Location) -> ShownNode {
    let node = graph.node(location.node).expect("locations are nodes of the graph");
    ShownNode {
        id: node.id,
        kind: node.kind,
        author: node.author.clone().expect("every node has an author"),
        tree: location.tree.clone(),
        on: graph.out_of_node(node.id).next().map(link),
        depth: location.depth,
        claim: node.text.clone(),
        premises: node.detail.premises.clone(),
        endorsed_by: node.endorsed_by.clone(),
        base_score: node.base_score,
        strength: node.strength,
        axis: node.axis.clone(),
        side: node.side,
        excerpts: node.detail.excerpts.clone(),
    }
}

fn link(edge: &Edge) -> ParentLink {
    let bearing = if edge.relation == Relation::Support {
        InfluenceKind::Support
    } else {
        InfluenceKind::Attack
    };
    ParentLink { target: edge.to, bearing, weight: edge.weight }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::belief::samples::{ANN, BOB, graph, persona};

    #[test]
    fn trees_start_at_the_thesis_and_contain_what_others_added() {
        // Ann: 1 <- 2 <- 5 (Bob's); Bob: 3 <- 4.
        let graph = graph(
            &[(1, ANN, 0.5), (2, ANN, 0.5), (3, BOB, 0.5), (4, BOB, 0.5), (5, BOB, 0.5)],
            &[(2, 1, true), (4, 3, true), (5, 2, false)],
        );
        let trees = Trees::of(&graph);
        let listed: Vec<(u32, &str, usize)> = trees
            .locations
            .iter()
            .map(|location| (location.node.number(), location.tree.as_str(), location.depth))
            .collect();
        assert_eq!(listed, [(1, ANN, 0), (2, ANN, 1), (5, ANN, 2), (3, BOB, 0), (4, BOB, 1)]);
        assert_eq!(trees.tree(NodeId::new(5)), &persona(ANN));
        let shown = trees.shown(&graph);
        assert_eq!(shown[2].on.as_ref().map(|link| link.bearing), Some(InfluenceKind::Attack));
        assert_eq!(shown[3].on, None);
    }
}
