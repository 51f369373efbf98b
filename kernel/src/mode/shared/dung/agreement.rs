//! Finds common ground: arguments of different personas that say the same.

use std::collections::BTreeSet;

use crate::graph::{Cause, Node, NodeKind};
use crate::mode::calls::MostComparisons;
use crate::mode::shared::comparison;
use crate::mode::shared::questions::compare::Likeness;
use crate::mode::table::Table;
use crate::vocabulary::NodeId;

/// Pairs of arguments by different personas that were judged by meaning.
#[derive(Debug, Default)]
pub(crate) struct JudgedPairs {
    /// They say the same.
    pub(crate) same: BTreeSet<(NodeId, NodeId)>,
    /// They contradict each other.
    pub(crate) opposed: BTreeSet<(NodeId, NodeId)>,
}

impl JudgedPairs {
    pub(crate) fn extend(&mut self, later: Self) {
        self.same.extend(later.same);
        self.opposed.extend(later.opposed);
    }
}

/// Compares arguments of different personas by meaning, and records that a persona endorses what it says itself. Only
/// arguments of which `counts` is true are compared.
pub(crate) async fn compare(
    table: &mut Table<'_>,
    most: MostComparisons,
    counts: impl Fn(&Node) -> bool,
) -> JudgedPairs {
    let is_compared = |node: &Node| node.kind != NodeKind::Thesis && counts(node);
    let mut judged = JudgedPairs::default();
    for compared in comparison::compare(table, most, is_compared).await {
        let pair = (compared.first, compared.second);
        match compared.likeness {
            Likeness::Opposed => drop(judged.opposed.insert(pair)),
            Likeness::Same => {
                judged.same.insert(pair);
                for (node, own) in [pair, (pair.1, pair.0)] {
                    let author = table.graph().node(own).and_then(|node| node.author.clone());
                    let author = author.expect("an argument has an author");
                    table.endorse(node, &author, Cause::Merge(compared.call));
                }
            }
            Likeness::Related | Likeness::Different => {}
        }
    }
    judged
}
