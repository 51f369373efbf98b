//! Texts that the prompt templates of several modes include.

use crate::prompt::Include;

/// The persona that is asked: contract, excerpts, rules.
pub(crate) const PERSONA: Include =
    Include { name: "shared/persona.md", text: include_str!("prompts/persona.md") };
/// The topic with its axes.
pub(crate) const TOPIC: Include =
    Include { name: "shared/topic.md", text: include_str!("prompts/topic.md") };
/// What a persona has written on the topic.
pub(crate) const WRITING: Include =
    Include { name: "shared/writing.md", text: include_str!("prompts/writing.md") };
/// How to name the reasons of a thesis.
pub(crate) const THESIS_REASONS: Include =
    Include { name: "shared/thesis_reasons.md", text: include_str!("prompts/thesis_reasons.md") };
/// How to list the points that a persona grants.
pub(crate) const GRANTS: Include =
    Include { name: "shared/grants.md", text: include_str!("prompts/grants.md") };
