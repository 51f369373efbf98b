//! `report build`: runs what is missing of an experiment, then renders its site.

use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use clap::Args;
use faultline::pipeline::{self, Offline, Options, Summary};

use super::diagnose::plural;
use super::progress::Teller;
use super::project::{Project, clock};
use super::{Exit, Failure, interrupt, render};

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
    let options = Options {
        offline: if arguments.offline { Offline::Yes } else { Offline::No },
        jobs: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        tariff: project.tariff()?,
        stop: interrupt::stop()?,
    };
    let mut teller = Teller::of_stderr();
    let mut tell = |progress: &_| teller.tell(progress);
    let summary = pipeline::run(&project.plan, &store, &options, &clock(), &mut tell)?;
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
    if let Some(fault) = &summary.unrecorded {
        writeln!(io::stderr(), "error: the journal of this run has gaps: {fault}")?;
    }
    if summary.stopped > 0 {
        writeln!(
            io::stderr(),
            "stopped: {} left for later, and no page was touched\n  help: run the same command again to go on; what is \
             stored is kept, and nothing stored is asked for twice",
            plural(summary.stopped, "debate"),
        )?;
        return Ok(Exit::Retry);
    }
    let site = render::site(&project, &store, &folder)?;
    writeln!(out, "{site}")?;
    Ok(exit(&summary))
}

/// How a run ends that was not stopped.
fn exit(summary: &Summary) -> Exit {
    if summary.unrecorded.is_some() || summary.missed.iter().any(|missed| missed.interrupted) {
        Exit::Retry
    } else if summary.missed.is_empty() {
        Exit::Done
    } else {
        Exit::Failed
    }
}
