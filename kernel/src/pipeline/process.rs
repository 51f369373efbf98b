//! The process that runs, and the time.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::store::{Name, Writer};

/// The process that runs. It is recorded in attempts and journals, never in anything that is
/// hashed.
#[derive(Debug, Clone)]
pub struct Process {
    /// The host.
    pub host: Name,
    /// The number that the host gives it.
    pub pid: u32,
}

impl Process {
    /// What distinguishes the files of this process from those of others, from now on.
    pub(super) fn writer(&self) -> Writer {
        Writer { host: self.host.clone(), pid: self.pid, start: now() }
    }
}

/// The present time. *Units*: milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clock")]
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
