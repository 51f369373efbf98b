//! Writes pages, new files, exports and results: each file completely or not at all.

mod made_pages;
mod publication;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use miette::Diagnostic;

pub use self::publication::{Publication, Published};

/// How the name of a temporary file or folder starts.
const TEMPORARY: &str = ".faultline-tmp-";

/// Says why files cannot be written.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum WriteError {
    /// A page's path leaves the folder or names none.
    #[error("`{0}` is not a path within the site")]
    #[diagnostic(help("this is a defect of the program: please report it"))]
    OutsideSite(String),
    /// Two pages have the same path.
    #[error("two pages have the path `{0}`")]
    #[diagnostic(help("this is a defect of the program: please report it"))]
    SamePath(String),
    /// A file is in the way that no earlier build wrote.
    #[error("`{}` is in the way and was not written by an earlier build", .0.display())]
    #[diagnostic(help(
        "move it away, or choose another folder with `out` in the manifest or with --out"
    ))]
    NotOurs(PathBuf),
    /// There is a file where the folder of a site should be.
    #[error("`{}` is a file, not a folder", .0.display())]
    #[diagnostic(help("choose a folder with `out` in the manifest or with --out"))]
    NotAFolder(PathBuf),
    /// The folder has the site of another experiment.
    #[error("`{}` has the site of the experiment `{other}`", dir.display())]
    #[diagnostic(help(
        "choose another folder with `out` in the manifest or with --out, or delete this one"
    ))]
    OtherSite {
        /// The folder.
        dir: PathBuf,
        /// The experiment.
        other: String,
    },
    /// A file exists that was to be created.
    #[error("`{}` exists already; nothing is overwritten", .0.display())]
    #[diagnostic(help("move it away, or choose another name"))]
    Exists(PathBuf),
    /// The file system reported an error.
    #[error("cannot write `{}`", path.display())]
    #[diagnostic(help(
        "make room and check permissions, or choose another folder with `out` in the manifest or with --out"
    ))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Creates files, each completely or not at all; their paths are relative to `dir`.
///
/// # Errors
/// [`WriteError::Exists`] where one exists: then nothing is written. [`WriteError::Io`] where the
/// file system fails.
pub fn create(dir: &Path, files: &[(PathBuf, String)]) -> Result<(), WriteError> {
    let existing = files.iter().find(|(path, _)| dir.join(path).symlink_metadata().is_ok());
    if let Some((path, _)) = existing {
        return Err(WriteError::Exists(path.clone()));
    }
    for (path, text) in files {
        let target = dir.join(path);
        let folder = target.parent().unwrap_or(dir);
        fs::create_dir_all(folder).map_err(at(folder))?;
        let mut file = temporary(folder).map_err(at(&target))?;
        file.write_all(text.as_bytes()).map_err(at(&target))?;
        file.persist_noclobber(&target).map_err(|error| {
            let is_existing = error.error.kind() == io::ErrorKind::AlreadyExists;
            if is_existing { WriteError::Exists(path.clone()) } else { at(&target)(error.error) }
        })?;
    }
    Ok(())
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
    let path = path.to_owned();
    move |source| WriteError::Io { path, source }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    replace(path, bytes).map_err(at(path))
}

/// Writes a file completely or not at all, in place of one that exists. Its folder is created.
///
/// # Errors
/// The file system fails; then the earlier file is as it was.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = temporary(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// Creates a temporary file with the permissions of an ordinary file.
fn temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_one_that_cannot_be_replaced_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let names = || -> Vec<_> {
            let entries = fs::read_dir(folder.path()).unwrap();
            entries.map(|entry| entry.unwrap().file_name()).collect()
        };
        let file = folder.path().join("a.csv");
        for text in ["a longer text", "short"] {
            replace(&file, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(names(), ["a.csv"]);
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        replace(&file, b"text").unwrap_err();
        assert_eq!(names(), ["a.csv"]);
    }
}
