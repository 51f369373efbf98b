//! Puts words together to sentences.

/// Joins items as a sentence does: «a, b and c».
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Gives the text a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Gives the text a full stop, unless it ends a sentence already; empty text stays empty.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim();
    let body = text.trim_end_matches(['”', '"', '»', ')']);
    if body.is_empty() || body.ends_with(['.', '?', '!', '…']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// The first letters of a name's words, at most three.
pub(super) fn initials(name: &str) -> String {
    let letters: String = name
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|word| word.chars().next())
        .take(3)
        .flat_map(char::to_uppercase)
        .collect();
    if letters.is_empty() { "?".to_owned() } else { letters }
}

/// Parts text into paragraphs at blank lines.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines
        .split(|line| line.is_empty())
        .map(|paragraph| paragraph.join(" "))
        .filter(|paragraph| !paragraph.is_empty())
        .collect()
}

/// Writes a coordinate of a drawing to a tenth of a pixel.
pub(super) fn pixel(value: f64) -> String {
    format!("{value:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_english() {
        let items =
            |n: usize| ["a", "b", "c"][..n].iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(list(&items(0)), "");
        assert_eq!(list(&items(1)), "a");
        assert_eq!(list(&items(2)), "a and b");
        assert_eq!(list(&items(3)), "a, b and c");
    }

    #[test]
    fn sentences_end_once() {
        assert_eq!(sentence("It ends"), "It ends.");
        assert_eq!(sentence("Does it? "), "Does it?");
        assert_eq!(sentence("He said «no.»"), "He said «no.»");
        assert_eq!(sentence(""), "");
    }

    #[test]
    fn initials_come_from_words_in_any_script() {
        assert_eq!(initials("Displacement bear"), "DB");
        assert_eq!(initials("écologiste du-nord"), "ÉDN");
        assert_eq!(initials("…"), "?");
    }
}
