//! Each persona's view of the merged graph: strengths by its own scores and edges, and what a node contributes to its thesis.

use std::collections::{BTreeMap, BTreeSet};

use super::computed;
use super::detail::{Class, Community, Counterfactual, Parting, Shared, View};
use super::merged_graph::Merged;
use crate::argue::Gradual;
use crate::graph::{Edge, Graph, Node, NodeKind, Operation};
use crate::vocabulary::{NodeId, PersonaId, Probability, Side, Strength};

/// Base scores further apart than this make a crux.
const CRUX: f64 = 0.3;
/// Base scores closer than this are a consensus.
const CONSENSUS: f64 = 0.1;
/// The rounding error of differences is less than this.
const NOISE: f64 = 1e-9;

/// The base scores that a persona gives the nodes of the community.
pub(super) type BaseScores = BTreeMap<NodeId, Strength>;

/// The merged graph with the scores of every persona.
pub(super) struct Views<'a> {
    pub(super) merged: &'a Merged,
    pub(super) semantics: Gradual,
    /// Each persona with its thesis and scores, in seat order.
    pub(super) seats: Vec<Seat>,
    /// Nodes that were judged opposed to another one.
    pub(super) opposed: BTreeSet<NodeId>,
}

/// A persona with its thesis and its scores of the merged nodes.
#[derive(Debug, Clone)]
pub(super) struct Seat {
    pub(super) persona: PersonaId,
    pub(super) root: NodeId,
    pub(super) side: Side,
    pub(super) scores: BaseScores,
}

