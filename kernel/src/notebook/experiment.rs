//! Running an experiment from a notebook.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;

use super::error::NotebookError;
use super::progress::RunProgress;
use super::read_debates::announce_rules;
use super::store::{Debates, Store};
use crate::format::{Library, Manifest};
use crate::pipeline::{self, Cancel, Offline, Options, Plan, Process, RetryFailed, Summary};
use crate::store::{self, Name};
use crate::vocabulary::{Tariff, Unlisted};

/// Reads a manifest; its path is relative to the root of the project.
pub(super) fn opened(root: &Path, manifest: &Path) -> Result<Manifest, NotebookError> {
    Manifest::open(root, manifest).map_err(|faults| failed(&faults))
}

/// The debates that a manifest plans, with what it names.
pub(super) fn planned(root: &Path, manifest: Manifest) -> Result<(Library, Plan), NotebookError> {
    announce_rules();
    let (library, faults) = Library::for_manifest(root, &manifest);
    if faults.has_errors() {
        return Err(failed(&faults));
    }
    let plan = Plan::new(root, manifest, &library).map_err(|error| failed(&error))?;
    Ok((library, plan))
}

/// An error that says why nothing was run.
pub(super) fn failed(cause: &dyn std::fmt::Display) -> NotebookError {
    NotebookError::Run(cause.to_string())
}

/// Runs the debates of an experiment that the store does not have yet, and returns all of them.
/// `root` is the folder of the project; the manifest's path is relative to it, such as
/// `experiments/ai-jobs.toml`. The store is that of the manifest.
///
/// Only providers that ask no language model are run from a notebook, since nothing here asks
/// before it spends.
///
/// While debates are running, the cell shows which they are, in which round, and how many of their
/// calls they have made. The kernel `faultline-kernel` updates this display; in another kernel on
/// evcxr there is a line at the beginning and one at the end.
///
/// # Errors
/// Where a file is invalid, the provider asks language models, a debate fails, or the cruxes of a
/// topic cannot be matched.
pub fn run(root: impl AsRef<Path>, manifest: impl AsRef<Path>) -> Result<Debates, NotebookError> {
    let manifest = manifest.as_ref();
    let title = manifest.file_stem().unwrap_or_default().to_string_lossy();
    let mut progress = RunProgress::new(title);
    let ran = ran(root.as_ref(), manifest, &mut progress);
    progress.finish();
    let Ran { plan, store, summary, .. } = ran?;
    if let Some(first) = summary.missed.first() {
        return Err(NotebookError::Run(format!(
            "{} debates failed, the first with: {}",
            summary.missed.len(),
            first.error
        )));
    }
    if let Some(first) = summary.unmatched.first() {
        return Err(NotebookError::Run(format!(
            "the cruxes on {} could not be matched: {}",
            first.topic, first.error
        )));
    }
    Store::of(store).debates(&plan.run.to_string())
}

/// An experiment that has been run.
pub(super) struct Ran {
    pub(super) library: Library,
    pub(super) plan: Plan,
    pub(super) store: store::Store,
    pub(super) summary: Summary,
}

/// Runs the debates of an experiment that the store does not have yet. Some of them may fail.
pub(super) fn ran(
    root: &Path,
    manifest: &Path,
    progress: &mut RunProgress,
) -> Result<Ran, NotebookError> {
    let manifest = opened(root, manifest)?;
    if manifest.provider.asks_models() {
        return Err(NotebookError::Run(format!(
            "the provider of {} asks language models; run the debates with `report run`, which says first what they cost, and open the store",
            manifest.name
        )));
    }
    let (library, plan) = planned(root, manifest)?;
    let store = store::Store::open_or_create(root.join(&plan.manifest.store))?;
    let options = Options {
        offline: Offline::No,
        retry_failed: RetryFailed::No,
        only: Vec::new(),
        jobs: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        tariff: Tariff { own: BTreeMap::new(), list: None, unlisted: Unlisted::Free },
        cancel: Cancel::default(),
    };
    let process = Process { host: Name::nearest("notebook"), pid: std::process::id() };
    let summary = pipeline::run(&plan, &store, &options, &process, &mut |step| progress.take(step));
    let summary = summary.map_err(|error| failed(&error.report()))?;
    progress.end_run(&summary);
    Ok(Ran { library, plan, store, summary })
}
