//! Texts that the prompt templates of these modes include.

use crate::prompt::Include;

/// The rules of the debate.
pub(in crate::mode) const RULES: Include =
    Include { name: "blackboard/rules.md", text: include_str!("prompts/rules.md") };

/// What a persona sees before it speaks.
pub(in crate::mode) const BOARD: Include =
    Include { name: "blackboard/board.md", text: include_str!("prompts/board.md") };
