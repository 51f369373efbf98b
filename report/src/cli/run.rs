//! `report run`: runs the missing debates of an experiment, without writing its site.

use std::path::Path;

use clap::Args;

use super::project::Project;
use super::run_debates::RunArguments;
use super::{CommandError, Exit};

/// Run the missing debates of an experiment
///
/// Debates in the store are not run again, even if an earlier version of the manifest put them
/// there.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    run: RunArguments,
}

/// Runs; prints a summary to standard output.
///
/// # Errors
/// [`CommandError`] where the run cannot start; a failed debate is part of the summary.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let project = Project::open(root, &arguments.run.experiment)?;
    let store = project.open_or_create_store()?;
    let summary = arguments.run.run(&project, &store)?;
    arguments.run.print(&summary)?;
    Ok(arguments.run.finish(&summary)?)
}
