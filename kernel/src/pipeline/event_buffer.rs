//! Collects the events of one worker and sends them on in batches.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::progress::Progress;

/// Collects events and sends them together before anything that takes time: sending each one alone
/// would cost more than most events do.
pub(super) struct EventBuffer {
    events: Mutex<Vec<Progress>>,
    send: Box<dyn Fn(Vec<Progress>) + Send + Sync>,
}

impl fmt::Debug for EventBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventBuffer").field("events", &self.events).finish_non_exhaustive()
    }
}

impl EventBuffer {
    pub(super) fn new(send: impl Fn(Vec<Progress>) + Send + Sync + 'static) -> Self {
        Self { events: Mutex::default(), send: Box::new(send) }
    }

    pub(super) fn push(&self, event: Progress) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }

    /// Sends what was collected.
    pub(super) fn flush(&self) {
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        if !events.is_empty() {
            (self.send)(std::mem::take(&mut events));
        }
    }
}
