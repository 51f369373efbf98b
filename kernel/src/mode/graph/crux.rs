//! Cruxes: what disputed arguments rest on.
//!
//! Candidates are the premises and assumptions of arguments that some, but not all, preferred extensions hold. Premises
//! that stand and fall with the same arguments are one crux; so are premises that were judged to say the same. An argument
//! depends on a crux if it holds it, or if it would no longer be disputed once nobody held it. What settles
//! nothing but what stronger cruxes settle anyway, such as the other end of the same exchange, is no crux of its own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Graph, Node, Provenance};
use crate::mode::framework::{Evaluated, Remainder};
use crate::record::{Crux, Found, Position, Score};
use crate::task::{Item, Likeness, Origin};
use crate::vocabulary::{
    AxisId, Component, CruxId, Disagreement, NodeId, Persona, Probability, Topic,
};

/// The most cruxes that an outcome names.
const MOST: usize = 3;

/// Something an argument rests on, which may turn out to be a crux.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    node: NodeId,
    component: Component,
    text: String,
    /// Attacks aimed at this very part.
    aimed: usize,
}

/// Where cruxes are looked for: the first of these that is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Among the arguments that some, but not all, preferred extensions hold.
    Disputed,
    /// Among those that the grounded labelling leaves open.
    Undecided,
    /// Among the claims that are attacked most.
    MostAttacked,
}

impl Place {
    fn found(self) -> Found {
        match self {
            Self::Disputed => Found::SymmetricDifference,
            Self::Undecided => Found::Undecided,
            Self::MostAttacked => Found::MostAttacked,
        }
    }
}

/// Where cruxes are looked for, and what is there.
#[derive(Debug, Clone)]
pub(super) struct Field {
    place: Place,
    /// The arguments in question.
    pub(super) arguments: Vec<NodeId>,
    pub(super) candidates: Vec<Candidate>,
}

impl Field {
    /// Disputed arguments; else undecided ones; else the claims that are attacked most.
    pub(super) fn of(graph: &Graph, evaluated: &Evaluated) -> Self {
        let semantics = &evaluated.semantics;
        let (place, arguments) = if !semantics.disputed.is_empty() {
            (Place::Disputed, semantics.disputed.clone())
        } else if !semantics.undecided.is_empty() {
            (Place::Undecided, semantics.undecided.clone())
        } else {
            (Place::MostAttacked, most_attacked(graph))
        };
        let candidates = arguments
            .iter()
            .filter_map(|&id| graph.node(id))
            .flat_map(|node| parts(graph, node, place));
        Self { place, candidates: candidates.collect(), arguments }
    }

    /// The candidates as items to compare; a settling question is wanted for the foremost part of each argument.
    pub(super) fn items(&self, graph: &Graph) -> Vec<Item> {
        let item = |(index, candidate): (usize, &Candidate)| Item {
            id: format!("i{}", index + 1),
            text: candidate.text.clone(),
            origin: origin(graph.node(candidate.node).expect("a candidate is part of a node")),
            ask: self.foremost(&BTreeSet::from([candidate.node])) == Some(index),
        };
        self.candidates.iter().enumerate().map(item).collect()
    }

    /// The part that speaks for some arguments: the one that is attacked most; among equals an assumption, then the first.
    fn foremost(&self, arguments: &BTreeSet<NodeId>) -> Option<usize> {
        let among = self
            .candidates
            .iter()
            .enumerate()
            .filter(|(_, candidate)| arguments.contains(&candidate.node));
        let assumed =
            |candidate: &Candidate| matches!(candidate.component, Component::Assumption(_));
        let rank = |(index, candidate): &(usize, &Candidate)| {
            (candidate.aimed, assumed(candidate), Reverse(*index))
        };
        among.max_by_key(rank).map(|(index, _)| index)
    }

