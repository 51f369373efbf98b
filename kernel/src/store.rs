//! The content-addressed store: the only thing that passes between running debates and reporting on
//! them.
//!
//! It keeps any value serde can write, and knows nothing of debates. It reads no clock and no
//! environment: times and host names come from the caller. Reading needs no feature; hashing,
//! writing and `verify` need `run`.
//!
//! ```text
//! VERSION                                  {"hash":"blake3","layout":1}
//! cache/<2hex>/<62hex>.json                {"key":…,"reply":…,"reply_hash":…}: one reply, under a key the caller makes
//! objects/<2hex>/<62hex>.json              canonical JSON, named by the hash of its bytes
//! runs/<experiment>-<12hex>/manifest.json  what the run was made from, frozen
//! runs/…/cells/<cell>/done.json            the commit point of a cell: the hashes of its snapshots and outcome
//! runs/…/cells/<cell>/done.<12hex>.conflict.json   another outcome of the same cell: nondeterminism
//! runs/…/attempts/<host>-<pid>-<start>.jsonl   how attempts at cells went, one a line
//! runs/…/matches/<topic>.json              derived from the cells of a topic; replaced when more cells are there
//! runs/…/journal/<host>-<pid>-<start>.jsonl   events, one a line
//! pending/<pid>-<n>.jsonl                  replies that have no name yet, each in the form of its file; read by the next run
//! tmp/                                     files being written; never read
//! ```
//!
//! # What holds, whatever is killed and whoever shares the folder
//!
//! - A file under its final name is complete: it is written and synced under `tmp/`, then gets its
//!   name if that is free, by a rename that replaces nothing or, where there is no such call, by a
//!   hard link. There is no fallback to file systems that have neither, for none is free of
//!   half-written files: `Store::open_or_create` fails there, before anything is paid.
//! - Nothing is ever overwritten, but `matches/`, which can be derived again (by an atomic rename).
//!   Writing what is there already touches nothing, not even a time.
//! - Replies come before objects, objects before `done.json`; `Run::finish` refuses an outcome
//!   whose objects are missing.
//! - Names are given in batches (`Replies::commit`): all files of a batch are written, synced
//!   together, and only then named one after the other. A debate is done when its `done.json` has
//!   its name.
//! - A kill, at whatever moment, loses the calls under way and nothing else: a reply is in a file
//!   under `pending/` before its debate goes on. That file goes when all its replies are named, and
//!   `Store::adopt` names those of processes that were killed. It takes whole lines only: each is
//!   the frame of a reply, with its key and its hash.
//! - A power cut loses as well what was not synced: the replies and outcomes since the last batch,
//!   which follow each other within a fraction of a second, or as fast as the disk syncs; and lines
//!   of journals and attempts, which are never synced. It may take the names of the last batch, for
//!   folders are not synced by themselves; file systems with a journal keep names in the order they
//!   were given, so a `done.json` never outlives what it rests on, and `verify` tells.
//! - Two processes may do the same work at once. The first reply to a request that is named is kept.
//!   A debate that went on with another is refused (`Error::Overtaken`) and had again, with the one
//!   that is kept; a second, different `done.json` is an error and both are kept.

mod attempts;
mod cache;
pub mod canonical;
mod cell;
mod error;
mod file;
mod hash;
mod journal;
mod name;
mod object;
mod run;
mod version;

#[cfg(feature = "run")]
mod commit;
#[cfg(feature = "run")]
mod lines;
#[cfg(feature = "run")]
mod pending;
#[cfg(feature = "run")]
mod publish;
#[cfg(feature = "run")]
mod sweep;
#[cfg(feature = "run")]
mod verify;

use std::path::{Path, PathBuf};

#[cfg(feature = "run")]
pub use attempts::Record;
#[cfg(feature = "run")]
pub use cache::Remembered;
pub use cell::Done;
#[cfg(feature = "run")]
pub use commit::{Debate, Named, Object, Outcome, Replies};
pub use error::{Error, Result};
pub use hash::{Hash, NotAHash};
#[cfg(feature = "run")]
pub use journal::Journal;
pub use journal::{Recording, Writer};
pub use name::{Name, NotAName};
#[cfg(feature = "run")]
pub use publish::Matched;
pub use run::{NotARunId, Run, RunId};
#[cfg(feature = "run")]
pub use sweep::{Item, Kept, Litter};
#[cfg(feature = "run")]
pub use verify::{Fault, Report, verify};
pub use version::LAYOUT;

/// Stands for a store folder whose layout is known to be this one.
///
/// Cheap to clone and free to share between threads: it holds the path and nothing else.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "run")] {
/// use faultline::store::Store;
///
/// # let folder = tempfile::tempdir()?;
/// let store = Store::open_or_create(folder.path().join("store"))?;
/// let hash = store.put(&["a snapshot", "of anything"])?;
/// assert_eq!(store.object::<Vec<String>>(&hash)?, ["a snapshot", "of anything"]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    root: PathBuf,
}

impl Store {
    /// Opens a store that exists; creates and changes nothing.
    ///
    /// # Errors
    ///
    /// The folder is missing, is no store, is of a layout this version does not know, or cannot be
    /// read.
    pub fn open(root: impl Into<PathBuf>) -> Result<Self> {
        let store = Self { root: root.into() };
        store.check_version()?;
        Ok(store)
    }

    /// Opens a store, or makes one in a folder that is missing or empty (files with a leading dot
    /// do not count).
    ///
    /// # Errors
    ///
    /// As [`Store::open`]; also when the folder holds other things, or its file system has no hard
    /// links.
    #[cfg(feature = "run")]
    pub fn open_or_create(root: impl Into<PathBuf>) -> Result<Self> {
        let store = Self { root: root.into() };
        match store.check_version() {
            Err(Error::NoFolder { .. } | Error::NotAStore { .. }) if store.is_vacant()? => {
                store.create()?;
            }
            // Looked at again, for another process may have made it since.
            Err(Error::NoFolder { .. } | Error::NotAStore { .. }) => store.check_version()?,
            other => other?,
        }
        Ok(store)
    }

    /// Makes a store for a test, in a folder that goes with the test.
    #[cfg(all(test, feature = "run"))]
    pub(crate) fn scratch() -> (tempfile::TempDir, Self) {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let store = Self::open_or_create(folder.path().join("store")).expect("a store can be made");
        (folder, store)
    }

    /// Borrows the path of the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Lists the runs that have a frozen manifest, in the order of their ids.
    ///
    /// # Errors
    ///
    /// The folder `runs` cannot be read.
    pub fn runs(&self) -> Result<Vec<RunId>> {
        let ids =
            file::list(&self.root.join("runs"))?.into_iter().filter_map(|name| name.parse().ok());
        let frozen = |id: &RunId| file::exists(&self.run(id).manifest_path());
        ids.filter_map(|id| frozen(&id).map(|frozen| frozen.then_some(id)).transpose()).collect()
    }

    /// Turns to one run, which need not exist yet.
    #[must_use]
    pub fn run(&self, id: &RunId) -> Run {
        Run::new(self.clone(), id.clone())
    }

    fn sharded(&self, kind: &str, hash: &Hash) -> PathBuf {
        let digits = hash.to_string();
        let (shard, rest) = digits.split_at(2);
        self.root.join(kind).join(shard).join(format!("{rest}.json"))
    }
}
