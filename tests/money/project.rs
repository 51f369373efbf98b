//! A project of its own for a test, and `report` run in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A copy of the project `lamps` in a folder of its own.
pub(crate) struct Project(tempfile::TempDir);

/// How a command ended and what it said.
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

    /// A project with one debate: a script answers badly, and then well when the answer is sent back.
    pub(crate) fn scripted() -> Self {
        let project = Self::new();
        let good = serde_json::json!({
            "cruxes": [],
            "common_ground": [{
                "statement": "The lamps should be counted.",
                "holders": [
                    {"persona": "engineer", "excerpts": ["dynamo"]},
                    {"persona": "lamplighter", "excerpts": ["cables"]},
                ],
            }],
        });
        let script = serde_json::json!([
            {"task": "cruxes", "answer": "I would rather not."},
            {"task": "cruxes", "answer": good},
        ]);
        project.write("script.json", &script.to_string());
        project.write("experiments/lamps.toml", SCRIPTED);
        project
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        fs::write(self.path(path), text).unwrap();
    }

    /// Adds to the manifest.
    pub(crate) fn with(&self, text: &str) {
        let manifest = fs::read_to_string(self.path("experiments/lamps.toml")).unwrap();
        self.write("experiments/lamps.toml", &(manifest + "\n" + text));
    }

    pub(crate) fn replace(&self, from: &str, to: &str) {
        let manifest = fs::read_to_string(self.path("experiments/lamps.toml")).unwrap();
        assert!(manifest.contains(from), "the manifest does not say {from}");
        self.write("experiments/lamps.toml", &manifest.replace(from, to));
    }

    /// Runs `report` on the experiment, away from any terminal.
    pub(crate) fn report(&self, command: &str, options: &[&str]) -> Outcome {
        let output = Command::new(env!("CARGO_BIN_EXE_report"))
            .args([command, "experiments/lamps.toml"])
            .args(options)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Outcome { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// The commit points of all debates, by their files.
    pub(crate) fn outcomes(&self) -> BTreeMap<PathBuf, String> {
        let runs = self.path("data/store/runs");
        let done = |path: &PathBuf| path.ends_with("done.json");
        let read = |path: PathBuf| {
            let text = fs::read_to_string(&path).unwrap();
            (path.strip_prefix(&runs).unwrap().to_owned(), text)
        };
        files(&runs).into_iter().filter(done).map(read).collect()
    }

    /// Every file below a folder with its bytes.
    pub(crate) fn bytes(&self, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let read = |path: PathBuf| {
            let bytes = fs::read(&path).unwrap();
            (path, bytes)
        };
        files(&self.path(folder)).into_iter().map(read).collect()
    }
}

const SCRIPTED: &str = r#"
title = "Lamps, scripted"
topics = ["street-light"]
personas = [["engineer", "lamplighter"]]

[provider]
kind = "script"
script = "script.json"

[models]
strong = "big"

[modes.single]
"#;

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
