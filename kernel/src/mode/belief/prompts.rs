//! Texts that the prompt templates of this mode include.

use crate::prompt::Include;

/// The rules of the debate.
pub(super) const RULES: Include =
    Include { name: "belief/rules.md", text: include_str!("prompts/rules.md") };
/// A list of nodes, each indented below the node that it supports or attacks.
pub(super) const TREE: Include =
    Include { name: "belief/tree.md", text: include_str!("prompts/tree.md") };
