//! `report new`, `report debate`, `report bench` and the commands of the engine as a user calls
//! them.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "commands/bench.rs"]
mod bench;
#[path = "commands/check.rs"]
mod check;
#[path = "commands/check_pairs.rs"]
mod check_pairs;
#[path = "commands/compare.rs"]
mod compare;
#[path = "commands/debate.rs"]
mod debate;
#[path = "commands/engine.rs"]
mod engine;
#[path = "commands/export.rs"]
mod export;
#[path = "commands/hostile.rs"]
mod hostile;
#[path = "commands/new.rs"]
mod new;
#[path = "commands/notebooks.rs"]
mod notebooks;
#[path = "commands/polis.rs"]
mod polis;
mod project;
#[path = "commands/transcript.rs"]
mod transcript;
