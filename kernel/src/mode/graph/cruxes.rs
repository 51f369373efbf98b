//! Cruxes: the premises and assumptions on which disputed arguments depend.
//!
//! Candidates are the premises and assumptions of arguments that some, but not all, preferred extensions contain. Candidates
//! of exactly the same arguments are one crux; so are candidates that were judged to say the same. An argument depends on a
//! crux if it contains it, or if it would no longer be disputed without the arguments that contain it. A candidate on which
//! only arguments depend that stronger cruxes cover, such as the other end of the same exchange, is not a crux.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::crux_candidates::{Candidates, MOST, Scope};
use crate::graph::{Graph, Node, Provenance};
use crate::mode::shared::common_ground;
use crate::mode::shared::dung::{Evaluated, Remainder};
use crate::mode::shared::questions::compare::Likeness;
use crate::record::{Crux, Position, Score};
use crate::vocabulary::{
    AxisId, Component, CruxId, Disagreement, NodeId, Persona, Probability, Topic,
};

/// A group of candidates with the arguments that depend on it.
struct Weighed {
    /// The candidate that represents the group.
    representative: usize,
    /// The arguments that contain it.
    holders: BTreeSet<NodeId>,
    /// The arguments of the scope that would be decided or removed without it.
    dependent: BTreeSet<NodeId>,
    remainder: Remainder,
}

/// Everything from which cruxes are computed.
pub(super) struct CruxInputs<'a> {
    pub(super) graph: &'a Graph,
    pub(super) evaluated: &'a Evaluated,
    pub(super) topic: &'a Topic,
    pub(super) personas: &'a [Persona],
    pub(super) candidates: &'a Candidates,
    /// The likeness of pairs of candidates.
    pub(super) alike: &'a BTreeMap<(usize, usize), Likeness>,
    /// The settling question of each candidate that has one.
    pub(super) questions: &'a BTreeMap<usize, String>,
}

