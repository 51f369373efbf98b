//! Crux candidates: questions that personas name as what divides them.
//!
//! A candidate is what a persona believes. Whether the question is a crux is computed from what the
//! theses depend on.

use std::collections::BTreeSet;

use super::stance::{Stances, has_opposite_stances};
use crate::graph::{Graph, Node, NodeKind};
use crate::vocabulary::{AxisId, PersonaId};

/// A crux candidate.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate<'g> {
    pub(crate) node: &'g Node,
    /// The claim that it is about, where its first author names one.
    pub(crate) claim: Option<&'g AxisId>,
    /// The personas that name it.
    pub(crate) named_by: BTreeSet<PersonaId>,
    /// The number of personas that name it, and one more while its claim is disputed.
    pub(crate) weight: usize,
}

/// The candidates in a graph, the heaviest first and otherwise the oldest first.
pub(crate) fn candidates<'g>(graph: &'g Graph, stances: &Stances) -> Vec<Candidate<'g>> {
    let is_candidate = |node: &&Node| node.kind == NodeKind::Question && node.author.is_some();
    let candidate = |node: &'g Node| {
        let (claim, named_by) = (node.axis.as_ref(), node.endorsers());
        let live = claim.is_some_and(|claim| has_opposite_stances(stances, claim));
        let weight = named_by.len() + usize::from(live);
        Candidate { node, claim, named_by, weight }
    };
    let mut found: Vec<Candidate<'g>> = graph.nodes().filter(is_candidate).map(candidate).collect();
    found.sort_by_key(|candidate| (std::cmp::Reverse(candidate.weight), candidate.node.id));
    found
}

/// Whether two candidates may ask the same: they are about one claim, or one of them is about none.
pub(crate) fn may_be_same(one: Option<&AxisId>, other: Option<&AxisId>) -> bool {
    one.is_none() || other.is_none() || one == other
}
