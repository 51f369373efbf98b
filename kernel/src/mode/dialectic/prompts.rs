//! Texts that the prompt templates of this mode include.

use crate::prompt::Include;

/// The rules of the reading.
pub(super) const RULES: Include =
    Include { name: "dialectic/rules.md", text: include_str!("prompts/rules.md") };
/// The passage, as prompts show it.
pub(super) const PASSAGE: Include =
    Include { name: "dialectic/passage.md", text: include_str!("prompts/passage.md") };
