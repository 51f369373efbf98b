//! What commands on an experiment share: the manifest with everything it names, read and planned, and its store.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use faultline::format::{Faults, Library, Manifest};
use faultline::pipeline::{Clock, Plan};
use faultline::store::{Name, Store};

use super::Failure;
use super::diagnose::{self, Look};
use super::root::Root;
use super::script;

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
    /// A manifest, by its path from the project.
    Manifest(PathBuf),
    /// A command line that stands for a manifest, without the name of the program.
    Line(String),
}

impl Origin {
    /// The command that has the same debates again and makes the same pages.
    pub fn command(&self) -> String {
        let arguments = match self {
            Self::Manifest(path) => format!("build {}", path.display()),
            Self::Line(line) => line.clone(),
        };
        format!("cargo run --release --bin report -- {arguments}")
    }
}

impl Project {
    /// Reads an experiment and shows what is wrong with it.
    ///
    /// # Errors
    /// [`Failure::Faulty`] where a file has errors, which are then on standard error already.
    pub fn open(root: Option<&Path>, path: &Path) -> Result<Self, Failure> {
        let here = std::env::current_dir()?;
        let root = Root::find(root, path, &here)?;
        let path = root.path_from(&here.join(path));
        let (manifest, faults) = Manifest::read(&root.folder, &path);
        show(&faults, &root)?;
        let manifest = manifest.ok_or(Failure::Faulty)?;
        Self::of(root, Origin::Manifest(path), manifest)
    }

    /// Reads what a manifest names and shows what is wrong with it.
    ///
    /// # Errors
    /// [`Failure::Faulty`] where a file has errors, which are then on standard error already.
    pub fn of(root: Root, origin: Origin, manifest: Manifest) -> Result<Self, Failure> {
        let (library, mut faults) = Library::for_manifest(&root.folder, &manifest);
        faults.extend(script::check(&root.folder, &manifest));
        if faults.has_errors() {
            show(&faults, &root)?;
            return Err(Failure::Faulty);
        }
        let plan = Plan::new(&root.folder, manifest, &library)?;
        Ok(Self { root, origin, plan, library })
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
