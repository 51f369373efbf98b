//! The one error type of the store.

use std::io;
use std::path::{Path, PathBuf};

use super::{Hash, canonical, version};

/// The result of an operation on the store.
pub type Result<T> = std::result::Result<T, Error>;

/// Says what kept the store from doing what was asked, with the file and, by [`Error::help`], a way
/// out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refused: no space, no permission, a file where a folder should be.
    #[error("cannot {action} {}", path.display())]
    Io {
        /// What was tried, as a verb.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The file system cannot give a file a second name, on which all writing rests.
    #[error("cannot publish {}: its file system has no hard links", path.display())]
    NoHardLinks {
        /// The final name that could not be given.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// There is no folder of that name.
    #[error("there is no store at {}", path.display())]
    NoFolder {
        /// The folder asked for.
        path: PathBuf,
    },
    /// The folder has no `VERSION`.
    #[error("{} is not a store: it has no VERSION", path.display())]
    NotAStore {
        /// The folder asked for.
        path: PathBuf,
    },
    /// The store was written by another version of Faultline.
    #[error("{} names layout {found}, this version knows layout {}", path.display(), version::LAYOUT)]
    OtherLayout {
        /// The `VERSION` file.
        path: PathBuf,
        /// The layout it names.
        found: u64,
    },
    /// The store names its objects by another hash function.
    #[error("{} names the hash function `{found}`, this version knows `{}`", path.display(), version::FUNCTION)]
    OtherFunction {
        /// The `VERSION` file.
        path: PathBuf,
        /// The function it names.
        found: String,
    },
    /// A file is no JSON, or not that of the type asked for.
    #[error("{} does not hold what it should", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where and why reading stopped.
        source: serde_json::Error,
    },
    /// An object is not in the store.
    #[error("there is no object {}", path.display())]
    NoObject {
        /// Where it would be.
        path: PathBuf,
    },
    /// An outcome names an object that is not in the store.
    #[error("{} names the object {object}, which is missing", path.display())]
    Dangling {
        /// The `done.json`, written or not.
        path: PathBuf,
        /// The object it names.
        object: Hash,
    },
    /// An object's bytes are not those it is named by.
    #[error("{} is damaged: its bytes hash to {found}", path.display())]
    DamagedObject {
        /// The file.
        path: PathBuf,
        /// The hash of what it holds now.
        found: Hash,
    },
    /// A cache entry is not in the form it was written in.
    #[error("{} is damaged: {reason}", path.display())]
    DamagedReply {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The manifest of a run is frozen already, and is another.
    #[error("{} is frozen with other content", path.display())]
    Refrozen {
        /// The frozen manifest.
        path: PathBuf,
    },
    /// A cell came out differently from the same inputs.
    #[error("nondeterminism: {} has another outcome than the one now kept as {}", path.display(), conflict.display())]
    Nondeterminism {
        /// The `done.json` that stands.
        path: PathBuf,
        /// The outcome that came second.
        conflict: PathBuf,
    },
    /// Another process has answered a request of a cell before this one's reply got its name, and otherwise.
    #[error("{} rests on another reply to {key} than the one that is kept", path.display())]
    Overtaken {
        /// The `done.json` that was not written.
        path: PathBuf,
        /// The request.
        key: Hash,
    },
    /// A line of a journal that is not the torn last one cannot be read.
    #[error("{} is damaged in line {line}", path.display())]
    DamagedJournal {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Where in the line and why reading stopped.
        source: serde_json::Error,
    },
    /// A value has no canonical form, so nothing was written.
    #[error("cannot write {}", path.display())]
    Unwritable {
        /// The folder or file it was meant for.
        path: PathBuf,
        /// What is wrong, and where in the value.
        source: canonical::Error,
    },
}

impl Error {
    /// Says what a person can do about it, in one sentence.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Io { source, .. } => io_help(source.kind()),
            Self::NoHardLinks { .. } => {
                "put the store on a file system with hard links (ext4, xfs, btrfs, apfs, ntfs), in one piece"
            }
            Self::NoFolder { .. } => "run the experiment first, or name the folder of the store",
            Self::NotAStore { .. } => {
                "name the folder of the store, or an empty or new folder to make one in"
            }
            Self::OtherLayout { .. } | Self::OtherFunction { .. } => {
                "use the version of Faultline that wrote the store, or another folder; nothing was changed"
            }
            Self::Malformed { path, .. } if path.ends_with("VERSION") => version::REMEDY,
            Self::Malformed { .. } => {
                "restore the file from a copy, or delete it and run the experiment again: cached replies are not paid twice"
            }
            Self::NoObject { .. } | Self::Dangling { .. } | Self::DamagedObject { .. } => {
                "delete the object and the done.json of the cells that name it, and run the experiment again: cached replies rebuild it"
            }
            Self::DamagedReply { .. } => {
                "restore the file from a copy, or delete it: the next run asks the model again, and pays again"
            }
            Self::Refrozen { .. } => {
                "a changed manifest is another run: give it another id, or delete the run's folder"
            }
            Self::Nondeterminism { .. } => {
                "compare the two: what they differ by is missing from the cell's id; then delete the wrong one, or both and run again"
            }
            Self::Overtaken { .. } => {
                "run again: the debate then goes on with the reply that is kept"
            }
            Self::DamagedJournal { .. } => {
                "delete the line, or the journal: no result depends on it"
            }
            Self::Unwritable { .. } => {
                "this is a defect of the program that made the value: please report it"
            }
        }
    }

    /// Borrows the path of the file or folder it is about.
    pub fn path(&self) -> &Path {
        match self {
            Self::Io { path, .. }
            | Self::NoHardLinks { path, .. }
            | Self::NoFolder { path }
            | Self::NotAStore { path }
            | Self::OtherLayout { path, .. }
            | Self::OtherFunction { path, .. }
            | Self::Malformed { path, .. }
            | Self::NoObject { path }
            | Self::Dangling { path, .. }
            | Self::DamagedObject { path, .. }
            | Self::DamagedReply { path, .. }
            | Self::Refrozen { path }
            | Self::Nondeterminism { path, .. }
            | Self::Overtaken { path, .. }
            | Self::DamagedJournal { path, .. }
            | Self::Unwritable { path, .. } => path,
        }
    }

    /// The error with its causes and its way out, as one line.
    pub fn told(&self) -> String {
        let mut told = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            told = format!("{told}: {error}");
            cause = error.source();
        }
        format!("{told}; {}", self.help())
    }

    pub(super) fn io(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { action, path, source }
    }
}

fn io_help(kind: io::ErrorKind) -> &'static str {
    if matches!(kind, io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) {
        "free some space and run again: what was written is kept and is not paid twice"
    } else if matches!(kind, io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) {
        "make the folder writable for this user, or name another folder"
    } else if matches!(kind, io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory) {
        "something else is in the place of a file or folder of the store: move it away, or name another folder"
    } else {
        "check the path and the disk, then run again: what was written is kept"
    }
}
