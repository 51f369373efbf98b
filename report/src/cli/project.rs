//! What commands on an experiment share: the manifest with everything it names, read and planned, and its store.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use faultline::format::{self, Faults, Library, Manifest};
use faultline::pipeline::{Clock, Plan};
use faultline::store::{Name, Store};
use faultline::vocabulary::Tariff;

use super::Failure;
use super::diagnose::{self, Look};
use super::root::Root;
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
    /// The manifest, from the project.
    pub path: PathBuf,
    /// The provider that answers in the manifest's place, as the command line names it.
    provider: Option<String>,
    /// Its cells.
    pub plan: Plan,
    /// What its manifest names.
    pub library: Library,
}

impl Project {
    /// Reads an experiment and shows what is wrong with it.
    ///
    /// # Errors
    /// [`Failure::Faulty`] where a file has errors, which are then on standard error already.
    pub fn open(root: Option<&Path>, target: &Target) -> Result<Self, Failure> {
        let Target { experiment: path, provider } = target;
        let here = std::env::current_dir()?;
        let root = Root::find(root, path, &here)?;
        let path = root.path_from(&here.join(path));
        let (manifest, faults) = Manifest::read(&root.folder, &path);
        show(&faults, &root)?;
        let mut manifest = manifest.ok_or(Failure::Faulty)?;
        if let Some(named) = provider {
            manifest = manifest
                .with_provider(&root.folder, named)
                .map_err(|cause| Failure::Provider { named: named.clone(), cause })?;
        }
        let (library, mut faults) = Library::for_manifest(&root.folder, &manifest);
        faults.extend(script::check(&root.folder, &manifest));
        if faults.has_errors() {
            show(&faults, &root)?;
            return Err(Failure::Faulty);
        }
        let plan = Plan::new(&root.folder, manifest, &library)?;
        Ok(Self { root, path, provider: provider.clone(), plan, library })
    }

    /// What commands on this experiment are called with, from the project.
    pub fn call(&self) -> String {
        self.called(&self.path)
    }

    /// What commands on this experiment are called with, from the current folder.
    pub fn call_from_here(&self) -> String {
        self.called(&self.root.prefix.join(&self.path))
    }

    fn called(&self, path: &Path) -> String {
        let provider = self.provider.as_ref().map(|named| format!(" --provider {named}"));
        format!("{}{}", path.display(), provider.unwrap_or_default())
    }

    /// The folder that the site goes to: the one named by `--out`, else the manifest's.
    ///
    /// # Errors
    /// [`Failure::Place`] where a site there would harm what people write, or the store.
    pub fn out(&self, named: Option<&Path>) -> Result<PathBuf, Failure> {
        let manifest = &self.plan.manifest;
        let Some(out) = named else { return Ok(self.root.prefix.join(&manifest.out)) };
        let here = std::env::current_dir()?;
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
        show(&faults, &self.root)?;
        tariff.ok_or(Failure::Faulty)
    }

    /// Opens the experiment's store, or makes it.
    ///
    /// # Errors
    /// [`Failure::Store`] where the folder is no store or cannot be written.
    pub fn store(&self) -> Result<Store, Failure> {
        Ok(Store::open_or_create(self.root.folder.join(&self.plan.manifest.store))?)
    }
}

/// Who runs here.
pub fn clock() -> Clock {
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let host = if host.trim().is_empty() { "host" } else { host.trim() };
    Clock { host: Name::nearest(host), pid: std::process::id() }
}

fn show(faults: &Faults, root: &Root) -> io::Result<()> {
    write!(io::stderr(), "{}", diagnose::render(faults, &root.prefix, Look::of_stderr()))
}
