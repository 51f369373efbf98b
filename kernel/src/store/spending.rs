//! What the calls of a run cost: one file for each run, to which all processes append under a lock.
//!
//! A call is entered before it is made and again when its cost is known, so the calls of a process that was killed count, and a
//! process sees those of all others. The lock is held for one entry at a time, never during a call.

use std::path::PathBuf;

use serde::de::DeserializeOwned;

use super::{Result, Run, file};

impl Run {
    /// Reads the entries; a missing file has none.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn spending<T: DeserializeOwned>(&self) -> Result<Vec<T>> {
        Ok(entries(&file::read(&self.spending_path())?.unwrap_or_default()))
    }

    fn spending_path(&self) -> PathBuf {
        self.folder().join("spending.jsonl")
    }
}

/// A line that a killed process left unfinished is skipped: without its first entry no call was made, and without its second
/// entry a call counts with all that it may have used.
fn entries<T: DeserializeOwned>(bytes: &[u8]) -> Vec<T> {
    let lines = bytes.split(|byte| *byte == b'\n');
    lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

/// The file of a run, open for appending.
#[cfg(feature = "run")]
#[derive(Debug)]
pub struct SpendingFile {
    path: PathBuf,
    /// The file, and how much of it was read.
    file: std::sync::Mutex<(std::fs::File, u64)>,
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
        Ok(SpendingFile { path, file: std::sync::Mutex::new((file, 0)) })
    }
}

#[cfg(feature = "run")]
impl SpendingFile {
    /// Reads the entries that were added since the last call.
    ///
    /// # Errors
    ///
    /// The file cannot be locked or read.
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
    /// The file cannot be locked, read or written.
    pub fn add<T: serde::Serialize + DeserializeOwned, E>(
        &self,
        decide: impl FnOnce(Vec<T>) -> std::result::Result<T, E>,
    ) -> Result<std::result::Result<(), E>> {
        use std::io::{Read as _, Seek as _, SeekFrom, Write as _};

        let mut held = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (file, read) = &mut *held;
        let error = |action| super::Error::io(action, &self.path);
        file.lock().map_err(error("lock"))?;
        let act = || {
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(*read)).map_err(error("read"))?;
            file.read_to_end(&mut bytes).map_err(error("read"))?;
            *read += bytes.len() as u64;
            let entry = match decide(entries(&bytes)) {
                Ok(entry) => entry,
                Err(refused) => return Ok(Err(refused)),
            };
            let is_torn = bytes.last().is_some_and(|byte| *byte != b'\n');
            let mut line = if is_torn { vec![b'\n'] } else { Vec::new() };
            line.extend(super::publish::to_bytes(&self.path, &entry)?);
            line.push(b'\n');
            file.write_all(&line).map_err(error("write"))?;
            *read += line.len() as u64;
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
    use super::*;
    use crate::store::Store;

    #[test]
    fn each_process_sees_the_entries_of_the_others_and_a_torn_line_is_skipped() {
        let (_folder, store) = Store::scratch();
        let run = store.run(&"trial-0123456789ab".parse().unwrap());
        assert_eq!(run.spending::<u8>().unwrap(), [0; 0]);
        let (one, other) = (run.spending_file().unwrap(), run.spending_file().unwrap());
        let add = |file: &SpendingFile, new: u8| {
            let mut seen = Vec::new();
            let added: std::result::Result<(), ()> = file
                .add(|others: Vec<u8>| {
                    seen = others;
                    Ok(new)
                })
                .unwrap();
            added.unwrap();
            seen
        };
        assert_eq!(add(&one, 1), [0; 0]);
        assert_eq!(add(&other, 2), [1]);
        let mut torn = std::fs::OpenOptions::new().append(true).open(run.spending_path()).unwrap();
        std::io::Write::write_all(&mut torn, b"\"to").unwrap();
        assert_eq!(add(&one, 3), [2]);
        let refused = other.add(|others: Vec<u8>| Err(others.len())).unwrap();
        assert_eq!(refused, Err(1));
        assert_eq!(run.spending::<u8>().unwrap(), [1, 2, 3]);
    }
}
