//! Attempts at the cells of a run: one line for each, in one file for each process.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

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

/// Reads a file of attempts, and counts the torn last line, which is skipped. With feature `run` each line is checked against
/// its hash.
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
    /// Reads the attempts at all cells. Those at one cell are in the order of the processes' start, then in the order in
    /// which the process made them. A torn last line is skipped, as in [`Run::recording`].
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

/// Appends the attempts of one process to its file.
#[cfg(feature = "run")]
#[derive(Debug)]
pub struct AttemptLog(super::Journal);

#[cfg(feature = "run")]
impl Run {
    /// Creates the file of attempts of one process.
    ///
    /// # Errors
    ///
    /// The file cannot be created, or this writer has one already.
    pub fn attempt_log(&self, writer: &Writer) -> Result<AttemptLog> {
        super::Journal::create(&self.attempts_path(writer)).map(AttemptLog)
    }
}

#[cfg(feature = "run")]
impl AttemptLog {
    /// Appends attempts in one write. The file is not synced.
    ///
    /// # Errors
    ///
    /// An attempt has no canonical form, or the lines cannot be written.
    pub fn add<'a, A: Serialize + 'a>(
        &mut self,
        attempts: impl IntoIterator<Item = (&'a Name, &'a A)>,
    ) -> Result<()> {
        #[derive(Serialize)]
        struct Unsealed<'a, A> {
            attempt: &'a A,
            cell: &'a Name,
        }
        let mut lines = Vec::new();
        for (cell, attempt) in attempts {
            let bytes = super::publish::to_bytes(self.0.path(), &Unsealed { attempt, cell })?;
            let hash = super::Hash::of(&bytes).short();
            lines.push(Line { attempt, cell: cell.clone(), hash });
        }
        self.0.write_all(&lines)
    }
}

#[cfg(test)]
#[cfg(feature = "run")]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::store::Store;

    #[test]
    fn attempts_of_several_processes_are_read_by_cell_and_a_torn_line_is_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(folder.path()).unwrap();
        let run = store.run(&"trial-0123456789ab".parse().unwrap());
        let name = |name: &str| name.parse::<Name>().unwrap();
        let writer = |pid, start| Writer { host: name("host"), pid, start };
        let (one, other) = (name("one"), name("other"));
        assert_eq!(run.attempts::<u8>().unwrap(), BTreeMap::new());

        let mut late = run.attempt_log(&writer(1, 20)).unwrap();
        let mut early = run.attempt_log(&writer(2, 10)).unwrap();
        late.add([(&one, &3), (&other, &4)]).unwrap();
        early.add([(&one, &1)]).unwrap();
        early.add([(&one, &2)]).unwrap();
        assert!(run.attempt_log(&writer(2, 10)).is_err(), "a second log of the same writer");
        let path = run.attempts_path(&writer(1, 20));
        let mut file = std::fs::File::options().append(true).open(path).unwrap();
        file.write_all(b"{\"attempt\":5,\"ce").unwrap();
        let expected = BTreeMap::from([(one, vec![1, 2, 3]), (other, vec![4])]);
        assert_eq!(run.attempts::<u8>().unwrap(), expected);
    }
}
