//! `report new` and `report debate` as a user calls them.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "commands/debate.rs"]
mod debate;
#[path = "commands/hostile.rs"]
mod hostile;
#[path = "commands/new.rs"]
mod new;
#[path = "commands/project.rs"]
mod project;
