//! What the calls of a run cost: one file for each run, to which all processes append under a lock.
//!
//! A call is entered before it is made and again when its cost is known, so the calls of a process that was killed count, and a
//! process sees those of all others. The lock is held for one entry at a time, never during a call. Each line ends with its
//! hash, because a damaged number would change what a budget allows.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

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

/// A line that a killed process left unfinished is skipped: without its first entry no call was made, and without its second
/// entry a call counts with all that it may have used.
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

/// The file of a run, open for appending.
#[cfg(feature = "run")]
#[derive(Debug)]
pub struct SpendingFile {
    path: PathBuf,
    read: std::sync::Mutex<Progress>,
}

/// The file, and how much of it was read.
#[cfg(feature = "run")]
#[derive(Debug)]
struct Progress {
    file: std::fs::File,
    bytes: u64,
    lines: usize,
    /// Whether that ends with a line that is not finished.
    is_torn: bool,
}

#[cfg(feature = "run")]
impl Run {
    /// Opens the file, which is created where it is missing.
    ///
    /// # Errors
    ///
    /// The file cannot be created.
    pub fn spending_file(&self) -> Result<SpendingFile> {
        use super::publish::in_folder;

        let path = self.spending_path();
        let open = || std::fs::OpenOptions::new().read(true).append(true).create(true).open(&path);
        let opened = in_folder(&self.folder(), open)?;
        let file = opened.map_err(super::Error::io("create", &path))?;
        let read = Progress { file, bytes: 0, lines: 0, is_torn: false };
        Ok(SpendingFile { path, read: std::sync::Mutex::new(read) })
    }
}

#[cfg(feature = "run")]
impl SpendingFile {
    /// Reads the entries that were added since the last call.
    ///
    /// # Errors
    ///
    /// The file cannot be locked or read, or a whole line of it is damaged.
    pub fn read<T: serde::Serialize + DeserializeOwned>(&self) -> Result<Vec<T>> {
        match self.add(|entries: Vec<T>| Err(entries))? {
            Err(entries) => Ok(entries),
            Ok(()) => Ok(Vec::new()),
        }
    }

    /// Passes the entries that other processes have added since the last call to `decide`, and appends the entry that it
    /// returns. No other process appends in between.
    ///
    /// # Errors
    ///
    /// The file cannot be locked, read or written, or a whole line of it is damaged.
    pub fn add<T: serde::Serialize + DeserializeOwned, E>(
        &self,
        decide: impl FnOnce(Vec<T>) -> std::result::Result<T, E>,
    ) -> Result<std::result::Result<(), E>> {
        use std::io::{Read, Seek as _, SeekFrom, Write as _};

        let mut held = self.read.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Progress { file, bytes: read, lines, is_torn } = &mut *held;
        let error = |action| super::Error::io(action, &self.path);
        file.lock().map_err(error("lock"))?;
        let act = || {
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(*read)).map_err(error("read"))?;
            file.read_to_end(&mut bytes).map_err(error("read"))?;
            let (entries, _) = entries(&self.path, &bytes, *lines)?;
            *read += bytes.len() as u64;
            *is_torn = bytes.last().map_or(*is_torn, |last| *last != b'\n');
            *lines += bytes.split(|byte| *byte == b'\n').skip(1).count();
            let entry = match decide(entries) {
                Ok(entry) => entry,
                Err(refused) => return Ok(Err(refused)),
            };
            let mut line = if *is_torn { vec![b'\n'] } else { Vec::new() };
            line.extend(sealed(&super::publish::to_bytes(&self.path, &entry)?));
            line.push(b'\n');
            file.write_all(&line).map_err(error("write"))?;
            *read += line.len() as u64;
            *lines += 1 + usize::from(*is_torn);
            *is_torn = false;
            Ok(Ok(()))
        };
        let added = act();
        file.unlock().map_err(error("unlock"))?;
        added
    }
}

#[cfg(test)]
#[cfg(feature = "run")]
mod tests {
    use std::collections::BTreeMap;

