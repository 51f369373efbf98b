//! What `report check` found, as JSON.

use faultline::format::{Fault, Faults, Severity};
use serde::Serialize;

use super::groups::Group;
use super::pairs::Pair;

/// Errors and warnings, and what the debates will be about.
#[derive(Debug, Serialize)]
pub(super) struct Json<'c> {
    errors: usize,
    warnings: usize,
    faults: Vec<JsonFault<'c>>,
    debates: &'c [Pair],
    /// The groups of more than two.
    groups: &'c [Group],
}

#[derive(Debug, Serialize)]
struct JsonFault<'c> {
    severity: &'static str,
    path: &'c std::path::Path,
    /// Counted from 1; none for a fault of the whole file.
    line: Option<usize>,
    column: Option<usize>,
    message: &'c str,
    help: Option<&'c str>,
}

impl<'c> Json<'c> {
    pub(super) fn of(faults: &'c Faults, debates: &'c [Pair], groups: &'c [Group]) -> Self {
        let fault = |fault: &'c Fault| {
            let start = fault.span.as_ref().map(|span| span.start);
            let position = start.and_then(|start| faults.position(&fault.path, start));
            JsonFault {
                severity: fault.severity.word(),
                path: &fault.path,
                line: position.map(|(line, _)| line),
                column: position.map(|(_, column)| column),
                message: &fault.message,
                help: fault.help.as_deref(),
            }
        };
        Self {
            errors: faults.count(Severity::Error),
            warnings: faults.count(Severity::Warning),
            faults: faults.sorted().into_iter().map(fault).collect(),
            debates,
            groups,
        }
    }
}
