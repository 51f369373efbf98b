//! What debates cost and how it is bounded, as a user meets it.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "money/budget.rs"]
mod budget;
#[path = "money/project.rs"]
mod project;
