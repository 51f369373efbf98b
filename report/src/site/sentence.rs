//! Texts that people and models wrote, as sentences and paragraphs.

pub(crate) use faultline::text::listed;
use faultline::text::to_sentence;
pub(crate) use faultline::view::sentence::{capital, full_stop, in_words};

/// A text that someone wrote, as a sentence: with a capital first letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    capital(&full_stop(text))
}

/// Clauses as one sentence, “This, or that.”; nothing where there are none.
pub(crate) fn any_of(clauses: &[String]) -> String {
    if clauses.is_empty() { String::new() } else { to_sentence(&clauses.join(", or ")) }
}

/// Splits text into paragraphs at blank lines.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines
        .split(|line| line.is_empty())
        .map(|paragraph| paragraph.join(" "))
        .filter(|paragraph| !paragraph.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_one_sentence() {
        let clauses = ["it rains".to_owned(), "it snows".to_owned()];
        assert_eq!(any_of(&clauses), "It rains, or it snows.");
        assert_eq!(any_of(&[]), "");
    }
}
