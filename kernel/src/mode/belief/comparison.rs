//! Compares nodes of different personas by meaning.

use std::collections::BTreeSet;

use super::trees::Trees;
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

/// Compares the nodes of different personas, without theses.
pub(super) async fn compare(table: &mut Table<'_>) -> Compared {
    let roots = Trees::of(table.graph());
    let roots: BTreeSet<NodeId> = table.graph().nodes().map(|node| node.id).filter(|id| roots.is_root(*id)).collect();
    let mut compared = Compared::default();
    for found in comparison::compare(table, |node| !roots.contains(&node.id), |_, _| true).await {
        let candidate = Candidate { first: found.first, second: found.second };
        match found.likeness {
            Likeness::Same => compared.same.push(candidate),
            Likeness::Opposed => compared.opposed.push(candidate),
            Likeness::Related | Likeness::Different => {}
        }
    }
    compared
}
