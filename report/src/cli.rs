//! The command line, with one file for each command. Results go to standard output, errors and
//! progress to standard error.

pub mod attribute;
pub mod bench;
pub mod build;
pub mod check;
pub mod compare;
pub mod debate;
pub mod export;
pub mod gc;
pub mod new;
pub mod plan;
pub mod render;
pub mod revise;
pub mod run;
pub mod solve;
pub mod status;
pub mod strengths;
pub mod verify;

mod blocks;
mod columns;
mod command_line;
mod confirm_cost;
mod cost_estimate;
mod ctrl_c;
pub mod diagnose;
mod error;
mod example;
pub mod framework_input;
pub mod progress;
pub mod project;
pub mod project_root;
pub mod run_debates;
mod script;
mod terminal;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

pub use error::{CommandError, Exit};

/// Finds where informed positions disagree, and reports it
#[derive(Debug, Clone, Parser)]
#[command(name = "report", version, max_term_width = 100)]
pub struct Cli {
    /// The project: the folder that contains `personas` and `data` [default: that of the file of
    /// the experiment, or the nearest one above the current folder]
    #[arg(long, global = true, value_name = "DIR")]
    root: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Subcommand)]
enum Command {
    Build(build::Arguments),
    Plan(plan::Arguments),
    Run(run::Arguments),
    Status(status::Arguments),
    Render(render::Arguments),
    Compare(compare::Arguments),
    Export(export::Arguments),
    Verify(verify::Arguments),
    Check(check::Arguments),
    Debate(debate::Arguments),
    New(new::Arguments),
    Gc(gc::Arguments),
    Solve(solve::Arguments),
    Strengths(strengths::Arguments),
    Revise(revise::Arguments),
    Attribute(attribute::Arguments),
    Bench(bench::Arguments),
}

impl Cli {
    /// Runs the command; prints an error to standard error if it fails.
    pub fn run(self) -> Exit {
        let root = self.root.as_deref();
        let result = match &self.command {
            Command::Build(arguments) => build::run(root, arguments),
            Command::Plan(arguments) => plan::run(root, arguments),
            Command::Run(arguments) => run::run(root, arguments),
            Command::Status(arguments) => status::run(root, arguments),
            Command::Render(arguments) => render::run(root, arguments),
            Command::Compare(arguments) => compare::run(root, arguments),
            Command::Export(arguments) => export::run(root, arguments),
            Command::Verify(arguments) => verify::run(root, arguments),
            Command::Check(arguments) => check::run(root, arguments),
            Command::Debate(arguments) => debate::run(root, arguments),
            Command::New(arguments) => new::run(root, arguments),
            Command::Gc(arguments) => gc::run(root, arguments),
            Command::Solve(arguments) => solve::run(arguments),
            Command::Strengths(arguments) => strengths::run(arguments),
            Command::Revise(arguments) => revise::run(arguments),
            Command::Attribute(arguments) => attribute::run(arguments),
            Command::Bench(arguments) => bench::run(root, arguments),
        };
        result.unwrap_or_else(|error| {
            let exit = error.exit();
            if exit != Exit::Done {
                terminal::warn(&format!("error: {}", error.report()));
            }
            exit
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
