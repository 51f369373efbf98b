//! A project whose manifest asks a server, and what the server says.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::project::{Outcome, Project, files, top};
use crate::stub::{Act, Answer, Stub};

pub(crate) const MANIFEST: &str = "experiments/server.toml";

pub(crate) const CANARY: &str = "canary-7f3a9c52e1d04b68";

impl Project {
    /// A project whose models are free.
    pub(crate) fn new(provider: &str) -> Self {
        Self::with(provider, "[prices]\nlarge = \"free\"\nsmall = \"free\"\n")
    }

    /// The small project, whose personas have no corpora, with a manifest that asks a server.
    /// `more` is appended to the manifest.
    pub(crate) fn with(provider: &str, more: &str) -> Self {
        let project = Self::of(&top().join("tests/cli/project"), &[""]);
        for persona in ["bear", "bull"] {
            fs::remove_dir_all(project.path(&format!("personas/{persona}/corpus"))).unwrap();
        }
        let manifest = format!(
            "title = \"A server\"\ntopics = [\"jobs\"]\npersonas = [[\"bear\", \"bull\"]]\nreplicates = 2\n\
             [provider]\nconcurrency = 1\nretries = 1\n{provider}\n[models]\nstrong = \"large\"\nfast = \"small\"\n\
             [modes.single]\n{more}"
        );
        project.write(MANIFEST, &manifest);
        project
    }

    /// Gives the personas what they have written.
    pub(crate) fn write_corpora(&self) {
        let whole = Self::of(&top().join("tests/cli/project"), &[""]);
        for persona in ["bear", "bull"] {
            let corpus = format!("personas/{persona}/corpus");
            fs::rename(whole.path(&corpus), self.path(&corpus)).unwrap();
        }
    }

    /// What one attempt after the other put on record.
    pub(crate) fn attempts(&self) -> Vec<Value> {
        let paths = files(&self.path("data/store/runs")).into_iter();
        let attempts = paths.filter(|path| path.to_string_lossy().contains("attempts"));
        let lines = attempts.map(|path| fs::read_to_string(path).unwrap());
        let read = |line: &str| serde_json::from_str::<Value>(line).unwrap()["attempt"].take();
        lines.flat_map(|lines| lines.lines().map(read).collect::<Vec<_>>()).collect()
    }

    /// A command line that ends with the manifest.
    pub(crate) fn with_manifest(&self, words: &str, environment: &[(&str, &str)]) -> Command {
        let mut command = self.line(words, environment);
        command.arg(MANIFEST);
        command
    }

    /// A command line without the manifest.
    pub(crate) fn line(&self, words: &str, environment: &[(&str, &str)]) -> Command {
        let mut command = self.command();
        command.envs(environment.iter().copied()).args(words.split(' '));
        command.env("RUST_LOG", "trace").env("RUST_BACKTRACE", "full");
        command
    }

    /// Runs a command line that ends with the manifest. Returns code, standard output and standard
    /// error.
    pub(crate) fn report(
        &self,
        words: &str,
        environment: &[(&str, &str)],
    ) -> (Option<i32>, String, String) {
        let Outcome { code, out, err } = Outcome::of(&mut self.with_manifest(words, environment));
        (code, out, err)
    }

    /// The content of all files of the site.
    pub(crate) fn pages(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut paths = files(&self.path("site"));
        paths.sort();
        paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
    }

    /// The files of the project that hold the key.
    pub(crate) fn leaks(&self) -> Vec<PathBuf> {
        let all = files(&self.path(""));
        assert!(all.iter().any(|path| path.ends_with("index.html")), "there is no site to search");
        let holds = |path: &PathBuf| {
            let bytes = fs::read(path).unwrap();
            bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes())
        };
        all.into_iter().filter(holds).collect()
    }
}

pub(crate) fn text_reply(text: &str) -> Act {
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
    json!({"cruxes": [crux], "common_ground": [], "idle_disputes": []}).to_string()
}

pub(crate) fn keyed(stub: &Stub) -> String {
    format!("kind = \"openai\"\nbase_url = \"{}/v1\"\nkey_env = \"TEST_KEY\"", stub.url())
}
