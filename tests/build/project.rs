//! A small project in a folder of its own, and the program `report` at work in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A copy of the project `lamps` in a folder of its own.
pub(crate) struct Project(tempfile::TempDir);

pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Project {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects/lamps");
        for path in files(&source) {
            let target = folder.path().join(path.strip_prefix(&source).unwrap());
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::copy(&path, target).unwrap();
        }
        Self(folder)
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    pub(crate) fn report(&self, arguments: &[&str]) -> Outcome {
        let mut command = Command::new(env!("CARGO_BIN_EXE_report"));
        let output = command.args(arguments).current_dir(self.0.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Outcome { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    pub(crate) fn build(&self) -> Outcome {
        self.report(&["build", "experiments/lamps.toml"])
    }

    pub(crate) fn replace(&self, path: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(path)).unwrap();
        assert!(text.contains(from), "{path} does not contain {from}");
        fs::write(self.path(path), text.replace(from, to)).unwrap();
    }

    /// Every file below a folder by its path from there, with what `look` makes of it.
    pub(crate) fn seen<T>(&self, folder: &str, look: impl Fn(&Path) -> T) -> BTreeMap<PathBuf, T> {
        let root = self.path(folder);
        files(&root)
            .into_iter()
            .map(|path| (path.strip_prefix(&root).unwrap().to_owned(), look(&path)))
            .collect()
    }
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
