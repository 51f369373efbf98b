//! Projections: the graph as the argumentation layer sees it.

use std::collections::BTreeSet;

use super::{Edge, Graph, Node, NodeKind};
use crate::argue::{Bipolar, BipolarError, Framework, Influence};
use crate::vocabulary::{AxisSide, NodeId, PersonaId, Strength};

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

    /// The projection without some of its nodes.
    #[must_use]
    pub fn without(&self, gone: &BTreeSet<NodeId>) -> Self {
        let stays = |argument: &usize| !gone.contains(&self.nodes[*argument]);
        let members: Vec<usize> = (0..self.nodes.len()).filter(stays).collect();
        let framework = self.framework.restricted(&members);
        Self { framework, nodes: self.named(members).collect() }
    }
}

impl Graph {
    /// The attacks that follow from what nodes answer and assert, without being edges: nodes that
    /// answer one axis with opposite sides exclude each other, and so do theses that take opposite
    /// sides; a node that answers an axis with one side undermines every node whose premise or
    /// assumption asserts the other side. [Common ground](Self::shared) and what is [no
    /// argument](Self::is_in_framework) neither attack nor are attacked in this way.
    ///
    /// # Source
    /// Contraries of ASPIC+ (Prakken 2010, doi:10.1080/19462160903564592), with the sides of axes
    /// as the contrary formulas.
    pub fn contraries(&self) -> Vec<(NodeId, NodeId)> {
        let shared = self.shared();
        let is_own = |node: &&Node| !shared.contains(&node.id) && self.is_in_framework(node);
        let own: Vec<&Node> = self.nodes.values().filter(is_own).collect();
        let excludes = |one: &Node, other: &Node| {
            let theses = one.kind == NodeKind::Thesis && other.kind == NodeKind::Thesis;
            theses && one.side.zip(other.side).is_some_and(|(one, other)| one != other)
        };
        let attacks = |one: &Node, other: &Node| {
            let against = one.answers().map(AxisSide::opposite);
            let is_against = |side: Option<&AxisSide>| side.is_some() && side == against.as_ref();
            let asserted = other.detail.asserts.iter().map(|asserted| &asserted.asserts);
            let contradicts = is_against(other.answers().as_ref());
            contradicts || asserted.map(Some).any(is_against) || excludes(one, other)
        };
        let mut found = Vec::new();
        for one in &own {
            let others = own.iter().filter(|other| other.id != one.id && attacks(one, other));
            found.extend(others.map(|other| (one.id, other.id)));
        }
        found
    }

    /// The nodes that are common ground although they answer an axis: every author of the graph
    /// endorses them, or their author or another endorser answers the axis with the opposite side
    /// too, so that the opposition is only in the words, or their author grants them and no other
    /// persona says the same. Nodes that allies endorse against others are not among them.
    pub fn shared(&self) -> BTreeSet<NodeId> {
        let authors: BTreeSet<&PersonaId> =
            self.nodes.values().filter_map(|node| node.author.as_ref()).collect();
        let mut answers: BTreeSet<(&PersonaId, AxisSide)> = BTreeSet::new();
        for node in self.nodes.values() {
            let Some(author) = &node.author else { continue };
            let in_words = node.detail.asserts.iter().filter(|said| !said.meant_by.is_empty());
            let said = node.answers().into_iter().chain(in_words.map(|said| said.asserts.clone()));
            answers.extend(said.map(|answer| (author, answer)));
        }
        let is_shared = |node: &&Node| {
            let endorsers = node.endorsers();
            let by_all = endorsers.len() >= 2 && authors.iter().all(|a| endorsers.contains(*a));
            let is_concession = node.kind == NodeKind::Point && node.endorsed_by.is_empty();
            let opposite = node.answers().map(AxisSide::opposite);
            let denies = |by: &PersonaId| {
                opposite.clone().is_some_and(|opposite| answers.contains(&(by, opposite)))
            };
            let is_endorsed = !node.endorsed_by.is_empty();
            by_all || is_concession || is_endorsed && endorsers.iter().any(denies)
        };
        self.nodes.values().filter(is_shared).map(|node| node.id).collect()
    }

    /// Whether a node is an argument of a Dung framework. An answer that a persona gives beside its
    /// thesis and that no edge joins to another node only states the persona's position.
    pub fn is_in_framework(&self, node: &Node) -> bool {
        let is_joined =
            || self.into_node(node.id).chain(self.out_of_node(node.id)).next().is_some();
        node.kind != NodeKind::Position || is_joined()
    }

    /// Projects the graph to a Dung framework: all [arguments](Self::is_in_framework), and one
    /// attack for each pair that any attack edge joins or that are [contraries](Self::contraries).
    ///
    /// # Source
    /// Dung 1995, Definition 2 (doi:10.1016/0004-3702(94)00041-X).
    pub fn to_framework(&self) -> Projection {
        let arguments = self.nodes.values().filter(|node| self.is_in_framework(node));
        let nodes: Vec<NodeId> = arguments.map(|node| node.id).collect();
        let argument = |id| nodes.binary_search(&id).expect("an attack joins two arguments");
        let attacks = self.edges.values().filter(|edge| edge.relation.is_attack());
        let mut pairs: Vec<_> =
            attacks.map(|Edge { from, to, .. }| (argument(*from), argument(*to))).collect();
        pairs
            .extend(self.contraries().into_iter().map(|(from, to)| (argument(from), argument(to))));
        pairs.sort_unstable();
        pairs.dedup();
        let framework =
            Framework::new(nodes.len(), pairs).expect("every pair is in range and occurs once");
        Projection { framework, nodes }
    }

