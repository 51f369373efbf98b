//! The folders in which cells are compiled. They stay when a kernel ends, so that the next kernel
//! starts with everything compiled.

use std::fs::{self, File, FileTimes, TryLockError};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::io::FdFlags;

use crate::requirements::{RUSTC, Toolchain};
use crate::standard_library::{self, LibraryError, SessionLibrary};

/// The folder in which evcxr compiles; evcxr reads this variable.
const FOLDER: &str = "EVCXR_TMPDIR";
/// The folder that `install` fills and that every new session starts with a copy of.
const PREBUILT: &str = "prebuilt";
/// The folder with the sources of the standard library for rust-analyzer, and one without sources.
const LIBRARY: &str = "library";
const NO_LIBRARY: &str = "no-library";
/// Says that the prebuilt folder is complete.
const COMPLETE: &str = "complete.txt";
/// Says for what a folder was made.
const MADE_FOR: &str = "made-for.txt";
/// More kernels than anyone runs at the same time.
const MOST_SESSIONS: u32 = 1000;

/// Why there is no folder to compile in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FolderError {
    #[error("this system has no known folder for caches. Choose one with --cache DIR")]
    NoCache,
    #[error("{} cannot be written: {error}. Choose another folder with --cache DIR", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error(
        "{} is inside the cargo project {}, whose settings would change how cells are compiled. Choose another folder with --cache DIR",
        .path.display(), .project.display()
    )]
    InProject { path: PathBuf, project: PathBuf },
    #[error("{MOST_SESSIONS} kernels use folders in {}: shut kernels down", .0.display())]
    AllInUse(PathBuf),
    #[error("this program cannot be started again with its folder: {0}")]
    Restart(io::Error),
}

/// The folders for one compiler and one copy of the crate `faultline`.
#[derive(Debug, Clone)]
pub(crate) struct SessionFolders {
    root: PathBuf,
    rustc: Option<PathBuf>,
}

/// A folder that no other kernel uses while this value exists.
#[derive(Debug)]
pub(crate) struct SessionFolder {
    pub(crate) path: PathBuf,
    lock: File,
    rustc: Option<PathBuf>,
}

impl SessionFolders {
    /// Makes the folders, in `cache` or in the user's folder for caches.
    ///
    /// # Errors
    /// Where the folder cannot be written or is inside of a cargo project.
    pub(crate) fn open(
        cache: Option<&Path>,
        toolchain: &Toolchain,
        faultline: &Path,
    ) -> Result<Self, FolderError> {
        let cache = self::cache(cache)?;
        if let Some(project) = cache.ancestors().find(|folder| folder.join("Cargo.toml").is_file())
        {
            return Err(FolderError::InProject {
                path: cache.clone(),
                project: project.to_owned(),
            });
        }
        let made_for = format!(
            "{}\n{}\n{}\n",
            env!("CARGO_PKG_VERSION"),
            faultline.display(),
            toolchain.version.trim()
        );
        let root = cache.join(format!("{:016x}", fnv(made_for.as_bytes())));
        let write = |error| FolderError::Write { path: root.clone(), error };
        fs::create_dir_all(&root).map_err(write)?;
        fs::write(root.join(MADE_FOR), made_for).map_err(write)?;
        Ok(Self { root, rustc: toolchain.rustc() })
    }

    /// Whether `install` has compiled everything in advance.
    pub(crate) fn is_prebuilt(&self) -> bool {
        self.root.join(PREBUILT).join(COMPLETE).is_file()
    }

    /// Says that `install` compiles, so that what it has not finished is not used.
    ///
    /// # Errors
    /// Where the folder cannot be written.
    pub(crate) fn begin_prebuilt(&self) -> Result<(), FolderError> {
        let path = self.root.join(PREBUILT).join(COMPLETE);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(FolderError::Write { path, error })
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Says that `install` has compiled everything.
    ///
    /// # Errors
    /// Where the folder cannot be written.
    pub(crate) fn finish_prebuilt(&self) -> Result<(), FolderError> {
        let path = self.root.join(PREBUILT).join(COMPLETE);
        fs::write(&path, "").map_err(|error| FolderError::Write { path, error })
    }

    /// The folder that `install` fills, if no other process does.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(crate) fn prebuilt(&self) -> Result<Option<SessionFolder>, FolderError> {
        self.lock(PREBUILT)
    }

    /// The folder with links to those of the `sources` of the standard library that cells need.
    ///
    /// # Errors
    /// Where they cannot be made.
    pub(crate) fn library(&self, sources: &Path) -> Result<PathBuf, LibraryError> {
        let library = self.root.join(LIBRARY);
        standard_library::link(sources, &library)?;
        Ok(library)
    }