    use serde::de::IgnoredAny;

    use super::*;
    use crate::store::Store;

    /// An entry with a number.
    fn entry(number: u8) -> BTreeMap<String, u8> {
        BTreeMap::from([("number".to_owned(), number)])
    }

    fn numbers(entries: &[BTreeMap<String, u8>]) -> Vec<u8> {
        entries.iter().map(|entry| entry["number"]).collect()
    }

    fn append(path: &Path, bytes: &[u8]) {
        let mut file = std::fs::OpenOptions::new().append(true).open(path).unwrap();
        std::io::Write::write_all(&mut file, bytes).unwrap();
    }

    fn add(file: &SpendingFile, new: u8) -> Result<Vec<u8>> {
        let mut seen = Vec::new();
        let added: std::result::Result<(), ()> =
            file.add(|others: Vec<BTreeMap<String, u8>>| {
                seen = numbers(&others);
                Ok(entry(new))
            })?;
        added.unwrap();
        Ok(seen)
    }

    #[test]
    fn each_process_sees_the_entries_of_the_others_and_a_torn_line_is_skipped() {
        let (_folder, store) = Store::scratch();
        let run = store.run(&"trial-0123456789ab".parse().unwrap());
        assert_eq!(run.spending::<BTreeMap<String, u8>>().unwrap(), []);
        let (one, other) = (run.spending_file().unwrap(), run.spending_file().unwrap());
        assert_eq!(add(&one, 1).unwrap(), [0; 0]);
        assert_eq!(add(&other, 2).unwrap(), [1]);
        append(&run.spending_path(), b"{\"number\":7,\"ha");
        // The torn line is read, and nothing is written then, as on a full disk.
        one.add(|others: Vec<BTreeMap<String, u8>>| Err(others.len())).unwrap().unwrap_err();
        assert_eq!(add(&one, 3).unwrap(), [0; 0]);
        let refused = other.add(|others: Vec<BTreeMap<String, u8>>| Err(others.len())).unwrap();
        assert_eq!(refused, Err(1));
        let (entries, torn) = run.spending_and_torn().unwrap();
        assert_eq!((numbers(&entries), torn), (vec![1, 2, 3], 1));
    }

    #[test]
    fn a_flipped_bit_is_found_and_named_by_its_line() {
        let (_folder, store) = Store::scratch();
        let run = store.run(&"trial-0123456789ab".parse().unwrap());
        let (one, other) = (run.spending_file().unwrap(), run.spending_file().unwrap());
        assert_eq!(add(&one, 1).unwrap(), [0; 0]);
        assert_eq!(add(&other, 2).unwrap(), [1]);
        let text = std::fs::read_to_string(run.spending_path()).unwrap();
        std::fs::write(run.spending_path(), text.replace("\"number\":2", "\"number\":3")).unwrap();
        for error in [add(&one, 3).unwrap_err(), run.spending_and_torn::<IgnoredAny>().unwrap_err()]
        {
            assert!(error.to_string().ends_with("is damaged in line 2"), "{error}");
        }
        assert_eq!(add(&other, 3).unwrap(), [0; 0], "it has read the line before");
    }

    #[test]
    fn entries_are_read_once_and_a_damaged_line_is_named_by_its_number_in_the_whole_file() {
        let (_folder, store) = Store::scratch();
        let run = store.run(&"trial-0123456789ab".parse().unwrap());
        let (one, other) = (run.spending_file().unwrap(), run.spending_file().unwrap());
        for new in [1, 2, 3] {
            add(&one, new).unwrap();
        }
        let read = || other.read::<BTreeMap<String, u8>>();
        assert_eq!(numbers(&read().unwrap()), [1, 2, 3]);
        assert_eq!(read().unwrap(), []);
        append(&run.spending_path(), b"{\"number\":7,\"hash\":\"0\"}\n");
        let error = read().unwrap_err();
        assert!(error.to_string().ends_with("is damaged in line 4"), "{error}");
    }
}
