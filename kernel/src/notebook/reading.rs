//! What a notebook has read of a store. The kernel `faultline-kernel` keeps it with the outputs, so that a page can say later whether
//! the store still holds the debates that they were computed from.

use std::fmt::Write as _;

use super::display::print_mark;
use crate::store::{self, RunId};

/// Set by `faultline-kernel` for the process in which cells run, whose output it reads.
const KERNEL: &str = "FAULTLINE_KERNEL_PIPES";

/// Whether the kernel `faultline-kernel` reads the output of this process.
pub(super) fn is_in_kernel() -> bool {
    std::env::var_os(KERNEL).is_some()
}

/// The finished debates of a run, by the hashes of what the store holds of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    run: RunId,
    debates: String,
}

impl Reading {
    /// Reads which debates of a run are finished. The debates themselves are not read.
    ///
    /// # Errors
    /// Where the run cannot be read.
    pub fn of(store: &store::Store, run: &RunId) -> store::Result<Self> {
        let folder = store.run(run);
        let mut debates = String::new();
        for cell in folder.cells()? {
            let Some(done) = folder.done(&cell)? else { continue };
            write!(debates, "{cell} {}", done.outcome).expect("memory can be written");
            for snapshot in &done.snapshots {
                write!(debates, " {snapshot}").expect("memory can be written");
            }
            debates.push('\n');
        }
        Ok(Self { run: run.clone(), debates })
    }

    /// The debates, a line each: the cell, the hash of its outcome, the hashes of its snapshots; sorted by cell.
    pub fn debates(&self) -> &str {
        &self.debates
    }

    /// Tells the kernel that runs this process. In any other process nothing is printed.
    pub(super) fn announce(&self) {
        if is_in_kernel() {
            let (run, debates) = (self.run.to_string(), &self.debates);
            print_mark("reading", &serde_json::json!({ "run": run, "debates": debates }));
        }
    }
}
