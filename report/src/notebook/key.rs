//! What the outputs of a notebook were computed from.

use std::collections::BTreeMap;

use faultline::notebook::{ReadDebates, rule_versions};
use faultline::store::{Hash, RunId};
use serde::Deserialize;
use serde_json::Value;

/// The most runs that a notebook reads.
const MOST_RUNS: usize = 100;

/// What the outputs of a notebook were computed from. `faultline-kernel execute` writes it into the
/// metadata of the notebook, in `kernel/jupyter/src/notebook_file.rs`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Key {
    /// The hash of its code cells.
    pub cells: String,
    /// The debates that it read: for each run the hash of their list.
    pub runs: BTreeMap<String, String>,
    /// The version of the crate `faultline`.
    pub version: String,
    /// Where cells ran debates, the hash of what these were computed by: of [`rule_versions`].
    #[serde(default)]
    pub rules: Option<String>,
}

impl Key {
    /// Reads a key; nothing if it is not one that `faultline-kernel` could have written.
    pub(super) fn read(value: &Value) -> Option<Self> {
        let key = Self::deserialize(value).ok()?;
        let is_hash = |text: &String| text.parse::<Hash>().is_ok();
        let is_run =
            |(run, hash): (&String, &String)| run.parse::<RunId>().is_ok() && is_hash(hash);
        let is_version = !key.version.is_empty()
            && key.version.len() <= 40
            && key.version.chars().all(|c| c.is_ascii_alphanumeric() || ".+-".contains(c));
        let are_runs = key.runs.len() <= MOST_RUNS && key.runs.iter().all(is_run);
        let are_rules = key.rules.as_ref().is_none_or(is_hash);
        (is_hash(&key.cells) && is_version && are_runs && are_rules).then_some(key)
    }

    /// The hash of code cells: that of a JSON list of their sources, without the blank ones.
    pub(super) fn hash_of_cells<'s>(sources: impl Iterator<Item = &'s str>) -> String {
        hash(&sources.collect::<Value>().to_string())
    }

    /// The hash of what debates are computed by.
    pub fn of_rules() -> String {
        hash(&rule_versions())
    }

    /// The hash of the debates of a run.
    pub fn of_debates(reading: &ReadDebates) -> String {
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
    fn a_key_that_no_kernel_wrote_is_none() {
        let hash = "0f".repeat(32);
        let key = |cells: &str, run: &str, version: &str| serde_json::json!({"cells": cells, "runs": {run: hash}, "version": version});
        assert!(Key::read(&key(&hash, "lamps-0123456789ab", "0.1.0")).is_some());
        for key in [
            key("0f", "lamps-0123456789ab", "0.1.0"),
            key(&hash, "<script>", "0.1.0"),
            key(&hash, "lamps-0123456789ab", "<b>"),
            key(&hash, "lamps-0123456789ab", ""),
            serde_json::json!({"cells": hash, "runs": {}, "version": "0.1.0", "rules": "<b>"}),
            Value::Null,
            Value::from("key"),
        ] {
            assert_eq!(Key::read(&key), None, "{key}");
        }
    }

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
