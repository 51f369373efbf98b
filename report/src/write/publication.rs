//! A site on its way into its folder. A reader never sees half of a page.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultline::store::Hash;
use tempfile::TempDir;

use super::made_pages::{FILE, MadePages};
use super::{TEMPORARY, WriteError, at, write};
use crate::site::Page;

/// Lists the files of the last build: only these are replaced or removed.
const MANIFEST: &str = ".faultline-pages";
const MANIFEST_HEAD: &str = "faultline pages 1";
/// Before the name of the experiment, in the first line of the list.
const OF: &str = " of ";
/// Locked while a process publishes. The file stays: a process that waits for the lock holds it
/// open.
const LOCK: &str = ".faultline-lock";
/// Published last, so that none of its links is broken in between.
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

/// A site on its way into its folder: takes pages one by one and publishes all of them at the end.
///
/// Files with the same bytes are not touched. Changed pages wait in a temporary folder inside the
/// site's folder, so an error before the end, such as a full disk, leaves the earlier site as it
/// was. Only files that an earlier publication wrote are ever replaced or removed. One process
/// publishes at a time, so a temporary file found at the start belongs to a process that was
/// killed, and is removed.
#[derive(Debug)]
pub struct Publication {
    dir: PathBuf,
    /// The experiment whose site it is.
    experiment: String,
    /// The pages of earlier publications.
    own: BTreeSet<String>,
    /// The pages of this one.
    now: BTreeSet<String>,
    /// What the pages of earlier publications were made from.
    made_before: MadePages,
    /// What the pages of this one are made from, as far as that is known.
    made: MadePages,
    /// The new and changed pages, which wait in `staging`.
    staged: BTreeSet<String>,
    /// `None` until the first page waits.
    staging: Option<TempDir>,
    /// Last, so that the temporary folder is removed before another process continues.
    _lock: fs::File,
}

impl Publication {
    /// Begins the site of an experiment; waits until no other process publishes to the folder.
    ///
    /// # Errors
    /// [`WriteError::OtherSite`] where the folder has the site of another experiment;
    /// [`WriteError::Io`] where the file system fails.
    pub fn begin(dir: &Path, experiment: &str) -> Result<Self, WriteError> {
        let lock = lock(dir)?;
        let (of, own) = read_manifest(dir)?;
        if let Some(other) = of.filter(|of| of != experiment) {
            return Err(WriteError::OtherSite { dir: dir.to_owned(), other });
        }
        remove_temporary(dir, &own)?;
        Ok(Self {
            dir: dir.to_owned(),
            experiment: experiment.to_owned(),
            own,
            now: BTreeSet::new(),
            made_before: MadePages::read(dir),
            made: MadePages::default(),
            staged: BTreeSet::new(),
            staging: None,
            _lock: lock,
        })
    }

    /// Keeps the pages that an earlier publication made from these inputs; `false` if it made none,
    /// or if one of them was deleted or edited. Then they are to be made and added.
    ///
    /// # Errors
    /// [`WriteError::SamePath`] where a page has the path of another.
    pub fn keep(&mut self, inputs: Hash) -> Result<bool, WriteError> {
        let Some(pages) = self.made_before.intact(&self.dir, &inputs) else { return Ok(false) };
        if !pages.iter().all(|(path, _)| is_inside(path) && self.own.contains(path)) {
            return Ok(false);
        }
        for (path, bytes) in pages {
            if !self.now.insert(path.clone()) {
                return Err(WriteError::SamePath(path.clone()));
            }
            self.made.add(inputs, path, *bytes);
        }
        Ok(true)
    }

