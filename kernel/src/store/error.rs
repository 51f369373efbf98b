//! The error type of the store.

use std::io;
use std::path::{Path, PathBuf};

use super::Hash;
#[cfg(feature = "run")]
use super::canonical;
use super::layout;

/// The result of an operation on the store.
pub type Result<T> = std::result::Result<T, Error>;

/// What stopped an operation on the store: names the file, the cause and, with [`Error::help`], a
/// remedy.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refused: no space, no permission, a file where a folder should be.
    #[error("cannot {action} {}", path.display())]
    Io {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file system has no hard links, and no rename that replaces nothing.
    #[error("cannot publish {}: its file system has no hard links", path.display())]
    NoHardLinks {
        /// The final name that could not be given.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The folder does not exist.
    #[error("there is no store at {}", path.display())]
    NoFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The folder has no `VERSION`.
    #[error("{} is not a store: it has no VERSION", path.display())]
    NotAStore {
        /// The folder.
        path: PathBuf,
    },
    /// The store was written by another version of Faultline.
    #[error("{} has layout {found}; this version of Faultline reads layout {}", path.display(), layout::LAYOUT)]
    OtherLayout {
        /// The `VERSION` file.
        path: PathBuf,
        /// The layout it names.
        found: u64,
    },
    /// The store names its files by another hash function.
    #[error("{} uses the hash function `{found}`; this version of Faultline uses `{}`", path.display(), layout::HASH)]
    OtherHash {
        /// The `VERSION` file.
        path: PathBuf,
        /// The function it names.
        found: String,
    },
    /// The store writes JSON in another form, so its hashes are of other bytes.
    #[error("{} uses the JSON form `{found}`; this version of Faultline uses the JSON form `{}`", path.display(), layout::JSON)]
    OtherJson {
        /// The `VERSION` file.
        path: PathBuf,
        /// The form it names.
        found: String,
    },
    /// A file is not JSON, or not of the expected type.
    #[error("{} does not have the expected content", path.display())]
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
        /// The missing object.
        object: Hash,
    },
    /// The bytes of an object do not have the hash that names it.
    #[error("{} is damaged: its bytes have the hash {found}", path.display())]
    DamagedObject {
        /// The file.
        path: PathBuf,
        /// The hash of its present content.
        found: Hash,
    },
    /// A stored reply is not in the form in which it was written.
    #[error("{} is damaged: {reason}", path.display())]
    DamagedReply {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A reply that a finished debate was made from is not in the store.
    #[error("there is no reply {}, which is needed for {}", path.display(), list(done))]
    NoReply {
        /// Where it would be.
        path: PathBuf,
        /// The `done.json` of the debate, in each run that holds it.
        done: Vec<PathBuf>,
    },
    /// The bytes of a frozen manifest do not have the hash that names its run.
    #[error("{} is damaged: its bytes have the hash {found}, which is not that of the run's name", path.display())]
    DamagedManifest {
        /// The file.
        path: PathBuf,
        /// The hash of its present content.
        found: Hash,
    },
    /// The run has another frozen manifest.
    #[error("{} was frozen with other content", path.display())]
    Refrozen {
        /// The frozen manifest.
        path: PathBuf,
    },
    /// The same inputs gave another outcome.
    #[error("nondeterminism: {} has another outcome than {}", path.display(), conflict.display())]
    Nondeterminism {
        /// The `done.json` that was first and remains.
        path: PathBuf,
        /// The outcome that came second.
        conflict: PathBuf,
    },
    /// A line of a journal cannot be read, and it is not a torn last line.
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
    #[cfg(feature = "run")]
    #[error("cannot write {}", path.display())]
    Unwritable {
        /// The folder or file it was meant for.
        path: PathBuf,
        /// What is wrong, and where in the value.
        source: canonical::Error,
    },
}

impl Error {
    /// What the user can do about it, as one sentence.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Io { source, .. } => io_help(source.kind()),
            Self::NoHardLinks { .. } => {
                "put the whole store on one file system with hard links (ext4, xfs, btrfs, apfs, ntfs)"
            }
            Self::NoFolder { .. } => "run the experiment first, or name the folder of the store",
            Self::NotAStore { .. } => {
                "name the folder of a store, or an empty or new folder to create one in; if VERSION was lost, write \
                 {\"hash\":\"blake3\",\"json\":\"rfc8785\",\"layout\":1} into it"
            }
            Self::OtherLayout { .. } | Self::OtherHash { .. } | Self::OtherJson { .. } => {
                "use the version of Faultline that wrote the store, or name another folder; nothing was changed"
            }
            Self::Malformed { path, .. } if path.ends_with("VERSION") => layout::REMEDY,
            Self::Malformed { .. } => {
                "restore the file from a copy, or delete it and run the experiment again: stored replies are not paid twice"
            }
            Self::NoObject { .. } | Self::Dangling { .. } | Self::DamagedObject { .. } => {
                "delete the object and the done.json of the cells that name it, and run the experiment again: stored replies \
                 are not paid twice"
            }
            Self::DamagedReply { .. } => {
                "restore the file from a copy, or delete it. If the debate is not done, the next run asks the model again and pays \
                 again. If it is done, `report verify` then names the done.json to delete as well"
            }
            Self::NoReply { .. } => {
                "restore the file from a copy, or delete every done.json that is named and run the experiment again: it asks for the \
                 reply again and pays for it, and the debate may come out differently"
            }
            Self::DamagedManifest { .. } => {
                "restore the file from a copy, or delete it and run the experiment again: it is written again, and nothing is \
                 paid twice"
            }
            Self::Refrozen { .. } => {
                "give the changed experiment another name, or delete the folder of the run"
            }
            Self::Nondeterminism { .. } => {
                "compare the two: the cell's id does not cover what makes them differ; then delete the wrong one, or delete \
                 both and run again"
            }
            Self::DamagedJournal { .. } => {
                "delete the line: no result depends on it. Budgets then no longer count what the attempts on this line have spent"
            }
            #[cfg(feature = "run")]
            Self::Unwritable { .. } => {
                "please report this as a defect of the program that made the value"
            }
        }
    }

    /// The file or folder that the error is about.
    pub fn path(&self) -> &Path {
        match self {
            Self::Io { path, .. }
            | Self::NoHardLinks { path, .. }
            | Self::NoFolder { path }
            | Self::NotAStore { path }
            | Self::OtherLayout { path, .. }
            | Self::OtherHash { path, .. }
            | Self::OtherJson { path, .. }
            | Self::Malformed { path, .. }
            | Self::NoObject { path }
            | Self::Dangling { path, .. }
            | Self::DamagedObject { path, .. }
            | Self::DamagedReply { path, .. }
            | Self::NoReply { path, .. }
            | Self::DamagedManifest { path, .. }
            | Self::Refrozen { path }
            | Self::Nondeterminism { path, .. }
            | Self::DamagedJournal { path, .. } => path,
            #[cfg(feature = "run")]
            Self::Unwritable { path, .. } => path,
        }
    }

    /// The error with its causes.
    pub fn with_causes(&self) -> String {
        let mut report = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            report = format!("{report}: {error}");
            cause = error.source();
        }
        report
    }

    /// The error with its causes and its remedy, as one line.
    pub fn report(&self) -> String {
        format!("{}; {}", self.with_causes(), self.help())
    }

    pub(super) fn io(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { action, path, source }
    }
}

fn list(paths: &[PathBuf]) -> String {
    let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    paths.join(" and ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_version_is_written_again_and_any_other_file_is_restored() {
        let help = |path: &str| {
            let path = PathBuf::from(path);
            let source = serde_json::from_str::<bool>("{").unwrap_err();
            Error::Malformed { path, source }.help()
        };
        assert_eq!(help("data/store/VERSION"), layout::REMEDY);
        assert_ne!(help("data/store/runs/a/manifest.json"), layout::REMEDY);
    }

    #[test]
    fn a_report_has_the_error_its_cause_and_its_remedy() {
        let source = io::Error::from(io::ErrorKind::StorageFull);
        let cause = source.to_string();
        let report = Error::io("write", "data/store/VERSION")(source).report();
        for part in ["write", "data/store/VERSION", &cause, "free some space and run again"] {
            assert!(report.contains(part), "{report}");
        }
    }
}