    /// Groups candidates: complete linkage over «same», then equal sets of dependent arguments.
    fn groups(&self, alike: &BTreeMap<(usize, usize), Likeness>) -> Vec<BTreeSet<NodeId>> {
        let same = |a: usize, b: usize| {
            let (first, second) = (a.min(b), a.max(b));
            self.candidates[a].text == self.candidates[b].text
                || alike.get(&(first, second)) == Some(&Likeness::Same)
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for index in 0..self.candidates.len() {
            match groups.iter_mut().find(|group| group.iter().all(|&member| same(member, index))) {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        let dependents = |group: Vec<usize>| {
            group.into_iter().map(|index| self.candidates[index].node).collect()
        };
        let mut sets: Vec<BTreeSet<NodeId>> = Vec::new();
        for set in groups.into_iter().map(dependents) {
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        sets
    }
}

fn most_attacked(graph: &Graph) -> Vec<NodeId> {
    let degree =
        |node: &Node| graph.into_node(node.id).filter(|edge| edge.relation.is_attack()).count();
    let mut attacked: Vec<&Node> = graph.nodes().filter(|node| degree(node) > 0).collect();
    attacked.sort_by_key(|node| (Reverse(degree(node)), node.id));
    attacked.into_iter().take(MOST).map(|node| node.id).collect()
}

fn parts(graph: &Graph, node: &Node, place: Place) -> Vec<Candidate> {
    let candidate = |component, text: &String| Candidate {
        node: node.id,
        component,
        text: text.clone(),
        aimed: graph.into_node(node.id).filter(|edge| edge.component == Some(component)).count(),
    };
    if place == Place::MostAttacked {
        return vec![candidate(Component::Claim, &node.text)];
    }
    let premises = node
        .detail
        .premises
        .iter()
        .enumerate()
        .map(|(i, text)| candidate(Component::Premise(i), text));
    let assumptions = node
        .detail
        .assumptions
        .iter()
        .enumerate()
        .map(|(i, text)| candidate(Component::Assumption(i), text));
    premises.chain(assumptions).collect()
}

/// Where the text of a node comes from.
pub(super) fn origin(node: &Node) -> Origin {
    Origin {
        persona: node.author.clone().expect("every argument has an author"),
        excerpts: node.detail.excerpts.clone(),
        axis: node.axis.clone(),
        side: node.side,
    }
}

/// A group of candidates with what depends on it.
struct Weighed {
    /// The arguments that hold it.
    holders: BTreeSet<NodeId>,
    /// Those of the arguments in question that would be settled or gone without it.
    dependent: BTreeSet<NodeId>,
    remainder: Remainder,
}

/// What cruxes are made from.
pub(super) struct Ground<'a> {
    pub(super) graph: &'a Graph,
    pub(super) evaluated: &'a Evaluated,
    pub(super) topic: &'a Topic,
    pub(super) personas: &'a [Persona],
    pub(super) field: &'a Field,
    /// How pairs of candidates stand to each other.
    pub(super) alike: &'a BTreeMap<(usize, usize), Likeness>,
    /// The settling question of each candidate that got one.
    pub(super) questions: &'a BTreeMap<usize, String>,
}

impl Ground<'_> {
    /// The cruxes, ranked by the number of arguments that depend on them, then by the attacks on and from their holders.
    pub(super) fn cruxes(&self) -> Vec<Crux> {
        let groups = self.field.groups(self.alike).into_iter();
        let mut weighed: Vec<Weighed> = groups.map(|holders| self.weigh(holders)).collect();
        weighed.sort_by_key(|group| self.rank(group));
        let mut chosen = self.apart(weighed);
        chosen.sort_by_key(|group| self.rank(group));
        let ranked = chosen.iter().zip(1..);
        ranked.filter_map(|(group, number)| self.crux(group, CruxId::new(number))).collect()
    }

    /// Takes those on which most depends that depends on none taken before, as long as there is any; among equals one on
    /// another axis, then the first.
    fn apart(&self, mut ranked: Vec<Weighed>) -> Vec<Weighed> {
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

    fn axis(&self, group: &Weighed) -> Option<&AxisId> {
        self.graph.node(*group.holders.first()?)?.axis.as_ref()
    }

    fn rank(&self, group: &Weighed) -> impl Ord + use<> {
        let Weighed { holders, dependent, .. } = group;
        (Reverse(dependent.len()), Reverse(self.degree(holders)), holders.first().copied())
    }

    /// Finds what would be settled or gone if nobody held the candidate.
    fn weigh(&self, holders: BTreeSet<NodeId>) -> Weighed {
        let remainder = self.evaluated.without(&holders);
        let dependent = match self.field.place {
            Place::Disputed => {
                let all = self.field.arguments.iter().copied();
                all.filter(|node| holders.contains(node) || !remainder.disputed.contains(node))
                    .collect()
            }
            Place::Undecided | Place::MostAttacked => holders.clone(),
        };
        Weighed { holders, dependent, remainder }
    }

    fn degree(&self, group: &BTreeSet<NodeId>) -> usize {
        let touches = |from, to| group.contains(from) || group.contains(to);
        self.graph
            .edges()
            .filter(|edge| edge.relation.is_attack() && touches(&edge.from, &edge.to))
            .count()
    }

    fn crux(&self, weighed: &Weighed, id: CruxId) -> Option<Crux> {
        let group = &weighed.holders;
        let foremost = self.field.foremost(group)?;
        let candidate = &self.field.candidates[foremost];
        let node = self.graph.node(candidate.node)?;
        let axis = node.axis.as_ref().and_then(|axis| self.topic.axis(axis));
        let asked = group.iter().find_map(|&member| {
            self.questions.get(&self.field.foremost(&BTreeSet::from([member]))?)
        });
        let question = self.questions.get(&foremost).or(asked)?.clone();
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
        Some(Crux {
            id,
            statement: candidate.text.clone(),
            found: self.field.place.found(),
            kind: axis.map_or(kind, |axis| axis.kind),
            axis: axis.map(|axis| axis.id.clone()),
            score: self.score(weighed),
            positions: self.personas.iter().map(|persona| self.position(persona, group)).collect(),
            depends_on: group.iter().copied().collect(),
            settling_question: question,
            counterfactual: self.counterfactual(weighed),
            provenance,
        })
    }

    fn score(&self, weighed: &Weighed) -> Score {
        let (part, whole) = (weighed.dependent.len(), self.field.arguments.len());
        let (part, whole, what) = match self.field.place {
            Place::Disputed => {
                (part, whole, "disputed arguments would be settled or gone without it")
            }
            Place::Undecided => (part, whole, "undecided arguments rest on it"),
            Place::MostAttacked => {
                let all = || self.graph.edges().filter(|edge| edge.relation.is_attack());
                let aimed = all().filter(|edge| weighed.holders.contains(&edge.to)).count();
                (aimed, all().count(), "attacks are aimed at it")
            }
        };
        Score { value: Probability::share(part, whole), rule: format!("{part} of {whole} {what}") }
    }

    /// Those who hold what rests on the crux speak by it; the others by their strongest attack on it.
    fn position(&self, persona: &Persona, group: &BTreeSet<NodeId>) -> Position {
        let own = |node: &&Node| node.author.as_ref() == Some(&persona.id);
        let holds = group.iter().filter_map(|&member| self.graph.node(member)).find(own);
        let attacks =
            self.graph.edges().filter(|edge| edge.relation.is_attack() && group.contains(&edge.to));
        let mut against: Vec<_> = attacks
            .filter(|edge| self.graph.node(edge.from).is_some_and(|node| own(&node)))
            .collect();
        let weight = |edge: &crate::graph::Edge| edge.weight.map_or(0.0, f64::from);
        against.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then(a.id.cmp(&b.id)));
        let strongest = against.first().and_then(|edge| self.graph.node(edge.from));
        let node = holds.or(strongest);
        Position {
            persona: persona.id.clone(),
            side: node.and_then(|node| node.side),
            text: node.map(|node| node.text.clone()).unwrap_or_default(),
            node: node.map(|node| node.id),
        }
    }

    /// What the graph would be without the arguments that rest on the crux.
    fn counterfactual(&self, weighed: &Weighed) -> Option<String> {
        let Weighed { holders, remainder, .. } = weighed;
        let before = self.evaluated.semantics.disputed.len();
        let after = remainder.disputed.len();
        let gone = match holders.len() {
            1 => "the argument that rests on it would go".to_owned(),
            n => format!("the {n} arguments that rest on it would go"),
        };
        (before > 0).then(|| {
            format!(
                "If it were given up, {gone}, and the disputed arguments would number {after} instead of {before}, the \
                 preferred extensions {} instead of {}.",
                remainder.preferred, self.evaluated.semantics.preferred,
            )
        })
    }
}