impl Views<'_> {
    fn holds(&self, seat: &Seat, edge: &Edge) -> bool {
        let tag = self.merged.edges.iter().find(|tag| tag.edge == edge.id);
        tag.is_some_and(|tag| tag.held_by.contains(&seat.persona))
    }

    fn computed(
        &self,
        score: impl Fn(&Node) -> Strength,
        counts: impl Fn(&Edge) -> bool,
    ) -> BaseScores {
        computed(&self.merged.graph, self.semantics, score, counts)
    }

    /// The strength of every node in the view of one persona.
    pub(super) fn strengths(&self, seat: &Seat) -> BaseScores {
        self.computed(|node| seat.scores[&node.id], |edge| self.holds(seat, edge))
    }

    /// The strength of a persona's thesis if nothing follows from a node.
    fn without(&self, seat: &Seat, node: NodeId) -> f64 {
        let counts = |edge: &Edge| edge.from != node && self.holds(seat, edge);
        self.computed(|node| seat.scores[&node.id], counts)[&seat.root].value()
    }

    /// The strength of a persona's thesis if it gives a node another base score.
    pub(super) fn accepting(&self, seat: &Seat, node: NodeId, score: Strength) -> Strength {
        let given = |other: &Node| if other.id == node { score } else { seat.scores[&other.id] };
        self.computed(given, |edge| self.holds(seat, edge))[&seat.root]
    }

    /// The merged graph with the view of every persona.
    pub(super) fn community(&self) -> Community {
        let held: Vec<BaseScores> = self.seats.iter().map(|seat| self.strengths(seat)).collect();
        let nodes: Vec<Shared> =
            self.merged.graph.nodes().map(|node| self.shared(node, &held)).collect();
        Community {
            graph: self.graph(),
            nodes,
            edges: self.merged.edges.clone(),
            unmerged: self.merged.unmerged.clone(),
            refused: self.merged.refused.clone(),
        }
    }

    fn shared(&self, node: &Node, held: &[BaseScores]) -> Shared {
        let views: Vec<View> =
            self.seats.iter().zip(held).map(|(seat, held)| self.view(seat, held, node)).collect();
        let spread = spread(&views);
        let is_root = node.kind == NodeKind::Thesis;
        let score = if is_root { 0.0 } else { parting(&views).map_or(0.0, |(score, ..)| score) };
        Shared {
            node: node.id,
            members: self.merged.members[&node.id].clone(),
            class: if is_root { Class::Thesis } else { self.class(node.id, spread) },
            views,
            spread: Probability::new(spread).expect("scores lie in the unit interval"),
            score: Probability::new(score).expect("half a difference of two in [-1, 1]"),
        }
    }

    fn view(&self, seat: &Seat, strengths: &BaseScores, node: &Node) -> View {
        let whole = strengths[&seat.root].value();
        let effect =
            if node.kind == NodeKind::Thesis { 0.0 } else { whole - self.without(seat, node.id) };
        let sign = if seat.side == Side::Yes { 1.0 } else { -1.0 };
        let base_score = seat.scores[&node.id];
        View {
            persona: seat.persona.clone(),
            base_score,
            strength: strengths[&node.id],
            effect,
            // A zero has no sign of its own.
            contribution: sign * base_score.value() * effect + 0.0,
        }
    }

    /// Crux is tested first: close scores do not outweigh a judged opposition.
    fn class(&self, node: NodeId, spread: f64) -> Class {
        let mut edges = self.merged.edges.iter().filter(|tag| tag.contested_relation);
        let contested =
            edges.any(|tag| self.merged.graph.edge(tag.edge).is_some_and(|edge| edge.from == node));
        if spread > CRUX + NOISE || contested || self.opposed.contains(&node) {
            Class::Crux
        } else if spread < CONSENSUS - NOISE {
            Class::Consensus
        } else {
            Class::Neutral
        }
    }

    /// The merged graph with mean base scores, and with the strengths that follow from these and the uncontested edges.
    fn graph(&self) -> Graph {
        let mean = |node: &Node| {
            let sum: f64 = self.seats.iter().map(|seat| seat.scores[&node.id].value()).sum();
            Strength::new(sum / self.seats.len() as f64).expect("a mean of scores is a score")
        };
        let contested = |edge: &Edge| {
            let mut tags = self.merged.edges.iter();
            tags.any(|tag| tag.edge == edge.id && tag.contested_relation)
        };
        let strengths = self.computed(mean, |edge| !contested(edge));
        let mut graph = self.merged.graph.clone();
        for node in self.merged.graph.nodes() {
            let mut scored = node.clone();
            scored.base_score = Some(mean(node));
            scored.strength = Some(strengths[&node.id]);
            let scored = Operation::UpdateNode(Box::new(scored));
            graph.apply(&scored).expect("the node is there");
        }
        graph
    }

    /// Where the two personas differ who disagree most about a node.
    pub(super) fn parts(&self, shared: &Shared) -> Parting {
        let (_, one, other) = parting(&shared.views).expect("a debate has at least two personas");
        let gap = one.base_score.value() - other.base_score.value();
        let follows = |persona: &PersonaId| -> BTreeSet<(NodeId, bool)> {
            let held = self.merged.edges.iter().filter(|tag| tag.held_by.contains(persona));
            let edges = held.filter_map(|tag| self.merged.graph.edge(tag.edge));
            let out = edges.filter(|edge| edge.from == shared.node);
            out.map(|edge| (edge.to, edge.relation.is_attack())).collect()
        };
        match (gap.abs() >= CONSENSUS - NOISE, follows(&one.persona) == follows(&other.persona)) {
            (true, true) => Parting::BaseScore,
            (true, false) => Parting::Both,
            (false, _) => Parting::EdgeStructure,
        }
    }

    /// The strength of each thesis if its author took over the most distant score of the node.
    pub(super) fn counterfactuals(&self, shared: &Shared) -> Vec<Counterfactual> {
        let moved = |seat: &Seat| {
            let own = seat.scores[&shared.node].value();
            let far = |view: &&View| (view.base_score.value() - own).abs();
            let accepted = shared.views.iter().max_by(|a, b| far(a).total_cmp(&far(b)))?.base_score;
            let before = self.strengths(seat)[&seat.root];
            let after = self.accepting(seat, shared.node, accepted);
            let persona = seat.persona.clone();
            Some(Counterfactual { persona, accepted, before, after })
        };
        let moves = |c: &Counterfactual| c.before.to_string() != c.after.to_string();
        self.seats.iter().filter_map(moved).filter(moves).collect()
    }
}

fn spread(views: &[View]) -> f64 {
    let scores = || views.iter().map(|view| view.base_score.value());
    scores().fold(0.0, f64::max) - scores().fold(1.0, f64::min)
}

