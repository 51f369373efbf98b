//! Writing: a file appears under its final name complete and synced, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::{Error, Result, Store, canonical, file};

/// What stands under the final name afterwards.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Published {
    /// What was given, for the first time.
    Created,
    /// What was given, since before; nothing was touched.
    Same,
    /// These other bytes; nothing was touched.
    Other(Vec<u8>),
}

/// Says what recording the matches of a topic did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matched {
    /// There were none.
    Created,
    /// They were there already; nothing was touched.
    Same,
    /// Others were there, derived from other cells, and are gone.
    Replaced,
}

impl Store {
    pub(super) fn publish<T: Serialize + ?Sized>(
        &self,
        target: &Path,
        value: &T,
    ) -> Result<Published> {
        self.publish_bytes(target, &to_bytes(target, value)?)
    }

    /// Gives bytes their final name unless it is taken.
    pub(super) fn publish_bytes(&self, target: &Path, bytes: &[u8]) -> Result<Published> {
        if let Some(found) = file::read(target)? {
            return Ok(compare(found, bytes));
        }
        self.publish_new(target, bytes)
    }

    /// Gives bytes their final name unless it is taken, which whoever calls has not found it to be.
    pub(super) fn publish_new(&self, target: &Path, bytes: &[u8]) -> Result<Published> {
        self.temporary(bytes)?.publish(target, bytes)
    }

    /// Gives bytes their final name whatever it named before.
    pub(super) fn replace<T: Serialize + ?Sized>(
        &self,
        target: &Path,
        value: &T,
    ) -> Result<Matched> {
        let bytes = to_bytes(target, value)?;
        let before = file::read(target)?;
        if before.as_deref() == Some(&bytes) {
            return Ok(Matched::Same);
        }
        self.temporary(&bytes)?.rename(target)?;
        Ok(if before.is_some() { Matched::Replaced } else { Matched::Created })
    }

    /// Writes and syncs a file under `tmp/`, inside the store so that it can be linked into place.
    pub(super) fn temporary(&self, bytes: &[u8]) -> Result<Temporary> {
        let (file, temporary) = self.unsynced(bytes)?;
        file.sync_data().map_err(Error::io("write", &temporary.path))?;
        Ok(temporary)
    }

    /// Writes files under `tmp/` and syncs them all before it returns: a few each on its own, many by one call for the
    /// whole file system, which costs no more than one of them, but writes what others have there as well.
    pub(super) fn temporaries(&self, files: &[(PathBuf, Arc<[u8]>)]) -> Result<Vec<Temporary>> {
        if files.len() <= FEW || !cfg!(target_os = "linux") {
            return files.iter().map(|(_, bytes)| self.temporary(bytes)).collect();
        }
        let folder = self.root.join("tmp");
        let opened = in_folder(&folder, || File::open(&folder))?;
        // Opened before the writing, so that it is told of every fault since.
        let opened = opened.map_err(Error::io("open", &folder))?;
        let written = files.iter().map(|(_, bytes)| Ok(self.unsynced(bytes)?.1)).collect();
        sync_all(&opened).map_err(Error::io("write", &folder))?;
        written
    }

    /// Begins a file under `tmp/`, to be appended to.
    pub(super) fn begun(&self) -> Result<(File, Temporary)> {
        create_free(&self.root.join("tmp"))
    }

    fn unsynced(&self, bytes: &[u8]) -> Result<(File, Temporary)> {
        let (mut file, temporary) = self.begun()?;
        file.write_all(bytes).map_err(Error::io("write", &temporary.path))?;
        Ok((file, temporary))
    }
}

/// As many files as are synced one by one.
const FEW: usize = 8;

/// Half the work of a link and an unlink.
#[cfg(target_os = "linux")]
fn rename_unless_taken(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
}

