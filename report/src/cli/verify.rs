//! `report verify`: checks a store and re-runs every debate from the stored replies.

use std::io::{self, Write as _};
use std::path::Path;

use clap::Args;
use faultline::{pipeline, store};
use serde::Serialize;

use super::project::{ExperimentArguments, Project};
use super::terminal::warn;
use super::{CommandError, Exit};

/// Check an experiment's store, and re-run every debate from the stored replies
///
/// Checks every stored file against its hash, re-runs every debate from the stored replies and checks that the results
/// match. Calls no provider and writes nothing. Exits with code 1 if a file is damaged or a result differs.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    experiment: ExperimentArguments,
    /// Print a summary as JSON
    #[arg(long)]
    json: bool,
}

/// Verifies; prints what was checked to standard output and what is wrong to standard error.
///
/// # Errors
/// [`CommandError`] where the experiment or its store cannot be read.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let project = Project::open(root, &arguments.experiment)?;
    let store = project.open_store()?;
    let report = store::verify(&store);
    let (rerun, differences) = pipeline::verify(&project.plan, &store)?;
    let summary = Summary {
        objects: report.objects,
        replies: report.replies,
        debates: project.plan.cells.len(),
        rerun,
        matching: rerun - differences.len(),
        damaged: report.faults,
        different: differences.into_iter().map(Different::of).collect(),
    };
    summary.print_problems(&project);
    let mut out = io::stdout();
    if arguments.json {
        let json = serde_json::to_string(&summary).map_err(io::Error::other)?;
        writeln!(out, "{json}")?;
    } else {
        let Summary { objects, replies, debates, rerun, matching, .. } = &summary;
        writeln!(
            out,
            "{objects} objects and {replies} replies checked; {rerun} of {debates} debates re-run, {matching} match the \
             stored result",
        )?;
    }
    let sound = rerun > 0 && summary.damaged.is_empty() && summary.different.is_empty();
    Ok(if sound { Exit::Done } else { Exit::Failed })
}

/// What was checked, as JSON.
#[derive(Debug, Serialize)]
struct Summary {
    objects: u64,
    replies: u64,
    /// The debates of the experiment.
    debates: usize,
    /// The debates in the store, which were re-run.
    rerun: usize,
    /// Those whose result is the stored one.
    matching: usize,
    damaged: Vec<store::Fault>,
    different: Vec<Different>,
}

#[derive(Debug, Serialize)]
struct Different {
    cell: String,
    what: String,
}

impl Different {
    fn of(pipeline::Difference { cell, what }: pipeline::Difference) -> Self {
        Self { cell: cell.to_string(), what }
    }
}

impl Summary {
    fn print_problems(&self, project: &Project) {
        for store::Fault { path, problem, help } in &self.damaged {
            warn(&format!("error: {}: {problem}\n  help: {help}", path.display()));
        }
        for Different { cell, what } in &self.different {
            warn(&format!(
                "error: the result of debate {cell} differs from the stored one: {what}"
            ));
        }
        if self.rerun == 0 {
            warn("error: none of these debates is in the store");
            if let Some(arguments) = project.arguments() {
                warn(&format!("  help: run `report build {arguments}` first"));
            }
        }
    }
}
