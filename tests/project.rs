//! A project in a temporary folder, and `report` run in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) struct Project(tempfile::TempDir);

impl Project {
    /// A copy of the small project `lamps`.
    pub(crate) fn lamps() -> Self {
        Self::of(&top().join("tests/projects/lamps"), &["personas", "data", "experiments"])
    }

    /// A copy of some folders.
    pub(crate) fn of(source: &Path, folders: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for path in folders.iter().flat_map(|folder| files(&source.join(folder))) {
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

    pub(crate) fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.text(path);
        assert!(text.contains(from), "{path} does not contain {from}");
        self.write(path, &text.replace(from, to));
    }

    /// `report` in this project, without keys and addresses of servers in its environment.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_report"));
        for server in ["OPENAI", "ANTHROPIC", "TAVILY"] {
            command.env_remove(format!("{server}_API_KEY"));
            command.env_remove(format!("{server}_BASE_URL"));
        }
        command.current_dir(self.0.path());
        command
    }
}

/// The result of a command.
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Outcome {
    /// Runs a command.
    pub(crate) fn of(command: &mut Command) -> Self {
        command.output().unwrap().into()
    }

    /// Asserts that the command ended with this code.
    #[track_caller]
    pub(crate) fn exits(&self, code: i32) -> &Self {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        self
    }

    /// Asserts that standard output contains a text.
    #[track_caller]
    pub(crate) fn prints(&self, text: &str) -> &Self {
        assert!(self.out.contains(text), "standard output lacks «{text}»:\n{}", self.out);
        self
    }

    /// Asserts that standard error contains a text.
    #[track_caller]
    pub(crate) fn reports(&self, text: &str) -> &Self {
        assert!(self.err.contains(text), "standard error lacks «{text}»:\n{}", self.err);
        self
    }
}

impl From<Output> for Outcome {
    fn from(Output { status, stdout, stderr }: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: status.code(), out: text(stdout), err: text(stderr) }
    }
}

/// The root of this repository.
pub(crate) fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every file below a folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Compares with a text in a folder of `tests`.
#[track_caller]
pub(crate) fn golden(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(top().join("tests").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