    /// These sources for one session.
    ///
    /// # Errors
    /// Where they cannot be made.
    pub(crate) fn session_library(
        &self,
        sources: &Path,
        session: &SessionFolder,
    ) -> Result<SessionLibrary, LibraryError> {
        // Beside the folder of the session, because rust-analyzer reads that folder, too.
        let link = session.path.with_extension(LIBRARY);
        SessionLibrary::new(self.library(sources)?, &self.root.join(NO_LIBRARY), link)
    }

    /// A folder that no other kernel uses.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(crate) fn session(&self) -> Result<SessionFolder, FolderError> {
        for number in 1..=MOST_SESSIONS {
            let Some(folder) = self.lock(&format!("session-{number}"))? else { continue };
            let write = |error| FolderError::Write { path: folder.path.clone(), error };
            let target = folder.path.join("target");
            if !target.is_dir() && self.is_prebuilt() {
                copy(&self.root.join(PREBUILT).join("target"), &target).map_err(write)?;
            }
            remove_old_cells(&target);
            return Ok(folder);
        }
        Err(FolderError::AllInUse(self.root.clone()))
    }

    fn lock(&self, name: &str) -> Result<Option<SessionFolder>, FolderError> {
        let path = self.root.join(name);
        let write = |error| FolderError::Write { path: path.clone(), error };
        fs::create_dir_all(&path).map_err(write)?;
        let lock = File::create(self.root.join(format!("{name}.lock"))).map_err(write)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(SessionFolder { path, lock, rustc: self.rustc.clone() })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(write(error)),
        }
    }
}

impl SessionFolder {
    /// The command that starts this program in the folder, with other sources of the standard
    /// library where they are given.
    pub(crate) fn command(&self, program: &Path, library: Option<&SessionLibrary>) -> Command {
        let mut command = Command::new(program);
        command.env(FOLDER, &self.path);
        if std::env::var_os(RUSTC).is_none() {
            command.envs(self.rustc.iter().map(|rustc| (RUSTC, rustc)));
        }
        command.envs(library.into_iter().flat_map(SessionLibrary::environment));
        command
    }

    /// Replaces this process with the same program in the folder. evcxr reads the folder from the
    /// environment, which a process cannot safely change for itself.
    pub(crate) fn enter(
        self,
        working_folder: &Path,
        library: Option<&SessionLibrary>,
    ) -> FolderError {
        let again = || {
            // The lock is held as long as the new program runs.
            rustix::io::fcntl_setfd(&self.lock, FdFlags::empty())?;
            let mut command = self.command(&std::env::current_exe()?, library);
            command.args(std::env::args_os().skip(1)).env(IS_ENTERED, &self.path);
            command.env(STARTED_IN, std::env::current_dir()?).current_dir(working_folder);
            Err(command.exec())
        };
        FolderError::Restart(
            again().map_or_else(|error| error, |()| io::Error::other("it returned")),
        )
    }
}

/// The folder for everything that is compiled: `chosen`, or one in the user's folder for caches.
///
/// # Errors
/// Where the system names none.
pub(crate) fn cache(chosen: Option<&Path>) -> Result<PathBuf, FolderError> {
    match chosen {
        Some(chosen) => std::path::absolute(chosen)
            .map_err(|error| FolderError::Write { path: chosen.to_owned(), error }),
        None => Ok(dirs::cache_dir().ok_or(FolderError::NoCache)?.join("faultline-kernel")),
    }
}

/// Removes what was compiled in a folder, for all compilers and all copies of the crate, and says
/// how many folders that was. Files of other programs are left alone.
///
/// # Errors
/// Where something cannot be removed.
pub(crate) fn remove_compiled(cache: &Path) -> Result<usize, FolderError> {
    let mut removed = 0;
    for entry in fs::read_dir(cache).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        if path.join(MADE_FOR).is_file() {
            fs::remove_dir_all(&path).map_err(|error| FolderError::Write { path, error })?;
            removed += 1;
        }
    }
    // It stays where something else is in it.
    let _ = fs::remove_dir(cache);
    Ok(removed)
}

/// Set for a process that runs in a folder which is locked for it.
const IS_ENTERED: &str = "FAULTLINE_KERNEL_SESSION";

/// The folder in which the user started this program.
const STARTED_IN: &str = "FAULTLINE_KERNEL_STARTED_IN";

/// The folder to which paths on the command line are relative.
///
/// # Errors
/// Where the current folder does not exist any more.
pub(crate) fn started_in() -> io::Result<PathBuf> {
    std::env::var_os(STARTED_IN).map_or_else(std::env::current_dir, |folder| Ok(folder.into()))
}

