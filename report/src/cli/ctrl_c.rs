//! Ctrl-C: the first ends a run in order, the second at once.

use std::io;
use std::process;

use faultline::pipeline::Cancel;

use super::terminal::warn;

/// What shells say of a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C sets, or a request of the system to end.
///
/// The second time the process ends at once: the store is made to be left in the midst of anything.
///
/// # Errors
/// The system does not let signals be caught.
pub(super) fn cancel() -> io::Result<Cancel> {
    let stop = Cancel::default();
    let asked = stop.clone();
    let handle = move || {
        if asked.is_requested() {
            process::exit(INTERRUPTED);
        }
        asked.request();
        warn(
            "stopping: what was asked for is waited for and stored; press Ctrl-C again to end at once",
        );
    };
    ctrlc::set_handler(handle).map_err(io::Error::other)?;
    Ok(stop)
}
