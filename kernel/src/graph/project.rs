//! Projections: the graph as the argumentation layer sees it.

use super::{Edge, Graph};
use crate::argue::Framework;
use crate::vocabulary::NodeId;

/// A Dung framework together with the nodes that its arguments stand for.
#[derive(Debug, Clone)]
pub struct Projection {
    /// The framework.
    pub framework: Framework,
    /// The node of each argument, in ascending order, so that index order is id order.
    pub nodes: Vec<NodeId>,
}

impl Projection {
    /// The argument that stands for a node, if the node is part of the projection.
    pub fn argument(&self, node: NodeId) -> Option<usize> {
        self.nodes.binary_search(&node).ok()
    }

    /// The nodes of a set of arguments.
    pub fn named<'a>(
        &'a self,
        arguments: impl IntoIterator<Item = usize> + 'a,
    ) -> impl Iterator<Item = NodeId> + 'a {
        arguments.into_iter().map(|argument| self.nodes[argument])
    }
}

impl Graph {
    /// Projects the graph to a Dung framework: all nodes, and one attack for each pair that any attack edge joins.
    ///
    /// # Source
    /// Dung 1995, Definition 2 (doi:10.1016/0004-3702(94)00041-X).
    pub fn to_framework(&self) -> Projection {
        let nodes: Vec<NodeId> = self.nodes.keys().copied().collect();
        let argument = |id| nodes.binary_search(&id).expect("an edge joins two nodes of its graph");
        let attacks = self.edges.values().filter(|edge| edge.relation.is_attack());
        let mut pairs: Vec<_> =
            attacks.map(|Edge { from, to, .. }| (argument(*from), argument(*to))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let framework =
            Framework::new(nodes.len(), pairs).expect("every pair is in range and stands once");
        Projection { framework, nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, Operation, Relation, samples};
    use crate::vocabulary::{EdgeId, NodeId};

    #[test]
    fn parallel_attacks_become_one_and_supports_none() {
        let mut graph = samples::graph(3, &[(1, 3)]);
        for (number, relation) in [(7, Relation::Undercut), (8, Relation::Support)] {
            let edge = Edge::new(EdgeId::new(number), NodeId::new(1), NodeId::new(3), relation);
            graph.apply(&Operation::AddEdge(edge)).unwrap();
        }
        let projection = graph.to_framework();
        assert_eq!(projection.framework.attacks().collect::<Vec<_>>(), [(0, 2)]);
        assert_eq!(projection.argument(NodeId::new(3)), Some(2));
    }
}
