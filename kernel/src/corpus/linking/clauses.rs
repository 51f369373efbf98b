//! What linking reads: the reasons and assumptions of statements, and the propositions of axes.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::folded;
use crate::vocabulary::{AxisSide, Side, Statement, Topic};

/// A reason or an assumption.
pub(super) struct Clause<'c> {
    pub(super) text: &'c str,
    /// The side of an axis that its tag names.
    pub(super) tag: Option<&'c AxisSide>,
    /// Whether its tag says that it asserts none.
    pub(super) is_off_axes: bool,
}

/// The reasons and the assumptions of a statement.
pub(super) fn clauses(statement: &Statement) -> Vec<Clause<'_>> {
    let reasons = statement.all_reasons().into_iter().map(|reason| Clause {
        text: &reason.text,
        tag: reason.asserts.as_ref(),
        is_off_axes: reason.is_off_axes,
    });
    let assumptions = statement.assumptions.iter().map(|assumption| Clause {
        text: &assumption.text,
        tag: assumption.asserts.as_ref(),
        is_off_axes: assumption.is_off_axes,
    });
    reasons.chain(assumptions).collect()
}

/// Both propositions of every axis, without those that another axis has too: these do not say which
/// of the two is meant.
pub(super) fn known_propositions(topic: &Topic) -> BTreeMap<String, AxisSide> {
    let mut known: BTreeMap<String, BTreeSet<AxisSide>> = BTreeMap::new();
    for axis in &topic.axes {
        for side in [Side::Yes, Side::No] {
            let asserts = AxisSide { axis: axis.id.clone(), side };
            known.entry(folded(axis.proposition(side))).or_default().insert(asserts);
        }
    }
    let alone = |(text, mut asserts): (String, BTreeSet<AxisSide>)| {
        let first = asserts.pop_first()?;
        asserts.is_empty().then_some((text, first))
    };
    known.into_iter().filter_map(alone).collect()
}
