//! What commands on an experiment share: the manifest with everything it names, read and planned, and its store.

use std::path::{Path, PathBuf};

use clap::Args;
use faultline::format::{self, Faults, Library, Manifest};
use faultline::pipeline::{Clock, Plan};
use faultline::store::{self, Name, Store};
use faultline::vocabulary::Tariff;

use super::Failure;
use super::diagnose;
use super::project_root::{Root, here};
use super::script;

/// Which experiment a command is about, and who answers.
#[derive(Debug, Clone, Args)]
#[group(skip)]
pub struct Target {
    /// The manifest, such as experiments/ai-jobs.toml
    #[arg(value_name = "EXPERIMENT")]
    pub experiment: PathBuf,
    /// Let another provider answer than the manifest's: corpus, anthropic:MODEL, openai:MODEL, script:FILE
    #[arg(long, value_name = "KIND[:…]")]
    pub provider: Option<String>,
}

/// An experiment, ready to run or to render.
#[derive(Debug)]
pub struct Project {
    /// Where it lies.
    pub root: Root,
    /// What asked for it.
    pub origin: Origin,
    /// Its cells.
    pub plan: Plan,
    /// What its manifest names.
    pub library: Library,
}

/// What asks for debates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A manifest.
    Manifest {
        /// Its path from the project.
        path: PathBuf,
        /// The provider that answers in the manifest's place, as the command line names it.
        provider: Option<String>,
    },
    /// A command line that stands for a manifest, without the name of the program.
    Line(String),
}

impl Project {
    /// Reads an experiment and shows what is wrong with it.
    ///
    /// # Errors
    /// [`Failure::Faulty`] where a file has errors, which are then on standard error already.
    pub fn open(root: Option<&Path>, target: &Target) -> Result<Self, Failure> {
        let Target { experiment: path, provider } = target;
        let here = here()?;
        let root = Root::find(root, path, &here)?;
        let path = root.path_from(&here.join(path));
        let (manifest, faults) = Manifest::read(&root.folder, &path);
        diagnose::show(&faults, &root.prefix);
        let mut manifest = manifest.ok_or(Failure::Faulty)?;
        if let Some(named) = provider {
            manifest = manifest
                .with_provider(&root.folder, named)
                .map_err(|cause| Failure::Provider { named: named.clone(), cause })?;
        }
        Self::of(root, Origin::Manifest { path, provider: provider.clone() }, manifest)
    }

    /// Reads what a manifest names and shows what is wrong with it.
    ///
    /// # Errors
    /// [`Failure::Faulty`] where a file has errors, which are then on standard error already.
    pub fn of(root: Root, origin: Origin, manifest: Manifest) -> Result<Self, Failure> {
        let (library, mut faults) = Library::for_manifest(&root.folder, &manifest);
        faults.extend(script::check(&root.folder, &manifest));
        if faults.has_errors() {
            diagnose::show(&faults, &root.prefix);
            return Err(Failure::Faulty);
        }
        let plan = Plan::new(&root.folder, manifest, &library)?;
        Ok(Self { root, origin, plan, library })
    }

    /// The arguments that have the same debates again and make the same pages, from the project.
    pub fn call(&self) -> String {
        match &self.origin {
            Origin::Manifest { path, provider } => {
                format!("build {}", called(path, provider.as_deref()))
            }
            Origin::Line(line) => line.clone(),
        }
    }

    /// What other commands on the same manifest are called with, from the current folder; nothing where there is none.
    pub fn call_from_here(&self) -> Option<String> {
        match &self.origin {
            Origin::Manifest { path, provider } => {
                Some(called(&self.root.prefix.join(path), provider.as_deref()))
            }
            Origin::Line(_) => None,
        }
    }

    /// The folder that the site goes to: the one named by `--out`, else the manifest's.
    ///
    /// # Errors
    /// [`Failure::Place`] where a site there would harm what people write, or the store.
    pub fn out(&self, named: Option<&Path>) -> Result<PathBuf, Failure> {
        let manifest = &self.plan.manifest;
        let Some(out) = named else { return Ok(self.root.prefix.join(&manifest.out)) };
        let here = here()?;
        manifest
            .check_out(&self.root.folder, &here.join(out))
            .map_err(|cause| Failure::Place { out: out.to_owned(), cause })?;
        Ok(out.to_owned())
    }

    /// Tells what its models charge.
    ///
    /// # Errors
    /// [`Failure::Faulty`] where the price list is needed and has errors, which are then on standard error already.
    pub fn tariff(&self) -> Result<Tariff, Failure> {
        let mut faults = Faults::default();
        let tariff = format::tariff(&self.root.folder, &self.plan.manifest, &mut faults);
        diagnose::show(&faults, &self.root.prefix);
        tariff.ok_or(Failure::Faulty)
    }

    /// Opens the experiment's store, or makes it.
    ///
    /// # Errors
    /// [`Failure::Store`] where the folder is no store or cannot be written.
    pub fn store(&self) -> Result<Store, Failure> {
        Ok(Store::open_or_create(self.store_folder())?)
    }

    /// Opens the experiment's store, and makes none.
    ///
    /// # Errors
    /// The folder is not there, is no store or cannot be read.
    pub fn stored(&self) -> Result<Store, store::Error> {
        Store::open(self.store_folder())
    }

    /// Opens the experiment's store as [`Project::stored`] does; nothing where nothing has been run yet.
    ///
    /// # Errors
    /// The folder is no store or cannot be read.
    pub fn stored_if_any(&self) -> Result<Option<Store>, store::Error> {
        match self.stored() {
            Err(store::Error::NoFolder { .. }) => Ok(None),
            opened => opened.map(Some),
        }
    }

    fn store_folder(&self) -> PathBuf {
        self.root.folder.join(&self.plan.manifest.store)
    }
}

/// What commands on a manifest are called with.
fn called(path: &Path, provider: Option<&str>) -> String {
    let provider = provider.map(|named| format!(" --provider {named}"));
    format!("{}{}", path.display(), provider.unwrap_or_default())
}

/// Who runs here.
pub fn clock() -> Clock {
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let host = if host.trim().is_empty() { "host" } else { host.trim() };
    Clock { host: Name::nearest(host), pid: std::process::id() }
}
