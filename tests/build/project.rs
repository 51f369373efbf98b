//! The small project `lamps` in a folder of its own, and `report` called in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ALL: &str = r#"
title = "All of it"
topics = ["street-light", "house-light"]
personas = [["engineer", "lamplighter"], ["engineer", "shopkeeper"]]
replicates = 2

[provider]
kind = "corpus"
recall = 1.0

[modes.graph]
[modes.short]
mode = "graph"
max_rounds = 1
[modes.single]
"#;

/// The end of a manifest whose model has a price, and whose budget allows to spend without a question.
pub(crate) const PAID: &str = "[models]\nstrong = \"big\"\n[prices]\nbig = { input = 1, output = 1 }\n\
                               [budget]\nrun_usd = 1000\n";

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

    /// The same debates with a script whose replies have a price, so that they are stored like those of a server.
    pub(crate) fn paid() -> Self {
        let project = Self::new();
        fs::write(project.path("paid.json"), paid_script()).unwrap();
        let script = "kind = \"script\"\nscript = \"paid.json\"";
        project.replace("experiments/lamps.toml", "kind = \"corpus\"\nrecall = 1.0", script);
        let path = project.path("experiments/lamps.toml");
        let manifest = fs::read_to_string(&path).unwrap();
        fs::write(path, format!("{manifest}\n{PAID}")).unwrap();
        project
    }

    /// The project with a second topic, on which the personas say the same, and the experiment `all`: 2 topics, 2 groups,
    /// 3 modes (one of them twice) and 2 replicates, which makes 24 debates.
    pub(crate) fn of_24() -> Self {
        let project = Self::new();
        let copy = |from: &str, to: &str, change: &dyn Fn(String) -> String| {
            let text = fs::read_to_string(project.path(from)).unwrap();
            fs::write(project.path(to), change(text)).unwrap();
        };
        copy("data/topics/street-light.toml", "data/topics/house-light.toml", &|text| text);
        for persona in ["engineer", "lamplighter", "shopkeeper"] {
            let corpus = format!("personas/{persona}/corpus");
            let other = |text: String| {
                text.replace("street-light", "house-light").replace("{#", "{#house-")
            };
            copy(&format!("{corpus}/light.md"), &format!("{corpus}/house.md"), &other);
        }
        fs::write(project.path("experiments/all.toml"), ALL).unwrap();
        project
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

/// One question and its answer in a script.
pub(crate) fn line(task: &str, persona: Option<&str>, answer: &str, delay: u32) -> String {
    let persona = persona.map_or_else(String::new, |id| format!("\"persona\": \"{id}\", "));
    format!(r#"{{"task": "{task}", {persona}"answer": {answer}, "delay": {delay}}}"#)
}

/// Two propositions, for the task `decompose`.
pub(crate) const CLAIMS: &str =
    r#"{"claims": [{"claim": "A.", "axis": null}, {"claim": "B.", "axis": null}]}"#;

/// Two arguments, for the task `arguments`.
pub(crate) fn arguments(first: &str, second: &str) -> String {
    let argument = |claim: &str| {
        format!(
            r#"{{"claim": "{claim}", "premises": ["P."], "assumptions": [], "evidence": [], "excerpts": [],
                "axis": null, "side": null, "confidence": 0.5}}"#
        )
    };
    format!(r#"{{"arguments": [{}, {}]}}"#, argument(first), argument(second))
}

fn paid_script() -> String {
    let mut lines = vec![
        line("decompose", None, CLAIMS, 0),
        line("cruxes", None, r#"{"cruxes": [], "common_ground": []}"#, 0),
    ];
    for (persona, first, second) in [
        ("engineer", "Dynamos hum.", "Cables last."),
        ("lamplighter", "Gas glows.", "Rain falls."),
        ("shopkeeper", "Shops close.", "Customers stay."),
    ] {
        lines.push(line("arguments", Some(persona), &arguments(first, second), 0));
        lines.push(line("attacks", Some(persona), r#"{"attacks": []}"#, 0));
    }
    format!("[{}]", lines.join(",\n"))
}
