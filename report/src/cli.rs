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

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand};

pub use error::{CommandError, Exit};

/// Finds where informed positions disagree, and reports it
#[derive(Debug, Clone, Parser)]
#[command(name = "report", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

// The arguments of a command that reads a project. A doc comment would become its help.
#[derive(Debug, Clone, Args)]
struct InProject<A: Args> {
    #[command(flatten)]
    arguments: A,
    /// The project: the folder that contains `personas` and `data` [default: the project that
    /// contains the experiment file, or the nearest project above the current folder]
    #[arg(long, global = true, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl<A: Args> InProject<A> {
    fn run(
        &self,
        command: impl FnOnce(Option<&Path>, &A) -> Result<Exit, CommandError>,
    ) -> Result<Exit, CommandError> {
        command(self.root.as_deref(), &self.arguments)
    }
}

#[derive(Debug, Clone, Subcommand)]
enum Command {
    Build(InProject<build::Arguments>),
    Plan(InProject<plan::Arguments>),
    Run(InProject<run::Arguments>),
    Status(InProject<status::Arguments>),
    Render(InProject<render::Arguments>),
    Compare(InProject<compare::Arguments>),
    Export(InProject<export::Arguments>),
    Verify(InProject<verify::Arguments>),
    Check(InProject<check::Arguments>),
    Debate(InProject<debate::Arguments>),
    New(InProject<new::Arguments>),
    Gc(InProject<gc::Arguments>),
    Solve(solve::Arguments),
    Strengths(strengths::Arguments),
    Revise(revise::Arguments),
    Attribute(attribute::Arguments),
    Bench(InProject<bench::Arguments>),
}

impl Cli {
    /// Runs the command; prints an error to standard error if it fails.
    pub fn run(self) -> Exit {
        let result = match &self.command {
            Command::Build(command) => command.run(build::run),
            Command::Plan(command) => command.run(plan::run),
            Command::Run(command) => command.run(run::run),
            Command::Status(command) => command.run(status::run),
            Command::Render(command) => command.run(render::run),
            Command::Compare(command) => command.run(compare::run),
            Command::Export(command) => command.run(export::run),
            Command::Verify(command) => command.run(verify::run),
            Command::Check(command) => command.run(check::run),
            Command::Debate(command) => command.run(debate::run),
            Command::New(command) => command.run(new::run),
            Command::Gc(command) => command.run(gc::run),
            Command::Solve(arguments) => solve::run(arguments),
            Command::Strengths(arguments) => strengths::run(arguments),
            Command::Revise(arguments) => revise::run(arguments),
            Command::Attribute(arguments) => attribute::run(arguments),
            Command::Bench(command) => command.run(bench::run),
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
