//! Texts that the prompt templates of this mode include.

use crate::prompt::Include;

/// The arguments of the graph, as prompts show them.
pub(super) const ARGUMENTS: Include =
    Include { name: "dialogue/arguments.md", text: include_str!("prompts/arguments.md") };
