//! Passes events to the journal and the listener, and records attempts.

use super::attempt::Attempt;
use super::error::RunError;
use super::process::Process;
use super::progress::Progress;
use crate::provider::Cancel;
use crate::store::{self, AttemptLog, Journal, Name, Run};

/// Passes events to the journal and the listener, and records attempts; used by the calling thread
/// alone.
pub(super) struct Log<'a> {
    journal: Journal,
    attempts: AttemptLog,
    listener: &'a mut dyn FnMut(&Progress),
    store_failed: &'a Cancel,
    unrecorded: Option<String>,
}

impl<'a> Log<'a> {
    /// Creates the journal and the attempt log of this process in a run.
    pub(super) fn create(
        run: &Run,
        process: &Process,
        store_failed: &'a Cancel,
        listener: &'a mut dyn FnMut(&Progress),
    ) -> Result<Self, RunError> {
        let writer = process.writer();
        let (journal, attempts) = (run.journal(&writer)?, run.attempt_log(&writer)?);
        Ok(Self { journal, attempts, listener, store_failed, unrecorded: None })
    }

    pub(super) fn emit(&mut self, events: &[Progress]) {
        let written = self.journal.write_all(events);
        self.check(written);
        events.iter().for_each(&mut *self.listener);
    }

    pub(super) fn record(&mut self, cell: &Name, attempt: &Attempt) {
        let written = self.attempts.add([(cell, attempt)]);
        self.check(written);
    }

    /// Why the journal or the attempt log has gaps, if it has.
    pub(super) fn unrecorded(self) -> Option<String> {
        self.unrecorded
    }

    fn check(&mut self, written: store::Result<()>) {
        if let Err(error) = written {
            self.store_failed.request();
            self.unrecorded.get_or_insert_with(|| error.report());
        }
    }
}
