//! Runs a notebook and writes it with its outputs.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use super::{Error, FolderArgs, enter};
use crate::evaluator::{Evaluator, Interrupts};
use crate::kept_output::with_commas;
use crate::notebook_file::NotebookFile;
use crate::session_folder::started_in;
use crate::{faultline_crate, headless};

/// How much a cell may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) timeout: Option<Duration>,
    /// *Units*: MB, of a million bytes.
    pub(super) output: usize,
}

/// Runs all cells in the folder of the notebook, so that paths in cells mean the same as in
/// JupyterLab.
pub(super) fn execute(
    notebook: &Path,
    out: Option<&Path>,
    limits: Limits,
    folders: &FolderArgs,
) -> Result<ExitCode, Error> {
    let start = started_in()?;
    let notebook = start.join(notebook);
    let out = out.map_or_else(|| notebook.clone(), |out| start.join(out));
    let mut file = NotebookFile::read(&notebook)?;
    NotebookFile::check_writable(&out)?;
    let folder = notebook.parent().unwrap_or(&start);
    enter(folders, folder)?;
    let interrupts = Interrupts::default();
    let faultline = folders.faultline()?;
    let version = faultline_crate::version(&faultline)?;
    let mut evaluator = Evaluator::start(&faultline, interrupts.clone())?;
    let session = headless::Session {
        evaluator: &mut evaluator,
        interrupts: &interrupts,
        timeout: limits.timeout,
        output_limit: limits.output.saturating_mul(1_000_000),
    };
    let ran = headless::run(&mut file, session, &version);
    interrupts.end_all();
    file.write(&out)?;
    if file.repaired_ids > 0 {
        eprintln!(
            "warning: {} had ids of cells that occur twice: {} of them are new",
            notebook.display(),
            file.repaired_ids
        );
    }
    for (number, bytes) in &ran.cut {
        eprintln!(
            "warning: cell {number} of {} has more output than {} MB: {} bytes are left out. `--output-limit MB` raises the limit",
            notebook.display(),
            limits.output,
            with_commas(*bytes)
        );
    }
    match ran.failed {
        None => Ok(ExitCode::SUCCESS),
        Some(failed) => {
            let (number, error) = (failed.number, failed.error.text());
            Err(format!("cell {number} of {} failed\n{error}", notebook.display()).into())
        }
    }
}
