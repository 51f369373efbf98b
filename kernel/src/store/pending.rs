//! Replies that have no name yet, in a file of the process that had them.
//!
//! A line is the frame of a reply, which tells whether it is whole and to what request it belongs. Who begins such a file
//! locks it, so that others see whether its process is still there.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::lines::Lines;
use super::publish::Published;
use super::{Error, Hash, Result, Store, cache, file};

/// How many replies a process that adopts them holds in memory.
const ADOPTED_AT_ONCE: usize = 256;

/// The file that a process appends its replies to.
#[derive(Debug)]
pub(super) struct Pending(Lines);

impl Pending {
    /// Begins a file. Numbers count on past what killed processes of the same id left.
    ///
    /// It is locked before it gets its name, so that nobody ever finds it there without its process.
    pub(super) fn begin(store: &Store) -> Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        loop {
            let (file, temporary) = store.begun()?;
            // Without locks in the file system the file is adopted all the same, but only its process removes it.
            let _ = file.try_lock();
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = folder(store).join(format!("{}-{number}.jsonl", std::process::id()));
            if temporary.name(&path)? {
                return Ok(Self(Lines::new(file, path)));
            }
        }
    }

    pub(super) fn append(&mut self, framed: &[u8]) -> Result<()> {
        self.0.append(framed)
    }

    /// Removes the file, all of whose replies have a name. What cannot be removed is adopted once more, to no effect.
    pub(super) fn remove(self) {
        let _ = forget(&self.0.path);
    }
}

pub(super) fn folder(store: &Store) -> PathBuf {
    store.root().join("pending")
}

/// The replies of a file that are whole, by their keys.
pub(super) fn whole(lines: &[u8]) -> BTreeMap<Hash, &[u8]> {
    let keyed = |line| cache::key(line).map(|key| (key, line));
    lines.split_inclusive(|byte| *byte == b'\n').filter_map(keyed).collect()
}

impl Store {
    /// Gives names to the replies that killed processes had no time to name; returns how many there were.
    ///
    /// Those of processes that are at work are named as well, and their files are left to them.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or a reply cannot be written: then its file stays.
    pub fn adopt(&self) -> Result<usize> {
        let folder = folder(self);
        let mut adopted = 0;
        for name in file::list(&folder)? {
            let path = folder.join(name);
            let left = match File::open(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                opened => opened.map_err(Error::io("read", &path))?,
            };
            // Locked before it is read: whoever had it can append no more.
            let is_left = match left.try_lock() {
                Ok(()) => true,
                // A locked file cannot be read there.
                Err(TryLockError::WouldBlock) if cfg!(windows) => continue,
                Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
            };
            adopted += self.adopt_from(&path)?;
            if is_left {
                forget(&path)?;
            }
        }
        Ok(adopted)
    }

    fn adopt_from(&self, path: &Path) -> Result<usize> {
        let lines = file::read(path)?.unwrap_or_default();
        let mut files = Vec::new();
        for (key, line) in whole(&lines) {
            let path = self.sharded("cache", &key);
            if !file::exists(&path)? {
                files.push((path, Arc::from(line)));
            }
        }
        let mut adopted = 0;
        for files in files.chunks(ADOPTED_AT_ONCE) {
            for ((path, bytes), temporary) in files.iter().zip(self.temporaries(files)?) {
                adopted += usize::from(temporary.publish(path, bytes)? == Published::Created);
            }
        }
        Ok(adopted)
    }
}

/// Removes a file, unless somebody else has.
fn forget(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io("remove", path)(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::{thread, time::Duration};

    use super::*;

    #[test]
    fn a_file_that_is_being_begun_is_never_taken_for_one_that_was_left() {
        let (_folder, store) = Store::scratch();
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) {
                        store.adopt().unwrap();
                    }
                });
            }
            let lost = (0..2000).filter(|_| {
                let pending = Pending::begin(&store).unwrap();
                thread::sleep(Duration::from_micros(100));
                !pending.0.path.exists()
            });
            let lost = lost.count();
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(lost, 0);
        });
    }
}
