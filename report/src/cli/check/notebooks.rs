//! What is wrong with the notebooks of a manifest, as far as their files alone show it.

use std::path::Path;

use faultline::format::Fault;

use crate::cli::command_line::shell_word;
use crate::cli::render::notebooks::{problem, read};
use crate::notebook::State;

/// Warns of a notebook whose page will show no outputs, or outputs of other cells. Whether the
/// store has other debates than the notebook read is seen when the site is built.
pub(super) fn warning(root: &Path, path: &Path) -> Option<Fault> {
    let run = || format!("run `faultline-kernel execute {}`", shell_word(path.display()));
    let (what, help) = match read(root, path) {
        Err(unreadable) => {
            let help = unreadable.help.replace("FILE", &shell_word(path.display()));
            (format!("the notebook cannot be shown: {}", unreadable.reason), help)
        }
        Ok(notebook) => (problem(&State::of(&notebook, None))?, run()),
    };
    Some(Fault::error(path, None, what).as_warning().with_help(help))
}
