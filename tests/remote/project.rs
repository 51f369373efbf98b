//! A project whose manifest asks a server, and what the server says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::stub::{Act, Answer, Stub};

pub(crate) const MANIFEST: &str = "experiments/server.toml";

pub(crate) const CANARY: &str = "canary-7f3a9c52e1d04b68";

/// The small project, whose personas have written nothing, with a manifest that asks a server.
pub(crate) struct Project(tempfile::TempDir);

impl Project {
    /// The server is ours, and charges nothing.
    pub(crate) fn new(provider: &str) -> Self {
        Self::with(provider, "[prices]\nlarge = \"free\"\nsmall = \"free\"\n")
    }

    /// `more` stands at the end of the manifest.
    pub(crate) fn with(provider: &str, more: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy(folder.path(), |path| !path.to_string_lossy().contains("corpus"));
        let manifest = format!(
            "title = \"A server\"\ntopics = [\"jobs\"]\npersonas = [[\"bear\", \"bull\"]]\nreplicates = 2\n\
             [provider]\nconcurrency = 1\nretries = 1\n{provider}\n[models]\nstrong = \"large\"\nfast = \"small\"\n\
             [modes.single]\n{more}"
        );
        fs::write(folder.path().join(MANIFEST), manifest).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Changes the manifest.
    pub(crate) fn replace(&self, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(MANIFEST)).unwrap();
        assert!(text.contains(from), "the manifest does not contain {from}");
        fs::write(self.path(MANIFEST), text.replace(from, to)).unwrap();
    }

    /// Gives the personas what they have written.
    pub(crate) fn write_corpora(&self) {
        copy(self.0.path(), |path| path.to_string_lossy().contains("corpus"));
    }

    /// What one attempt after the other put on record.
    pub(crate) fn attempts(&self) -> Vec<Value> {
        let paths = files(&self.path("data/store/runs")).into_iter();
        let attempts = paths.filter(|path| path.to_string_lossy().contains("attempts"));
        let lines = attempts.map(|path| fs::read_to_string(path).unwrap());
        let read = |line: &str| serde_json::from_str::<Value>(line).unwrap()["attempt"].take();
        lines.flat_map(|lines| lines.lines().map(read).collect::<Vec<_>>()).collect()
    }

    pub(crate) fn command(&self, words: &str, environment: &[(&str, &str)]) -> Command {
        let mut command = self.line(words, environment);
        command.arg(MANIFEST);
        command
    }

    /// A command line without the manifest.
    pub(crate) fn line(&self, words: &str, environment: &[(&str, &str)]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_report"));
        for variable in
            ["OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"]
        {
            command.env_remove(variable);
        }
        command
            .envs(environment.iter().copied())
            .env("RUST_LOG", "trace")
            .env("RUST_BACKTRACE", "full");
        command.args(words.split(' ')).current_dir(self.0.path());
        command
    }

    /// The words stand before the manifest. Gives code, standard output and standard error.
    pub(crate) fn report(
        &self,
        words: &str,
        environment: &[(&str, &str)],
    ) -> (Option<i32>, String, String) {
        let Output { status, stdout, stderr } = self.command(words, environment).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status.code(), text(stdout), text(stderr))
    }

    /// The content of all files of the site.
    pub(crate) fn pages(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut paths = files(&self.path("site"));
        paths.sort();
        paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
    }

    /// The files of the project that hold the key.
    pub(crate) fn leaks(&self) -> Vec<PathBuf> {
        let all = files(self.0.path());
        assert!(all.iter().any(|path| path.ends_with("index.html")), "there is no site to search");
        let holds = |path: &PathBuf| {
            let bytes = fs::read(path).unwrap();
            bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes())
        };
        all.into_iter().filter(holds).collect()
    }
}

fn copy(folder: &Path, wanted: impl Fn(&Path) -> bool) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli/project");
    for path in files(&source).into_iter().filter(|path| wanted(path)) {
        let target = folder.join(path.strip_prefix(&source).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&path, target).unwrap();
    }
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

pub(crate) fn said(text: &str) -> Act {
    Act::Answer(reply(text))
}

/// A model's reply with this text.
pub(crate) fn reply(text: &str) -> Answer {
    Answer::json(
        200,
        &json!({
            "model": "large-2026", "choices": [{"message": {"content": text}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "prompt_tokens_details": {"cached_tokens": 900}},
        }),
    )
}

pub(crate) fn error(status: u16, message: &str) -> Act {
    Act::Answer(Answer::json(
        status,
        &json!({"error": {"message": message, "type": "t", "code": "c"}}),
    ))
}

/// An answer that passes its check; the reason holds `aside`.
pub(crate) fn answer(aside: &str) -> String {
    let stand = |persona: &str, side: &str| json!({"persona": persona, "side": side, "reason": format!("So it is. {aside}"), "excerpts": []});
    let crux = json!({
        "question": "Is it quicker?", "kind": "horizon", "axis": "pace", "weight": 0.8,
        "positions": [stand("bear", "yes"), stand("bull", "no")], "settling_question": "Will half of all firms use it?",
    });
    json!({"cruxes": [crux], "common_ground": []}).to_string()
}

pub(crate) fn keyed(stub: &Stub) -> String {
    format!("kind = \"openai\"\nbase_url = \"{}/v1\"\nkey_env = \"TEST_KEY\"", stub.url())
}
