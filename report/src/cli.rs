//! The command line: one file a command. Results go to standard output, faults and progress to standard error.

pub mod check;
pub mod diagnose;
pub mod root;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::root::RootError;

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
    Check(check::Arguments),
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
    /// Standard output or a file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Failure {
    fn exit(&self) -> Exit {
        match self {
            Self::Root(_) => Exit::Usage,
            // Whoever closed the pipe has read enough.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Io(_) => Exit::Failed,
        }
    }
}

impl Cli {
    /// Runs the command and tells on standard error why it stopped, if it did.
    pub fn run(self) -> Exit {
        let outcome = match &self.command {
            Command::Check(arguments) => check::run(self.root.as_deref(), arguments),
        };
        outcome.unwrap_or_else(|failure| {
            let exit = failure.exit();
            if exit != Exit::Done {
                // Nothing can be told where standard error is closed.
                let _ = writeln!(io::stderr(), "error: {failure}");
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
