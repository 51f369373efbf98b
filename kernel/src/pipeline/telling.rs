//! What a worker tells of its debate, to the thread that listens.

use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};

use super::progress::Progress;
use super::run::Sent;

/// Gathers what is told and sends it in one go before anything takes its time: to send each event by itself would cost more
/// than most of them.
#[derive(Debug)]
pub(super) struct Telling {
    gathered: Mutex<Vec<Progress>>,
    listener: SyncSender<Sent>,
}

impl Telling {
    pub(super) fn new(listener: SyncSender<Sent>) -> Self {
        Self { gathered: Mutex::default(), listener }
    }

    pub(super) fn tell(&self, progress: Progress) {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner).push(progress);
    }

    /// Sends what was gathered.
    pub(super) fn send(&self) {
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        if !gathered.is_empty() {
            // Nobody listens any more only where the calling thread has panicked.
            drop(self.listener.send(Sent::Progress(std::mem::take(&mut gathered))));
        }
    }
}
