//! Compares nodes of different personas by meaning.

use super::trees::is_asserted;
use crate::graph::{Cause, Node, NodeKind};
use crate::mode::calls::MostComparisons;
use crate::mode::shared::comparison;
use crate::mode::shared::questions::compare::Likeness;
use crate::mode::table::Table;
use crate::vocabulary::NodeId;

/// Two nodes of different personas that may say the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Candidate {
    pub(super) first: NodeId,
    pub(super) second: NodeId,
}

/// The candidates that were judged the same or opposed.
#[derive(Default)]
pub(super) struct Compared {
    pub(super) same: Vec<Candidate>,
    pub(super) opposed: Vec<Candidate>,
}

/// Compares the nodes of different personas, without theses. Adds what was judged
/// the same or opposed, and records that a persona endorses what it says itself.
pub(super) async fn compare(table: &mut Table<'_>, most: MostComparisons, compared: &mut Compared) {
    let is_compared = |node: &Node| node.kind != NodeKind::Thesis;
    for found in comparison::compare(table, most, is_compared).await {
        let candidate = Candidate { first: found.first, second: found.second };
        match found.likeness {
            Likeness::Same => {
                compared.same.push(candidate);
                endorse(table, candidate, &Cause::Merge(found.call));
            }
            Likeness::Opposed => compared.opposed.push(candidate),
            Likeness::Related | Likeness::Different => {}
        }
    }
}

/// Records that the authors of two nodes that say the same endorse each other's node, where both assert it.
fn endorse(table: &mut Table<'_>, Candidate { first, second }: Candidate, cause: &Cause) {
    let author = |id| {
        let node = table.graph().node(id).filter(|node| is_asserted(table.graph(), node))?;
        node.author.clone()
    };
    if let Some((one, other)) = author(first).zip(author(second)) {
        table.endorse(first, &other, cause.clone());
        table.endorse(second, &one, cause.clone());
    }
}
