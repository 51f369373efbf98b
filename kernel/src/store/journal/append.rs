//! The writing end of a journal.

use std::io::ErrorKind;
use std::path::Path;

use serde::Serialize;

use super::Writer;
use crate::store::lines::Lines;
use crate::store::{Error, Result, Run, canonical};

/// Appends events to the journal of one process.
///
/// Lines are written at one time and not synced: a killed process loses nothing, a power failure
/// the last events.
#[derive(Debug)]
pub struct Journal(Lines);

impl Run {
    /// Creates a journal.
    ///
    /// # Errors
    ///
    /// The file cannot be created, or this writer has a journal already.
    pub fn journal(&self, writer: &Writer) -> Result<Journal> {
        Journal::create(&self.journal_path(writer))
    }
}

impl Journal {
    /// Creates a file of events, which must not exist yet.
    pub(in crate::store) fn create(path: &Path) -> Result<Self> {
        let exists = || Error::io("create", path)(ErrorKind::AlreadyExists.into());
        Lines::create(path)?.map(Self).ok_or_else(exists)
    }

    pub(in crate::store) fn path(&self) -> &Path {
        &self.0.path
    }

    /// Appends one event.
    ///
    /// # Errors
    ///
    /// As [`Journal::write_all`].
    pub fn write<T: Serialize + ?Sized>(&mut self, event: &T) -> Result<()> {
        self.write_all([event])
    }

    /// Appends events.
    ///
    /// # Errors
    ///
    /// An event has no canonical form, or the lines cannot be written. A partly written line is
    /// removed before the next one.
    pub fn write_all<'a, T: Serialize + ?Sized + 'a>(
        &mut self,
        events: impl IntoIterator<Item = &'a T>,
    ) -> Result<()> {
        let mut lines = Vec::new();
        for event in events {
            let written = canonical::append(&mut lines, event);
            written.map_err(|source| Error::Unwritable { path: self.0.path.clone(), source })?;
            lines.push(b'\n');
        }
        self.0.append(&lines)
    }
}
