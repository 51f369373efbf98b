//! Texts that the prompt templates of this mode include.

use crate::prompt::Include;

/// The rules of the debate.
pub(super) const RULES: Include =
    Include { name: "procon/rules.md", text: include_str!("prompts/rules.md") };

/// The speeches so far.
pub(super) const SPEECHES: Include =
    Include { name: "procon/speeches.md", text: include_str!("prompts/speeches.md") };

/// The reasons of a claim beside its own words.
pub(super) const REASONS: Include =
    Include { name: "procon/reasons.md", text: include_str!("prompts/reasons.md") };
