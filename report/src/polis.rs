//! Makes a debate of a Polis export: opinion groups become personas, and the statements that divide
//! them become issues.
//!
//! `export` reads the files, `votes` says what each group answers to each statement, `selection`
//! chooses question, issues and groups, `files` writes the project's files. Votes give no reasons.
//! So no persona gets a case in short, and whether a thesis rests on an issue remains unknown.

mod background;
mod export;
mod files;
mod held_back;
mod selection;
mod votes;

pub use self::export::Export;
pub use self::files::DebateFiles;
pub use self::held_back::HoldBack;
pub use self::selection::Options;
pub use self::votes::{Deliberation, LEAST_VOTES, StatementKind};
