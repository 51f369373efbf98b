//! Holds every mode to transcripts: scripted answers in, the whole debate out.
//!
//! `tests/golden/mode/MODE.CASE.script.json` says what the personas answer; `MODE.CASE.snap` beside it holds every event,
//! every snapshot and the outcome. Each debate is run twice and must leave the same bytes, and every snapshot must follow
//! from the one before by the changes it tells.

#[path = "modes/belief.rs"]
mod belief;
#[path = "modes/corpus.rs"]
mod corpus;
#[path = "modes/graph.rs"]
mod graph;
#[path = "modes/show.rs"]
mod show;
#[path = "modes/single.rs"]
mod single;
#[path = "modes/stage.rs"]
mod stage;
#[path = "modes/versions.rs"]
mod versions;
#[path = "modes/voice.rs"]
mod voice;
