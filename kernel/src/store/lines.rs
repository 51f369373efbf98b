//! A file to which one process appends lines.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::publish::in_folder;
use super::{Error, Result};

/// Appends whole lines. They are not synced: a killed process loses nothing, a power failure the
/// last lines.
#[derive(Debug)]
pub(super) struct Lines {
    file: File,
    pub(super) path: PathBuf,
    /// The length of all whole lines. A line that was cut short is removed before the next one is
    /// written.
    length: u64,
    cut_short: bool,
}

impl Lines {
    /// Creates a file; `None` if there is one with that name.
    pub(super) fn create(path: &Path) -> Result<Option<Self>> {
        let folder = path.parent().expect("the file lies in the store's folder");
        let create = || OpenOptions::new().append(true).create_new(true).open(path);
        match in_folder(folder, create)? {
            Ok(file) => Ok(Some(Self { file, path: path.to_owned(), length: 0, cut_short: false })),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(None),
            Err(error) => Err(Error::io("create", path)(error)),
        }
    }

    /// Appends lines, each with its newline, in one write.
    pub(super) fn append(&mut self, lines: &[u8]) -> Result<()> {
        if self.cut_short {
            self.file.set_len(self.length).map_err(Error::io("repair", &self.path))?;
        }
        let written = self.file.write_all(lines);
        self.cut_short = written.is_err();
        written.map_err(Error::io("write", &self.path))?;
        self.length += lines.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_lines_is_created_once_and_other_errors_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new-folder/events.jsonl");
        let mut lines = Lines::create(&path).unwrap().expect("the file is new");
        lines.append(b"{}\n").unwrap();
        assert!(Lines::create(&path).unwrap().is_none(), "another process appends to it");
        assert_eq!(std::fs::read(&path).unwrap(), b"{}\n", "it is unchanged");
        let too_long = folder.path().join("x".repeat(300));
        let error = Lines::create(&too_long).unwrap_err().to_string();
        assert!(error.contains("create") && error.contains("xxx"), "{error}");
    }
}
