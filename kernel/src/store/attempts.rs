//! Attempts at the cells of a run: one line for each, in one file for each process.

#[cfg(feature = "run")]
mod append;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[cfg(feature = "run")]
pub use append::AttemptLog;

use super::{Name, Result, Run, Writer, file, journal};

/// A line of such a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line<A> {
    attempt: A,
    cell: Name,
    /// The beginning of the hash of the line without this field.
    hash: String,
}

/// Reads a file of attempts, and counts the torn last line, which is skipped. With feature `run`
/// each line is checked against its hash.
pub(super) fn lines<A: DeserializeOwned>(path: &Path) -> Result<(Vec<Line<A>>, usize)> {
    journal::lines_with(path, |bytes| {
        let line: Line<A> = serde_json::from_slice(bytes)?;
        #[cfg(feature = "run")]
        if !has_hash(bytes, &line.hash) {
            return Err(serde::de::Error::custom("the line does not have the hash that it states"));
        }
        Ok(line)
    })
}

/// Whether the bytes of a line without the field `hash`, which is the last one, have this hash.
#[cfg(feature = "run")]
fn has_hash(line: &[u8], hash: &str) -> bool {
    let field = format!(",\"hash\":\"{hash}\"}}");
    let start = line.strip_suffix(field.as_bytes());
    start.is_some_and(|start| super::Hash::of(&[start, b"}"].concat()).short() == hash)
}

impl Run {
    /// Reads the attempts at all cells. Those at one cell are in the order of the processes' start,
    /// then in the order in which the process made them. A torn last line is skipped, as in
    /// [`Run::recording`].
    ///
    /// # Errors
    ///
    /// A file cannot be read, or a line before the torn one is not of this type.
    pub fn attempts<A: DeserializeOwned>(&self) -> Result<BTreeMap<Name, Vec<A>>> {
        let names = file::list(&self.folder().join("attempts"))?;
        let mut writers: Vec<_> =
            names.iter().filter_map(|name| Writer::from_file_name(name)).collect();
        writers.sort_by_key(|writer| writer.start);
        let mut attempts: BTreeMap<Name, Vec<A>> = BTreeMap::new();
        for writer in writers {
            let (lines, _) = lines::<A>(&self.attempts_path(&writer))?;
            for Line { attempt, cell, .. } in lines {
                attempts.entry(cell).or_default().push(attempt);
            }
        }
        Ok(attempts)
    }

    pub(super) fn attempts_path(&self, writer: &Writer) -> PathBuf {
        self.folder().join("attempts").join(format!("{writer}.jsonl"))
    }
}
