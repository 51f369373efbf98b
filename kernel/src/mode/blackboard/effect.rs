//! What a message does to another one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a message does to the one that it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(
    description = "What the sentence does to the message that it answers. `grants`: it accepts what the message says, even though it counts against your own answer to the topic's question."
)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Effect {
    Denies,
    Supports,
    /// It admits something that speaks against its author's own answer to the topic's question.
    Grants,
}
