//! The writing end of a journal.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::Writer;
use crate::store::{Error, Result, Run, publish};

/// Appends events to the journal of one process.
///
/// A line goes out in one write. It is not synced: a killed process loses nothing, a power cut
/// the last events.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// The length of the whole lines, to which a line that was cut short is taken back before
    /// the next.
    length: u64,
    cut_short: bool,
}

impl Run {
    /// Begins a journal.
    ///
    /// # Errors
    ///
    /// The file cannot be created, or this writer has begun one already.
    pub fn journal(&self, writer: &Writer) -> Result<Journal> {
        let path = self.journal_path(writer);
        let folder = self.folder().join("journal");
        fs::create_dir_all(&folder).map_err(Error::io("create", &folder))?;
        let file = OpenOptions::new().append(true).create_new(true).open(&path);
        let file = file.map_err(Error::io("create", &path))?;
        Ok(Journal { file, path, length: 0, cut_short: false })
    }
}

impl Journal {
    /// Appends one event.
    ///
    /// # Errors
    ///
    /// The event has no canonical form, or the line cannot be written; what part of it was is
    /// taken back before the next.
    pub fn write<T: Serialize + ?Sized>(&mut self, event: &T) -> Result<()> {
        let line = publish::to_bytes(&self.path, event)?;
        if self.cut_short {
            self.file.set_len(self.length).map_err(Error::io("repair", &self.path))?;
        }
        let written = self.file.write_all(&line);
        self.cut_short = written.is_err();
        written.map_err(Error::io("write", &self.path))?;
        self.length += line.len() as u64;
        Ok(())
    }
}
