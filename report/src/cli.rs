//! The command line: one file a command. Results go to standard output, faults and progress to standard error.

pub mod attribute;
pub mod build;
pub mod check;
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

mod confirm_cost;
mod cost_estimate;
mod ctrl_c;
pub mod diagnose;
pub mod framework_input;
mod moment;
pub mod progress;
pub mod project;
pub mod project_root;
pub mod run_debates;
mod script;
mod spoken;
mod terminal;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use faultline::format::{ConditionError, FolderError, ProviderOverrideError};
use faultline::pipeline::gc::GcError;
use faultline::pipeline::{PlanError, RunError};
use faultline::store;

use self::project_root::RootError;
use crate::{site, write};

/// Finds where informed positions truly part, and reports it.
#[derive(Debug, Clone, Parser)]
#[command(name = "report", version, max_term_width = 100)]
pub struct Cli {
    /// The project: the folder that holds `personas` and `data` [default: found upward from here]
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
    Verify(verify::Arguments),
    Check(check::Arguments),
    Debate(debate::Arguments),
    New(new::Arguments),
    Gc(gc::Arguments),
    Solve(solve::Arguments),
    Strengths(strengths::Arguments),
    Revise(revise::Arguments),
    Attribute(attribute::Arguments),
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// It did what was asked.
    Done,
    /// It could not, for a reason that no other variant names.
    Failed,
    /// It was asked wrongly: bad usage or a bad file.
    Usage,
    /// It may succeed later: provider trouble or a spent budget.
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

/// Why a command stopped before its end.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The project could not be found.
    #[error(transparent)]
    Root(#[from] RootError),
    /// A file has errors, which were shown.
    #[error("nothing was run: mend the files above")]
    Faulty,
    /// The words of the command have errors, which were shown.
    #[error("nothing was done: mend the command above")]
    Misspoken,
    /// Nothing new can be made.
    #[error(transparent)]
    New(#[from] new::Fault),
    /// A skeleton cannot be made.
    #[error("a template failed")]
    Template(#[from] askama::Error),
    /// The site must not be put where `--out` says.
    #[error("`--out {}`: {cause}", out.display())]
    Place {
        /// The folder that was named.
        out: PathBuf,
        /// Why not there.
        cause: FolderError,
    },
    /// `--only` names what the manifest does not have.
    #[error("`--only {text}`: {cause}")]
    Choice {
        /// What was written.
        text: String,
        /// What is wrong with it.
        cause: ConditionError,
    },
    /// `--provider` names nobody who can answer.
    #[error("`--provider {named}`: {cause}")]
    Provider {
        /// What was written.
        named: String,
        /// What is wrong with it.
        cause: ProviderOverrideError,
    },
    /// The file for events cannot be made.
    #[error("`--events {}`: {cause}", file.display())]
    Events {
        /// The file.
        file: PathBuf,
        /// Why not.
        cause: io::Error,
    },
    /// Money would be spent, and nobody agreed to it.
    #[error("nothing was run: {outlook}")]
    Unasked {
        /// What is expected to be spent.
        outlook: String,
        /// How to say what a model charges, where that is not known.
        pricing: Option<String>,
    },
    /// Whoever was asked does not want money to be spent.
    #[error("nothing was run, and nobody was paid")]
    Declined,
    /// A framework cannot be read, or what is asked of it makes no sense.
    #[error(transparent)]
    Given(#[from] framework_input::Fault),
    /// The experiment cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The experiment cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The store cannot be swept.
    #[error(transparent)]
    Sweep(#[from] GcError),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The site cannot be made.
    #[error(transparent)]
    Site(#[from] site::Fault),
    /// The site cannot be written.
    #[error(transparent)]
    Write(#[from] write::Fault),
    /// Standard output or a file could not be written.
    #[error("the output cannot be written")]
    Io(#[from] io::Error),
}

impl Failure {
    /// What failed, why, and what may help.
    fn told(&self) -> String {
        let mut told = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            told.push_str(": ");
            told.push_str(&error.to_string());
            cause = error.source();
        }
        if let Some(help) = self.help() {
            told.push_str("\n  help: ");
            told.push_str(&help);
        }
        if let Self::Run(RunError::Connect(error)) = self {
            told.push_str("\n  help: ");
            told.push_str(&error.help());
        }
        told
    }

    fn help(&self) -> Option<String> {
        match self {
            Self::Place { cause, .. } => Some(cause.help().to_owned()),
            Self::Choice { cause, .. } => Some(cause.help()),
            Self::Provider { cause, .. } => Some(cause.help()),
            Self::New(fault) => Some(fault.help()),
            Self::Given(fault) => Some(fault.help()),
            Self::Store(error)
            | Self::Run(RunError::Store(error))
            | Self::Sweep(GcError::Store(error)) => Some(error.help().to_owned()),
            Self::Unasked { pricing: Some(pricing), .. } => {
                Some(format!("add `--yes` to pay whatever it costs; {pricing}"))
            }
            Self::Unasked { pricing: None, .. } => Some(
                "add `--yes` to pay, or `run_usd` in [budget] of the manifest to pay so much and no more; `report plan` \
                 shows what is expected"
                    .to_owned(),
            ),
            Self::Write(fault) => Some(fault.help().to_owned()),
            Self::Sweep(GcError::Running { .. }) => {
                Some("nothing was dropped: try again when it is over".to_owned())
            }
            Self::Root(_)
            | Self::Faulty
            | Self::Misspoken
            | Self::Template(_)
            | Self::Sweep(GcError::Unhashable(_))
            | Self::Events { .. }
            | Self::Declined
            | Self::Plan(_)
            | Self::Run(_)
            | Self::Site(_)
            | Self::Io(_) => None,
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Self::Root(_)
            | Self::Faulty
            | Self::Misspoken
            | Self::New(_)
            | Self::Given(_)
            | Self::Place { .. }
            | Self::Choice { .. }
            | Self::Provider { .. }
            | Self::Events { .. }
            | Self::Unasked { .. }
            | Self::Plan(_)
            | Self::Run(RunError::Unpriced(_) | RunError::Connect(_)) => Exit::Usage,
            // Whoever closed the pipe has read enough.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Sweep(GcError::Running { .. }) => Exit::Retry,
            Self::Sweep(GcError::Store(_) | GcError::Unhashable(_))
            | Self::Template(_)
            | Self::Declined
            | Self::Run(_)
            | Self::Store(_)
            | Self::Site(_)
            | Self::Write(_)
            | Self::Io(_) => Exit::Failed,
        }
    }
}

impl Cli {
    /// Runs the command and tells on standard error why it stopped, if it did.
    pub fn run(self) -> Exit {
        let outcome = match &self.command {
            Command::Build(arguments) => build::run(self.root.as_deref(), arguments),
            Command::Plan(arguments) => plan::run(self.root.as_deref(), arguments),
            Command::Run(arguments) => run::run(self.root.as_deref(), arguments),
            Command::Status(arguments) => status::run(self.root.as_deref(), arguments),
            Command::Render(arguments) => render::run(self.root.as_deref(), arguments),
            Command::Verify(arguments) => verify::run(self.root.as_deref(), arguments),
            Command::Check(arguments) => check::run(self.root.as_deref(), arguments),
            Command::Debate(arguments) => debate::run(self.root.as_deref(), arguments),
            Command::New(arguments) => new::run(self.root.as_deref(), arguments),
            Command::Gc(arguments) => gc::run(self.root.as_deref(), arguments),
            Command::Solve(arguments) => solve::run(arguments),
            Command::Strengths(arguments) => strengths::run(arguments),
            Command::Revise(arguments) => revise::run(arguments),
            Command::Attribute(arguments) => attribute::run(arguments),
        };
        outcome.unwrap_or_else(|failure| {
            let exit = failure.exit();
            if exit != Exit::Done {
                terminal::warn(&format!("error: {}", failure.told()));
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