    /// Adds pages that are made from these inputs, if that is known.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn add_all(&mut self, pages: &[Page], inputs: Option<Hash>) -> Result<(), WriteError> {
        for page in pages {
            self.add(page)?;
            if let Some(inputs) = inputs {
                self.made.add(inputs, &page.path, Hash::of(&page.bytes));
            }
        }
        Ok(())
    }

    /// Adds a page.
    ///
    /// # Errors
    /// [`WriteError`] where the page is outside the folder, has the path of another, or would
    /// replace a file of another origin, and where the file system fails.
    pub fn add(&mut self, page: &Page) -> Result<(), WriteError> {
        let Page { path, bytes } = page;
        if !is_inside(path) {
            return Err(WriteError::OutsideSite(path.clone()));
        }
        if !self.now.insert(path.clone()) {
            return Err(WriteError::SamePath(path.clone()));
        }
        let target = self.dir.join(path);
        if has_bytes(&target, bytes) {
            return Ok(());
        }
        if target.exists() && !self.own.contains(path) {
            return Err(WriteError::NotOurs(target));
        }
        let staged = self.staging()?.join(path);
        let folder = staged.parent().unwrap_or(&staged);
        fs::create_dir_all(folder).map_err(at(folder))?;
        fs::write(&staged, bytes).map_err(at(&staged))?;
        self.staged.insert(path.clone());
        Ok(())
    }

    /// Publishes the pages, the index last, and removes those of earlier publications that this one
    /// lacks.
    ///
    /// # Errors
    /// [`WriteError::Io`] where the file system fails. Pages published before the error stay, and
    /// the next publication knows them.
    pub fn finish(self) -> Result<Published, WriteError> {
        let Self { dir, experiment, own, now, staged, .. } = &self;
        write_manifest(dir, experiment, &own.union(now).cloned().collect())?;
        let (index, others): (Vec<&String>, Vec<&String>) =
            staged.iter().partition(|path| *path == INDEX);
        let staging = self.staging.as_ref().map_or(dir.as_path(), TempDir::path);
        for path in others.into_iter().chain(index) {
            let target = dir.join(path);
            let folder = target.parent().unwrap_or(dir);
            fs::create_dir_all(folder).map_err(at(folder))?;
            fs::rename(staging.join(path), &target).map_err(at(&target))?;
        }
        let removed = remove_stale(dir, own.difference(now))?;
        write_manifest(dir, experiment, now)?;
        self.made.write(dir)?;
        let written = staged.len();
        Ok(Published { written, unchanged: now.len() - written, removed })
    }

    /// The folder in which pages wait.
    fn staging(&mut self) -> Result<&Path, WriteError> {
        let staging = match self.staging.take() {
            Some(staging) => staging,
            None => tempfile::Builder::new()
                .prefix(TEMPORARY)
                .tempdir_in(&self.dir)
                .map_err(at(&self.dir))?,
        };
        Ok(self.staging.insert(staging).path())
    }
}

fn is_inside(path: &str) -> bool {
    !path.contains(['\\', ':'])
        && path.split('/').all(|part| !matches!(part, "" | "." | ".." | MANIFEST | LOCK | FILE))
}

fn has_bytes(path: &Path, bytes: &[u8]) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() == bytes.len() as u64)
        && fs::read(path).is_ok_and(|found| found == bytes)
}

/// Waits until no other process publishes to the folder. Dropping the file ends the lock, as does
/// the end of the process.
fn lock(dir: &Path) -> Result<fs::File, WriteError> {
    if dir.is_file() {
        return Err(WriteError::NotAFolder(dir.to_owned()));
    }
    fs::create_dir_all(dir).map_err(at(dir))?;
    let path = dir.join(LOCK);
    let file = fs::File::options().create(true).append(true).open(&path);
    // In a folder without write permission, a site that does not change needs no writing.
    let file = file.or_else(|error| fs::File::open(&path).map_err(|_| error)).map_err(at(&path))?;
    file.lock().map_err(at(&path))?;
    Ok(file)
}

