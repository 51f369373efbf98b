//! `report build`: runs the missing debates of an experiment, then renders its site.

use std::path::{Path, PathBuf};

use clap::Args;

use super::project::Project;
use super::run_debates::RunArguments;
use super::{CommandError, Exit, render};

/// Run the missing debates of an experiment, then render its site
///
/// Debates in the store are not run again, even if an earlier version of the manifest put them
/// there.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    /// The folder for the site [default: the manifest's `out`, or site/EXPERIMENT]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs and renders; prints a summary to standard output.
///
/// # Errors
/// [`CommandError`] where the run cannot start or the site cannot be written; a failed debate is
/// part of the summary.
pub fn run(root: Option<&Path>, Arguments { run, out }: &Arguments) -> Result<Exit, CommandError> {
    let project = Project::open(root, &run.experiment)?;
    let folder = project.out(out.as_deref())?;
    let store = project.open_or_create_store()?;
    let summary = run.run(&project, &store)?;
    run.print(&summary)?;
    if summary.is_stopped() {
        return Ok(run.finish(&summary)?);
    }
    let site = render::write_site(&project, &store, &folder)?;
    run.print_line(&site)?;
    Ok(run.finish(&summary.with_site(site.index(), site.unreadable))?)
}
