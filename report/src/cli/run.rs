//! `report run`: runs what is missing of an experiment, and makes no site.

use std::path::Path;

use clap::Args;

use super::project::Project;
use super::run_debates::Launch;
use super::{Exit, Failure};

/// Run what is missing of an experiment
///
/// Debates that are done already, here or in an earlier run of the same store, are not had again.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    launch: Launch,
}

/// Runs; says on standard output what came of it.
///
/// # Errors
/// [`Failure`] where the experiment cannot be read or run at all; a failed debate is none.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let project = Project::open(root, &arguments.launch.target)?;
    let store = project.store()?;
    let told = arguments.launch.run(&project, &store)?;
    arguments.launch.tell(&told)?;
    Ok(arguments.launch.end(&told)?)
}
