//! `report bench`: measures how well the modes do on data with known answers.

mod compare;
mod cruxes;

use std::fs::{self, File};
use std::io;
use std::path::Path;

use clap::{Args, Subcommand};

use super::{CommandError, Exit};

/// Measure the modes on data with known answers
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(subcommand)]
    benchmark: Benchmark,
}

#[derive(Debug, Clone, Subcommand)]
enum Benchmark {
    Cruxes(cruxes::Arguments),
    Compare(compare::Arguments),
}

/// Runs a benchmark; prints its results to standard output.
///
/// # Errors
/// [`CommandError`] where an argument is invalid or a file cannot be written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    match &arguments.benchmark {
        Benchmark::Cruxes(arguments) => cruxes::run(arguments),
        Benchmark::Compare(arguments) => compare::run(root, arguments),
    }
}

/// Creates the files of results that do not exist, and leaves the others as they are. So a folder that cannot be written is
/// reported before anything is paid.
fn create_results(folder: &Path, names: &[&str]) -> Result<(), CommandError> {
    let create =
        |name: &&str| File::options().append(true).create(true).open(folder.join(name)).map(drop);
    let created = fs::create_dir_all(folder).and_then(|()| names.iter().try_for_each(create));
    created.map_err(|error: io::Error| CommandError::out(folder, &error))
}
