//! All graphs in one: nodes that say the same are merged, and each edge names the personas in whose
//! graphs it occurs.

use std::collections::{BTreeMap, BTreeSet};

use super::trees::{Trees, is_asserted};
use crate::graph::{Edge, Graph, Node, Operation};
use crate::mode::belief::detail::Tagged;
use crate::vocabulary::{EdgeId, NodeId, PersonaId, Strength};

/// The merged graph, before the personas score it.
#[derive(Debug, Clone)]
pub(in crate::mode::belief) struct Merged {
    /// Nodes without base scores, edges with mean weights.
    pub(in crate::mode::belief) graph: Graph,
    /// The members of each node, the one that represents them first.
    pub(in crate::mode::belief) members: BTreeMap<NodeId, Vec<NodeId>>,
    pub(in crate::mode::belief) edges: Vec<Tagged>,
    pub(in crate::mode::belief) unmerged: Vec<(NodeId, NodeId)>,
    pub(in crate::mode::belief) refused: Vec<EdgeId>,
}

impl Merged {
    /// Merges the equal sentences of each persona, then pairs that were judged the same, in the
    /// order of their nodes, where all members say the same as each other and no cycle closes.
    pub(in crate::mode::belief) fn of(graph: &Graph, same: &BTreeSet<(NodeId, NodeId)>) -> Self {
        let mut clusters = Clusters::of(graph);
        let pairs: Vec<(NodeId, NodeId)> =
            repeated(graph).into_iter().chain(same.iter().copied()).collect();
        let both_ways = |&(one, other): &(NodeId, NodeId)| [(one, other), (other, one)];
        let alike: BTreeSet<(NodeId, NodeId)> = pairs.iter().flat_map(both_ways).collect();
        let mut unmerged = Vec::new();
        for pair in pairs {
            if !clusters.join(graph, pair, &alike) {
                unmerged.push(pair);
            }
        }
        let mut merged = Self {
            graph: Graph::default(),
            members: clusters.members(),
            edges: vec![],
            unmerged,
            refused: vec![],
        };
        for (id, members) in merged.members.clone() {
            merged.add(&Operation::AddNode(Box::new(node(graph, id, &members))));
        }
        merged.take_edges(graph, &clusters);
        merged
    }

    fn add(&mut self, operation: &Operation) {
        self.graph.apply(operation).expect("clusters and their edges fit together");
    }

    /// Redirects every edge. Edges of one graph between one pair become one; the first of them
    /// decides whether it attacks.
    fn take_edges(&mut self, graph: &Graph, clusters: &Clusters) {
        let trees = Trees::of(graph);
        let mut first: BTreeMap<(&PersonaId, NodeId, NodeId), bool> = BTreeMap::new();
        let mut bundles: BTreeMap<_, Vec<(&PersonaId, &Edge)>> = BTreeMap::new();
        for edge in graph.edges() {
            let (from, to) = (clusters.of_node(edge.from), clusters.of_node(edge.to));
            let (tree, attacks) = (trees.tree(edge.from), edge.relation.is_attack());
            if *first.entry((tree, from, to)).or_insert(attacks) == attacks {
                bundles.entry((from, to, attacks)).or_default().push((tree, edge));
            } else {
                self.refused.push(edge.id);
            }
        }
        let mut bundles: Vec<_> = bundles.into_iter().collect();
        bundles.sort_by_key(|(_, bundle)| bundle[0].1.id);
        let pairs: Vec<(NodeId, NodeId)> =
            bundles.iter().map(|((from, to, _), _)| (*from, *to)).collect();
        for ((from, to, _), bundle) in bundles {
            let edges: Vec<&Edge> = bundle.iter().map(|(_, edge)| *edge).collect();
            let one = Edge { from, to, weight: mean_weight(&edges), ..edges[0].clone() };
            let held_by: BTreeSet<PersonaId> =
                bundle.iter().map(|(tree, _)| (*tree).clone()).collect();
            self.edges.push(Tagged {
                edge: one.id,
                members: edges.iter().map(|edge| edge.id).collect(),
                held_by: held_by.into_iter().collect(),
                contested_relation: pairs.iter().filter(|pair| **pair == (from, to)).count() > 1,
            });
            self.add(&Operation::AddEdge(one));
        }
    }
}

/// The pairs of nodes in which one persona asserts the same sentence twice: beside its thesis, and
/// in the graph of another.
fn repeated(graph: &Graph) -> Vec<(NodeId, NodeId)> {
    let mut pairs = Vec::new();
    let mut earlier: Vec<&Node> = Vec::new();
    for node in graph.nodes().filter(|node| is_asserted(graph, node)) {
        let repeats = |other: &&&Node| other.author == node.author && other.text == node.text;
        let same = earlier.iter().filter(repeats);
        pairs.extend(same.map(|other| (other.id, node.id)));
        earlier.push(node);
    }
    pairs
}

