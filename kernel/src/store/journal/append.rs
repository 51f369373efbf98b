//! The writing end of a journal.

use std::io::ErrorKind;
use std::path::Path;

use serde::Serialize;

use super::Writer;
use crate::store::lines::Lines;
use crate::store::{Error, Result, Run, publish};

/// Appends events to the journal of one process.
///
/// Lines go out in one write. They are not synced: a killed process loses nothing, a power cut
/// the last events.
#[derive(Debug)]
pub struct Journal(Lines);

impl Run {
    /// Begins a journal.
    ///
    /// # Errors
    ///
    /// The file cannot be created, or this writer has begun one already.
    pub fn journal(&self, writer: &Writer) -> Result<Journal> {
        Journal::begin(&self.journal_path(writer))
    }
}

impl Journal {
    /// Begins a file of events that is not there yet.
    pub(in crate::store) fn begin(path: &Path) -> Result<Self> {
        let taken = || Error::io("create", path)(ErrorKind::AlreadyExists.into());
        Lines::create(path)?.map(Self).ok_or_else(taken)
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
    /// An event has no canonical form, or the lines cannot be written; what part of them was is
    /// taken back before the next.
    pub fn write_all<'a, T: Serialize + ?Sized + 'a>(
        &mut self,
        events: impl IntoIterator<Item = &'a T>,
    ) -> Result<()> {
        let mut lines = Vec::new();
        for event in events {
            lines.append(&mut publish::to_bytes(&self.0.path, event)?);
        }
        self.0.append(&lines)
    }
}
