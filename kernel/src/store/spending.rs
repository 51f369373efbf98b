//! What the calls of a run cost: one file for each run, to which all processes append under a lock.
//!
//! A call is entered before it is made and again when its cost is known, so the calls of a process
//! that was killed count, and a process sees those of all others. The lock is held for one entry at
//! a time, never during a call. Each line ends with its hash, because a damaged number would change
//! what a budget allows.

#[cfg(feature = "run")]
mod append;

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

#[cfg(feature = "run")]
pub use append::SpendingFile;

use super::{Error, Result, Run, file};

impl Run {
    /// Reads the entries; a missing file has none.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a whole line of it is damaged.
    pub fn spending<T: DeserializeOwned>(&self) -> Result<Vec<T>> {
        Ok(self.spending_and_torn()?.0)
    }

    /// Reads the entries, and counts the lines that killed processes left unfinished.
    pub(super) fn spending_and_torn<T: DeserializeOwned>(&self) -> Result<(Vec<T>, usize)> {
        let path = self.spending_path();
        entries(&path, &file::read(&path)?.unwrap_or_default(), 0)
    }

    pub(super) fn spending_path(&self) -> PathBuf {
        self.folder().join("spending.jsonl")
    }
}

/// A line that a killed process left unfinished is skipped: without its first entry no call was
/// made, and without its second entry a call counts with all that it may have used.
fn entries<T: DeserializeOwned>(
    path: &Path,
    bytes: &[u8],
    before: usize,
) -> Result<(Vec<T>, usize)> {
    let (mut entries, mut torn) = (Vec::new(), 0);
    for (place, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        // A whole line ends with its hash.
        if line.ends_with(b"\"}") {
            let damaged = |source| Error::DamagedJournal {
                path: path.to_owned(),
                line: before + place + 1,
                source,
            };
            entries.push(unsealed(line).map_err(damaged)?);
        } else {
            torn += usize::from(!line.is_empty());
        }
    }
    Ok((entries, torn))
}

const HASH: &[u8] = b",\"hash\":\"";

/// The entry of a line; with feature `run` it is checked against the hash of the line.
fn unsealed<T: DeserializeOwned>(line: &[u8]) -> serde_json::Result<T> {
    let start = line.windows(HASH.len()).rposition(|window| window == HASH);
    let start = start.ok_or_else(|| serde::de::Error::custom("the line has no hash"))?;
    let entry = [&line[..start], b"}"].concat();
    #[cfg(feature = "run")]
    if sealed(&entry) != line {
        return Err(serde::de::Error::custom("the line does not have the hash that it states"));
    }
    serde_json::from_slice(&entry)
}

/// The line of an entry, which is a JSON object.
#[cfg(feature = "run")]
fn sealed(entry: &[u8]) -> Vec<u8> {
    let fields = entry.strip_suffix(b"}").expect("an entry is an object");
    [fields, HASH, super::Hash::of(entry).short().as_bytes(), b"\"}"].concat()
}
