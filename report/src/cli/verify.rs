//! `report verify`: checks a store and re-runs every debate from the stored replies.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use faultline::pipeline::{self, Difference, Subject, Verified};
use faultline::store;
use serde::Serialize;

use super::diagnose::plural;
use super::project::{ExperimentArguments, Project};
use super::terminal::{print_json, warn};
use super::{CommandError, Exit};

/// Check an experiment's store, and re-run every debate from the stored replies
///
/// Checks every stored file against its hash, re-runs every debate and the matching of their cruxes
/// from the stored replies, and checks that the results are the stored ones. Calls no provider and
/// writes nothing. Exits with code 1 if a file is damaged or a result differs.
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
    let Verified { debates: rerun, matchings, differences, missing_replies } =
        pipeline::verify(&project.plan, &store)?;
    let mut left = LeftBehind::default();
    for run in store.run_folders()? {
        // What cannot be read is among the faults.
        left.unsettled_calls += pipeline::unsettled_calls(&store.run(&run)).unwrap_or_default();
    }
    left.temporary_files = report.temporaries.len();
    left.torn_lines = report.torn as usize;
    let mut damaged = report.faults;
    damaged.extend(missing_replies.into_iter().map(store::Fault::from));
    let summary = Summary {
        objects: report.objects,
        replies: report.replies,
        debates: project.plan.cells.len(),
        rerun,
        matching: rerun
            - differences.iter().filter(|one| matches!(one.subject, Subject::Debate(_))).count(),
        matchings,
        left_behind: left,
        strays: report.strays,
        damaged,
        different: differences.into_iter().map(Different::of).collect(),
    };
    summary.print_problems(&project);
    if arguments.json {
        print_json(&summary)?;
    } else {
        let Summary { objects, replies, debates, rerun, matching, matchings, .. } = &summary;
        writeln!(
            io::stdout(),
            "{objects} objects and {replies} replies checked; {rerun} of {debates} debates re-run, {matching} match the \
             stored result; cruxes matched again for {}",
            plural(*matchings, "topic")
        )?;
        write!(io::stdout(), "{}", summary.left_behind.text())?;
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
    /// The topics whose cruxes were matched again.
    matchings: usize,
    left_behind: LeftBehind,
    /// Files and folders that are not the store's. They are never read, and no damage.
    strays: Vec<PathBuf>,
    damaged: Vec<store::Fault>,
    different: Vec<Different>,
}

/// What processes of all runs in the store have left that were killed, or that are at work. None of
/// it is damage.
#[derive(Debug, Default, Serialize)]
struct LeftBehind {
    temporary_files: usize,
    torn_lines: usize,
    unsettled_calls: usize,
}

impl LeftBehind {
    /// One line for each kind; empty if there is nothing.
    fn text(&self) -> String {
        let mut text = String::new();
        let kinds = [
            (
                self.temporary_files,
                "1 temporary file, which `report gc` deletes after an hour",
                "temporary files, which `report gc` deletes after an hour",
            ),
            (
                self.torn_lines,
                "1 line that is cut off and therefore skipped",
                "lines that are cut off and therefore skipped",
            ),
            (
                self.unsettled_calls,
                "1 call of unknown cost; budgets count the most that it can have cost",
                "calls of unknown cost; budgets count the most that they can have cost",
            ),
        ];
        for (number, one, several) in kinds {
            match number {
                0 => {}
                1 => text.extend(["left by a killed process: ", one, "\n"]),
                _ => text.extend([
                    "left by killed processes: ",
                    &format!("{number} {several}"),
                    "\n",
                ]),
            }
        }
        text
    }
}

/// A result that differs from the stored one: of the debate of a cell, or of the matching of a
/// topic's cruxes.
#[derive(Debug, Serialize)]
struct Different {
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<String>,
    what: String,
}

impl Different {
    fn of(Difference { subject, what }: Difference) -> Self {
        match subject {
            Subject::Debate(cell) => Self { cell: Some(cell.to_string()), topic: None, what },
            Subject::Matching(topic) => Self { cell: None, topic: Some(topic.to_string()), what },
        }
    }
}

impl Summary {
    fn print_problems(&self, project: &Project) {
        for path in &self.strays {
            warn(&format!(
                "warning: {}: this file does not belong to a store and is never read\n  help: move it out of the store, or delete it",
                path.display()
            ));
        }
        for store::Fault { path, problem, help } in &self.damaged {
            warn(&format!("error: {}: {problem}\n  help: {help}", path.display()));
        }
        for Different { cell, topic, what } in &self.different {
            let result = match (cell, topic) {
                (Some(cell), _) => format!("the result of debate {cell}"),
                (None, topic) => {
                    format!(
                        "the matching of the cruxes of {}",
                        topic.as_deref().unwrap_or_default()
                    )
                }
            };
            warn(&format!("error: {result} differs from the stored one: {what}"));
        }
        if self.rerun == 0 {
            warn("error: none of these debates is in the store");
            if let Some(arguments) = project.arguments() {
                warn(&format!("  help: run `report build {arguments}` first"));
            }
        }
    }
}
