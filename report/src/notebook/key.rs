//! What the outputs of a notebook were computed from.

use std::collections::BTreeMap;

use faultline::notebook::Reading;
use faultline::store::Hash;
use serde::Deserialize;

/// What the outputs of a notebook were computed from. `faultline-kernel execute` writes it into the metadata of the notebook, in
/// `kernel/jupyter/src/notebook_file.rs`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Key {
    /// The hash of its code cells.
    pub cells: String,
    /// The debates that it read: for each run the hash of their list.
    pub runs: BTreeMap<String, String>,
    /// The version of the crate `faultline`.
    pub version: String,
}

impl Key {
    /// The hash of code cells: that of a JSON list of their sources, without the blank ones.
    pub(super) fn hash_of_cells<'s>(sources: impl Iterator<Item = &'s str>) -> String {
        hash(&sources.collect::<serde_json::Value>().to_string())
    }

    /// The hash of the debates of a run.
    pub fn of_debates(reading: &Reading) -> String {
        hash(reading.debates())
    }
}

fn hash(text: &str) -> String {
    Hash::of(text.as_bytes()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_for_jupyter_makes_the_same_hashes() {
        // The same hashes as in `kernel/jupyter/src/notebook_file.rs`.
        assert_eq!(
            Key::hash_of_cells(["x\ny"].into_iter()),
            "d94f6cf85f539d150e2826f95264ddf7894080dce0d97956a6d76b46695ebba5"
        );
        assert_eq!(
            hash("0f 1 2\n"),
            "42fa14afb8dd04c52fc9730ed1a0ff846a3e5730cceed2369451fc6c2de3f6a7"
        );
    }
}
