//! Why foreign HTML is not shown.

/// Why HTML is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::site::notebook) enum Refusal {
    /// It contains an element that pages do not show.
    Element(String),
    /// It is not well-formed, for this reason: a fragment.
    Malformed(String),
}
