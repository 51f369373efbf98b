//! Numbers as keys to sort by.

/// A number that is not negative as an integer that sorts like it, rounded to nine decimals.
pub(crate) fn sortable(value: f64) -> u64 {
    (value * 1e9).round() as u64
}
