//! The command line, with one file for each command. Results go to standard output, errors and progress to standard error.

pub mod attribute;
pub mod bench;
pub mod build;
pub mod check;
pub mod compare;
pub mod debate;
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
mod example;
pub mod framework_input;
pub mod progress;
pub mod project;
pub mod project_root;
pub mod run_debates;
mod script;
mod terminal;

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use faultline::pipeline::gc::GcError;
use faultline::pipeline::{PlanError, RunError};
use faultline::record::DetailFault;
use faultline::store;
use miette::Diagnostic;

use crate::csv_file::InvalidFile;
use crate::site;
use crate::write::WriteError;

/// Finds where informed positions disagree, and reports it
#[derive(Debug, Clone, Parser)]
#[command(name = "report", version, max_term_width = 100)]
pub struct Cli {
    /// The project: the folder that contains `personas` and `data` [default: the nearest one above the current folder]
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

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// It succeeded.
    Done,
    /// It failed for a reason that no other variant names.
    Failed,
    /// An argument or a file is invalid.
    Usage,
    /// It may succeed later: a provider failed or a budget is spent.
    Retry,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::SUCCESS,
            Exit::Failed => Self::FAILURE,
            Exit::Usage => Self::from(2),
            Exit::Retry => Self::from(75),
        }
    }
}

/// Says why a command failed.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum CommandError {
    /// An argument or a file is invalid.
    #[error("{message}")]
    #[diagnostic(help("{help}"))]
    Usage {
        /// What is wrong.
        message: String,
        /// How to fix it.
        help: String,
    },
    /// Files have errors, which are printed already.
    #[error("nothing was run; fix the errors above")]
    InvalidFiles,
    /// Arguments have errors, which are printed already.
    #[error("nothing was changed; fix the errors above")]
    InvalidArguments,
    /// The user declined the cost.
    #[error("nothing was run and nothing was paid")]
    Declined,
    /// A template failed.
    #[error("a template failed")]
    Template(#[from] askama::Error),
    /// The experiment cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The experiment cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The store cannot be swept.
    #[error(transparent)]
    Gc(#[from] GcError),
    /// The store cannot be used.
    #[error(transparent)]
    #[diagnostic(help("{}", _0.help()))]
    Store(#[from] store::Error),
    /// A stored debate lacks the data that its mode shows.
    #[error("the debate cannot be shown")]
    Detail(#[from] DetailFault),
    /// The site cannot be rendered.
    #[error(transparent)]
    Site(#[from] site::Fault),
    /// The site cannot be written.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Write(#[from] WriteError),
    /// Standard output or a file cannot be written.
    #[error("the output cannot be written")]
    Io(#[from] io::Error),
}

impl CommandError {
    /// An invalid argument or file.
    pub fn usage(message: impl Display, help: impl Into<String>) -> Self {
        Self::Usage { message: message.to_string(), help: help.into() }
    }

    /// An invalid value of an option.
    fn option(
        name: &str,
        value: impl Display,
        cause: impl Display,
        help: impl Into<String>,
    ) -> Self {
        Self::usage(format!("`{name} {value}`: {cause}"), help)
    }

    /// A folder, named with `--out`, that results cannot be written to.
    fn out(folder: &Path, cause: &io::Error) -> Self {
        Self::option("--out", folder.display(), cause, "name a folder that you may write to")
    }

    /// The error, its causes and what to do about it.
    fn report(&self) -> String {
        let mut report = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            report = format!("{report}: {error}");
            cause = error.source();
        }
        match self.remedy() {
            Some(help) => format!("{report}\n  help: {help}"),
            None => report,
        }
    }

    fn remedy(&self) -> Option<String> {
        if let Self::Run(RunError::Store(error)) | Self::Gc(GcError::Store(error)) = self {
            Some(error.help().to_owned())
        } else if let Self::Run(RunError::Connect(error)) = self {
            Some(error.help())
        } else if let Self::Detail(fault) | Self::Site(site::Fault::Detail { source: fault, .. }) =
            self
        {
            Some(fault.help().to_owned())
        } else if let Self::Gc(GcError::Running { .. }) = self {
            Some("nothing was deleted; try again when the run has ended".to_owned())
        } else {
            self.help().map(|help| help.to_string())
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Self::Usage { .. }
            | Self::InvalidFiles
            | Self::InvalidArguments
            | Self::Plan(_)
            | Self::Run(RunError::Unpriced(_) | RunError::Connect(_)) => Exit::Usage,
            // The reader of a pipe closed it because it has read enough.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Gc(GcError::Running { .. }) => Exit::Retry,
            Self::Gc(GcError::Store(_) | GcError::Unhashable(_))
            | Self::Template(_)
            | Self::Declined
            | Self::Run(_)
            | Self::Store(_)
            | Self::Detail(_)
            | Self::Site(_)
            | Self::Write(_)
            | Self::Io(_) => Exit::Failed,
        }
    }
}

impl From<InvalidFile> for CommandError {
    fn from(error: InvalidFile) -> Self {
        let help = error.help.clone();
        Self::usage(error, help)
    }
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