/// The two views whose contributions differ most, with half the difference; the first of equals.
fn parting(views: &[View]) -> Option<(f64, &View, &View)> {
    let mut most: Option<(f64, &View, &View)> = None;
    for (index, one) in views.iter().enumerate() {
        for other in &views[index + 1..] {
            let half = (one.contribution - other.contribution).abs() / 2.0;
            if most.is_none_or(|(known, ..)| half > known) {
                most = Some((half, one, other));
            }
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::super::comparison::Candidate;
    use super::super::samples::{ANN, BOB, graph, node, persona, strength};
    use super::*;

    fn seat(id: &str, root: u32, side: Side, scores: &[(u32, f64)]) -> Seat {
        let scores = scores.iter().map(|&(number, score)| (node(number), strength(score)));
        Seat { persona: persona(id), root: node(root), side, scores: scores.collect() }
    }

    /// Ann says YES (1) because of 2; Bob says NO (3) although 4 speaks against it. 2 and 4 say the same: a fact on which
    /// they agree to the hundredth, while each draws the conclusion that is a YES.
    fn agreed() -> (Merged, Vec<Seat>) {
        let graph = graph(
            &[(1, ANN, 0.5), (2, ANN, 0.8), (3, BOB, 0.5), (4, BOB, 0.8)],
            &[(2, 1, true), (4, 3, false)],
        );
        let merged = Merged::of(&graph, &[Candidate { first: node(2), second: node(4) }]);
        let scores = [(1, 0.5), (2, 0.8), (3, 0.5)];
        let seats = vec![seat(ANN, 1, Side::Yes, &scores), seat(BOB, 3, Side::No, &scores)];
        (merged, seats)
    }

    fn views(merged: &Merged, seats: Vec<Seat>) -> Views<'_> {
        Views { merged, semantics: Gradual::DfQuad, seats, opposed: BTreeSet::new() }
    }

    fn near(value: f64, wanted: f64) {
        assert!((value - wanted).abs() < 1e-9, "{value} is not {wanted}");
    }

    #[test]
    fn agreement_on_a_fact_is_not_disagreement_whatever_follows_from_it() {
        let (merged, seats) = agreed();
        let community = views(&merged, seats).community();
        let fact = &community.nodes[1];
        // Ann: 0.5 + 0.5·0.8 = 0.9, without it 0.5. Bob: 0.5 - 0.5·0.8 = 0.1, without it 0.5.
        near(fact.views[0].effect, 0.4);
        near(fact.views[1].effect, -0.4);
        near(fact.views[0].contribution, 0.32);
        near(fact.views[1].contribution, 0.32);
        near(fact.score.value(), 0.0);
        assert_eq!(fact.class, Class::Consensus);
        assert_eq!(community.nodes[0].class, Class::Thesis);
        near(community.graph.node(node(2)).unwrap().base_score.unwrap().value(), 0.8);
        near(community.graph.node(node(1)).unwrap().strength.unwrap().value(), 0.9);
    }

    #[test]
    fn different_scores_of_a_shared_fact_are_a_disagreement() {
        let (merged, mut seats) = agreed();
        seats[1].scores.insert(node(2), strength(0.2));
        let views = views(&merged, seats);
        let community = views.community();
        let fact = &community.nodes[1];
        // Bob: 0.5 - 0.5·0.2 = 0.4, so effect -0.1 and contribution -1·0.2·-0.1 = 0.02.
        near(fact.views[1].contribution, 0.02);
        near(fact.score.value(), 0.15);
        near(fact.spread.value(), 0.6);
        assert_eq!(fact.class, Class::Crux);
        assert_eq!(views.parts(fact), Parting::Both);
        let found = views.counterfactuals(fact);
        near(found[0].accepted.value(), 0.2);
        near(found[0].before.value(), 0.9);
        near(found[0].after.value(), 0.6);
        near(found[1].after.value(), 0.1);
    }

    #[test]
    fn belief_rule_6_a_spread_equal_to_a_threshold_does_not_exceed_it() {
        for (other, class) in
            [(0.5, Class::Neutral), (0.7, Class::Neutral), (0.71, Class::Consensus)]
        {
            let (merged, mut seats) = agreed();
            seats[1].scores.insert(node(2), strength(other));
            let community = views(&merged, seats).community();
            assert_eq!(community.nodes[1].class, class, "0.8 and {other}");
        }
    }

    #[test]
    fn belief_rule_6_a_judged_opposition_is_a_crux_however_close_the_scores() {
        let (merged, seats) = agreed();
        let opposed = [node(2)].into();
        let views = Views { opposed, ..views(&merged, seats) };
        assert_eq!(views.community().nodes[1].class, Class::Crux);
    }

    #[test]
    fn belief_rule_6_an_edge_of_another_persona_does_not_move_a_thesis() {
        let (merged, mut seats) = agreed();
        seats[0].scores.insert(node(3), strength(0.1));
        let (views, root) = (views(&merged, seats), node(3));
        near(views.strengths(&views.seats[0])[&root].value(), 0.1);
        near(views.accepting(&views.seats[1], root, strength(1.0)).value(), 0.2);
    }
}
