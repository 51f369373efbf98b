//! Ctrl-C: the first press cancels the run, the second ends the process.

use std::io;
use std::process;

use faultline::pipeline::Cancel;

use super::terminal::warn;

/// The exit code that shells report for a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// A cancellation that Ctrl-C or a termination signal requests.
///
/// The second signal ends the process immediately, which the store is built to survive.
///
/// # Errors
/// The system does not allow a signal handler.
pub(super) fn cancel_on_signal() -> io::Result<Cancel> {
    let cancel = Cancel::default();
    let requested = cancel.clone();
    let handler = move || {
        if requested.is_requested() {
            process::exit(INTERRUPTED);
        }
        requested.request();
        warn(
            "stopping: waiting for open requests to store their replies; press Ctrl-C again to quit now",
        );
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)?;
    Ok(cancel)
}
