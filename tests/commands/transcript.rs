//! Command lines as a user types them, and what they print.

use std::path::PathBuf;

use super::project::{Outcome, Project, files, top};

impl Project {
    /// The personas and topics of this repository.
    pub(crate) fn jobs() -> Self {
        Self::of(&top(), &["personas", "data/topics", "data/passages", "data/evidence"])
    }

    /// Every file below a folder.
    pub(crate) fn files(&self, folder: &str) -> Vec<PathBuf> {
        files(&self.path(folder))
    }

    /// Runs a command line; single quotes enclose arguments with spaces.
    pub(crate) fn report(&self, line: &str) -> Outcome {
        let words = line.split('\'').enumerate().flat_map(|(index, part)| {
            let quoted = index % 2 == 1;
            if quoted { vec![part] } else { part.split_whitespace().collect() }
        });
        Outcome::of(self.command().args(words))
    }

    /// The output of several command lines.
    pub(crate) fn transcript(&self, lines: &[&str]) -> String {
        let result = |line: &&str| {
            let Outcome { code, out, err } = self.report(line);
            format!("$ report {line}\n{out}{err}(ends with {})\n\n", code.unwrap())
        };
        lines.iter().map(result).collect::<Vec<_>>().concat()
    }
}

/// Compares with a text in `tests/golden/command`.
#[track_caller]
pub(crate) fn golden(name: &str, text: &str) {
    super::project::golden("golden/command", name, text);
}
