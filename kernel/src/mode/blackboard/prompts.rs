//! Texts that the prompt templates of these modes include.

use crate::prompt::Include;

/// The rules of the debate.
pub(in crate::mode) const RULES: Include =
    Include { name: "blackboard/rules.md", text: include_str!("prompts/rules.md") };
