//! Writing: a file appears under its final name complete and synced, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Error, Hash, Result, Store, canonical, file};

/// What the final name holds after publishing.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Published {
    /// The given bytes, written now.
    Created,
    /// The given bytes, written earlier; nothing was touched.
    Same,
    /// These other bytes, written earlier; nothing was touched.
    Other(Vec<u8>),
}

impl Store {
    pub(super) fn publish<T: Serialize + ?Sized>(
        &self,
        target: &Path,
        value: &T,
    ) -> Result<Published> {
        self.publish_bytes(target, &to_bytes(target, value)?)
    }

    /// Publishes a result. If there is another result, that one stays, this one is kept beside it
    /// as `….<12hex>.conflict.json`, and the error names both files.
    pub(super) fn publish_result<T: Serialize + DeserializeOwned>(
        &self,
        path: PathBuf,
        result: &T,
    ) -> Result<()> {
        let bytes = to_bytes(&path, result)?;
        let Published::Other(first) = self.publish_bytes(&path, &bytes)? else { return Ok(()) };
        let digits = Hash::of(&bytes).short();
        let conflict = path.with_extension(format!("{digits}.conflict.json"));
        // Beside a damaged result this one is not a conflict.
        file::parse::<T>(&path, &first)?;
        self.publish_bytes(&conflict, &bytes)?;
        Err(Error::Nondeterminism { path, conflict })
    }

    /// Publishes bytes under their final name unless it is taken.
    pub(super) fn publish_bytes(&self, target: &Path, bytes: &[u8]) -> Result<Published> {
        if let Some(found) = file::read(target)? {
            return Ok(compare(found, bytes));
        }
        self.publish_new(target, bytes)
    }

    /// Publishes bytes under a final name that the caller has found free; another process may still
    /// be faster.
    pub(super) fn publish_new(&self, target: &Path, bytes: &[u8]) -> Result<Published> {
        let temporary = self.temporary(bytes)?;
        if temporary.name(target)? {
            return Ok(Published::Created);
        }
        // The file there is complete, since it was published in the same way.
        let missing = || Error::io("read", target)(ErrorKind::NotFound.into());
        Ok(compare(file::read(target)?.ok_or_else(missing)?, bytes))
    }

    /// Writes and syncs a file under `tmp/`, inside the store so that it can be renamed into place.
    fn temporary(&self, bytes: &[u8]) -> Result<Temporary> {
        let (mut file, temporary) = create_temporary(&self.root.join("tmp"))?;
        let written = file.write_all(bytes).and_then(|()| file.sync_data());
        written.map_err(Error::io("write", &temporary.path))?;
        Ok(temporary)
    }
}

/// Renames a file unless the new name is taken; half the work of a hard link and an unlink.
#[cfg(target_os = "linux")]
fn rename_without_replacing(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
}

#[cfg(not(target_os = "linux"))]
fn rename_without_replacing(_: &Path, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn to_bytes<T: Serialize + ?Sized>(target: &Path, value: &T) -> Result<Vec<u8>> {
    canonical::to_vec(value).map_err(|source| Error::Unwritable { path: target.to_owned(), source })
}

fn compare(found: Vec<u8>, bytes: &[u8]) -> Published {
    if found == bytes { Published::Same } else { Published::Other(found) }
}

/// Creates a file under a new name; counts past files that killed processes with the same id left.
fn create_temporary(folder: &Path) -> Result<(File, Temporary)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{}-{number}", std::process::id()));
        let create = || OpenOptions::new().write(true).create_new(true).open(&path);
        match in_folder(folder, create)? {
            Ok(file) => return Ok((file, Temporary { path, renamed: false })),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::io("create", path)(error)),
        }
    }
}

/// Does something in a folder, and creates the folder if that fails because it is missing.
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

/// A complete file without its final name; dropping it removes it.
#[derive(Debug)]
struct Temporary {
    path: PathBuf,
    renamed: bool,
}

