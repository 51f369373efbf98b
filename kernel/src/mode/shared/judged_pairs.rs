//! Pairs of statements of different personas that were compared by meaning: they say the same, differ only in words, or exclude each other.

use std::collections::BTreeSet;

use crate::graph::{Cause, Graph, Node, NodeKind};
use crate::mode::comparison_blocks::MostComparisons;
use crate::mode::shared::comparison::{self, Compared};
use crate::mode::shared::questions::compare::PairJudgement;
use crate::mode::table::Table;
use crate::vocabulary::NodeId;

/// Pairs of statements by different personas that were judged by meaning. The lower id of a pair comes first.
#[derive(Debug, Default)]
pub(crate) struct JudgedPairs {
    /// They say the same.
    pub(crate) same: BTreeSet<(NodeId, NodeId)>,
    /// They seem to contradict each other, and mean the same.
    pub(crate) verbal: BTreeSet<(NodeId, NodeId)>,
    /// They contradict each other.
    pub(crate) opposed: BTreeSet<(NodeId, NodeId)>,
}

impl JudgedPairs {
    /// Adds a judged pair. Personas who say or mean the same endorse each other's statement, where each asserts its own.
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
        match compared.judgement {
            PairJudgement::Opposed => {
                self.opposed.insert(pair);
                return;
            }
            PairJudgement::Same => drop(self.same.insert(pair)),
            // Only where the question is one can its answers differ in words.
            PairJudgement::Verbal => {
                let node = |id| table.graph().node(id);
                let answers = node(pair.0).zip(node(pair.1));
                if !answers.is_some_and(|(one, other)| one.opposes(other)) {
                    return;
                }
                self.verbal.insert(pair);
            }
        }
        if let Some((first, second)) = author(pair.0).zip(author(pair.1)) {
            table.endorse(pair.0, &second, Cause::Merge(compared.call));
            table.endorse(pair.1, &first, Cause::Merge(compared.call));
        }
    }

    /// Whether two statements were judged to say the same.
    pub(crate) fn are_same(&self, one: NodeId, other: NodeId) -> bool {
        self.same.contains(&ordered(one, other))
    }

    /// The pairs that answer one question in opposite ways and mean the same.
    pub(crate) fn verbal<'g>(&self, graph: &'g Graph) -> impl Iterator<Item = [&'g Node; 2]> {
        let pairs = self.same.union(&self.verbal);
        let nodes = pairs.filter_map(|(one, other)| Some([graph.node(*one)?, graph.node(*other)?]));
        nodes.filter(|[one, other]| one.opposes(other))
    }

    /// Whether two statements were judged to contradict each other.
    pub(crate) fn are_opposed(&self, one: NodeId, other: NodeId) -> bool {
        self.opposed.contains(&ordered(one, other))
    }

    pub(crate) fn extend(&mut self, later: Self) {
        self.same.extend(later.same);
        self.verbal.extend(later.verbal);
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
