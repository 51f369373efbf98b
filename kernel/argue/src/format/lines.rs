//! Lines of line-based formats.

/// Lists the non-empty lines, without surrounding white space.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(str::trim_ascii).filter(|line| !line.is_empty())
}
