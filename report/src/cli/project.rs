//! An experiment with everything its manifest names, and its store: what most commands work on.

use std::path::{Path, PathBuf};

use clap::Args;
use faultline::format::{self, Faults, Library, Manifest};
use faultline::pipeline::{Plan, Process};
use faultline::store::{self, Name, Store};
use faultline::vocabulary::Tariff;

use super::CommandError;
use super::command_line::shell_word;
use super::diagnose;
use super::project_root::{ProjectRoot, current_folder};
use super::script;

/// Which experiment a command is about, and which provider answers.
#[derive(Debug, Clone, Args)]
#[group(skip)]
pub struct ExperimentArguments {
    /// The name of the experiment, such as ai-jobs, or the path of its manifest, such as
    /// experiments/ai-jobs.toml
    #[arg(value_name = "EXPERIMENT")]
    pub experiment: PathBuf,
    /// Use another provider than the manifest's: corpus, anthropic:MODEL, openai:MODEL,
    /// openrouter:MODEL, ollama:MODEL, llamacpp, vllm:MODEL, lmstudio:MODEL or script:FILE
    #[arg(long, value_name = "KIND[:…]")]
    pub provider: Option<String>,
}

/// An experiment, ready to run or to render.
#[derive(Debug)]
pub struct Project {
    /// The folder it is in.
    pub root: ProjectRoot,
    /// Where its manifest comes from.
    pub origin: Origin,
    /// Its debates.
    pub plan: Plan,
    /// The topics, personas and evidence that its manifest names.
    pub library: Library,
}

/// Where a manifest comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file.
    File {
        /// Its path from the project.
        path: PathBuf,
        /// The value of `--provider`.
        provider: Option<String>,
    },
    /// The arguments of a command, without the name of the program.
    CommandLine(String),
}

impl Project {
    /// Reads an experiment; prints what is wrong with it.
    ///
    /// # Errors
    /// [`CommandError::InvalidInput`] after printing the errors of a file.
    pub fn open(
        root: Option<&Path>,
        arguments: &ExperimentArguments,
    ) -> Result<Self, CommandError> {
        let ExperimentArguments { experiment: path, provider } = arguments;
        let current = current_folder()?;
        let root = ProjectRoot::find(root, path, &current)?;
        let path = root.manifest(&current, path);
        let (manifest, faults) = Manifest::read(&root.folder, &path);
        diagnose::show(&faults, &root.prefix);
        let mut manifest = manifest.ok_or(CommandError::InvalidInput)?;
        if let Some(named) = provider {
            manifest = manifest
                .with_provider(&root.folder, named)
                .map_err(|error| CommandError::option("--provider", named, &error, error.help()))?;
            manifest
                .check_replicates()
                .map_err(|error| CommandError::option("--provider", named, error, error.help))?;
        }
        Self::from_manifest(root, Origin::File { path, provider: provider.clone() }, manifest)
    }

    /// Reads the files that a manifest names; prints what is wrong with them.
    ///
    /// # Errors
    /// [`CommandError::InvalidInput`] after printing the errors of a file.
    pub fn from_manifest(
        root: ProjectRoot,
        origin: Origin,
        manifest: Manifest,
    ) -> Result<Self, CommandError> {
        let (library, faults) = Library::for_manifest(&root.folder, &manifest);
        Self::with_library(root, origin, manifest, library, faults)
    }

    /// An experiment with the files that its manifest names, which were read with these faults;
    /// prints what is wrong with them.
    ///
    /// # Errors
    /// [`CommandError::InvalidInput`] after printing the errors of a file.
    pub fn with_library(
        root: ProjectRoot,
        origin: Origin,
        manifest: Manifest,
        library: Library,
        mut faults: Faults,
    ) -> Result<Self, CommandError> {
        faults.extend(script::check(&root.folder, &manifest));
        if faults.has_errors() {
            diagnose::show(&faults, &root.prefix);
            return Err(CommandError::InvalidInput);
        }
        diagnose::mention_unread(&faults, &root.prefix);
        let plan = Plan::new(&root.folder, manifest, &library)?;
        Ok(Self { root, origin, plan, library })
    }

    /// The command that runs the same debates and writes the same pages from the project's folder,
    /// without the name of the program.
    pub fn command(&self) -> String {
        match &self.origin {
            Origin::File { path, provider } => {
                format!("build {}", experiment_arguments(path, provider.as_deref()))
            }
            Origin::CommandLine(line) => line.clone(),
        }
    }

    /// The arguments that name this experiment to other commands in the current folder; nothing if
    /// it has no manifest file.
    pub fn arguments(&self) -> Option<String> {
        match &self.origin {
            Origin::File { path, provider } => {
                Some(experiment_arguments(&self.root.prefix.join(path), provider.as_deref()))
            }
            Origin::CommandLine(_) => None,
        }
    }

    /// The folder of the site, from the current folder: the one given with `--out`, else the
    /// manifest's.
    ///
    /// # Errors
    /// [`CommandError::Usage`] where the site must not be written there.
    pub fn out(&self, named: Option<&Path>) -> Result<PathBuf, CommandError> {
        let manifest = &self.plan.manifest;
        let Some(out) = named else { return Ok(self.root.prefix.join(&manifest.out)) };
        let current = current_folder()?;
        manifest
            .check_out(&self.root.folder, &current.join(out))
            .map_err(|error| CommandError::option("--out", out.display(), &error, error.help()))?;
        Ok(out.to_owned())
    }

    /// The prices of its models.
    ///
    /// # Errors
    /// [`CommandError::InvalidInput`] after printing the errors of a price list that is needed.
    pub fn tariff(&self) -> Result<Tariff, CommandError> {
        let mut faults = Faults::default();
        let tariff = format::tariff(&self.root.folder, &self.plan.manifest, &mut faults);
        diagnose::show(&faults, &self.root.prefix);
        tariff.ok_or(CommandError::InvalidInput)
    }

    /// Opens its store, and creates it if there is none.
    ///
    /// # Errors
    /// [`CommandError::Store`] where the folder is not a store or cannot be written.
    pub fn open_or_create_store(&self) -> Result<Store, CommandError> {
        Ok(Store::open_or_create(self.store_folder())?)
    }

    /// Opens its store.
    ///
    /// # Errors
    /// The folder does not exist, is not a store or cannot be read.
    pub fn open_store(&self) -> Result<Store, store::Error> {
        Store::open(self.store_folder())
    }

    /// Opens its store; nothing if there is none.
    ///
    /// # Errors
    /// The folder is not a store or cannot be read.
    pub fn open_store_if_any(&self) -> Result<Option<Store>, store::Error> {
        match self.open_store() {
            Err(store::Error::NoFolder { .. }) => Ok(None),
            opened => opened.map(Some),
        }
    }

    fn store_folder(&self) -> PathBuf {
        self.root.folder.join(&self.plan.manifest.store)
    }
}

fn experiment_arguments(path: &Path, provider: Option<&str>) -> String {
    let provider = provider.map(|named| format!(" --provider {}", shell_word(named)));
    format!("{}{}", shell_word(path.display()), provider.unwrap_or_default())
}

/// The host and process that a run records.
pub fn this_process() -> Process {
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let host = if host.trim().is_empty() { "host" } else { host.trim() };
    Process { host: Name::nearest(host), pid: std::process::id() }
}
