//! Runs the debates of a manifest for a benchmark.

use std::path::PathBuf;

use faultline::pipeline::{self, Cancel, Offline, Options, RetryFailed, Summary};
use faultline::store::Store;

use super::arguments::Arguments;
use crate::cli::CommandError;
use crate::cli::project::{ExperimentArguments, Project, this_process};
use crate::cli::run_debates::jobs;

/// Runs the debates of one manifest. Nothing is paid: a provider that costs money answers only what
/// is stored.
pub(super) fn run_experiment(
    path: PathBuf,
    arguments: &Arguments,
    cancel: &Cancel,
) -> Result<(Project, Store, Summary), CommandError> {
    let experiment = ExperimentArguments { experiment: path, provider: None };
    let project = Project::open(None, &experiment)?;
    let store = project.open_or_create_store()?;
    let options = Options {
        offline: Offline::Yes,
        retry_failed: RetryFailed::No,
        only: Vec::new(),
        jobs: jobs(arguments.jobs),
        tariff: project.tariff()?,
        cancel: cancel.clone(),
    };
    let summary = pipeline::run(&project.plan, &store, &options, &this_process(), &mut |_| {})?;
    Ok((project, store, summary))
}