/// The mean of the weights; an edge without a weight counts as 1. `None` if no edge has a weight.
fn mean_weight(edges: &[&Edge]) -> Option<Strength> {
    edges.iter().find(|edge| edge.weight.is_some())?;
    let sum: f64 = edges.iter().map(|edge| edge.weight.map_or(1.0, f64::from)).sum();
    Some(Strength::new(sum / edges.len() as f64).expect("a mean of weights is a weight"))
}

/// The first member that its author asserts, with the endorsers of all such members. An objection
/// that a persona raises against its own thesis repeats what another says, without asserting it.
fn node(graph: &Graph, id: NodeId, members: &[NodeId]) -> Node {
    let members = || members.iter().map(|id| graph.node(*id).expect("a node of the graph"));
    let asserted = || members().filter(|member| is_asserted(graph, member));
    let first = asserted().chain(members()).next().expect("a cluster has a member");
    let mut node = Node { id, ..first.clone() };
    for member in asserted() {
        node.endorsed_by.extend(member.endorsers());
    }
    if let Some(author) = &node.author {
        node.endorsed_by.remove(author);
    }
    (node.base_score, node.strength) = (None, None);
    node
}

/// The cluster of each node.
struct Clusters(BTreeMap<NodeId, NodeId>);

impl Clusters {
    fn of(graph: &Graph) -> Self {
        Self(graph.nodes().map(|node| (node.id, node.id)).collect())
    }

    fn of_node(&self, node: NodeId) -> NodeId {
        self.0[&node]
    }

    fn members(&self) -> BTreeMap<NodeId, Vec<NodeId>> {
        let mut members: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for (&node, &cluster) in &self.0 {
            members.entry(cluster).or_default().push(node);
        }
        members
    }

    /// Merges the clusters of a pair, named after the first member. Returns whether the pair is in
    /// one cluster now.
    fn join(
        &mut self,
        graph: &Graph,
        pair: (NodeId, NodeId),
        alike: &BTreeSet<(NodeId, NodeId)>,
    ) -> bool {
        let (one, other) = (self.of_node(pair.0), self.of_node(pair.1));
        let (into, from) = (one.min(other), one.max(other));
        if into == from {
            return true;
        }
        let members = self.members();
        let all_alike =
            members[&into].iter().all(|a| members[&from].iter().all(|b| alike.contains(&(*a, *b))));
        if !all_alike || self.leads(graph, into, from) || self.leads(graph, from, into) {
            return false;
        }
        self.0.values_mut().filter(|cluster| **cluster == from).for_each(|cluster| *cluster = into);
        true
    }

