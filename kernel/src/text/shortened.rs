//! Shortens a sentence to a number of words.

use super::sentences::to_sentence;

/// Marks that end a clause.
const CLAUSE_MARKS: [char; 6] = [',', ';', ':', '—', '–', ')'];
/// The least share of the words that must be left, so that a clause still says something.
const LEAST_SHARE: usize = 3;

/// A sentence of at most `most` words.
///
/// A longer one ends with the last clause that ends within the limit, if that keeps at least a third of the words that are
/// allowed, and otherwise after the last word within the limit, with an ellipsis. No word is cut.
pub fn shortened(sentence: &str, most: usize) -> String {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    if words.len() <= most {
        return sentence.trim().to_owned();
    }
    let ends_clause = |word: &&str| word.ends_with(CLAUSE_MARKS);
    let kept = words[..most].iter().rposition(ends_clause).map(|last| last + 1);
    match kept.filter(|&kept| kept * LEAST_SHARE >= most) {
        Some(kept) => {
            let marks = [',', ';', ':', '—', '–'];
            to_sentence(words[..kept].join(" ").trim_end_matches(marks))
        }
        None => format!("{}…", words[..most].join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_sentence_ends_with_a_clause_or_with_an_ellipsis_and_never_within_a_word() {
        for (sentence, most, wanted) in [
            ("Shops lose custom.", 3, "Shops lose custom."),
            ("Shops lose custom, and drivers stay at home.", 5, "Shops lose custom."),
            ("Shops, as all can see, lose custom.", 5, "Shops, as all can see."),
            ("Well, the shops on this street lose custom.", 6, "Well, the shops on this street…"),
            ("The shops on this street lose custom.", 1, "The…"),
            ("One, two.", 0, "…"),
        ] {
            assert_eq!(shortened(sentence, most), wanted);
            assert!(shortened(sentence, most).split_whitespace().count() <= most.max(1));
        }
    }
}
