//! Pages about several debates list the first replicates of each debate; the pages of the modes
//! list them all.

use std::collections::BTreeMap;

use super::comparison::{self, Column};
use super::index::IndexedDebate;
use super::route::{Link, Route};

/// The number of replicates of one debate that a page lists. With hundreds it would become too
/// large.
pub(super) const LISTED: usize = 20;

/// Replicates that a page does not list.
#[derive(Debug, Clone)]
pub(super) struct UnlistedReplicates {
    pub(super) title: String,
    /// The page of the mode, which lists them all.
    pub(super) link: Link,
    pub(super) debates: usize,
}

/// The debates that a page lists, and the numbers of the others by mode.
pub(super) fn listed<'d>(
    debates: impl Iterator<Item = &'d IndexedDebate>,
    here: &Route,
) -> (Vec<&'d IndexedDebate>, Vec<UnlistedReplicates>) {
    let mut replicates: BTreeMap<_, usize> = BTreeMap::new();
    let (listed, others): (Vec<&IndexedDebate>, Vec<&IndexedDebate>) =
        debates.partition(|debate| {
            let known =
                replicates.entry((&debate.topic, &debate.personas, &debate.label)).or_default();
            *known += 1;
            *known <= LISTED
        });
    let of_mode = |column: Column| UnlistedReplicates {
        debates: others.iter().filter(|debate| debate.label == column.label).count(),
        title: column.title,
        link: column.link,
    };
    let rest = comparison::columns(&others, here).into_iter().map(of_mode).collect();
    (listed, rest)
}
