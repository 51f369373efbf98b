//! `report verify`: checks a store, and has every debate again over the stored replies.

use std::io::{self, Write as _};
use std::path::Path;

use clap::Args;
use faultline::{pipeline, store};
use serde::Serialize;

use super::project::{Project, Target};
use super::terminal::warn;
use super::{Exit, Failure};

/// Check an experiment's store, and have every debate again over the stored replies
///
/// No provider is asked and nothing is written. Ends with code 1 where something is damaged or comes out differently.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    target: Target,
    /// Sum up as JSON
    #[arg(long)]
    json: bool,
}

/// Verifies; says on standard output what was checked, on standard error what is wrong.
///
/// # Errors
/// [`Failure`] where the experiment or its store cannot be read at all.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let project = Project::open(root, &arguments.target)?;
    let store = project.stored()?;
    let report = store::verify(&store);
    let (replayed, differences) = pipeline::verify(&project.plan, &store)?;
    let told = Told {
        objects: report.objects,
        replies: report.replies,
        debates: project.plan.cells.len(),
        had_again: replayed,
        as_stored: replayed - differences.len(),
        damaged: report.faults,
        different: differences.into_iter().map(Different::of).collect(),
    };
    told.tell_faults(&project);
    let mut out = io::stdout();
    if arguments.json {
        let json = serde_json::to_string(&told).map_err(io::Error::other)?;
        writeln!(out, "{json}")?;
    } else {
        writeln!(
            out,
            "{} objects and {} replies checked; {} of {} debates had again, {} as stored",
            told.objects, told.replies, told.had_again, told.debates, told.as_stored,
        )?;
    }
    let sound = replayed > 0 && told.damaged.is_empty() && told.different.is_empty();
    Ok(if sound { Exit::Done } else { Exit::Failed })
}

/// What a check found, as a program reads it.
#[derive(Debug, Serialize)]
struct Told {
    objects: u64,
    replies: u64,
    /// The debates of the experiment.
    debates: usize,
    /// Those that the store holds.
    had_again: usize,
    as_stored: usize,
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

impl Told {
    fn tell_faults(&self, project: &Project) {
        for store::Fault { path, problem, help } in &self.damaged {
            warn(&format!("error: {}: {problem}\n  help: {help}", path.display()));
        }
        for Different { cell, what } in &self.different {
            warn(&format!("error: debate {cell} does not come out as stored: {what}"));
        }
        if self.had_again == 0 {
            warn("error: none of these debates is in the store");
            if let Some(call) = project.call_from_here() {
                warn(&format!("  help: run `report build {call}` first"));
            }
        }
    }
}
