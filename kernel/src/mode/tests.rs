//! Runs every mode with scripted answers and compares the whole debate with its transcript.
//!
//! `MODE/tests/CASE.script.json` contains the answers; `CASE.snap` beside it contains every event,
//! every snapshot and the outcome. Each debate runs twice and must leave the same bytes. Each
//! snapshot must follow from the one before by the changes that it lists.

mod bad_input;
mod controls;
mod corpus;
mod finished;
mod indirect;
mod matching;
mod most_calls;
mod nonsense;
pub(super) mod prompts;
pub(super) mod scripted;
pub(crate) mod shown;
mod template_values;
mod transcript;
mod versions;
mod voice;
