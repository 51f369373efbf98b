//! `report bench`: measures how well the modes do on data with known answers.

mod compare;
mod cruxes;
mod judging_provider;
mod result_files;

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
