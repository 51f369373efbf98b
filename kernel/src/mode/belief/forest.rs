//! Everybody's graph as a tree below a thesis.

use std::collections::BTreeMap;

use crate::graph::{Edge, Graph, NodeKind, Relation};
use crate::task::{Bearing, Believed, Bond};
use crate::vocabulary::{NodeId, PersonaId};

/// Where a node stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub(super) node: NodeId,
    /// Whose thesis it bears on.
    pub(super) tree: PersonaId,
    /// How many edges lead from it to the thesis.
    pub(super) depth: usize,
}

/// The trees of a graph in which every node but the theses bears on exactly one other.
#[derive(Debug, Clone)]
pub(super) struct Forest {
    roots: BTreeMap<PersonaId, NodeId>,
    /// Tree by tree, each node before what bears on it.
    places: Vec<Place>,
}

impl Forest {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut roots = BTreeMap::new();
        let mut places = Vec::new();
        for root in graph.nodes().filter(|node| node.kind == NodeKind::Thesis) {
            let tree = root.author.clone().expect("a thesis has an author");
            roots.insert(tree.clone(), root.id);
            let mut waiting = vec![(root.id, 0)];
            while let Some((node, depth)) = waiting.pop() {
                places.push(Place { node, tree: tree.clone(), depth });
                let mut below: Vec<NodeId> = graph.into_node(node).map(|edge| edge.from).collect();
                below.sort_unstable();
                waiting.extend(below.into_iter().rev().map(|node| (node, depth + 1)));
            }
        }
        Self { roots, places }
    }

    pub(super) fn root(&self, persona: &PersonaId) -> NodeId {
        self.roots[persona]
    }

    pub(super) fn is_root(&self, node: NodeId) -> bool {
        self.roots.values().any(|&root| root == node)
    }

    /// Whose thesis a node bears on.
    pub(super) fn tree(&self, node: NodeId) -> &PersonaId {
        let place = self.places.iter().find(|place| place.node == node);
        &place.expect("every node is in a tree").tree
    }

    /// The nodes below a persona's thesis, itself included.
    pub(super) fn below<'f>(&'f self, persona: &'f PersonaId) -> impl Iterator<Item = NodeId> + 'f {
        self.places.iter().filter(move |place| place.tree == *persona).map(|place| place.node)
    }

    /// The trees as everybody sees them.
    pub(super) fn shown(&self, graph: &Graph) -> Vec<Believed> {
        self.places.iter().map(|place| shown(graph, place)).collect()
    }
}

fn shown(graph: &Graph, place: &Place) -> Believed {
    let node = graph.node(place.node).expect("places are nodes of the graph");
    Believed {
        id: node.id,
        author: node.author.clone().expect("every node has an author"),
        tree: place.tree.clone(),
        on: graph.out_of_node(node.id).next().map(bond),
        depth: place.depth,
        claim: node.text.clone(),
        base_score: node.base_score,
        strength: node.strength,
        axis: node.axis.clone(),
        side: node.side,
        excerpts: node.detail.excerpts.clone(),
    }
}

fn bond(edge: &Edge) -> Bond {
    let bearing =
        if edge.relation == Relation::Support { Bearing::Support } else { Bearing::Attack };
    Bond { target: edge.to, bearing, weight: edge.weight }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{ANN, BOB, graph, persona};
    use super::*;

    #[test]
    fn trees_are_told_from_the_thesis_down_and_hold_what_others_added() {
        // Ann: 1 <- 2 <- 5 (Bob's); Bob: 3 <- 4.
        let graph = graph(
            &[(1, ANN, 0.5), (2, ANN, 0.5), (3, BOB, 0.5), (4, BOB, 0.5), (5, BOB, 0.5)],
            &[(2, 1, true), (4, 3, true), (5, 2, false)],
        );
        let forest = Forest::of(&graph);
        let told: Vec<(u32, &str, usize)> = forest
            .places
            .iter()
            .map(|place| (place.node.number(), place.tree.as_str(), place.depth))
            .collect();
        assert_eq!(told, [(1, ANN, 0), (2, ANN, 1), (5, ANN, 2), (3, BOB, 0), (4, BOB, 1)]);
        assert_eq!(forest.tree(NodeId::new(5)), &persona(ANN));
        let shown = forest.shown(&graph);
        assert_eq!(shown[2].on.as_ref().map(|bond| bond.bearing), Some(Bearing::Attack));
        assert_eq!(shown[3].on, None);
    }
}
