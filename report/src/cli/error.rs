//! How commands end, and why they fail.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use faultline::pipeline::gc::GcError;
use faultline::pipeline::{PlanError, RunError};
use faultline::record::DetailFault;
use faultline::store;
use miette::Diagnostic;

use crate::csv_file::InvalidFile;
use crate::site;
use crate::write::WriteError;

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
    /// Files or arguments have errors, which are printed already.
    #[error("nothing was changed; fix the errors above")]
    InvalidInput,
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
    /// The folder for temporary files cannot be used.
    #[error("no temporary folder can be created in `{}`", std::env::temp_dir().display())]
    #[diagnostic(help(
        "make room there, or name another folder with the environment variable `TMPDIR`"
    ))]
    Temporary(#[source] io::Error),
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
    pub(super) fn option(
        name: &str,
        value: impl Display,
        cause: impl Display,
        help: impl Into<String>,
    ) -> Self {
        Self::usage(format!("`{name} {value}`: {cause}"), help)
    }

    /// A folder, named with `--out`, that results cannot be written to.
    pub(super) fn out(folder: &Path, cause: &io::Error) -> Self {
        Self::option("--out", folder.display(), cause, "name a folder that you may write to")
    }

    /// The error, its causes and what to do about it.
    pub(super) fn report(&self) -> String {
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
        match self {
            Self::Run(error) => error.help(),
            Self::Gc(error) => error.help().map(str::to_owned),
            Self::Detail(fault) => Some(fault.help().to_owned()),
            Self::Site(fault) => fault.help().map(str::to_owned),
            Self::Usage { .. }
            | Self::InvalidInput
            | Self::Declined
            | Self::Template(_)
            | Self::Plan(_)
            | Self::Store(_)
            | Self::Write(_)
            | Self::Temporary(_)
            | Self::Io(_) => self.help().map(|help| help.to_string()),
        }
    }

    pub(super) fn exit(&self) -> Exit {
        match self {
            Self::Usage { .. }
            | Self::InvalidInput
            | Self::Plan(_)
            | Self::Run(RunError::Unpriced(_) | RunError::Connect(_)) => Exit::Usage,
            // The reader of a pipe closed it because it has read enough.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Gc(GcError::Running { .. }) => Exit::Retry,
            Self::Run(RunError::Provider(fault)) if fault.may_pass() => Exit::Retry,
            Self::Gc(GcError::Store(_) | GcError::Unhashable(_))
            | Self::Template(_)
            | Self::Declined
            | Self::Run(_)
            | Self::Store(_)
            | Self::Detail(_)
            | Self::Site(_)
            | Self::Write(_)
            | Self::Temporary(_)
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

#[cfg(test)]
mod tests {
    use faultline::provider::ProviderFault;

    use super::*;

    #[test]
    fn a_provider_that_fails_outside_a_debate_asks_for_another_try() {
        let exit = |fault: ProviderFault| CommandError::from(RunError::from(fault)).exit();
        let unavailable = ProviderFault::Unavailable {
            server: "http://127.0.0.1:1".to_owned(),
            cause: "no connection".to_owned(),
            remedy: "start the server".to_owned(),
        };
        assert_eq!(exit(unavailable), Exit::Retry);
        assert_eq!(exit(ProviderFault::NoAnswer("nothing".to_owned())), Exit::Failed);
    }
}
