//! Recognizes a case in short that has no tag: what is below a heading «In short», and a statement
//! that repeats the persona's answer to the topic's question.

use std::collections::BTreeSet;

use crate::text::{content_stems, folded, negates};

/// The headings below which a persona answers the topic's question.
const HEADINGS: [&str; 4] = ["in short", "my case in short", "the case in short", "case in short"];
/// Words that an answer may add or leave out.
const FILLERS: [&str; 22] = [
    "a", "an", "be", "do", "does", "i", "in", "is", "it", "of", "ought", "our", "short", "should",
    "so", "that", "the", "therefore", "to", "we", "will", "yes",
];

/// Whether the statements below a heading answer the topic's question.
pub(super) fn is_heading_of_case(heading: &str) -> bool {
    HEADINGS.contains(&folded(heading).as_str())
}

/// The least share of the content words of an answer that a sentence which gives it has.
const LEAST_SHARE: f64 = 0.75;
/// First words of a sentence that does not assert what it says.
const NOT_ASSERTED: [&str; 6] = ["if", "whether", "when", "because", "unless", "why"];
/// The verbs of an answer that says what ought to be.
const MODALS: [&str; 5] = ["should", "must", "ought", "shall", "need"];

/// Whether a sentence of plain text gives the first of two answers or denies the second: it has
/// most of the content words of that answer and at most as many others, negates as the answer does
/// or, to deny it, as it does not, and says like it what ought to be.
pub(in crate::format) fn gives_answer([own, other]: [&str; 2], text: &str) -> bool {
    let words = content_stems(text);
    let has_modal = |text: &str| folded(text).split(' ').any(|word| MODALS.contains(&word));
    let says = |answer: &str, negated: bool| {
        let of_answer = content_stems(answer);
        let common = of_answer.intersection(&words).count();
        common as f64 >= LEAST_SHARE * of_answer.len() as f64
            && words.len() <= 2 * of_answer.len()
            && (negates(answer) != negates(text)) == negated
            && has_modal(answer) == has_modal(text)
    };
    let first = folded(text);
    let first = first.split(' ').next().unwrap_or_default();
    !NOT_ASSERTED.contains(&first) && (says(own, false) || says(other, true))
}

/// Whether a statement says nothing but the answer: it has no other words than the answer, and at
/// least half of them.
pub(super) fn repeats_answer(answer: &str, text: &str) -> bool {
    let is_same = negates(answer) == negates(text);
    let (answer, text) = (folded(answer), folded(text));
    let (answer, text) = (without_fillers(&answer), without_fillers(&text));
    text.len() >= 2 && 2 * text.len() >= answer.len() && text.is_subset(&answer) && is_same
}

fn without_fillers(folded: &str) -> BTreeSet<&str> {
    folded.split(' ').filter(|word| !FILLERS.contains(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_recognized_in_shorter_and_longer_wordings() {
        let yes = "The village should dig a new well.";
        for text in [
            "The village should dig a new well.",
            "In short, the village should dig a new well.",
            "We should dig a new well.",
            "Yes, dig a new well!",
            "Therefore the village should dig the well.",
            "Dig the well.",
        ] {
            assert!(repeats_answer(yes, text), "{text}");
        }
        let no = "The village should not dig a new well.";
        for text in ["We should not dig a new well.", "Do not dig the well."] {
            assert!(repeats_answer(no, text), "{text}");
            assert!(!repeats_answer(yes, text), "{text}");
        }
    }

    #[test]
    fn a_sentence_of_plain_text_gives_the_answer_in_its_words_and_a_few_others() {
        let (yes, no) =
            ("The village should dig a new well.", "The village should not dig a new well.");
        for text in [
            "We should dig a new well, and soon.",
            "My answer is yes: the village should dig a well.",
        ] {
            assert!(gives_answer([yes, no], text) && !gives_answer([no, yes], text), "{text}");
        }
        let denied = "My answer is no: we should not dig a new well.";
        assert!(gives_answer([no, yes], denied) && !gives_answer([yes, no], denied));
        let keep = "The village should keep the old well.";
        assert!(gives_answer([keep, yes], denied) && !gives_answer([yes, keep], denied));
        for text in [
            "If the village should dig a new well, the old one falls dry.",
            "The village dug a new well.",
            "The village should dig a ditch.",
            "The village should dig a new well where the mill stood when the miller and his sons ground rye.",
        ] {
            assert!(!gives_answer([yes, no], text), "{text}");
        }
    }

    #[test]
    fn a_statement_that_adds_anything_is_not_the_answer() {
        let yes = "The village should dig a new well.";
        for text in
            ["A new well costs forty thousand.", "The well.", "The village has a well already.", ""]
        {
            assert!(!repeats_answer(yes, text), "{text}");
        }
        assert!(is_heading_of_case("In short") && is_heading_of_case("in short:"));
        assert!(!is_heading_of_case("In short supply"));
    }
}
