//! The constants that identify the layout of a store.

/// The number of the layout that this version reads and writes.
pub const LAYOUT: u64 = 1;

/// The hash function that names files.
pub(super) const HASH: &str = "blake3";

/// The form in which JSON is written and hashed, see [`canonical`](super::canonical).
pub(super) const JSON: &str = "rfc8785";

/// Without the file the folder is no longer a store, so the remedy warns against deleting it.
pub(super) const REMEDY: &str = "restore the file from a copy, or write {\"hash\":\"blake3\",\"json\":\"rfc8785\",\"layout\":1} \
     into it if this version of Faultline made the store; do not delete it";
