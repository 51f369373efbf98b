//! Projections: the graph as the argumentation layer sees it.

use super::{Edge, Graph, Node};
use crate::argue::{Bipolar, BipolarError, Framework, Influence};
use crate::vocabulary::{NodeId, Strength};

/// A Dung framework together with the nodes that its arguments represent.
#[derive(Debug, Clone)]
pub struct Projection {
    /// The framework.
    pub framework: Framework,
    /// The node of each argument, in ascending order, so that index order is id order.
    pub nodes: Vec<NodeId>,
}

impl Projection {
    /// The argument that represents a node, if the node is in the projection.
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
            Framework::new(nodes.len(), pairs).expect("every pair is in range and occurs once");
        Projection { framework, nodes }
    }

    /// Projects the graph to a bipolar framework: all nodes, in ascending order, with the base scores that `base_score`
    /// gives them, and the edges for which `counts` returns true.
    ///
    /// # Errors
    /// [`BipolarError`] where two of these edges join the same nodes.
    ///
    /// # Source
    /// Baroni, Rago and Toni 2019 (doi:10.1016/j.ijar.2018.11.019).
    pub fn to_bipolar(
        &self,
        base_score: impl Fn(&Node) -> Strength,
        counts: impl Fn(&Edge) -> bool,
    ) -> Result<Bipolar, BipolarError> {
        let nodes: Vec<NodeId> = self.nodes.keys().copied().collect();
        let argument = |id| nodes.binary_search(&id).expect("an edge joins two nodes of its graph");
        let influence = |edge: &Edge| {
            let (source, target) = (argument(edge.from), argument(edge.to));
            let influence = if edge.relation.is_attack() {
                Influence::attack(source, target)
            } else {
                Influence::support(source, target)
            };
            edge.weight.map_or(influence, |weight| influence.weighted(weight))
        };
        let edges = self.edges.values().filter(|edge| counts(edge));
        let scores: Vec<Strength> = self.nodes.values().map(base_score).collect();
        Bipolar::new(&scores, edges.map(influence))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, Operation, Relation, samples};
    use crate::argue::Influence;
    use crate::vocabulary::{EdgeId, NodeId, Strength};

    #[test]
    fn a_bipolar_framework_has_the_scores_and_edges_it_is_given() {
        let mut graph = samples::graph(3, &[(1, 3)]);
        let support = Edge::new(EdgeId::new(7), NodeId::new(2), NodeId::new(3), Relation::Support);
        graph.apply(&Operation::AddEdge(support)).unwrap();
        let score = Strength::new(0.25).unwrap();
        let bipolar = graph.to_bipolar(|_| score, |edge| edge.relation.is_attack()).unwrap();
        let attack = Influence::attack(0, 2).weighted(Strength::new(0.5).unwrap());
        assert_eq!(bipolar.influences().collect::<Vec<_>>(), [attack]);
        assert_eq!(bipolar.base_score(2), score);
        let all = graph.to_bipolar(|_| score, |_| true).unwrap();
        assert_eq!(all.influences().last(), Some(Influence::support(1, 2)));
    }

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