/// Whether this process runs in a folder that is locked for it.
pub(crate) fn is_entered() -> bool {
    std::env::var_os(IS_ENTERED).is_some()
        && std::env::var_os(IS_ENTERED) == std::env::var_os(FOLDER)
}

/// Removes the libraries of the cells of earlier sessions, which nothing loads again.
fn remove_old_cells(target: &Path) {
    for cell in cells(target) {
        // What cannot be removed takes space and does no harm.
        let _ = fs::remove_file(cell);
    }
}

/// How many cells have been compiled in the folder of this process. evcxr runs a cell as soon as
/// its library is there.
pub(crate) fn compiled_cells() -> usize {
    std::env::var_os(FOLDER).map_or(0, |folder| cells(&Path::new(&folder).join("target")).len())
}

/// The libraries of cells, which evcxr names `libcode_N`.
fn cells(target: &Path) -> Vec<PathBuf> {
    let files = |folder: &Path| fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let triples = files(target).map(|triple| triple.path().join("debug"));
    let folders = triples.flat_map(|debug| [debug.join("deps"), debug]);
    let all = folders.flat_map(|folder| files(&folder).collect::<Vec<_>>());
    let is_cell = |file: &fs::DirEntry| file.file_name().to_string_lossy().contains("code_");
    all.filter(is_cell).map(|file| file.path()).collect()
}

/// Copies a folder with the times of its files, by which cargo tells that nothing has to be
/// compiled.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        // Half of the size, and of use only where the library changes.
        if entry.file_name() == "incremental" {
            continue;
        }
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
            let modified = entry.metadata()?.modified()?;
            File::options()
                .write(true)
                .open(&target)?
                .set_times(FileTimes::new().set_modified(modified))?;
        }
    }
    Ok(())
}

/// *Source*: FNV-1a with 64 bits, <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toolchain() -> Toolchain {
        Toolchain {
            version: "rustc 1.95.0".to_owned(),
            sysroot: PathBuf::new(),
            libraries: PathBuf::new(),
        }
    }

    #[test]
    fn two_kernels_never_share_a_folder_and_a_free_folder_is_used_again() {
        let cache = tempfile::tempdir().unwrap();
        let folders =
            SessionFolders::open(Some(cache.path()), &toolchain(), Path::new("a")).unwrap();
        let first = folders.session().unwrap();
        let second = folders.session().unwrap();
        assert_ne!(first.path, second.path);
        let path = first.path.clone();
        drop(first);
        assert_eq!(folders.session().unwrap().path, path);
        let other = SessionFolders::open(Some(cache.path()), &toolchain(), Path::new("b")).unwrap();
        assert_ne!(other.session().unwrap().path, path, "another crate has other folders");
    }

    #[test]
    fn a_new_session_starts_with_a_copy_of_what_was_prebuilt() {
        let cache = tempfile::tempdir().unwrap();
        let folders =
            SessionFolders::open(Some(cache.path()), &toolchain(), Path::new("a")).unwrap();
        let prebuilt = folders.prebuilt().unwrap().unwrap();
        let deps = prebuilt.path.join("target/triple/debug/deps");
        fs::create_dir_all(&deps).unwrap();
        fs::write(deps.join("libserde.rlib"), "compiled").unwrap();
        fs::write(deps.join("../libcode_1.so"), "a cell").unwrap();
        folders.begin_prebuilt().unwrap();
        assert!(!folders.is_prebuilt(), "the installation has not finished");
        folders.finish_prebuilt().unwrap();
        assert!(folders.is_prebuilt());
        let session = folders.session().unwrap().path.join("target/triple/debug/deps");
        let time =
            |folder: &Path| fs::metadata(folder.join("libserde.rlib")).unwrap().modified().unwrap();
        assert_eq!(time(&session), time(&deps));
        assert!(!session.join("../libcode_1.so").exists(), "cells of other sessions are left out");
    }

    #[test]
    fn only_what_was_compiled_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path().join("cache");
        SessionFolders::open(Some(&cache), &toolchain(), Path::new("a")).unwrap();
        fs::create_dir(cache.join("other")).unwrap();
        assert_eq!(remove_compiled(&cache).unwrap(), 1);
        assert!(cache.join("other").is_dir());
        fs::remove_dir(cache.join("other")).unwrap();
        assert_eq!(remove_compiled(&cache).unwrap(), 0);
        assert!(!cache.exists());
    }

    #[test]
    fn a_folder_inside_of_a_cargo_project_is_refused() {
        let project = tempfile::tempdir().unwrap();
        fs::write(project.path().join("Cargo.toml"), "").unwrap();
        let error =
            SessionFolders::open(Some(&project.path().join("a")), &toolchain(), Path::new("a"))
                .unwrap_err();
        assert!(error.to_string().contains("Choose another folder with --cache DIR"), "{error}");
    }
}
