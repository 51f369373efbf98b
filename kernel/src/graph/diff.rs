//! Differences between two states of a graph.

use super::{Edge, Graph, Node, Operation};

impl Graph {
    /// The operations that turn this graph into `later`.
    ///
    /// *Shape*: removals first (edges before nodes), then nodes, then edges, each by id. If only
    /// the label, the base score or the strength of a node changed, the operation sets only that.
    /// An edge that changed otherwise is removed and added.
    pub fn diff(&self, later: &Self) -> Vec<Operation> {
        let stays =
            |edge: &Edge| later.edges.get(&edge.id).is_some_and(|other| other.says_the_same(edge));
        let gone_edges = self
            .edges
            .values()
            .filter(|edge| !stays(edge))
            .map(|edge| Operation::RemoveEdge(edge.id));
        let gone_nodes = self
            .nodes
            .keys()
            .filter(|id| !later.nodes.contains_key(id))
            .copied()
            .map(Operation::RemoveNode);
        let nodes =
            later.nodes.values().filter_map(|node| node_change(self.nodes.get(&node.id), node));
        let edges = later.edges.values().filter_map(|edge| match self.edges.get(&edge.id) {
            Some(earlier) if earlier == edge => None,
            Some(earlier) if earlier.says_the_same(edge) => {
                Some(Operation::UpdateEdge(edge.clone()))
            }
            Some(_) | None => Some(Operation::AddEdge(edge.clone())),
        });
        gone_edges.chain(gone_nodes).chain(nodes).chain(edges).collect()
    }
}

fn node_change(earlier: Option<&Node>, node: &Node) -> Option<Operation> {
    let Some(earlier) = earlier else { return Some(Operation::AddNode(Box::new(node.clone()))) };
    if earlier == node {
        return None;
    }
    let Node { id, label, base_score, strength, .. } = *node;
    let relabelled = Node { label, ..earlier.clone() };
    let scored = Node { base_score, ..earlier.clone() };
    let weighed = Node { strength, ..earlier.clone() };
    Some(match (base_score, strength) {
        _ if relabelled == *node => Operation::Label { node: id, label },
        (Some(base_score), _) if scored == *node => Operation::Score { node: id, base_score },
        (_, Some(strength)) if weighed == *node => Operation::Strength { node: id, strength },
        _ => Operation::UpdateNode(Box::new(node.clone())),
    })
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::argue::Label;
    use crate::vocabulary::{NodeId, Strength};
    use proptest::prelude::*;

    #[test]
    fn a_changed_label_is_reported_as_a_label() {
        let before = samples::graph(2, &[(1, 2)]);
        let mut after = before.clone();
        let label = Operation::Label { node: NodeId::new(2), label: Some(Label::Out) };
        after.apply(&label).unwrap();
        assert_eq!(before.diff(&after), [label]);
    }

    #[test]
    fn a_single_changed_number_is_reported_as_that_number() {
        let before = samples::graph(2, &[(1, 2)]);
        let (node, half) = (NodeId::new(2), Strength::new(0.5).unwrap());
        for change in [
            Operation::Score { node, base_score: half },
            Operation::Strength { node, strength: half },
        ] {
            let mut after = before.clone();
            after.apply(&change).unwrap();
            assert_eq!(before.diff(&after), [change]);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn applying_the_difference_gives_the_later_graph(
            (first, second) in (any_graph(), any_graph())
        ) {
            let mut rebuilt = first.clone();
            for operation in first.diff(&second) {
                rebuilt.apply(&operation).unwrap();
            }
            prop_assert_eq!(&rebuilt, &second);
            prop_assert_eq!(second.diff(&rebuilt), vec![]);
        }
    }

    fn any_graph() -> impl Strategy<Value = Graph> {
        (1_u32..6).prop_flat_map(|size| {
            let pairs = proptest::collection::btree_set((1..=size, 1..=size), 0..8);
            pairs
                .prop_map(move |pairs| samples::graph(size, &pairs.into_iter().collect::<Vec<_>>()))
        })
    }
}
