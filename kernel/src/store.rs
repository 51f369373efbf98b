//! The content-addressed store: the only thing that passes between running debates and reporting on
//! them.
//!
//! It stores any value that serde can write, and knows nothing of debates. It reads no clock and no
//! environment: times and host names come from the caller. Reading needs no feature; hashing,
//! writing and `verify` need `run`.
//!
//! ```text
//! VERSION                                  {"hash":"blake3","json":"rfc8785","layout":1}
//! cache/<2hex>/<62hex>.json                {"key":…,"reply":…,"reply_hash":…}: one reply, under the key of its request
//! objects/<2hex>/<62hex>.json              canonical JSON, named by the hash of its bytes
//! runs/<experiment>-<12hex>/manifest.json  what the run was made from, frozen
//! runs/…/cells/<cell>/done.json            the commit point of a cell: the hashes of its snapshots and outcome
//! runs/…/cells/<cell>/done.<12hex>.conflict.json   another outcome of the same cell: nondeterminism
//! runs/…/matches/<topic>.<12hex>.json      which cruxes of a topic's debates are the same; the digits name these debates
//! runs/…/attempts/<host>-<pid>-<start>.jsonl   how attempts at cells went, one a line
//! runs/…/spending.jsonl                    what calls may cost and cost, for budgets that several processes share
//! runs/…/journal/<host>-<pid>-<start>.jsonl   events, one a line
//! tmp/                                     files that are being written; never read
//! ```
//!
//! # Guarantees, whichever process is killed and however many share the folder
//!
//! - A file under its final name is complete. It is written and synced under `tmp/`, then gets its
//!   name if the name is free: by a rename that replaces nothing or, where there is no such call,
//!   by a hard link. File systems that have neither are refused by `Store::open_or_create`, before
//!   anything is paid.
//! - Nothing is ever overwritten. Writing what is there already touches nothing, not even a time.
//! - A reply is on disk before the debate that paid for it continues. So a killed process loses
//!   only the calls in flight.
//! - Replies are stored before objects, objects before `done.json`; `Run::commit` refuses an
//!   outcome whose objects are missing. A debate is done when its `done.json` has its name.
//! - A power failure can also lose the newest names, since folders are not synced, and the last
//!   lines of journals, attempts and spending, which are never synced. File systems with a journal
//!   keep names in the order they were given, so a `done.json` does not outlive its objects;
//!   `verify` reports it if one does.
//! - Several processes may do the same work at the same time. The first reply to a request is kept
//!   and used by all of them. A second, different `done.json` is an error and both are kept.

mod attempts;
#[cfg(feature = "run")]
pub mod canonical;
mod cell;
mod error;
mod file;
mod hash;
mod journal;
mod layout;
mod matches;
mod name;
mod object;
mod reply;
mod run;
mod spending;
mod version;

#[cfg(feature = "run")]
mod garbage;
#[cfg(feature = "run")]
mod lines;
#[cfg(feature = "run")]
mod publish;
#[cfg(feature = "run")]
mod verify;

use std::path::{Path, PathBuf};

pub use cell::Done;
pub use error::{Error, Result};
pub use hash::{Hash, NotAHash};
pub use journal::{Recording, Writer};
pub use layout::LAYOUT;
pub use name::{Name, NotAName};
pub use run::{NotARunId, Run, RunId};

#[cfg(feature = "run")]
pub use {
    attempts::AttemptLog,
    garbage::{Garbage, Item, Keep},
    journal::Journal,
    reply::ReplyStored,
    spending::SpendingFile,
    verify::{Fault, Report, verify},
};

/// A store folder whose layout is known to be this one.
///
/// Cheap to clone and free to share between threads: it holds only the path.
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
    /// Opens an existing store; creates and changes nothing.
    ///
    /// # Errors
    ///
    /// The folder is missing, is not a store, has another layout, or cannot be read.
    pub fn open(root: impl Into<PathBuf>) -> Result<Self> {
        let store = Self { root: root.into() };
        store.check_version()?;
        Ok(store)
    }

    /// Opens a store, or creates one in a folder that is missing or empty (except for hidden
    /// files).
    ///
    /// # Errors
    ///
    /// As [`Store::open`]; also if the folder holds other files.
    #[cfg(feature = "run")]
    pub fn open_or_create(root: impl Into<PathBuf>) -> Result<Self> {
        let store = Self { root: root.into() };
        match store.check_version() {
            Err(Error::NoFolder { .. } | Error::NotAStore { .. }) if store.is_vacant()? => {
                store.create()?;
            }
            // Checked again, because another process may have created it since.
            Err(Error::NoFolder { .. } | Error::NotAStore { .. }) => store.check_version()?,
            other => other?,
        }
        Ok(store)
    }

    /// Creates a store for a test, in a temporary folder.
    #[cfg(all(test, feature = "run"))]
    pub(crate) fn scratch() -> (tempfile::TempDir, Self) {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let store =
            Self::open_or_create(folder.path().join("store")).expect("a store can be created");
        (folder, store)
    }

    /// The path of the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn sharded(&self, kind: &str, hash: &Hash) -> PathBuf {
        let digits = hash.to_string();
        let (shard, rest) = digits.split_at(2);
        self.root.join(kind).join(shard).join(format!("{rest}.json"))
    }
}
