//! Counts the words of a text, and shortens a sentence to a number of them.

/// Marks that end a clause.
const CLAUSE_MARKS: [char; 6] = [',', ';', ':', '—', '–', ')'];
/// One in this many of the allowed words must remain, so that a shortened sentence still says
/// something.
const LEAST_KEPT: usize = 3;

/// A sentence of at most `most` words.
///
/// A longer one ends with an ellipsis: after the last clause that ends within the limit, if that
/// keeps at least a third of the words that are allowed, and otherwise after the last word within
/// the limit. No word is cut. A dash between spaces is not a word and ends the clause before it.
pub fn shortened(sentence: &str, most: usize) -> String {
    let words = words(sentence);
    if words.len() <= most {
        return sentence.trim().to_owned();
    }
    let ends_clause = |word: &String| word.ends_with(CLAUSE_MARKS);
    let kept = words[..most].iter().rposition(ends_clause).map(|last| last + 1);
    let kept = kept.filter(|&kept| kept * LEAST_KEPT >= most).unwrap_or(most);
    let marks = [',', ';', ':', '—', '–', ' '];
    format!("{}…", words[..kept].join(" ").trim_end_matches(marks))
}

/// Whether a text is a sentence, or the sentence in short.
pub fn is_in_short(text: &str, sentence: &str) -> bool {
    text == sentence.trim()
        || text == sentence
        || text.ends_with('…') && shortened(sentence, word_count(text)) == text
}

/// The number of words of a text. A dash between spaces does not count.
pub fn word_count(text: &str) -> usize {
    words(text).len()
}

/// The words of a text, each with the marks that follow it.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(last) if word.chars().all(|c| CLAUSE_MARKS.contains(&c)) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_sentence_ends_with_an_ellipsis_after_a_clause_or_a_word() {
        for (sentence, most, wanted) in [
            ("Shops lose custom.", 3, "Shops lose custom."),
            ("Shops lose custom, and drivers stay at home.", 5, "Shops lose custom…"),
            ("Shops, as all can see, lose custom.", 5, "Shops, as all can see…"),
            ("Well, the shops on this street lose custom.", 6, "Well, the shops on this street…"),
            ("The shops on this street lose custom.", 1, "The…"),
            ("One, two.", 0, "…"),
            ("Shops lose custom – drivers stay at home.", 5, "Shops lose custom…"),
            ("Shops lose all of their custom – drivers stay.", 2, "Shops lose…"),
            (
                "Shops – all of them on this street lose custom.",
                7,
                "Shops – all of them on this street…",
            ),
        ] {
            assert_eq!(shortened(sentence, most), wanted);
            assert!(most == 0 || is_in_short(wanted, sentence), "{wanted}");
            assert!(word_count(wanted) <= most.max(1));
        }
        assert!(!is_in_short("Shops lose trade.", "Shops lose custom."));
    }
}