#[cfg(not(target_os = "linux"))]
fn rename_unless_taken(_: &Path, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

#[cfg(target_os = "linux")]
fn sync_all(folder: &File) -> io::Result<()> {
    Ok(rustix::fs::syncfs(folder)?)
}

#[cfg(not(target_os = "linux"))]
fn sync_all(_: &File) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn to_bytes<T: Serialize + ?Sized>(target: &Path, value: &T) -> Result<Vec<u8>> {
    canonical::to_vec(value).map_err(|source| Error::Unwritable { path: target.to_owned(), source })
}

fn compare(found: Vec<u8>, bytes: &[u8]) -> Published {
    if found == bytes { Published::Same } else { Published::Other(found) }
}

/// Numbers count on past files that killed processes of the same id left.
fn create_free(folder: &Path) -> Result<(File, Temporary)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{}-{number}", std::process::id()));
        let create = || OpenOptions::new().append(true).create_new(true).open(&path);
        match in_folder(folder, create)? {
            Ok(file) => return Ok((file, Temporary { path, renamed: false })),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::io("create", path)(error)),
        }
    }
}

/// Does something in a folder, which is made where that shows it to be missing: nearly always it is there.
pub(super) fn in_folder<T>(
    folder: &Path,
    act: impl Fn() -> io::Result<T>,
) -> Result<io::Result<T>> {
    match act() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
            Ok(act())
        }
        acted => Ok(acted),
    }
}

/// A complete file that has no final name yet; dropping it removes it.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
    renamed: bool,
}

impl Temporary {
    /// Gives the file, which holds these bytes, its final name unless that is taken.
    pub(super) fn publish(self, target: &Path, bytes: &[u8]) -> Result<Published> {
        if self.name(target)? {
            return Ok(Published::Created);
        }
        // The file there is complete, for it took the same way.
        let gone = || Error::io("read", target)(ErrorKind::NotFound.into());
        Ok(compare(file::read(target)?.ok_or_else(gone)?, bytes))
    }

