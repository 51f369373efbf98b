//! Journals: the events of one process in one run, one a line.

#[cfg(feature = "run")]
mod append;

use std::fmt;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::{Error, Name, Result, Run, file};

#[cfg(feature = "run")]
pub use append::Journal;

/// The process that writes a journal. The store knows neither hosts nor clocks: the caller supplies
/// both.
///
/// *Shape*: `<host>-<pid>-<start>`, as in the name of the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Writer {
    /// The host; [`Name::nearest`] makes one of any host name.
    pub host: Name,
    /// The process id.
    pub pid: u32,
    /// When the process started. *Units*: milliseconds since 1970.
    pub start: u64,
}

impl Writer {
    pub(super) fn from_file_name(name: &str) -> Option<Self> {
        let (rest, start) = name.strip_suffix(".jsonl")?.rsplit_once('-')?;
        let (host, pid) = rest.rsplit_once('-')?;
        let writer =
            Self { host: host.parse().ok()?, pid: pid.parse().ok()?, start: start.parse().ok()? };
        (writer.file_name() == name).then_some(writer)
    }

    fn file_name(&self) -> String {
        format!("{self}.jsonl")
    }
}

impl fmt::Display for Writer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}-{}", self.host, self.pid, self.start)
    }
}

/// The content of one journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording<T> {
    /// The process that wrote it.
    pub writer: Writer,
    /// The events, in the order they were written.
    pub events: Vec<T>,
    /// How many torn last lines were skipped: 1 if the writer was killed while it wrote a line, or
    /// is writing one, else 0.
    pub torn: usize,
}

impl Run {
    /// Lists the writers of the run's journals, in the order of host, process and start.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn writers(&self) -> Result<Vec<Writer>> {
        let names = file::list(&self.folder().join("journal"))?;
        let mut writers: Vec<_> =
            names.iter().filter_map(|name| Writer::from_file_name(name)).collect();
        writers.sort();
        Ok(writers)
    }

    /// Reads a journal; a missing one is empty. A last line without newline is torn: it is skipped
    /// and counted, even if the rest can be read, because `12` may be the beginning of `123`.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a line before the torn one is not of this type.
    pub fn recording<T: DeserializeOwned>(&self, writer: &Writer) -> Result<Recording<T>> {
        let (events, torn) = lines(&self.journal_path(writer))?;
        Ok(Recording { writer: writer.clone(), events, torn })
    }

    pub(super) fn journal_path(&self, writer: &Writer) -> std::path::PathBuf {
        self.folder().join("journal").join(writer.file_name())
    }
}

/// Reads a file of one value a line, and counts the torn last line, which is skipped.
fn lines<T: DeserializeOwned>(path: &Path) -> Result<(Vec<T>, usize)> {
    lines_with(path, |line| serde_json::from_slice(line))
}

/// Reads a file of lines, and counts the torn last line, which is skipped.
pub(super) fn lines_with<T>(
    path: &Path,
    parse: impl Fn(&[u8]) -> serde_json::Result<T>,
) -> Result<(Vec<T>, usize)> {
    let bytes = file::read(path)?.unwrap_or_default();
    let mut lines: Vec<_> = bytes.split(|byte| *byte == b'\n').collect();
    let torn = usize::from(lines.pop().is_some_and(|last| !last.is_empty()));
    let read = |(place, line): (usize, &[u8])| {
        parse(line).map_err(|source| Error::DamagedJournal {
            path: path.to_owned(),
            line: place + 1,
            source,
        })
    };
    Ok((lines.into_iter().enumerate().map(read).collect::<Result<_>>()?, torn))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::store::Store;

    fn run(folder: &std::path::Path) -> Run {
        fs::write(
            folder.join("VERSION"),
            "{\"hash\":\"blake3\",\"json\":\"rfc8785\",\"layout\":1}",
        )
        .unwrap();
        Store::open(folder).unwrap().run(&"trial-0123456789ab".parse().unwrap())
    }

    fn writer() -> Writer {
        Writer { host: "some-host".parse().unwrap(), pid: 7, start: 1_700_000_000_000 }
    }

    fn recorded(content: &[u8]) -> Result<(Vec<u8>, usize)> {
        let folder = tempfile::tempdir().unwrap();
        let run = run(folder.path());
        fs::create_dir_all(run.folder().join("journal")).unwrap();
        fs::write(run.folder().join("journal/some-host-7-1700000000000.jsonl"), content).unwrap();
        assert_eq!(run.writers().unwrap(), [writer()]);
        run.recording(&writer()).map(|recording| (recording.events, recording.torn))
    }

    #[test]
    fn a_torn_last_line_is_skipped_and_counted() {
        assert_eq!(recorded(b"").unwrap(), (vec![], 0));
        assert_eq!(recorded(b"1\n2\n").unwrap(), (vec![1, 2], 0));
        assert_eq!(recorded(b"1\n2\n{\"a").unwrap(), (vec![1, 2], 1));
        assert_eq!(recorded(b"1\n2").unwrap(), (vec![1], 1), "2 may be the beginning of 23");
        assert_eq!(recorded(b"1\n\"\xc3").unwrap(), (vec![1], 1), "cut within a character");
    }

    #[test]
    fn a_damaged_line_before_the_last_is_an_error_that_names_the_line() {
        for content in [&b"1\n{\"a\n3\n"[..], b"1\n\n3\n", b"1\n2 2\n", b"1\n\"text\"\n3"] {
            let error = recorded(content).unwrap_err();
            assert!(matches!(error, Error::DamagedJournal { line: 2, .. }), "{error}");
        }
    }

    #[cfg(feature = "run")]
    #[test]
    fn events_are_read_in_order_even_while_the_journal_grows() {
        let folder = tempfile::tempdir().unwrap();
        let run = run(folder.path());
        let mut journal = run.journal(&writer()).unwrap();
        for number in 0..100 {
            journal.write(&format!("event\n{number}")).unwrap();
            let recording = run.recording::<String>(&writer()).unwrap();
            assert_eq!((recording.events.len(), recording.torn), (number + 1, 0));
            assert_eq!(recording.events[number], format!("event\n{number}"));
        }
        assert!(run.journal(&writer()).is_err(), "a second journal of the same writer");
        assert_eq!(run.recording::<String>(&writer()).unwrap().events.len(), 100);
    }

    #[cfg(feature = "run")]
    #[test]
    fn an_event_that_cannot_be_written_leaves_no_partial_line() {
        let folder = tempfile::tempdir().unwrap();
        let run = run(folder.path());
        let mut journal = run.journal(&writer()).unwrap();
        journal.write(&1.5).unwrap();
        assert!(matches!(journal.write(&f64::NAN), Err(Error::Unwritable { .. })));
        journal.write(&2.5).unwrap();
        assert_eq!(run.recording::<f64>(&writer()).unwrap().events, [1.5, 2.5]);
    }
}