impl CruxInputs<'_> {
    /// The cruxes, ranked by the number of arguments that depend on them, then by the attacks on and from their holders.
    pub(super) fn cruxes(&self) -> Vec<Crux> {
        let groups = self.candidates.groups(self.alike).into_iter();
        let mut weighed: Vec<Weighed> = groups.filter_map(|group| self.weigh(&group)).collect();
        weighed.sort_by_key(|group| self.rank(group));
        let mut chosen = self.choose(weighed);
        chosen.sort_by_key(|group| self.rank(group));
        let ranked = chosen.iter().zip(1..);
        ranked.map(|(group, number)| self.crux(group, CruxId::new(number))).collect()
    }

    /// Repeatedly takes the group with the most dependent arguments that no group taken before covers; among equals one on
    /// another axis, then the first.
    fn choose(&self, mut ranked: Vec<Weighed>) -> Vec<Weighed> {
        let mut taken: Vec<Weighed> = Vec::new();
        let mut covered: BTreeSet<NodeId> = BTreeSet::new();
        while taken.len() < MOST && !ranked.is_empty() {
            let worth = |index: &usize| {
                let group = &ranked[*index];
                let gain = group.dependent.difference(&covered).count();
                let elsewhere = taken.iter().all(|other| self.axis(other) != self.axis(group));
                (gain, elsewhere, Reverse(*index))
            };
            let best = (0..ranked.len()).max_by_key(worth).expect("the list is not empty");
            if worth(&best).0 == 0 {
                break;
            }
            let next = ranked.remove(best);
            covered.extend(&next.dependent);
            taken.push(next);
        }
        taken
    }

    /// The axis of the argument that the representative belongs to.
    fn axis(&self, group: &Weighed) -> Option<&AxisId> {
        self.graph.node(self.candidates.all[group.representative].node)?.axis.as_ref()
    }

    fn rank(&self, group: &Weighed) -> impl Ord + use<> {
        let Weighed { holders, dependent, .. } = group;
        (Reverse(dependent.len()), Reverse(self.degree(holders)), holders.first().copied())
    }

    /// Finds the arguments that would be decided or removed without the arguments that contain a candidate of the group.
    fn weigh(&self, group: &[usize]) -> Option<Weighed> {
        let representative = self.candidates.representative(group.iter().copied())?;
        let holders = self.candidates.holders(group);
        let remainder = self.evaluated.without(&holders);
        let dependent = match self.candidates.scope {
            Scope::Disputed => {
                let all = self.candidates.arguments.iter().copied();
                all.filter(|node| holders.contains(node) || !remainder.disputed.contains(node))
                    .collect()
            }
            Scope::Undecided | Scope::MostAttacked => holders.clone(),
        };
        Some(Weighed { representative, holders, dependent, remainder })
    }

    fn degree(&self, group: &BTreeSet<NodeId>) -> usize {
        let touches = |from, to| group.contains(from) || group.contains(to);
        self.graph
            .edges()
            .filter(|edge| edge.relation.is_attack() && touches(&edge.from, &edge.to))
            .count()
    }

    fn crux(&self, weighed: &Weighed, id: CruxId) -> Crux {
        let group = &weighed.holders;
        let candidate = &self.candidates.all[weighed.representative];
        let axis = self.axis(weighed).and_then(|axis| self.topic.axis(axis));
        let question = self.questions.get(&weighed.representative);
        let question = question.expect("every representative has a settling question").clone();
        let position = |persona| self.position(persona, group, axis.map(|axis| &axis.id));
        let kind = if candidate.component == Component::Claim {
            Disagreement::Claim
        } else {
            Disagreement::Premise
        };
        let mut provenance = Provenance::default();
        for node in group.iter().filter_map(|&member| self.graph.node(member)) {
            provenance.turns.extend(&node.provenance.turns);
            provenance.calls.extend(&node.provenance.calls);
        }
        Crux {
            id,
            statement: candidate.text.clone(),
            found: self.candidates.scope.found(),
            kind: axis.map_or(kind, |axis| axis.kind),
            axis: axis.map(|axis| axis.id.clone()),
            score: self.score(weighed),
            positions: self.personas.iter().map(position).collect(),
            depends_on: group.iter().copied().collect(),
            settling_question: question,
            counterfactual: self.counterfactual(weighed),
            provenance,
        }
    }

    fn score(&self, weighed: &Weighed) -> Score {
        let (part, whole) = (weighed.dependent.len(), self.candidates.arguments.len());
        let (part, whole, what) = match self.candidates.scope {
            Scope::Disputed => {
                (part, whole, "disputed arguments would be decided or removed without it")
            }
            Scope::Undecided => (part, whole, "undecided arguments depend on it"),
            Scope::MostAttacked => {
                let all = || self.graph.edges().filter(|edge| edge.relation.is_attack());
                let aimed = all().filter(|edge| weighed.holders.contains(&edge.to)).count();
                (aimed, all().count(), "attacks are aimed at it")
            }
        };
        Score { value: Probability::share(part, whole), rule: format!("{part} of {whole} {what}") }
    }

    /// A persona's own argument that depends on the crux; otherwise its strongest attack on such an argument.
    fn position(
        &self,
        persona: &Persona,
        group: &BTreeSet<NodeId>,
        axis: Option<&AxisId>,
    ) -> Position {
        let own = |node: &&Node| node.author.as_ref() == Some(&persona.id);
        let holds = group.iter().filter_map(|&member| self.graph.node(member)).find(own);
        let attacks =
            self.graph.edges().filter(|edge| edge.relation.is_attack() && group.contains(&edge.to));
        let mut against: Vec<_> = attacks
            .filter(|edge| self.graph.node(edge.from).is_some_and(|node| own(&node)))
            .collect();
        against.sort_by(|a, b| b.judged().total_cmp(&a.judged()).then(a.id.cmp(&b.id)));
        let strongest = against.first().and_then(|edge| self.graph.node(edge.from));
        common_ground::position(persona, holds.or(strongest), axis)
    }

    /// The graph without the arguments that depend on the crux, as a sentence.
    fn counterfactual(&self, weighed: &Weighed) -> Option<String> {
        let Weighed { holders, remainder, .. } = weighed;
        let before = self.evaluated.semantics.disputed.len();
        let after = remainder.disputed.len();
        let gone = match holders.len() {
            1 => "the argument that contains it would be removed".to_owned(),
            n => format!("the {n} arguments that contain it would be removed"),
        };
        (before > 0).then(|| {
            format!(
                "Without it, {gone}. The number of disputed arguments would change from {before} to {after}, and the number of \
                 worldviews from {1} to {0}.",
                remainder.preferred, self.evaluated.semantics.preferred,
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::graph;
    use crate::graph::{Edge, Operation, Relation};
    use crate::question::samples::{persona, topic};
    use crate::record::Found;
    use crate::vocabulary::{EdgeId, PersonaId, Side};

    /// Arguments of alternating authors, each with one premise and one assumption, and attacks among them.
    fn debate(size: u32, attacks: &[(u32, u32)]) -> Graph {
        let mut graph = graph(size, attacks);
        for number in 1..=size {
            let mut node = graph.node(NodeId::new(number)).unwrap().clone();
            node.text = format!("Claim of {number}.");
            let author = if number % 2 == 1 { "keeper" } else { "walker" };
            node.author = PersonaId::new(author).ok();
            node.detail.premises = vec![format!("Premise of {number}.")];
            node.detail.assumptions = vec![format!("Assumption of {number}.")];
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        }
        graph
    }

    fn cruxes(graph: &Graph, alike: &BTreeMap<(usize, usize), Likeness>) -> Vec<Crux> {
        let evaluated = Evaluated::of(graph);
        let candidates = Candidates::of(graph, &evaluated);
        let personas = [persona("keeper", Side::No, vec![]), persona("walker", Side::Yes, vec![])];
        let questions = (0..candidates.all.len()).map(|index| (index, format!("Is {index}?")));
        let inputs = CruxInputs {
            graph,
            evaluated: &evaluated,
            topic: &topic(),
            personas: &personas,
            candidates: &candidates,
            alike,
            questions: &questions.collect(),
        };
        inputs.cruxes()
    }

    fn statements(cruxes: &[Crux]) -> Vec<&str> {
        cruxes.iter().map(|crux| crux.statement.as_str()).collect()
    }

    #[test]
    fn without_disputed_arguments_cruxes_are_searched_in_undecided_ones() {
        // An odd cycle has one preferred extension, the empty one, and nothing is decided.
        let odd = debate(3, &[(1, 2), (2, 3), (3, 1)]);
        let found = cruxes(&odd, &BTreeMap::new());
        assert!(found.iter().all(|crux| crux.found == Found::Undecided));
        assert_eq!(
            statements(&found),
            ["Assumption of 1.", "Assumption of 2.", "Assumption of 3."]
        );
        assert_eq!(found[0].score.rule, "1 of 3 undecided arguments depend on it");
        assert_eq!(found[0].counterfactual, None);
    }

    #[test]
    fn without_undecided_arguments_cruxes_are_the_claims_attacked_most() {
        let settled = debate(5, &[(1, 2), (3, 2), (1, 4)]);
        let found = cruxes(&settled, &BTreeMap::new());
        assert!(found.iter().all(|crux| crux.found == Found::MostAttacked));
        let nodes: Vec<_> = found.iter().map(|crux| crux.depends_on.clone()).collect();
        assert_eq!(nodes, [[NodeId::new(2)], [NodeId::new(4)]]);
        assert_eq!(found[0].score.rule, "2 of 3 attacks are aimed at it");
    }

    #[test]
    fn two_ends_of_one_exchange_are_one_crux() {
        let exchanges = debate(6, &[(1, 2), (2, 1), (3, 4), (4, 3), (5, 6), (6, 5)]);
        let found = cruxes(&exchanges, &BTreeMap::new());
        assert!(found.iter().all(|crux| crux.found == Found::SymmetricDifference));
        assert_eq!(
            statements(&found),
            ["Assumption of 1.", "Assumption of 3.", "Assumption of 5."]
        );
        let one = debate(2, &[(1, 2), (2, 1)]);
        assert_eq!(cruxes(&one, &BTreeMap::new()).len(), 1);
    }

    #[test]
    fn candidates_judged_the_same_are_one_crux_of_all_their_arguments() {
        // Candidates 1 and 3 are the assumptions of the first two arguments.
        let exchanges = debate(4, &[(1, 4), (4, 1), (3, 2), (2, 3)]);
        let alike = BTreeMap::from([((1, 3), Likeness::Same)]);
        let found = cruxes(&exchanges, &alike);
        assert_eq!(found[0].depends_on, [NodeId::new(1), NodeId::new(2)]);
        assert_eq!(found[0].score.value, Probability::share(4, 4));
    }

    #[test]
    fn the_component_attacked_most_represents_its_argument() {
        let mut exchange = debate(2, &[(2, 1)]);
        let aimed = Edge {
            component: Some(Component::Premise(0)),
            ..Edge::new(EdgeId::new(9), NodeId::new(1), NodeId::new(2), Relation::Undermine)
        };
        exchange.apply(&Operation::AddEdge(aimed)).unwrap();
        let found = cruxes(&exchange, &BTreeMap::new());
        assert_eq!(found.len(), 1);
        let candidates = Candidates::of(&exchange, &Evaluated::of(&exchange));
        let second = (0..4).filter(|&index| candidates.all[index].node == NodeId::new(2));
        assert_eq!(
            candidates.all[candidates.representative(second).unwrap()].text,
            "Premise of 2."
        );
    }

    #[test]
    fn a_crux_states_and_asks_what_all_of_its_arguments_share() {
        // The first argument is attacked at its assumption; what the second holds too is its premise.
        let mut exchanges = debate(4, &[(1, 4), (4, 1), (3, 2), (2, 3)]);
        let aimed = Edge {
            component: Some(Component::Assumption(0)),
            ..Edge::new(EdgeId::new(9), NodeId::new(4), NodeId::new(1), Relation::Undermine)
        };
        exchanges.apply(&Operation::AddEdge(aimed)).unwrap();
        let found = cruxes(&exchanges, &BTreeMap::from([((0, 2), Likeness::Same)]));
        assert_eq!(found[0].depends_on, [NodeId::new(1), NodeId::new(2)]);
        assert_eq!(found[0].statement, "Premise of 1.");
        assert_eq!(found[0].settling_question, "Is 0?");
    }

    #[test]
    fn every_candidate_that_may_represent_a_group_gets_a_settling_question() {
        let exchange = debate(2, &[(1, 2), (2, 1)]);
        let candidates = Candidates::of(&exchange, &Evaluated::of(&exchange));
        assert_eq!(candidates.representatives(&BTreeSet::new()), BTreeSet::from([1, 3]));
        // If the assumptions were shared, only the premises would divide the personas.
        assert_eq!(
            candidates.representatives(&BTreeSet::from([1, 3])),
            BTreeSet::from([0, 1, 2, 3])
        );
    }

    #[test]
    fn a_position_takes_a_side_only_on_the_axis_of_its_crux() {
        let mut exchange = debate(2, &[(1, 2), (2, 1)]);
        let on = |graph: &mut Graph, number, axis: &str, side| {
            let mut node = graph.node(NodeId::new(number)).unwrap().clone();
            node.axis = AxisId::new(axis).ok();
            node.side = Some(side);
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        };
        let sides = |graph: &Graph| -> Vec<Option<Side>> {
            cruxes(graph, &BTreeMap::new())[0].positions.iter().map(|p| p.side).collect()
        };
        on(&mut exchange, 1, "trade", Side::Yes);
        on(&mut exchange, 2, "air", Side::No);
        assert_eq!(sides(&exchange), [Some(Side::Yes), None]);
        on(&mut exchange, 2, "trade", Side::No);
        assert_eq!(sides(&exchange), [Some(Side::Yes), Some(Side::No)]);
    }
}
