//! The writing end of the file of spending.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{entries, sealed};
use crate::store::publish::{in_folder, to_bytes};
use crate::store::{Error, Result, Run};

/// The file of a run, open for appending.
#[derive(Debug)]
pub struct SpendingFile {
    path: PathBuf,
    read: Mutex<Progress>,
}

/// The file, and how much of it was read.
#[derive(Debug)]
struct Progress {
    file: File,
    bytes: u64,
    lines: usize,
    /// Whether that ends with a line that is not finished.
    is_torn: bool,
}

impl Run {
    /// Opens the file, which is created where it is missing.
    ///
    /// # Errors
    ///
    /// The file cannot be created.
    pub fn spending_file(&self) -> Result<SpendingFile> {
        let path = self.spending_path();
        let open = || OpenOptions::new().read(true).append(true).create(true).open(&path);
        let opened = in_folder(&self.folder(), open)?;
        let file = opened.map_err(Error::io("create", &path))?;
        let read = Progress { file, bytes: 0, lines: 0, is_torn: false };
        Ok(SpendingFile { path, read: Mutex::new(read) })
    }
}

impl SpendingFile {
    /// Reads the entries that were added since the last call.
    ///
    /// # Errors
    ///
    /// The file cannot be locked or read, or a whole line of it is damaged.
    pub fn read<T: Serialize + DeserializeOwned>(&self) -> Result<Vec<T>> {
        match self.add(|entries: Vec<T>| Err(entries))? {
            Err(entries) => Ok(entries),
            Ok(()) => Ok(Vec::new()),
        }
    }

    /// Passes the entries that other processes have added since the last call to `decide`, and
    /// appends the entry that it returns. No other process appends in between.
    ///
    /// # Errors
    ///
    /// The file cannot be locked, read or written, or a whole line of it is damaged.
    pub fn add<T: Serialize + DeserializeOwned, E>(
        &self,
        decide: impl FnOnce(Vec<T>) -> std::result::Result<T, E>,
    ) -> Result<std::result::Result<(), E>> {
        let mut held = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let Progress { file, bytes: read, lines, is_torn } = &mut *held;
        let error = |action| Error::io(action, &self.path);
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
            line.extend(sealed(&to_bytes(&self.path, &entry)?));
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
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

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
