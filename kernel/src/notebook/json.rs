//! Values as JSON.

use std::fmt;

use serde_json::Value;

use super::display::print_json;

/// A value as JSON. Its plain text can be written to a file; a notebook shows it as a tree that
/// opens and closes.
///
/// Tables and debates do not carry their JSON beside their HTML: JupyterLab would show the tree
/// instead of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Json(pub(super) Value);

impl Json {
    /// The value.
    pub fn value(&self) -> &Value {
        &self.0
    }

    /// Shows the value in a notebook; evcxr calls this for the last value of a cell.
    pub fn evcxr_display(&self) {
        print_json(&self.0, &self.to_string());
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.0)
    }
}
