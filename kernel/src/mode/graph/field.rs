//! Where cruxes are looked for, and what is there.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Graph, Node};
use crate::mode::framework::Evaluated;
use crate::record::Found;
use crate::task::{Item, Likeness, Origin};
use crate::vocabulary::{Component, NodeId};

/// Something an argument rests on, which may turn out to be a crux.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) node: NodeId,
    pub(super) component: Component,
    pub(super) text: String,
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
    /// How a crux from here was found.
    pub(super) fn found(self) -> Found {
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
    pub(super) place: Place,
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

    /// The candidates as items to compare.
    pub(super) fn items(&self, graph: &Graph) -> Vec<Item> {
        let item = |(index, candidate): (usize, &Candidate)| Item {
            id: format!("i{}", index + 1),
            text: candidate.text.clone(),
            origin: Origin::of(graph.node(candidate.node).expect("a candidate is part of a node")),
            ask: false,
        };
        self.candidates.iter().enumerate().map(item).collect()
    }

    /// The candidates that may come to speak for a group, and so need a settling question: all that are `compared` and
    /// may turn out to be shared, and the foremost of what only one argument holds.
    pub(super) fn speakers(&self, compared: &BTreeSet<usize>) -> BTreeSet<usize> {
        let unshared = |node| {
            let own = |index: &usize| self.candidates[*index].node == node;
            self.foremost((0..self.candidates.len()).filter(own).filter(|i| !compared.contains(i)))
        };
        compared
            .iter()
            .copied()
            .chain(self.arguments.iter().copied().filter_map(unshared))
            .collect()
    }

    /// The candidate that speaks for some: the one that is attacked most; among equals an assumption, then the first.
    pub(super) fn foremost(&self, among: impl IntoIterator<Item = usize>) -> Option<usize> {
        let rank = |&index: &usize| {
            let candidate = &self.candidates[index];
            let assumed = matches!(candidate.component, Component::Assumption(_));
            (candidate.aimed, assumed, Reverse(index))
        };
        among.into_iter().max_by_key(rank)
    }

    /// The arguments that hold one of some candidates.
    pub(super) fn holders(&self, group: &[usize]) -> BTreeSet<NodeId> {
        group.iter().map(|&index| self.candidates[index].node).collect()
    }

    /// Groups candidates: complete linkage over «same», then equal sets of arguments that hold them.
    pub(super) fn groups(&self, alike: &BTreeMap<(usize, usize), Likeness>) -> Vec<Vec<usize>> {
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
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for group in groups {
            let held_alike = |set: &&mut Vec<usize>| self.holders(set) == self.holders(&group);
            match sets.iter_mut().find(held_alike) {
                Some(set) => set.extend(group),
                None => sets.push(group),
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
    attacked.into_iter().take(super::crux::MOST).map(|node| node.id).collect()
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