/// Removes the temporary files and folders that killed processes left beside pages.
fn remove_temporary(dir: &Path, pages: &BTreeSet<String>) -> Result<(), WriteError> {
    let mut folders = BTreeSet::from([dir.to_owned()]);
    folders.extend(pages.iter().filter_map(|page| Some(dir.join(page).parent()?.to_owned())));
    for folder in folders {
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.map_err(at(&folder))?,
        };
        for entry in entries {
            let entry = entry.map_err(at(&folder))?;
            if entry.file_name().as_encoded_bytes().starts_with(TEMPORARY.as_bytes()) {
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                let remove = if is_folder { fs::remove_dir_all } else { fs::remove_file };
                remove(entry.path()).map_err(at(&entry.path()))?;
            }
        }
    }
    Ok(())
}

/// The experiment whose site a folder has, and the pages of that site.
fn read_manifest(dir: &Path) -> Result<(Option<String>, BTreeSet<String>), WriteError> {
    let path = dir.join(MANIFEST);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(at(&path)(error)),
    };
    let (mut of, mut pages) = (None, BTreeSet::new());
    for line in text.lines() {
        match line.strip_prefix(MANIFEST_HEAD) {
            Some(rest) => of = rest.strip_prefix(OF).map(str::to_owned),
            None if is_inside(line) => drop(pages.insert(line.to_owned())),
            None => {}
        }
    }
    Ok((of, pages))
}

fn write_manifest(
    dir: &Path,
    experiment: &str,
    paths: &BTreeSet<String>,
) -> Result<(), WriteError> {
    let mut text = format!("{MANIFEST_HEAD}{OF}{experiment}\n");
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
    use crate::write::temporary;
    use std::time::{Duration, SystemTime};

    fn page(path: &str, text: &str) -> Page {
        Page { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    fn publish(dir: &Path, pages: &[Page]) -> Result<Published, WriteError> {
        let mut publication = Publication::begin(dir, "one")?;
        pages.iter().try_for_each(|page| publication.add(page))?;
        publication.finish()
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
    fn pages_made_from_the_same_inputs_are_kept_unless_one_was_edited_or_deleted() {
        let dir = tempfile::tempdir().unwrap();
        let (inputs, others) = (Hash::of(b"one debate"), Hash::of(b"another"));
        let pages = [page("a.html", "a"), page("a.md", "b")];
        let build = |expected: Published, is_kept: bool| {
            let mut publication = Publication::begin(dir.path(), "one").unwrap();
            assert!(!publication.keep(others).unwrap());
            let kept = publication.keep(inputs).unwrap();
            assert_eq!(kept, is_kept);
            if !kept {
                publication.add_all(&pages, Some(inputs)).unwrap();
            }
            assert_eq!(publication.finish().unwrap(), expected);
        };
        build(published(2, 0, 0), false);
        build(published(0, 2, 0), true);
        fs::write(dir.path().join("a.html"), "x").unwrap();
        build(published(1, 1, 0), false);
        fs::remove_file(dir.path().join("a.md")).unwrap();
        build(published(1, 1, 0), false);
        build(published(0, 2, 0), true);
        fs::remove_file(dir.path().join(MANIFEST)).unwrap();
        let mut publication = Publication::begin(dir.path(), "one").unwrap();
        assert!(!publication.keep(inputs).unwrap(), "a file of unknown origin is not a page");
    }

    #[test]
    fn the_site_of_another_experiment_is_not_replaced() {
        let dir = tempfile::tempdir().unwrap();
        publish(dir.path(), &[page("index.html", "one")]).unwrap();
        let other = Publication::begin(dir.path(), "two");
        assert!(matches!(other, Err(WriteError::OtherSite { other, .. }) if other == "one"));
    }

    #[test]
    fn no_temporary_file_is_left() {
        let dir = tempfile::tempdir().unwrap();
        publish(dir.path(), &[page("index.html", "i")]).unwrap();
        let mut names: Vec<_> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [LOCK, FILE, MANIFEST, "index.html"]);
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
