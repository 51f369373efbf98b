//! The only writer of files: publishes pages so that a reader never sees half of one.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::site::Page;

/// Lists the files that this writer wrote, so that it sweeps no others.
const MANIFEST: &str = ".faultline-pages";
const MANIFEST_HEAD: &str = "faultline pages 1";
/// Comes last, so that it never leads to a page that is not there yet.
const INDEX: &str = "index.html";

/// What publishing did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Files written because they are new or changed.
    pub written: usize,
    /// Files left as they were.
    pub unchanged: usize,
    /// Files of an earlier build removed because no page has their name any more.
    pub swept: usize,
}

/// Says why pages could not be published.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A page's path leaves the folder or names none.
    #[error("`{0}` is not a path within the site")]
    Outside(String),
    /// A file is in the way that no earlier build wrote.
    #[error("`{}` is in the way and was not written by an earlier build", .0.display())]
    Foreign(PathBuf),
    /// A file is there already that was to be new.
    #[error("`{}` is there already; nothing is overwritten", .0.display())]
    Taken(PathBuf),
    /// The file system refused.
    #[error("cannot write `{}`", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Fault {
    /// What a person can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Outside(_) => "this is a defect of the program: please report it",
            Self::Foreign(_) | Self::Io { .. } => {
                "move away what is in its place, or give the site another folder with `out` in the manifest or with --out"
            }
            Self::Taken(_) => "move it away, or choose another name",
        }
    }
}

/// Publishes pages to a folder: changed ones by temporary file and rename, the index last, then sweeps what is stale.
///
/// Files with the same bytes are not touched. Only files that an earlier call wrote are ever replaced or removed.
///
/// # Errors
/// [`Fault`] where a page lies outside the folder, a foreign file is in the way, or the file system refuses. Pages
/// written before the fault stay and are known to the next call.
pub fn publish(dir: &Path, pages: &[Page]) -> Result<Report, Fault> {
    if let Some(outside) = pages.iter().find(|page| !is_inside(&page.path)) {
        return Err(Fault::Outside(outside.path.clone()));
    }
    let own = read_manifest(dir)?;
    let (changed, unchanged): (Vec<&Page>, Vec<&Page>) =
        pages.iter().partition(|page| !has_bytes(&dir.join(&page.path), &page.bytes));
    for page in &changed {
        let path = dir.join(&page.path);
        // Another process that publishes here lists its files before it writes them: read again once one is there.
        let is_foreign =
            path.exists() && !own.contains(&page.path) && !read_manifest(dir)?.contains(&page.path);
        if is_foreign {
            return Err(Fault::Foreign(path));
        }
    }
    let now: BTreeSet<String> = pages.iter().map(|page| page.path.clone()).collect();
    write_manifest(dir, &own.union(&now).cloned().collect())?;
    let (index, others): (Vec<&Page>, Vec<&Page>) =
        changed.iter().copied().partition(|page| page.path == INDEX);
    for page in others.into_iter().chain(index) {
        write(&dir.join(&page.path), &page.bytes)?;
    }
    let swept = sweep(dir, own.difference(&now))?;
    write_manifest(dir, &now)?;
    Ok(Report { written: changed.len(), unchanged: unchanged.len(), swept })
}

/// Writes new files, each whole or not at all; their paths start at `dir`.
///
/// # Errors
/// [`Fault::Taken`] where one is there already: then nothing is written, and never is anything overwritten;
/// [`Fault::Io`] where the file system refuses.
pub fn create(dir: &Path, files: &[(PathBuf, String)]) -> Result<(), Fault> {
    let taken = files.iter().find(|(path, _)| dir.join(path).symlink_metadata().is_ok());
    if let Some((path, _)) = taken {
        return Err(Fault::Taken(path.clone()));
    }
    for (path, text) in files {
        let target = dir.join(path);
        let folder = target.parent().unwrap_or(dir);
        fs::create_dir_all(folder).map_err(at(folder))?;
        let mut file = temporary(folder).map_err(at(&target))?;
        file.write_all(text.as_bytes()).map_err(at(&target))?;
        file.persist_noclobber(&target).map_err(|fault| {
            let is_taken = fault.error.kind() == io::ErrorKind::AlreadyExists;
            if is_taken { Fault::Taken(path.clone()) } else { at(&target)(fault.error) }
        })?;
    }
    Ok(())
}

fn is_inside(path: &str) -> bool {
    !path.contains(['\\', ':'])
        && path.split('/').all(|part| !matches!(part, "" | "." | ".." | MANIFEST))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> Fault {
    let path = path.to_owned();
    move |source| Fault::Io { path, source }
}

fn has_bytes(path: &Path, bytes: &[u8]) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() == bytes.len() as u64)
        && fs::read(path).is_ok_and(|found| found == bytes)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(at(folder))?;
    let mut file = temporary(folder).map_err(at(path))?;
    file.write_all(bytes).map_err(at(path))?;
    file.persist(path).map_err(|fault| at(path)(fault.error))?;
    Ok(())
}

