//! What a mode says about each of its questions.

use super::{Question, Schema, Spec, schema};

/// Describes a question without its type.
#[derive(Debug, Clone, Copy)]
pub struct QuestionInfo {
    /// What is the same for every use of it.
    pub spec: Spec,
    schema: fn() -> &'static Schema,
}

impl QuestionInfo {
    /// Describes a question.
    pub const fn of<Q: Question>() -> Self {
        Self { spec: Q::SPEC, schema: schema::<Q> }
    }

    /// The schema of its answers.
    pub fn schema(&self) -> &'static Schema {
        (self.schema)()
    }
}
