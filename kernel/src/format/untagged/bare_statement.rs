//! A statement of an untagged text before clauses are attached to it.

use super::guess::AxisMatch;
use crate::format::statement_defaults::default_confidence;
use crate::vocabulary::{Inferred, Side, Statement, StatementId};

/// A statement without clauses, on an axis or without one as its author's case in short.
pub(super) fn bare_statement(
    id: StatementId,
    text: String,
    found: Option<&AxisMatch>,
    side: Side,
) -> Statement {
    Statement {
        id,
        text,
        axis: found.map(|found| found.axis.clone()),
        side: Some(side),
        confidence: default_confidence(),
        is_off_axes: false,
        passage: None,
        is_confidence_assumed: true,
        date: None,
        source: None,
        point: None,
        denies: None,
        reasons: Vec::new(),
        assumptions: Vec::new(),
        evidence: Vec::new(),
        unless: Vec::new(),
        concedes: Vec::new(),
        answers: Vec::new(),
        inferred: Some(found.map_or_else(Inferred::certain, AxisMatch::inferred)),
    }
}
