//! The command line. Only this module and its children print.
#![expect(clippy::print_stderr, clippy::print_stdout, reason = "this is the command line")]

mod doctor;
mod execute;
mod install;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::evaluator::{Evaluator, Interrupts};
use crate::kernelspec::Place;
use crate::requirements::Toolchain;
use crate::session_folder::{self, SessionFolder, SessionFolders};
use crate::standard_library::{LibraryError, SessionLibrary};
use crate::{faultline_crate, server};

/// What went wrong; the message names place, cause and remedy.
type Error = Box<dyn std::error::Error + Send + Sync>;

/// A Jupyter kernel for Rust with the library `faultline` loaded.
#[derive(Debug, Parser)]
#[command(name = "faultline-kernel", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Makes the kernel known to Jupyter, and compiles the library so that the first cell is quick.
    Install {
        #[command(flatten)]
        place: PlaceArgs,
        #[command(flatten)]
        folders: FolderArgs,
        #[command(flatten)]
        features: FeatureArgs,
    },
    /// Removes the kernel from Jupyter.
    Uninstall {
        #[command(flatten)]
        place: PlaceArgs,
        /// Removes what was compiled for cells as well, in this folder or in that of the
        /// installation.
        #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "")]
        #[arg(value_parser = clap::builder::OsStringValueParser::new())]
        cache: Option<OsString>,
    },
    /// Says what is missing on this machine, and what to do.
    Doctor {
        #[command(flatten)]
        place: PlaceArgs,
        #[command(flatten)]
        folders: FolderArgs,
    },
    /// Runs all cells of a notebook and writes the notebook with its outputs.
    Execute {
        /// The notebook.
        notebook: PathBuf,
        /// The file to write, instead of the notebook itself.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// How many seconds a cell may take. Without it a cell may take as long as it needs.
        #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
        timeout: Option<u64>,
        /// How many megabytes of output of a cell the notebook keeps. What is left out is counted
        /// below the output.
        #[arg(long, value_name = "MB", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
        output_limit: u32,
        #[command(flatten)]
        folders: FolderArgs,
    },
    /// Serves a front end; Jupyter starts this.
    Run {
        /// The file in which Jupyter says how to connect.
        #[arg(short = 'f', long, value_name = "FILE")]
        connection_file: PathBuf,
        #[command(flatten)]
        folders: FolderArgs,
    },
    /// Compiles the library in the folder of this process.
    #[command(hide = true)]
    Prebuild {
        #[command(flatten)]
        folders: FolderArgs,
        #[command(flatten)]
        features: FeatureArgs,
    },
}

#[derive(Debug, Clone, Args)]
struct FeatureArgs {
    /// Compiles the library with these features in advance as well, separated by commas, for
    /// notebooks whose cells ask for them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    features: Vec<String>,
}

#[derive(Debug, Clone, Args)]
struct PlaceArgs {
    /// For the current user, which is the default.
    #[arg(long, conflicts_with = "prefix")]
    user: bool,
    /// In an environment, such as that of `python -m venv DIR`.
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
}

impl PlaceArgs {
    fn place(&self) -> Place {
        self.prefix.clone().map_or(Place::User, Place::Prefix)
    }
}

#[derive(Debug, Clone, Args)]
struct FolderArgs {
    /// The crate `faultline`: the folder `kernel` of the project. Without it, the project around
    /// the current folder, or that from which this program was built.
    #[arg(long, value_name = "PATH")]
    faultline: Option<PathBuf>,
    /// The folder in which cells are compiled, instead of one in the user's folder for caches.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

impl FolderArgs {
    fn faultline(&self) -> Result<PathBuf, Error> {
        Ok(faultline_crate::find(self.faultline.as_deref(), &session_folder::started_in()?)?)
    }

    fn folders(&self, toolchain: &Toolchain) -> Result<SessionFolders, Error> {
        Ok(SessionFolders::open(self.cache.as_deref(), toolchain, &self.faultline()?)?)
    }
}

/// Reads the command line and does what it says.
pub(crate) fn main() -> ExitCode {
    match command(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => failed(&error),
    }
}

/// Prints an error.
pub(crate) fn failed(error: &Error) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

fn command(command: Command) -> Result<ExitCode, Error> {
    match command {
        Command::Install { place, folders, features } => {
            install::install(&place.place(), &folders, &features.features)
        }
        Command::Uninstall { place, cache } => install::uninstall(&place.place(), cache.as_deref()),
        Command::Doctor { place, folders } => Ok(doctor::doctor(&place.place(), &folders)),
        Command::Execute { notebook, out, timeout, output_limit, folders } => {
            let timeout = timeout.map(Duration::from_secs);
            let limits = execute::Limits { timeout, output: output_limit as usize };
            execute::execute(&notebook, out.as_deref(), limits, &folders)
        }
        Command::Run { connection_file, folders } => {
            enter(&folders, &std::env::current_dir()?)?;
            server::run(&connection_file, folders.faultline()?)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Prebuild { folders, features } => {
            let interrupts = Interrupts::default();
            let faultline = folders.faultline()?;
            let started = Evaluator::start(&faultline, interrupts.clone());
            let built = started.and_then(|mut evaluator| {
                evaluator.prepare_for_errors()?;
                evaluator.prepare_features(&faultline, &features.features)
            });
            interrupts.end_all();
            built?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Starts this process again in a folder of its own; returns only in the process that was started
/// so.
fn enter(folders: &FolderArgs, working_folder: &Path) -> Result<(), Error> {
    if session_folder::is_entered() {
        return Ok(());
    }
    let toolchain = Toolchain::find()?;
    let folders = folders.folders(&toolchain)?;
    let session = folders.session()?;
    let library = library(&folders, &session, &toolchain);
    Err(session.enter(working_folder, library.as_ref()).into())
}

/// The sources of the standard library that are enough for the cells of a session.
fn library(
    folders: &SessionFolders,
    session: &SessionFolder,
    toolchain: &Toolchain,
) -> Option<SessionLibrary> {
    let sources = toolchain.own_rust_src()?;
    let library = folders.session_library(&sources, session);
    library.inspect_err(|error| eprintln!("warning: {}", without_library(error))).ok()
}

fn without_library(error: &LibraryError) -> String {
    format!(
        "{error}. All sources of the standard library are analysed, and the first result takes longer"
    )
}
