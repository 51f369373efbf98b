//! Finds common ground in a debate graph: statements of different personas that say the same.

use std::collections::BTreeSet;

use crate::graph::{Cause, Node, NodeKind};
use crate::mode::calls::MostComparisons;
use crate::mode::shared::comparison::{self, Compared};
use crate::mode::shared::questions::compare::Likeness;
use crate::mode::table::Table;
use crate::vocabulary::NodeId;

/// Pairs of statements by different personas that were judged by meaning.
#[derive(Debug, Default)]
pub(crate) struct JudgedPairs {
    /// They say the same.
    pub(crate) same: BTreeSet<(NodeId, NodeId)>,
    /// They contradict each other.
    pub(crate) opposed: BTreeSet<(NodeId, NodeId)>,
}

impl JudgedPairs {
    /// Adds a judged pair. Personas who say the same endorse each other's statement.
    pub(crate) fn add(&mut self, table: &mut Table<'_>, compared: Compared) {
        let pair = (compared.first, compared.second);
        match compared.likeness {
            Likeness::Opposed => drop(self.opposed.insert(pair)),
            Likeness::Same => {
                self.same.insert(pair);
                for (node, own) in [pair, (pair.1, pair.0)] {
                    let author = table.graph().node(own).and_then(|node| node.author.clone());
                    let author = author.expect("a statement has an author");
                    table.endorse(node, &author, Cause::Merge(compared.call));
                }
            }
            Likeness::Related | Likeness::Different => {}
        }
    }

    pub(crate) fn extend(&mut self, later: Self) {
        self.same.extend(later.same);
        self.opposed.extend(later.opposed);
    }
}

/// Compares statements of different personas by meaning, and records that a persona endorses what it says itself. Only
/// statements of which `counts` is true are compared. A thesis and a question are no statements.
pub(crate) async fn compare(
    table: &mut Table<'_>,
    most: MostComparisons,
    counts: impl Fn(&Node) -> bool,
) -> JudgedPairs {
    let is_statement = |node: &Node| !matches!(node.kind, NodeKind::Thesis | NodeKind::Question);
    let is_compared = |node: &Node| is_statement(node) && counts(node);
    let mut judged = JudgedPairs::default();
    for compared in comparison::compare(table, most, is_compared).await {
        judged.add(table, compared);
    }
    judged
}
