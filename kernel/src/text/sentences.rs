//! Splits text into sentences, and makes sentences from clauses.

/// Abbreviations whose full stop does not end a sentence, in lower case and without the full stop.
const ABBREVIATIONS: &str = "al apr approx aug ca cf co corp dec dept dr ed eds etc feb fig gov inc jan jr ltd mr mrs \
    ms mt nov oct pp prof rep resp rev sec sen sep sept sr st univ viz vol vs";
/// Abbreviations that are also words: only before a number does their full stop not end a sentence.
const BEFORE_NUMBERS: [&str; 4] = ["no", "nos", "p", "art"];
/// Marks that can follow the end of a sentence.
const CLOSING_MARKS: [char; 8] = ['"', '\'', '”', '’', '»', ')', ']', '*'];

/// Splits a text into sentences, each without surrounding white space.
///
/// A sentence ends with a full stop, an exclamation mark, a question mark or an ellipsis and the
/// closing marks after it, if white space follows and the next character is not a lower-case
/// letter. Full stops in abbreviations, initials and decimal numbers do not end a sentence.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, mark) in text.char_indices() {
        if at < start || !matches!(mark, '.' | '!' | '?' | '…') {
            continue;
        }
        let rest = &text[at + mark.len_utf8()..];
        let after = rest.trim_start_matches(|c| CLOSING_MARKS.contains(&c));
        let end = text.len() - after.len();
        let next = after.trim_start();
        let continues =
            after.len() == next.len() || next.chars().next().is_some_and(char::is_lowercase);
        if !next.is_empty() && (continues || mark == '.' && is_abbreviation(&text[start..at], next))
        {
            continue;
        }
        found.push(text[start..end].trim());
        start = end;
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Whether the full stop after `before` belongs to its last word.
fn is_abbreviation(before: &str, next: &str) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || "([\"“‘'".contains(c))
        .next()
        .unwrap_or_default();
    let lower = word.to_lowercase();
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase) && word != "I";
    let dotted =
        lower.contains('.') && lower.split('.').all(|letters| letters.chars().count() == 1);
    let number = next.starts_with(|c: char| c.is_ascii_digit());
    initial
        || dotted
        || ABBREVIATIONS.split_ascii_whitespace().any(|known| known == lower)
        || number && BEFORE_NUMBERS.contains(&lower.as_str())
}

/// Makes a sentence from a clause: capitalises its first letter and adds a full stop if no other
/// mark ends it.
pub fn to_sentence(clause: &str) -> String {
    let opening_marks = ['"', '\'', '“', '‘', '«', '(', '['];
    let words = clause.trim().trim_start_matches(opening_marks);
    let opening = &clause.trim()[..clause.trim().len() - words.len()];
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = opening.chars().chain(first).chain(letters).collect();
    let closing_marks = ['"', '\'', '”', '’', '»', ')', ']'];
    if !sentence.trim_end_matches(closing_marks).ends_with(['.', '!', '?', '…']) {
        sentence.push('.');
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> String {
        sentences(text).join(" | ")
    }

    #[test]
    fn abbreviations_initials_and_decimals_do_not_end_a_sentence() {
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
            assert_eq!(split(text), expected);
        }
    }

    #[test]
    fn clauses_become_sentences_and_sentences_stay_unchanged() {
        for (clause, expected) in [
            ("pay fell", "Pay fell."),
            ("Pay fell.", "Pay fell."),
            ("who pays?", "Who pays?"),
            ("he said \"never.\"", "He said \"never.\""),
            ("3% of firms (by count)", "3% of firms (by count)."),
            ("“never” is long", "“Never” is long."),
            ("élan counts…", "Élan counts…"),
        ] {
            assert_eq!(to_sentence(clause), expected);
        }
    }
}
