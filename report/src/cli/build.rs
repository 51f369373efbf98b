//! `report build`: runs what is missing of an experiment, then renders its site.

use std::path::{Path, PathBuf};

use clap::Args;

use super::project::Project;
use super::run_debates::Launch;
use super::{Exit, Failure, render};

/// Run what is missing of an experiment, then render its site
///
/// Debates that are done already, here or in an earlier run of the same store, are not had again.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    launch: Launch,
    /// Where the site goes [default: as the manifest says, else site/EXPERIMENT]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs and renders; says on standard output what there is to see.
///
/// # Errors
/// [`Failure`] where the experiment cannot be read, run or rendered at all; a failed debate is no failure of the command
/// until the site is written.
pub fn run(root: Option<&Path>, Arguments { launch, out }: &Arguments) -> Result<Exit, Failure> {
    let project = Project::open(root, &launch.target)?;
    let folder = project.out(out.as_deref())?;
    let store = project.store()?;
    let told = launch.run(&project, &store)?;
    launch.tell(&told)?;
    if told.is_stopped() {
        return Ok(launch.end(&told)?);
    }
    let site = render::site(&project, &store, &folder)?;
    launch.say(&site)?;
    Ok(launch.end(&told.with_site(site.index(), site.unreadable))?)
}
