//! Candidates for cruxes: components of the arguments that are disputed, undecided or attacked most.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Graph, Node};
use crate::mode::shared::dung::Evaluated;
use crate::mode::shared::linkage::complete_linkage;
use crate::mode::shared::questions::compare::{Item, Likeness, Origin};
use crate::record::Found;
use crate::vocabulary::{Component, NodeId};

/// The maximum number of cruxes in an outcome.
pub(super) const MOST: usize = 3;

/// A component of an argument that may be a crux.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) node: NodeId,
    pub(super) component: Component,
    pub(super) text: String,
    /// The number of attacks on this component.
    attacks: usize,
}

/// The arguments in which cruxes are searched: the first of these sets that is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// Arguments that some, but not all, preferred extensions contain.
    Disputed,
    /// Arguments that are undecided under the grounded labelling.
    Undecided,
    /// The arguments that are attacked most.
    MostAttacked,
}

impl Scope {
    /// How a crux of this scope was found.
    pub(super) fn found(self) -> Found {
        match self {
            Self::Disputed => Found::SymmetricDifference,
            Self::Undecided => Found::Undecided,
            Self::MostAttacked => Found::MostAttacked,
        }
    }
}

/// The arguments in which cruxes are searched, and the candidates in them.
#[derive(Debug, Clone)]
pub(super) struct Candidates {
    pub(super) scope: Scope,
    /// The arguments of the scope.
    pub(super) arguments: Vec<NodeId>,
    pub(super) all: Vec<Candidate>,
}

impl Candidates {
    /// Disputed arguments; else undecided ones; else the claims that are attacked most.
    pub(super) fn of(graph: &Graph, evaluated: &Evaluated) -> Self {
        let semantics = &evaluated.semantics;
        let (scope, arguments) = if !semantics.disputed.is_empty() {
            (Scope::Disputed, semantics.disputed.clone())
        } else if !semantics.undecided.is_empty() {
            (Scope::Undecided, semantics.undecided.clone())
        } else {
            (Scope::MostAttacked, most_attacked(graph))
        };
        let candidates = arguments
            .iter()
            .filter_map(|&id| graph.node(id))
            .flat_map(|node| components(graph, node, scope));
        Self { scope, all: candidates.collect(), arguments }
    }

    /// The candidates as items to compare.
    pub(super) fn items(&self, graph: &Graph) -> Vec<Item> {
        let item = |(index, candidate): (usize, &Candidate)| Item {
            id: format!("i{}", index + 1),
            text: candidate.text.clone(),
            origin: Origin::of(
                graph.node(candidate.node).expect("a candidate is a component of a node"),
            ),
            ask: false,
        };
        self.all.iter().enumerate().map(item).collect()
    }

    /// The candidates that may represent a group and so need a settling question: all that are compared, since they may be
    /// shared, and the first in rank of those that only one argument contains.
    pub(super) fn representatives(&self, compared: &BTreeSet<usize>) -> BTreeSet<usize> {
        let unshared = |node| {
            let own = |index: &usize| self.all[*index].node == node;
            self.representative((0..self.all.len()).filter(own).filter(|i| !compared.contains(i)))
        };
        compared
            .iter()
            .copied()
            .chain(self.arguments.iter().copied().filter_map(unshared))
            .collect()
    }

    /// The candidate that represents some: the one that is attacked most; among equals an assumption, then the first.
    pub(super) fn representative(&self, among: impl IntoIterator<Item = usize>) -> Option<usize> {
        let rank = |&index: &usize| {
            let candidate = &self.all[index];
            let assumed = matches!(candidate.component, Component::Assumption(_));
            (candidate.attacks, assumed, Reverse(index))
        };
        among.into_iter().max_by_key(rank)
    }

    /// The arguments that contain one of some candidates.
    pub(super) fn holders(&self, group: &[usize]) -> BTreeSet<NodeId> {
        group.iter().map(|&index| self.all[index].node).collect()
    }

    /// Groups candidates: by complete linkage over «same», then by equal sets of arguments that contain them.
    pub(super) fn groups(&self, alike: &BTreeMap<(usize, usize), Likeness>) -> Vec<Vec<usize>> {
        let same = |a: usize, b: usize| {
            let (first, second) = (a.min(b), a.max(b));
            self.all[a].text == self.all[b].text
                || alike.get(&(first, second)) == Some(&Likeness::Same)
        };
        let groups = complete_linkage(self.all.len(), same);
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
    attacked.into_iter().take(MOST).map(|node| node.id).collect()
}

fn components(graph: &Graph, node: &Node, scope: Scope) -> Vec<Candidate> {
    let candidate = |component, text: &String| Candidate {
        node: node.id,
        component,
        text: text.clone(),
        attacks: graph.into_node(node.id).filter(|edge| edge.component == Some(component)).count(),
    };
    if scope == Scope::MostAttacked {
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
