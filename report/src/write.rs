//! The only module that writes files. A reader never sees half of a page.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use miette::Diagnostic;

use crate::site::Page;

/// Lists the files of the last build: only these are replaced or removed.
const MANIFEST: &str = ".faultline-pages";
const MANIFEST_HEAD: &str = "faultline pages 1";
/// Locked while a process publishes. The file stays: a process that waits for the lock holds it open.
const LOCK: &str = ".faultline-lock";
/// How the name of a temporary file starts.
const TEMPORARY: &str = ".faultline-tmp-";
/// Written last, so that none of its links is broken in between.
const INDEX: &str = "index.html";

/// How many files publishing wrote, kept and removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Published {
    /// Files written because they are new or changed.
    pub written: usize,
    /// Files left as they were.
    pub unchanged: usize,
    /// Files of an earlier build that no page replaces.
    pub removed: usize,
}

/// Says why files cannot be written.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum WriteError {
    /// A page's path leaves the folder or names none.
    #[error("`{0}` is not a path within the site")]
    #[diagnostic(help("this is a defect of the program: please report it"))]
    OutsideSite(String),
    /// A file is in the way that no earlier build wrote.
    #[error("`{}` is in the way and was not written by an earlier build", .0.display())]
    #[diagnostic(help(
        "move it away, or choose another folder with `out` in the manifest or with --out"
    ))]
    NotOurs(PathBuf),
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

/// Publishes pages to a folder: writes the changed ones by temporary file and rename, the index last, and removes
/// stale ones.
///
/// Files with the same bytes are not touched. Only files that an earlier call wrote are ever replaced or removed. One process
/// publishes at a time, so a temporary file found at the start belongs to a process that was killed, and is removed.
///
/// # Errors
/// [`WriteError`] where a page is outside the folder, a file of another origin is in the way, or the file system fails.
/// Pages written before the error stay, and the next call knows them.
pub fn publish(dir: &Path, pages: &[Page]) -> Result<Published, WriteError> {
    if let Some(outside) = pages.iter().find(|page| !is_inside(&page.path)) {
        return Err(WriteError::OutsideSite(outside.path.clone()));
    }
    let now: BTreeSet<String> = pages.iter().map(|page| page.path.clone()).collect();
    let is_unchanged = |page: &&Page| has_bytes(&dir.join(&page.path), &page.bytes);
    if pages.iter().all(|page| is_unchanged(&page)) && read_manifest(dir)? == now {
        return Ok(Published { unchanged: pages.len(), ..Published::default() });
    }
    let _lock = lock(dir)?;
    let own = read_manifest(dir)?;
    remove_temporary(dir, own.union(&now))?;
    let (unchanged, changed): (Vec<&Page>, Vec<&Page>) = pages.iter().partition(is_unchanged);
    for page in &changed {
        let path = dir.join(&page.path);
        if path.exists() && !own.contains(&page.path) {
            return Err(WriteError::NotOurs(path));
        }
    }
    write_manifest(dir, &own.union(&now).cloned().collect())?;
    let (index, others): (Vec<&Page>, Vec<&Page>) =
        changed.iter().copied().partition(|page| page.path == INDEX);
    for page in others.into_iter().chain(index) {
        write(&dir.join(&page.path), &page.bytes)?;
    }
    let removed = remove_stale(dir, own.difference(&now))?;
    write_manifest(dir, &now)?;
    Ok(Published { written: changed.len(), unchanged: unchanged.len(), removed })
}

/// Creates files, each completely or not at all; their paths are relative to `dir`.
///
/// # Errors
/// [`WriteError::Exists`] where one exists: then nothing is written. [`WriteError::Io`] where the file system fails.
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

fn is_inside(path: &str) -> bool {
    !path.contains(['\\', ':'])
        && path.split('/').all(|part| !matches!(part, "" | "." | ".." | MANIFEST | LOCK))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
    let path = path.to_owned();
    move |source| WriteError::Io { path, source }
}

fn has_bytes(path: &Path, bytes: &[u8]) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() == bytes.len() as u64)
        && fs::read(path).is_ok_and(|found| found == bytes)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(at(folder))?;
    let mut file = temporary(folder).map_err(at(path))?;
    file.write_all(bytes).map_err(at(path))?;
    file.persist(path).map_err(|error| at(path)(error.error))?;
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

/// Waits until no other process publishes to the folder. Dropping the file ends the lock, as does the end of the process.
fn lock(dir: &Path) -> Result<fs::File, WriteError> {
    fs::create_dir_all(dir).map_err(at(dir))?;
    let path = dir.join(LOCK);
    let file = fs::File::options().create(true).append(true).open(&path).map_err(at(&path))?;
    file.lock().map_err(at(&path))?;
    Ok(file)
}

/// Removes the temporary files that killed processes left beside pages.
fn remove_temporary<'a>(
    dir: &Path,
    pages: impl Iterator<Item = &'a String>,
) -> Result<(), WriteError> {
    let mut folders = BTreeSet::from([dir.to_owned()]);
    folders.extend(pages.filter_map(|page| Some(dir.join(page).parent()?.to_owned())));
    for folder in folders {
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.map_err(at(&folder))?,
        };
        for entry in entries {
            let entry = entry.map_err(at(&folder))?;
            if entry.file_name().as_encoded_bytes().starts_with(TEMPORARY.as_bytes()) {
                fs::remove_file(entry.path()).map_err(at(&entry.path()))?;
            }
        }
    }
    Ok(())
}