/// Makes a file that others may read as the umask allows, unlike the private ones that temporary files are.
fn temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".faultline-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

fn read_manifest(dir: &Path) -> Result<BTreeSet<String>, Fault> {
    let path = dir.join(MANIFEST);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(text
            .lines()
            .skip_while(|line| *line == MANIFEST_HEAD)
            .filter(|line| is_inside(line))
            .map(str::to_owned)
            .collect()),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(fault) => Err(at(&path)(fault)),
    }
}

fn write_manifest(dir: &Path, paths: &BTreeSet<String>) -> Result<(), Fault> {
    let mut text = format!("{MANIFEST_HEAD}\n");
    for path in paths {
        text.push_str(path);
        text.push('\n');
    }
    let path = dir.join(MANIFEST);
    if has_bytes(&path, text.as_bytes()) { Ok(()) } else { write(&path, text.as_bytes()) }
}

/// Removes the files, and the folders that they leave empty.
fn sweep<'a>(dir: &Path, stale: impl Iterator<Item = &'a String>) -> Result<usize, Fault> {
    let mut swept = 0;
    for path in stale {
        let file = dir.join(path);
        match fs::remove_file(&file) {
            Ok(()) => swept += 1,
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => {}
            Err(fault) => return Err(at(&file)(fault)),
        }
        let folders = file.ancestors().skip(1).take_while(|folder| *folder != dir);
        for folder in folders {
            // A folder that still holds something refuses, and is meant to.
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }
    Ok(swept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    fn page(path: &str, text: &str) -> Page {
        Page { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    fn report(written: usize, unchanged: usize, swept: usize) -> Report {
        Report { written, unchanged, swept }
    }

    #[test]
    fn a_page_that_did_not_change_keeps_its_time() {
        let dir = tempfile::tempdir().unwrap();
        publish(dir.path(), &[page("a/b.html", "same"), page("index.html", "one")]).unwrap();
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let kept = dir.path().join("a/b.html");
        fs::File::options().write(true).open(&kept).unwrap().set_modified(long_ago).unwrap();
        let again = publish(dir.path(), &[page("a/b.html", "same"), page("index.html", "two")]);
        assert_eq!(again.unwrap(), report(1, 1, 0));
        assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), long_ago);
        assert_eq!(fs::read_to_string(dir.path().join("index.html")).unwrap(), "two");
    }

    #[test]
    fn only_its_own_stale_pages_are_swept() {
        let dir = tempfile::tempdir().unwrap();
        publish(dir.path(), &[page("old/x.html", "x"), page("both/y.html", "y")]).unwrap();
        fs::write(dir.path().join("both/notes.txt"), "mine").unwrap();
        assert_eq!(publish(dir.path(), &[page("index.html", "i")]).unwrap(), report(1, 0, 2));
        assert!(!dir.path().join("old").exists());
        assert_eq!(fs::read_to_string(dir.path().join("both/notes.txt")).unwrap(), "mine");
    }

    #[test]
    fn a_foreign_file_is_not_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("index.html"), "mine").unwrap();
        let fault =
            publish(dir.path(), &[page("a.html", "a"), page("index.html", "i")]).unwrap_err();
        assert!(matches!(fault, Fault::Foreign(_)), "{fault}");
        assert_eq!(fs::read_to_string(dir.path().join("index.html")).unwrap(), "mine");
        assert!(!dir.path().join("a.html").exists());
    }

    #[test]
    fn neither_a_page_nor_a_forged_list_reaches_outside() {
        let outer = tempfile::tempdir().unwrap();
        let dir = outer.path().join("site");
        fs::create_dir(&dir).unwrap();
        fs::write(outer.path().join("victim"), "alive").unwrap();
        fs::write(dir.join(MANIFEST), format!("{MANIFEST_HEAD}\n../victim\n")).unwrap();
        publish(&dir, &[page("index.html", "i")]).unwrap();
        assert!(outer.path().join("victim").exists());
        for bad in ["../x", "/x", "a//b", "a/../b", "c:x", MANIFEST] {
            assert!(matches!(publish(&dir, &[page(bad, "x")]), Err(Fault::Outside(_))), "{bad}");
        }
    }

    #[test]
    fn those_who_publish_the_same_at_once_are_not_in_each_others_way() {
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
            assert_eq!(publish(dir.path(), &pages).unwrap(), report(0, 40, 0));
        }
    }

    #[test]
    fn nothing_temporary_is_left_behind() {
        let dir = tempfile::tempdir().unwrap();
        publish(dir.path(), &[page("index.html", "i")]).unwrap();
        let mut names: Vec<_> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [MANIFEST, "index.html"]);
    }
}
