//! Pairs of statements of different personas that were compared by meaning: they say the same, or exclude each other.

use std::collections::BTreeSet;

use crate::graph::{Cause, Graph, Node, NodeKind};
use crate::mode::comparison_blocks::MostComparisons;
use crate::mode::shared::comparison::{self, Compared};
use crate::mode::shared::questions::compare::Likeness;
use crate::mode::table::Table;
use crate::vocabulary::NodeId;

/// Pairs of statements by different personas that were judged by meaning. The lower id of a pair comes first.
#[derive(Debug, Default)]
pub(crate) struct JudgedPairs {
    /// They say the same.
    pub(crate) same: BTreeSet<(NodeId, NodeId)>,
    /// They contradict each other.
    pub(crate) opposed: BTreeSet<(NodeId, NodeId)>,
}

impl JudgedPairs {
    /// Adds a judged pair. Personas who say the same endorse each other's statement, where each asserts its own.
    pub(crate) fn add(
        &mut self,
        table: &mut Table<'_>,
        compared: Compared,
        asserts: impl Fn(&Graph, &Node) -> bool,
    ) {
        let pair = ordered(compared.first, compared.second);
        let author = |id| {
            let node = table.graph().node(id).filter(|node| asserts(table.graph(), node))?;
            Some(node.author.clone().expect("a statement has an author"))
        };
        match compared.likeness {
            Likeness::Opposed => drop(self.opposed.insert(pair)),
            Likeness::Same => {
                self.same.insert(pair);
                if let Some((first, second)) = author(pair.0).zip(author(pair.1)) {
                    table.endorse(pair.0, &second, Cause::Merge(compared.call));
                    table.endorse(pair.1, &first, Cause::Merge(compared.call));
                }
            }
            Likeness::Related | Likeness::Different => {}
        }
    }

    /// Whether two statements were judged to say the same.
    pub(crate) fn are_same(&self, one: NodeId, other: NodeId) -> bool {
        self.same.contains(&ordered(one, other))
    }

    /// Whether two statements were judged to contradict each other.
    pub(crate) fn are_opposed(&self, one: NodeId, other: NodeId) -> bool {
        self.opposed.contains(&ordered(one, other))
    }

    pub(crate) fn extend(&mut self, later: Self) {
        self.same.extend(later.same);
        self.opposed.extend(later.opposed);
    }
}

/// A pair with the lower id first.
pub(crate) fn ordered(one: NodeId, other: NodeId) -> (NodeId, NodeId) {
    (one.min(other), one.max(other))
}

/// Compares statements of different personas by meaning, and records that a persona endorses what it says itself. Only
/// statements of which `counts` is true are compared. A thesis and a question are no statements.
pub(crate) async fn compare(
    table: &mut Table<'_>,
    most: MostComparisons,
    counts: impl Fn(&Node) -> bool,
) -> JudgedPairs {
    compare_asserted(table, most, counts, |_, _| true).await
}

/// As [`compare`], where a persona does not assert every node of its own: `asserts` says which.
pub(crate) async fn compare_asserted(
    table: &mut Table<'_>,
    most: MostComparisons,
    counts: impl Fn(&Node) -> bool,
    asserts: impl Fn(&Graph, &Node) -> bool,
) -> JudgedPairs {
    let is_statement = |node: &Node| !matches!(node.kind, NodeKind::Thesis | NodeKind::Question);
    let is_compared = |node: &Node| is_statement(node) && counts(node);
    let mut judged = JudgedPairs::default();
    for compared in comparison::compare(table, most, is_compared).await {
        judged.add(table, compared, &asserts);
    }
    judged
}
