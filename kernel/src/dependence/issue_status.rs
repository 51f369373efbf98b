//! What makes an issue disputed, and a disputed issue a crux: the one definition, for graphs of
//! debates and for corpora.

use std::collections::BTreeMap;

use crate::vocabulary::{Probability, Side};

/// What is known of a disputed issue. An issue is disputed where personas take both of its sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum IssueStatus {
    /// It carries load on both sides.
    Crux,
    /// It may carry load; too little is known about what a thesis rests on.
    LoadUnknown,
    /// It carries no load on at least one side.
    Idle,
}

impl IssueStatus {
    /// The status of an issue on which personas take these sides, each with the load of the issue
    /// for the persona if it is known. `None` if the issue is not disputed. Load for one persona
    /// of a side is enough.
    pub fn of(sides: impl IntoIterator<Item = (Side, Option<Probability>)>) -> Option<Self> {
        let mut by_side: BTreeMap<Side, Self> = BTreeMap::new();
        for (side, load) in sides {
            let status = match load {
                Some(load) if load.value() > 0.0 => Self::Crux,
                Some(_) => Self::Idle,
                None => Self::LoadUnknown,
            };
            by_side.entry(side).and_modify(|best| *best = status.min(*best)).or_insert(status);
        }
        by_side.get(&Side::Yes).max(by_side.get(&Side::No)).filter(|_| by_side.len() == 2).copied()
    }
}

/// The score of a disputed issue: the mean of its loads, where an unknown load counts as 0.
pub fn mean_load(
    loads: impl IntoIterator<Item = Option<Probability>, IntoIter: ExactSizeIterator>,
) -> Probability {
    let loads = loads.into_iter();
    let count = loads.len().max(1) as f64;
    // The sum of no numbers is -0.0, which sorts below 0.0.
    let sum = loads.flatten().map(Probability::value).fold(0.0, |sum, load| sum + load);
    Probability::new(sum / count).expect("a mean of probabilities is one")
}
