//! Texts that the prompt templates of this mode include.

use crate::prompt::Include;

/// The rules of the debate.
pub(super) const RULES: Include =
    Include { name: "graph/rules.md", text: include_str!("prompts/rules.md") };
