//! What a notebook has read of a store. The kernel `faultline-kernel` keeps it with the outputs, so
//! that a page can say later whether the store still holds the debates that they were computed
//! from.

use std::fmt::Write as _;

use super::display::print_mark;
use crate::store::{self, RunId};
#[cfg(feature = "run")]
use {
    crate::mode::{ModeName, questions},
    crate::planted,
    std::collections::BTreeSet,
};

/// Set by `faultline-kernel` for the process in which cells run, whose output it reads.
const KERNEL: &str = "FAULTLINE_KERNEL_PIPES";

/// Whether the kernel `faultline-kernel` reads the output of this process.
pub(super) fn is_in_kernel() -> bool {
    std::env::var_os(KERNEL).is_some()
}

/// Tells the kernel that runs this process by which rules a cell computes debates.
#[cfg(feature = "run")]
pub(super) fn announce_rules() {
    if is_in_kernel() {
        print_mark("reading", &serde_json::json!({ "rules": rule_versions() }));
    }
}

/// What debates are computed by, besides their inputs: a line for each mode with its version, for
/// each question with the version of its corpus rules, and for the texts of planted debates with
/// their hash. The outputs of a notebook that runs debates are out of date where this has changed.
#[cfg(feature = "run")]
pub fn rule_versions() -> String {
    let modes = ModeName::ALL.into_iter().map(|mode| format!("{mode} {}", mode.about().version));
    let questions: BTreeSet<String> = questions()
        .map(|question| format!("{} {}", question.spec.name, question.spec.version))
        .collect();
    let planted = store::Hash::of(planted::banks().concat().as_bytes());
    let planted = format!("planted {planted}");
    modes.chain(questions).chain([planted]).map(|line| line + "\n").collect()
}

/// The finished debates of a run, by the hashes of what the store holds of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadDebates {
    run: RunId,
    debates: String,
}

impl ReadDebates {
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

    /// The debates, a line each: the cell, the hash of its outcome, the hashes of its snapshots;
    /// sorted by cell.
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
