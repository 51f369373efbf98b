//! Lines of formats that have one thing a line.

/// Lists the lines that are not empty, without the blanks around them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(str::trim_ascii).filter(|line| !line.is_empty())
}
