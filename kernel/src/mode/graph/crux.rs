//! Cruxes: what disputed arguments rest on.
//!
//! Candidates are the premises and assumptions of arguments that some, but not all, preferred extensions hold. Premises
//! that stand and fall with the same arguments are one crux; so are premises that were judged to say the same.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Graph, Node, Provenance};
use crate::mode::framework::Evaluated;
use crate::record::{Crux, Found, Position, Score};
use crate::task::{Item, Likeness, Origin};
use crate::vocabulary::{Component, CruxId, Disagreement, NodeId, Persona, Probability, Topic};

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

/// Where cruxes are looked for, and why there.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) found: Found,
    /// The arguments in question.
    pub(super) arguments: Vec<NodeId>,
    pub(super) candidates: Vec<Candidate>,
}

impl Field {
    /// Disputed arguments; else undecided ones; else the claims that are attacked most.
    pub(super) fn of(graph: &Graph, evaluated: &Evaluated) -> Self {
        let semantics = &evaluated.semantics;
        let (found, arguments) = if !semantics.disputed.is_empty() {
            (Found::SymmetricDifference, semantics.disputed.clone())
        } else if !semantics.undecided.is_empty() {
            (Found::Undecided, semantics.undecided.clone())
        } else {
            (Found::MostAttacked, most_attacked(graph))
        };
        let candidates = arguments
            .iter()
            .filter_map(|&id| graph.node(id))
            .flat_map(|node| parts(graph, node, found));
        Self { found, candidates: candidates.collect(), arguments }
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
            (candidate.aimed, assumed(candidate), std::cmp::Reverse(*index))
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
    attacked.sort_by_key(|node| (std::cmp::Reverse(degree(node)), node.id));
    attacked.into_iter().take(MOST).map(|node| node.id).collect()
}

fn parts(graph: &Graph, node: &Node, found: Found) -> Vec<Candidate> {
    let candidate = |component, text: &String| Candidate {
        node: node.id,
        component,
        text: text.clone(),
        aimed: graph.into_node(node.id).filter(|edge| edge.component == Some(component)).count(),
    };
    if found == Found::MostAttacked {
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
    /// The cruxes, ranked by the number of arguments that rest on them, then by the attacks on and from these.
    pub(super) fn cruxes(&self) -> Vec<Crux> {
        let mut groups = self.field.groups(self.alike);
        let rank = |group: &BTreeSet<NodeId>| {
            (
                std::cmp::Reverse(group.len()),
                std::cmp::Reverse(self.degree(group)),
                group.first().copied(),
            )
        };
        groups.sort_by_key(rank);
        groups.truncate(MOST);
        let ranked = groups.iter().zip(1..);
        ranked.filter_map(|(group, number)| self.crux(group, CruxId::new(number))).collect()
    }

    fn degree(&self, group: &BTreeSet<NodeId>) -> usize {
        let touches = |from, to| group.contains(from) || group.contains(to);
        self.graph
            .edges()
            .filter(|edge| edge.relation.is_attack() && touches(&edge.from, &edge.to))
            .count()
    }

    fn crux(&self, group: &BTreeSet<NodeId>, id: CruxId) -> Option<Crux> {
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
            found: self.field.found,
            kind: axis.map_or(kind, |axis| axis.kind),
            axis: axis.map(|axis| axis.id.clone()),
            score: self.score(group),
            positions: self.personas.iter().map(|persona| self.position(persona, group)).collect(),
            depends_on: group.iter().copied().collect(),
            settling_question: question,
            counterfactual: self.counterfactual(group),
            provenance,
        })
    }

    fn score(&self, group: &BTreeSet<NodeId>) -> Score {
        let among = match self.field.found {
            Found::SymmetricDifference => "disputed arguments",
            Found::Undecided => "undecided arguments",
            Found::MostAttacked => "most attacked arguments",
            Found::Counterfactual
            | Found::Dispute
            | Found::Proposed
            | Found::Faultline
            | Found::Impasse => "arguments",
        };
        let (part, whole) = (group.len(), self.field.arguments.len());
        Score {
            value: Probability::share(part, whole),
            rule: format!("{part} of {whole} {among} rest on it"),
        }
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
    fn counterfactual(&self, group: &BTreeSet<NodeId>) -> Option<String> {
        let (preferred, disputed) = self.evaluated.without(group);
        let before = self.evaluated.semantics.disputed.len();
        let gone = if group.len() == 1 {
            "the argument that rests".to_owned()
        } else {
            format!("the {} arguments that rest", group.len())
        };
        (before > 0).then(|| {
            format!(
                "If it were given up, {gone} on it would go; disputed arguments would fall from {before} to {disputed}, \
                 and preferred extensions from {} to {}.",
                self.evaluated.semantics.preferred,
                preferred.count()
            )
        })
    }
}