    /// Tells whether the name was free and is now this file's.
    pub(super) fn name(mut self, target: &Path) -> Result<bool> {
        match in_folder(parent(target), || rename_unless_taken(&self.path, target))? {
            Ok(()) => {
                self.renamed = true;
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            // A system or a file system without such a call, or a fault that the other way tells as well.
            Err(_) => self.link(target),
        }
    }

    fn link(&self, target: &Path) -> Result<bool> {
        match in_folder(parent(target), || fs::hard_link(&self.path, target))? {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(source) if lacks_hard_links(&source) => {
                Err(Error::NoHardLinks { path: target.to_owned(), source })
            }
            Err(source) => Err(Error::io("publish", target)(source)),
        }
    }

    fn rename(mut self, target: &Path) -> Result<()> {
        let renamed = in_folder(parent(target), || fs::rename(&self.path, target))?;
        renamed.map_err(Error::io("publish", target))?;
        self.renamed = true;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After a rename another thread may own this name. A file that cannot be removed is
        // harmless: `verify` lists it.
        if !self.renamed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn parent(target: &Path) -> &Path {
    target.parent().expect("every final name lies in the store's folder")
}

/// Linux and macOS say EPERM for a file system without hard links, and EACCES for a missing
/// permission; `tmp` on another file system than the rest comes to the same.
fn lacks_hard_links(error: &io::Error) -> bool {
    const EPERM: i32 = 1;
    matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::CrossesDevices)
        || (cfg!(unix) && error.raw_os_error() == Some(EPERM))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn temporaries(store: &Store) -> usize {
        file::list(&store.root.join("tmp")).unwrap().len()
    }

    #[test]
    fn writing_the_same_again_touches_nothing() {
        let (_folder, store) = Store::scratch();
        let target = store.root.join("a/b.json");
        assert_eq!(store.publish_bytes(&target, b"1\n").unwrap(), Published::Created);
        let long_ago = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        File::options().write(true).open(&target).unwrap().set_modified(long_ago).unwrap();

        assert_eq!(store.publish_bytes(&target, b"1\n").unwrap(), Published::Same);
        assert_eq!(
            store.publish_bytes(&target, b"2\n").unwrap(),
            Published::Other(b"1\n".to_vec())
        );
        assert_eq!(store.replace(&target, &1).unwrap(), Matched::Same);
        assert_eq!(fs::metadata(&target).unwrap().modified().unwrap(), long_ago);
        assert_eq!(fs::read(&target).unwrap(), b"1\n");

        assert_eq!(store.replace(&target, &2).unwrap(), Matched::Replaced);
        assert_eq!(fs::read(&target).unwrap(), b"2\n");
        assert_eq!(temporaries(&store), 0);
    }

    #[test]
    fn of_many_threads_with_different_bytes_one_wins_and_all_see_it() {
        let (_folder, store) = Store::scratch();
        for round in 0..20 {
            let target = store.root.join(format!("race/{round}.json"));
            let race = |number: usize| {
                (number, store.publish_bytes(&target, format!("{number}\n").as_bytes()).unwrap())
            };
            let results: Vec<_> = thread::scope(|scope| {
                let threads: Vec<_> =
                    (0..8).map(|number| scope.spawn(move || race(number))).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            let kept = fs::read(&target).unwrap();
            let winners: Vec<_> =
                results.iter().filter(|(_, published)| *published == Published::Created).collect();
            assert_eq!(winners.len(), 1);
            assert_eq!(kept, format!("{}\n", winners[0].0).as_bytes());
            let losers = results
                .iter()
                .filter(|(_, published)| *published == Published::Other(kept.clone()));
            assert_eq!(losers.count(), 7);
        }
        assert_eq!(temporaries(&store), 0);
    }

    #[test]
    fn of_many_threads_with_the_same_bytes_one_creates_and_the_rest_find_them() {
        let (_folder, store) = Store::scratch();
        let target = store.root.join("race.json");
        let bytes = vec![b'x'; 100_000];
        let created = thread::scope(|scope| {
            let race = || store.publish_bytes(&target, &bytes).unwrap();
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(race)).collect();
            let results = threads.into_iter().map(|thread| thread.join().unwrap());
            results.filter(|published| *published == Published::Created).count()
        });
        assert_eq!(created, 1);
        assert_eq!(fs::read(&target).unwrap(), bytes);
        assert_eq!(temporaries(&store), 0);
    }

    #[test]
    fn what_a_killed_process_left_is_neither_read_nor_in_the_way() {
        let (_folder, store) = Store::scratch();
        let left = store.temporary(b"whole").unwrap().path.clone();
        let number: u64 = left.to_str().unwrap().rsplit_once('-').unwrap().1.parse().unwrap();
        // What comes next takes one of these numbers, unless a test beside takes them all.
        let leftovers = (number..number + 1000)
            .map(|number| store.root.join(format!("tmp/{}-{number}", std::process::id())));
        let leftovers: Vec<_> = leftovers.collect();
        for path in &leftovers {
            fs::write(path, "half a fi").unwrap();
        }
        let target = store.root.join("a.json");
        assert_eq!(store.publish_bytes(&target, b"1\n").unwrap(), Published::Created);
        assert_eq!(fs::read(&target).unwrap(), b"1\n");
        assert!(leftovers.iter().all(|path| fs::read(path).unwrap() == b"half a fi"));
    }

    #[test]
    fn a_name_that_cannot_be_given_loses_nothing() {
        let (_folder, store) = Store::scratch();
        let in_the_way = store.root.join("file");
        fs::write(&in_the_way, "kept").unwrap();
        let error = store.publish_bytes(&in_the_way.join("a.json"), b"1\n").unwrap_err();
        assert!(
            matches!(&error, Error::Io { path, .. } if path.starts_with(&in_the_way)),
            "{error}"
        );
        assert_eq!(fs::read(&in_the_way).unwrap(), b"kept");
        assert_eq!(temporaries(&store), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_missing_permission_is_not_taken_for_missing_hard_links() {
        let said =
            [1, 13, 18, 28, 30].map(|code| lacks_hard_links(&io::Error::from_raw_os_error(code)));
        assert_eq!(said, [true, false, true, false, false], "EPERM, EACCES, EXDEV, ENOSPC, EROFS");
    }
}