    /// Whether edges lead from one cluster to the other.
    fn leads(&self, graph: &Graph, from: NodeId, to: NodeId) -> bool {
        let mut reached = BTreeSet::from([from]);
        let mut waiting = vec![from];
        while let Some(cluster) = waiting.pop() {
            let edges = graph.edges().filter(|edge| self.of_node(edge.from) == cluster);
            for next in edges.map(|edge| self.of_node(edge.to)) {
                if next == to {
                    return true;
                }
                if reached.insert(next) {
                    waiting.push(next);
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::NodeKind;
    use crate::mode::belief::samples::{ANN, BOB, graph, node, persona};

    fn same(pairs: &[(u32, u32)]) -> BTreeSet<(NodeId, NodeId)> {
        pairs.iter().map(|&(first, second)| (node(first), node(second))).collect()
    }

    const THREE_EACH: [(u32, &str, f64); 6] =
        [(1, ANN, 0.5), (2, ANN, 0.5), (3, ANN, 0.5), (4, BOB, 0.5), (5, BOB, 0.5), (6, BOB, 0.5)];

    /// Ann: 1 <- 2 <- 3. Bob: 4 <- 5, 4 <- 6.
    fn two() -> Graph {
        graph(&THREE_EACH, &[(2, 1, true), (3, 2, true), (5, 4, false), (6, 4, true)])
    }

    #[test]
    fn belief_rule_6_nodes_that_say_the_same_become_one_that_both_authors_endorse() {
        let merged = Merged::of(&two(), &same(&[(2, 5)]));
        assert_eq!(merged.members[&node(2)], [node(2), node(5)]);
        assert_eq!(merged.graph.nodes().len(), 5);
        let one = merged.graph.node(node(2)).unwrap();
        assert_eq!(one.endorsers(), [persona(ANN), persona(BOB)].into());
        let held: Vec<(u32, u32, Vec<&str>)> = merged
            .edges
            .iter()
            .map(|tag| {
                let edge = merged.graph.edge(tag.edge).unwrap();
                let held = tag.held_by.iter().map(PersonaId::as_str).collect();
                (edge.from.number(), edge.to.number(), held)
            })
            .collect();
        assert_eq!(
            held,
            [(2, 1, vec![ANN]), (3, 2, vec![ANN]), (2, 4, vec![BOB]), (6, 4, vec![BOB])]
        );
    }

    #[test]
    fn belief_rule_6_a_sentence_that_a_persona_asserts_twice_is_one_node() {
        let mut graph = graph(&THREE_EACH, &[(2, 1, true), (5, 4, true), (6, 2, false)]);
        for id in [5, 6] {
            let mut said = graph.node(node(id)).unwrap().clone();
            said.text = "The street is loud.".to_owned();
            graph.apply(&Operation::UpdateNode(Box::new(said))).unwrap();
        }
        let merged = Merged::of(&graph, &BTreeSet::new());
        assert_eq!(merged.members[&node(5)], [node(5), node(6)]);
        assert_eq!(merged.graph.node(node(5)).unwrap().endorsers(), [persona(BOB)].into());
        assert_eq!(merged.graph.out_of_node(node(5)).count(), 2, "both relations stay");
    }

    #[test]
    fn belief_rule_6_an_objection_endorses_nothing() {
        let with_objection = |id: u32| {
            let mut graph = two();
            let mut objection = graph.node(node(id)).unwrap().clone();
            objection.kind = NodeKind::Point;
            graph.apply(&Operation::UpdateNode(Box::new(objection))).unwrap();
            Merged::of(&graph, &same(&[(2, 5)]))
        };
        // Bob raises 5 against his own thesis; Ann asserts it.
        let merged = with_objection(5);
        let one = merged.graph.node(node(2)).unwrap();
        assert_eq!(one.endorsers(), [persona(ANN)].into());
        // The same where the objection comes first.
        let merged = with_objection(2);
        let one = merged.graph.node(node(2)).unwrap();
        assert_eq!((one.endorsers(), one.kind), ([persona(BOB)].into(), NodeKind::Argument));
    }

    #[test]
    fn belief_rule_6_a_merge_that_would_close_a_cycle_is_refused() {
        // With 2 and 6 one, 3 leads to them and they lead to 5; so 3 and 5 may not be one.
        let graph = graph(&THREE_EACH, &[(2, 1, true), (3, 2, true), (5, 4, true), (6, 5, true)]);
        let merged = Merged::of(&graph, &same(&[(2, 6), (3, 5)]));
        assert_eq!(merged.members[&node(2)], [node(2), node(6)]);
        assert_eq!(merged.unmerged, [(node(3), node(5))]);
        let both_ways = merged.graph.to_bipolar(|_| Strength::new(0.5).unwrap(), |_| true);
        assert!(both_ways.unwrap().acyclic().is_ok());
    }

    #[test]
    fn belief_rule_6_a_cluster_grows_only_if_all_members_were_judged_the_same() {
        const CAT: &str = "cat";
        let graph = graph(
            &[
                (1, ANN, 0.5),
                (2, ANN, 0.5),
                (3, BOB, 0.5),
                (4, BOB, 0.5),
                (5, CAT, 0.5),
                (6, CAT, 0.5),
            ],
            &[(2, 1, true), (4, 3, true), (6, 5, true)],
        );
        let chain = Merged::of(&graph, &same(&[(2, 4), (4, 6)]));
        assert_eq!(chain.unmerged, [(node(4), node(6))], "2 and 6 were not compared");
        let whole = Merged::of(&graph, &same(&[(2, 4), (4, 6), (2, 6)]));
        assert_eq!(whole.members[&node(2)], [node(2), node(4), node(6)]);
        assert_eq!(whole.unmerged, [] as [(NodeId, NodeId); 0]);
    }

    /// Ann's 2 attacks what Bob's 5 supports, once 2 = 5 and 3 = 6.
    #[test]
    fn belief_rule_6_an_edge_with_opposite_relations_in_two_graphs_stays_twice_and_is_flagged() {
        let graph = graph(&THREE_EACH, &[(3, 1, true), (2, 3, false), (6, 4, true), (5, 6, true)]);
        let merged = Merged::of(&graph, &same(&[(2, 5), (3, 6)]));
        let contested: Vec<bool> = merged.edges.iter().map(|tag| tag.contested_relation).collect();
        assert_eq!(contested, [false, true, false, true]);
        assert_eq!(merged.refused, []);
    }

    /// In Ann's graph Bob's 4 attacks 2 and Ann's 3 supports it; 3 and 4 say the same, so the later
    /// edge goes.
    #[test]
    fn belief_rule_5_within_one_graph_the_later_of_two_contrary_edges_is_refused() {
        let graph = graph(
            &[(1, ANN, 0.5), (2, ANN, 0.5), (3, ANN, 0.5), (4, BOB, 0.5), (5, BOB, 0.5)],
            &[(2, 1, true), (3, 2, true), (4, 2, false)],
        );
        let merged = Merged::of(&graph, &same(&[(3, 4)]));
        assert_eq!(merged.refused, [EdgeId::new(3)]);
        assert!(merged.edges.iter().all(|tag| !tag.contested_relation));
    }
}