    /// Projects the graph to a bipolar framework: all nodes, in ascending order, with the base
    /// scores that `base_score` gives them, and the edges for which `counts` returns true.
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
    use super::super::{Edge, NodeKind, Operation, Relation, samples};
    use crate::argue::Influence;
    use crate::vocabulary::{EdgeId, NodeId, PersonaId, Strength};

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
    fn contraries_are_opposite_answers_denied_premises_and_opposite_theses() {
        type Case<'a> = (&'a str, &'a [&'a str], &'a [(u32, u32)]);
        let cases: &[Case<'_>] = &[
            ("opposite answers", &["ada trade+", "ben trade-"], &[(1, 2), (2, 1)]),
            ("one answer", &["ada trade+", "ben trade+"], &[]),
            ("two axes", &["ada trade+", "ben air-"], &[]),
            ("no axis", &["ada trade+", "ben point"], &[]),
            ("a denied premise", &["ada trade+", "ben air- : trade-"], &[(1, 2)]),
            ("the second premise", &["ada trade+", "ben air- : point trade-"], &[(1, 2)]),
            ("a confirmed premise", &["ada trade+", "ben air- : trade+"], &[]),
            ("opposite premises", &["ada air+ : trade+", "ben air+ : trade-"], &[]),
            ("opposite theses", &["ada thesis+", "ben thesis-"], &[(1, 2), (2, 1)]),
            ("equal theses", &["ada thesis+", "ben thesis+"], &[]),
            ("a thesis excludes no answer to an axis", &["ada thesis+", "ben trade-"], &[]),
            ("a denied reason of a thesis", &["ada thesis+ : trade-", "ben trade+"], &[(2, 1)]),
            ("a thesis denies no argument", &["ada thesis+ : trade-", "ben point : trade+"], &[]),
            (
                "one persona contradicts itself",
                &["ada trade+", "ada trade-", "ben air+"],
                &[(1, 2), (2, 1)],
            ),
            ("common ground is not attacked", &["ada trade+ = ben", "ben trade-"], &[]),
            ("common ground denies no premise", &["ada trade+ = ben", "ben air+ : trade-"], &[]),
            (
                "the opposition is only in the words",
                &["ada trade+ = ben", "ben trade-", "cleo air+"],
                &[],
            ),
            (
                "a wording whose author answers the opposite is only words too",
                &["ada trade+ = ben", "ada trade-", "cleo air+"],
                &[],
            ),
            (
                "allies agree against another persona",
                &["ada trade+ = cleo", "ben trade-", "cleo air+"],
                &[(1, 2), (2, 1)],
            ),
            ("a concession", &["ada grants trade+", "ada trade-", "ben trade+"], &[(2, 3), (3, 2)]),
        ];
        for (case, nodes, expected) in cases {
            let graph = samples::stated(nodes);
            let found = graph.contraries();
            let found: Vec<(u32, u32)> =
                found.iter().map(|(from, to)| (from.number(), to.number())).collect();
            assert_eq!(found, *expected, "{case}");
            let framework = graph.to_framework().framework;
            let attacks: Vec<(usize, usize)> =
                expected.iter().map(|&(a, b)| (a as usize - 1, b as usize - 1)).collect();
            assert_eq!(framework.attacks().collect::<Vec<_>>(), attacks, "{case}: the framework");
        }
    }

    #[test]
    fn a_projection_loses_the_nodes_that_are_named_with_their_attacks() {
        let projection = samples::graph(3, &[(1, 2), (2, 3), (3, 1)]).to_framework();
        let left = projection.without(&[NodeId::new(2)].into());
        assert_eq!(left.nodes, [NodeId::new(1), NodeId::new(3)]);
        assert_eq!(left.framework.attacks().collect::<Vec<_>>(), [(1, 0)]);
    }

    #[test]
    fn who_rests_its_thesis_on_the_other_answer_is_opposed_only_in_the_words_if_it_means_the_same()
    {
        let nodes = ["ada trade+ = ben", "ben thesis- : trade-", "cleo air+"];
        let graph = samples::stated(&nodes);
        assert_eq!(graph.shared(), [].into());
        let said = graph.lone_assertions();
        let (mut meant, ada) = (graph.clone(), PersonaId::new("ada").unwrap());
        for node in graph.meant_by(&said[0], &ada) {
            meant.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        }
        assert_eq!(meant.shared(), [NodeId::new(1)].into());
    }

    #[test]
    fn an_answer_beside_a_thesis_is_an_argument_only_if_an_edge_joins_it() {
        let mut graph = samples::stated(&["ada trade+", "ben trade-", "ben air+"]);
        let mut answer = graph.node(NodeId::new(2)).unwrap().clone();
        answer.kind = NodeKind::Position;
        graph.apply(&Operation::UpdateNode(Box::new(answer))).unwrap();
        assert_eq!(graph.to_framework().nodes, [1, 3].map(NodeId::new));
        assert_eq!(graph.contraries(), []);
        graph.apply(&Operation::AddEdge(samples::attack(1, 3, 2))).unwrap();
        let projection = graph.to_framework();
        assert_eq!(projection.nodes, [1, 2, 3].map(NodeId::new));
        assert_eq!(projection.framework.attacks().collect::<Vec<_>>(), [(0, 1), (1, 0), (2, 1)]);
    }

    #[test]
    fn an_attack_between_contraries_counts_once() {
        let mut graph = samples::stated(&["ada trade+", "ben trade-"]);
        graph.apply(&Operation::AddEdge(samples::attack(1, 1, 2))).unwrap();
        let attacks = graph.to_framework().framework.attacks().collect::<Vec<_>>();
        assert_eq!(attacks, [(0, 1), (1, 0)]);
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
