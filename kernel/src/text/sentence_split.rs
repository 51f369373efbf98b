//! Running text as sentences.

/// Words that end in a full stop and end no sentence; in lower case and without that stop.
const ABBREVIATIONS: &str = "al apr approx aug ca cf co corp dec dept dr ed eds etc feb fig gov inc jan jr ltd mr mrs \
    ms mt nov oct pp prof rep resp rev sec sen sep sept sr st univ viz vol vs";
/// Abbreviations that are words as well: they end no sentence before a number only.
const BEFORE_NUMBERS: [&str; 4] = ["no", "nos", "p", "art"];
const CLOSERS: [char; 8] = ['"', '\'', '”', '’', '»', ')', ']', '*'];

/// The sentences of a text, in order, each without white space around it.
///
/// A sentence ends with a full stop, an exclamation mark, a question mark or an ellipsis, and what closes with it, where
/// white space follows and no lower-case letter after that; abbreviations, initials and decimals end none.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, mark) in text.char_indices() {
        if at < start || !matches!(mark, '.' | '!' | '?' | '…') {
            continue;
        }
        let rest = &text[at + mark.len_utf8()..];
        let after = rest.trim_start_matches(|c| CLOSERS.contains(&c));
        let end = text.len() - after.len();
        let next = after.trim_start();
        let goes_on =
            after.len() == next.len() || next.chars().next().is_some_and(char::is_lowercase);
        if !next.is_empty() && (goes_on || mark == '.' && is_abbreviation(&text[start..at], next)) {
            continue;
        }
        found.push(text[start..end].trim());
        start = end;
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Whether the stop after `before` belongs to its last word.
fn is_abbreviation(before: &str, next: &str) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || "([\"“‘'".contains(c))
        .next()
        .unwrap_or_default();
    let lower = word.to_lowercase();
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase) && word != "I";
    let dotted = lower.contains('.') && lower.split('.').all(|part| part.chars().count() == 1);
    let number = next.starts_with(|c: char| c.is_ascii_digit());
    initial
        || dotted
        || ABBREVIATIONS.split_ascii_whitespace().any(|known| known == lower)
        || number && BEFORE_NUMBERS.contains(&lower.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(text: &str) -> String {
        sentences(text).join(" | ")
    }

    #[test]
    fn sentences_end_where_a_reader_would_end_them() {
        for (text, expected) in [
            ("One. Two! Three? Four…  Five", "One. | Two! | Three? | Four… | Five"),
            ("It rose by 3.5 points. Then it fell.", "It rose by 3.5 points. | Then it fell."),
            (
                "Dr. Smith et al. (2020) found it. See fig. 2.",
                "Dr. Smith et al. (2020) found it. | See fig. 2.",
            ),
            (
                "J. S. Mill said so. So did I. We agree.",
                "J. S. Mill said so. | So did I. | We agree.",
            ),
            (
                "Some, e.g. France, do. The U.S. Congress did.",
                "Some, e.g. France, do. | The U.S. Congress did.",
            ),
            ("See no. 5. The answer is no. But why?", "See no. 5. | The answer is no. | But why?"),
            (
                "“Is it?” she asked. “It is.” Then (at last.) he left.",
                "“Is it?” she asked. | “It is.” | Then (at last.) he left.",
            ),
            ("Wait... what? Yes!! «Non.» 7 came.", "Wait... what? | Yes!! | «Non.» | 7 came."),
            ("", ""),
            (" . ", "."),
            ("日本語。そう", "日本語。そう"),
        ] {
            assert_eq!(parted(text), expected);
        }
    }
}
