//! `report verify`: checks a store, and has every debate again over the stored replies.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use faultline::{pipeline, store};

use super::project::Project;
use super::{Exit, Failure};

/// Check an experiment's store, and have every debate again over the stored replies
///
/// No provider is asked and nothing is written. Ends with code 1 where something is damaged or comes out differently.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    /// The manifest, such as experiments/ai-jobs.toml
    #[arg(value_name = "EXPERIMENT")]
    pub experiment: PathBuf,
}

/// Verifies; says on standard output what was checked, on standard error what is wrong.
///
/// # Errors
/// [`Failure`] where the experiment or its store cannot be read at all.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let project = Project::open(root, &arguments.experiment)?;
    let store = store::Store::open(project.root.folder.join(&project.plan.manifest.store))?;
    let report = store::verify(&store);
    let (replayed, differences) = pipeline::verify(&project.plan, &store)?;
    let mut err = io::stderr().lock();
    for fault in &report.faults {
        writeln!(
            err,
            "error: {}: {}\n  help: {}",
            fault.path.display(),
            fault.problem,
            fault.help
        )?;
    }
    for difference in &differences {
        writeln!(
            err,
            "error: debate {} does not come out as stored: {}",
            difference.cell, difference.what
        )?;
    }
    writeln!(
        io::stdout(),
        "{} objects and {} replies checked; {replayed} of {} debates had again, {} as stored",
        report.objects,
        report.replies,
        project.plan.cells.len(),
        replayed - differences.len(),
    )?;
    if replayed == 0 {
        writeln!(
            err,
            "error: none of these debates is in the store\n  help: run `report build` first"
        )?;
    }
    let sound = replayed > 0 && report.faults.is_empty() && differences.is_empty();
    Ok(if sound { Exit::Done } else { Exit::Failed })
}