fn read_manifest(dir: &Path) -> Result<BTreeSet<String>, WriteError> {
    let path = dir.join(MANIFEST);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(text
            .lines()
            .skip_while(|line| *line == MANIFEST_HEAD)
            .filter(|line| is_inside(line))
            .map(str::to_owned)
            .collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(error) => Err(at(&path)(error)),
    }
}

fn write_manifest(dir: &Path, paths: &BTreeSet<String>) -> Result<(), WriteError> {
    let mut text = format!("{MANIFEST_HEAD}\n");
    for path in paths {
        text.push_str(path);
        text.push('\n');
    }
    let path = dir.join(MANIFEST);
    if has_bytes(&path, text.as_bytes()) { Ok(()) } else { write(&path, text.as_bytes()) }
}

/// Removes files and the folders that become empty.
fn remove_stale<'a>(
    dir: &Path,
    stale: impl Iterator<Item = &'a String>,
) -> Result<usize, WriteError> {
    let mut removed = 0;
    for path in stale {
        let file = dir.join(path);
        match fs::remove_file(&file) {
            Ok(()) => removed += 1,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(at(&file)(error)),
        }
        let folders = file.ancestors().skip(1).take_while(|folder| *folder != dir);
        for folder in folders {
            // Removing a folder fails while it contains files, as it should.
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }
    Ok(removed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    fn page(path: &str, text: &str) -> Page {
        Page { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    fn published(written: usize, unchanged: usize, removed: usize) -> Published {
        Published { written, unchanged, removed }
    }

    #[test]
    fn an_unchanged_page_keeps_its_modification_time() {
        let dir = tempfile::tempdir().unwrap();
        publish(dir.path(), &[page("a/b.html", "same"), page("index.html", "one")]).unwrap();
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let kept = dir.path().join("a/b.html");
        fs::File::options().write(true).open(&kept).unwrap().set_modified(long_ago).unwrap();
        let again = publish(dir.path(), &[page("a/b.html", "same"), page("index.html", "two")]);
        assert_eq!(again.unwrap(), published(1, 1, 0));
        assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), long_ago);
        assert_eq!(fs::read_to_string(dir.path().join("index.html")).unwrap(), "two");
    }

    #[test]
    fn only_stale_pages_of_an_earlier_build_are_removed() {
        let dir = tempfile::tempdir().unwrap();
        publish(dir.path(), &[page("old/x.html", "x"), page("both/y.html", "y")]).unwrap();
        fs::write(dir.path().join("both/notes.txt"), "mine").unwrap();
        assert_eq!(publish(dir.path(), &[page("index.html", "i")]).unwrap(), published(1, 0, 2));
        assert!(!dir.path().join("old").exists());
        assert_eq!(fs::read_to_string(dir.path().join("both/notes.txt")).unwrap(), "mine");
    }

    #[test]
    fn a_file_that_no_build_wrote_is_not_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("index.html"), "mine").unwrap();
        let error =
            publish(dir.path(), &[page("a.html", "a"), page("index.html", "i")]).unwrap_err();
        assert!(matches!(error, WriteError::NotOurs(_)), "{error}");
        assert_eq!(fs::read_to_string(dir.path().join("index.html")).unwrap(), "mine");
        assert!(!dir.path().join("a.html").exists());
    }

    #[test]
    fn neither_a_page_path_nor_a_forged_file_list_leaves_the_site() {
        let outer = tempfile::tempdir().unwrap();
        let dir = outer.path().join("site");
        fs::create_dir(&dir).unwrap();
        fs::write(outer.path().join("victim"), "alive").unwrap();
        fs::write(dir.join(MANIFEST), format!("{MANIFEST_HEAD}\n../victim\n")).unwrap();
        publish(&dir, &[page("index.html", "i")]).unwrap();
        assert!(outer.path().join("victim").exists());
        for bad in ["../x", "/x", "a//b", "a/../b", "c:x", MANIFEST] {
            assert!(
                matches!(publish(&dir, &[page(bad, "x")]), Err(WriteError::OutsideSite(_))),
                "{bad}"
            );
        }
    }

    #[test]
    fn processes_may_publish_the_same_site_in_parallel() {
        let pages: Vec<Page> = (0..40).map(|n| page(&format!("a/{n}.html"), "the same")).collect();
        for _ in 0..40 {
            let dir = tempfile::tempdir().unwrap();
            std::thread::scope(|scope| {
                let publish = || publish(dir.path(), &pages);
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(publish)).collect();
                for thread in threads {
                    thread.join().unwrap().unwrap();
                }
            });
            assert_eq!(publish(dir.path(), &pages).unwrap(), published(0, 40, 0));
        }
    }

    #[test]
    fn no_temporary_file_is_left() {
        let dir = tempfile::tempdir().unwrap();
        publish(dir.path(), &[page("index.html", "i")]).unwrap();
        let mut names: Vec<_> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [LOCK, MANIFEST, "index.html"]);
    }

    #[test]
    fn temporary_files_of_a_killed_process_are_removed() {
        let dir = tempfile::tempdir().unwrap();
        publish(dir.path(), &[page("a/b.html", "b"), page("index.html", "i")]).unwrap();
        fs::remove_file(dir.path().join("a/b.html")).unwrap();
        let left = temporary(&dir.path().join("a")).unwrap().keep().unwrap().1;
        publish(dir.path(), &[page("a/b.html", "b"), page("index.html", "i")]).unwrap();
        assert!(!left.exists());
        assert_eq!(fs::read_dir(dir.path().join("a")).unwrap().count(), 1);
    }
}
