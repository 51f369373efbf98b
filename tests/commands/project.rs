//! A project in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) struct Project(tempfile::TempDir);

/// The result of a command.
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Project {
    /// A copy of the small project `lamps`.
    pub(crate) fn lamps() -> Self {
        Self::of(&top().join("tests/projects/lamps"), &["personas", "data", "experiments"])
    }

    /// The personas and topics of this repository.
    pub(crate) fn jobs() -> Self {
        Self::of(&top(), &["personas", "data/topics", "data/evidence"])
    }

    /// A copy of some folders.
    pub(crate) fn of(source: &Path, folders: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for path in folders.iter().flat_map(|part| files(&source.join(part))) {
            let target = folder.path().join(path.strip_prefix(source).unwrap());
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::copy(&path, target).unwrap();
        }
        Self(folder)
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    pub(crate) fn text(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        fs::write(self.path(path), text).unwrap();
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
        let mut command = Command::new(env!("CARGO_BIN_EXE_report"));
        command.env_remove("OPENAI_API_KEY");
        let output = command.args(words).current_dir(self.0.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Outcome { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
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

/// The root of this repository.
pub(crate) fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Compares with a text in `tests/golden/command`.
pub(crate) fn golden(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(top().join("tests/golden/command"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