impl Temporary {
    /// Gives the file its final name and returns true, or returns false if the name is taken.
    fn name(mut self, target: &Path) -> Result<bool> {
        match in_folder(parent(target), || rename_without_replacing(&self.path, target))? {
            Ok(()) => {
                self.renamed = true;
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            // The system or file system has no such call, or hard links fail for the same reason
            // and report it.
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
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After a rename another thread may own this name. A file that cannot be removed does no
        // harm: `verify` lists it and `gc` deletes it.
        if !self.renamed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn parent(target: &Path) -> &Path {
    target.parent().expect("every final name lies in the store's folder")
}

/// Whether hard links are impossible: Linux and macOS report EPERM for a file system without them
/// (EACCES for a missing permission); `tmp` on another file system than the rest has the same
/// effect.
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
    fn publishing_the_same_bytes_again_touches_nothing() {
        let (_folder, store) = Store::scratch();
        let target = store.root.join("a/b.json");
        assert_eq!(store.publish_bytes(&target, b"1").unwrap(), Published::Created);
        let long_ago = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        File::options().write(true).open(&target).unwrap().set_modified(long_ago).unwrap();

        assert_eq!(store.publish_bytes(&target, b"1").unwrap(), Published::Same);
        assert_eq!(store.publish_bytes(&target, b"2").unwrap(), Published::Other(b"1".to_vec()));
        assert_eq!(fs::metadata(&target).unwrap().modified().unwrap(), long_ago);
        assert_eq!(fs::read(&target).unwrap(), b"1");
        assert_eq!(temporaries(&store), 0);
    }

    #[test]
    fn racing_threads_with_different_bytes_all_see_the_one_winner() {
        let (_folder, store) = Store::scratch();
        for round in 0..20 {
            let target = store.root.join(format!("race/{round}.json"));
            let race = |number: usize| {
                (number, store.publish_bytes(&target, number.to_string().as_bytes()).unwrap())
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
            assert_eq!(kept, winners[0].0.to_string().as_bytes());
            let losers = results
                .iter()
                .filter(|(_, published)| *published == Published::Other(kept.clone()));
            assert_eq!(losers.count(), 7);
        }
        assert_eq!(temporaries(&store), 0);
    }

    #[test]
    fn racing_threads_with_the_same_bytes_create_the_file_once() {
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
    fn temporary_files_of_a_killed_process_are_skipped_and_kept() {
        let (_folder, store) = Store::scratch();
        let left = store.temporary(b"whole").unwrap().path.clone();
        let number: u64 = left.to_str().unwrap().rsplit_once('-').unwrap().1.parse().unwrap();
        // The next temporary file would take one of these numbers, unless parallel tests take them
        // all.
        let leftovers = (number..number + 1000)
            .map(|number| store.root.join(format!("tmp/{}-{number}", std::process::id())));
        let leftovers: Vec<_> = leftovers.collect();
        for path in &leftovers {
            fs::write(path, "half a fi").unwrap();
        }
        let target = store.root.join("a.json");
        assert_eq!(store.publish_bytes(&target, b"1").unwrap(), Published::Created);
        assert_eq!(fs::read(&target).unwrap(), b"1");
        assert!(leftovers.iter().all(|path| fs::read(path).unwrap() == b"half a fi"));
    }

    #[test]
    fn a_failed_publication_changes_nothing() {
        let (_folder, store) = Store::scratch();
        let in_the_way = store.root.join("file");
        fs::write(&in_the_way, "kept").unwrap();
        let error = store.publish_bytes(&in_the_way.join("a.json"), b"1").unwrap_err();
        assert!(
            matches!(&error, Error::Io { path, .. } if path.starts_with(&in_the_way)),
            "{error}"
        );
        assert_eq!(fs::read(&in_the_way).unwrap(), b"kept");
        assert_eq!(temporaries(&store), 0);
    }

    #[test]
    fn a_name_that_cannot_be_given_is_an_error_and_not_taken() {
        let (_folder, store) = Store::scratch();
        let target = store.root.join("n".repeat(300));
        let error = store.temporary(b"1").unwrap().name(&target).unwrap_err();
        assert!(matches!(&error, Error::Io { action: "publish", .. }), "{error}");
        assert_eq!(temporaries(&store), 0);
    }

    #[test]
    fn a_file_in_the_place_of_the_temporary_folder_is_an_error() {
        let (_folder, store) = Store::scratch();
        let folder = store.root.join("tmp");
        let _ = fs::remove_dir_all(&folder);
        fs::write(&folder, "kept").unwrap();
        let error = store.temporary(b"1").unwrap_err();
        assert!(matches!(&error, Error::Io { .. }), "{error}");
        assert_eq!(fs::read(&folder).unwrap(), b"kept");
    }

    #[test]
    fn only_a_missing_folder_is_created_and_tried_again() {
        let (_folder, store) = Store::scratch();
        let attempts = |kind: ErrorKind| {
            let attempts = std::cell::Cell::new(0);
            let act = || {
                attempts.set(attempts.get() + 1);
                Err::<(), _>(io::Error::from(kind))
            };
            in_folder(&store.root.join("new"), act).unwrap().unwrap_err();
            attempts.get()
        };
        assert_eq!(attempts(ErrorKind::AlreadyExists), 1);
        assert!(!store.root.join("new").exists());
        assert_eq!(attempts(ErrorKind::NotFound), 2);
        assert!(store.root.join("new").is_dir());
    }

    /// Where the system has no rename that refuses to replace.
    #[test]
    fn a_hard_link_publishes_a_file_once_and_replaces_nothing() {
        let (_folder, store) = Store::scratch();
        let target = store.root.join("a/b.json");
        assert!(store.temporary(b"1").unwrap().link(&target).unwrap());
        assert_eq!(fs::read(&target).unwrap(), b"1");
        assert!(!store.temporary(b"2").unwrap().link(&target).unwrap());
        assert_eq!(fs::read(&target).unwrap(), b"1");
        let below_a_file = store.temporary(b"3").unwrap().link(&target.join("c.json"));
        assert!(matches!(below_a_file, Err(Error::Io { action: "publish", .. })));
        assert_eq!(temporaries(&store), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_missing_permission_is_not_reported_as_missing_hard_links() {
        let lacking =
            [1, 13, 18, 28, 30].map(|code| lacks_hard_links(&io::Error::from_raw_os_error(code)));
        assert_eq!(
            lacking,
            [true, false, true, false, false],
            "EPERM, EACCES, EXDEV, ENOSPC, EROFS"
        );
    }
}
