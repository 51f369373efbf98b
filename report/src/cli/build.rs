//! `report build`: runs what is missing of an experiment, then renders its site.

use std::io::{self, Write as _};
use std::path::Path;

use clap::Args;
use faultline::pipeline::{self, Offline};

use super::diagnose::plural;
use super::progress::Teller;
use super::project::{Project, clock};
use super::{Exit, Failure, render};

/// Run what is missing of an experiment, then render its site
///
/// Debates that are done already, here or in an earlier run of the same store, are not had again.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    site: render::Arguments,
    /// Ask no provider: use only replies that the store holds
    #[arg(long)]
    offline: bool,
}

/// Runs and renders; says on standard output what there is to see.
///
/// # Errors
/// [`Failure`] where the experiment cannot be read, run or rendered at all; a failed debate is no failure of the command
/// until the site is written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let project = Project::open(root, &arguments.site.experiment)?;
    let folder = project.out(arguments.site.out.as_deref())?;
    let store = project.store()?;
    let offline = if arguments.offline { Offline::Yes } else { Offline::No };
    let mut teller = Teller::of_stderr();
    let summary = pipeline::run(&project.plan, &store, offline, &clock(), &mut |progress| {
        teller.tell(progress);
    })?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: {} done before, {} done now, {} failed; {} replies asked for, {} from the store",
        plural(project.plan.cells.len(), "debate"),
        summary.found,
        summary.ran,
        summary.missed.len(),
        summary.misses,
        summary.hits,
    )?;
    let site = render::site(&project, &store, &folder)?;
    writeln!(out, "{site}")?;
    Ok(if summary.missed.is_empty() {
        Exit::Done
    } else if summary.missed.iter().any(|missed| missed.interrupted) {
        Exit::Retry
    } else {
        Exit::Failed
    })
}
