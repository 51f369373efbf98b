//! What is wrong with the notebooks of a manifest, as far as their files alone show it.

use std::path::Path;

use faultline::format::Fault;

use crate::cli::command_line::shell_word;
use crate::cli::render::notebooks::{read, sentence};
use crate::notebook::{Key, Now, State};

/// Warns of a notebook whose page will show no outputs, or outputs of other cells. Whether the store has other debates than the
/// notebook read is seen when the site is built.
pub(super) fn warning(root: &Path, path: &Path) -> Option<Fault> {
    let run = || format!("run `faultline-kernel execute {}`", shell_word(path.display()));
    let (what, help) = match read(root, path) {
        Err(unreadable) => {
            let help = unreadable.help.replace("FILE", &shell_word(path.display()));
            (format!("the notebook cannot be shown: {}", unreadable.reason), help)
        }
        Ok(notebook) => {
            let same = Same(notebook.key.clone());
            match State::of(&notebook, &same) {
                State::Current => return None,
                State::Outdated(changes) => {
                    let changes: Vec<String> = changes.iter().map(sentence).collect();
                    (format!("its outputs are out of date: {}", changes.join("; ")), run())
                }
                State::Unrecorded => (
                    "the notebook does not say what its outputs were computed from".to_owned(),
                    run(),
                ),
                State::NotRun => ("no cell of the notebook has been run".to_owned(), run()),
                State::Failed { cell, error } => {
                    let error = error.lines().next().unwrap_or_default();
                    (format!("code cell {cell} failed: {error}"), run())
                }
            }
        }
    };
    Some(Fault::error(path, None, what).as_warning().with_help(help))
}

/// The program and the store as they were when the notebook was run.
struct Same(Option<Key>);

impl Now for Same {
    fn version(&self) -> &str {
        self.0.as_ref().map_or("", |key| &key.version)
    }

    fn rules(&self) -> String {
        self.0.as_ref().and_then(|key| key.rules.clone()).unwrap_or_default()
    }

    fn run(&self, read: &str) -> String {
        read.to_owned()
    }

    fn debates(&self, run: &str) -> Result<Option<String>, String> {
        Ok(self.0.as_ref().and_then(|key| key.runs.get(run)).cloned())
    }
}
