//! Whether a text says one of two sentences that deny each other.

use super::stems::{all_words, content_stems, normalised};

/// Words that turn a sentence into its opposite, besides those that end in «n't».
const NEGATIONS: [&str; 16] = [
    "no", "not", "never", "nor", "neither", "nobody", "nothing", "none", "cannot", "hardly",
    "barely", "scarcely", "without", "impossible", "unable", "unlikely",
];
/// The fewest content words at the beginning of a text that show which of two sentences it says.
const FEWEST_WORDS: usize = 2;

/// Words with which a sentence begins that its author grants to the other side, whatever follows.
const GRANTS: [&[&str]; 6] = [
    &["i", "grant", "that"],
    &["i", "concede", "that"],
    &["i", "admit", "that"],
    &["i", "do", "not", "deny", "that"],
    &["admittedly"],
    &["granted"],
];

/// The number of characters at the beginning of a text that are searched for words that grant
/// something; marks count, too.
const MOST_LETTERS: usize = 60;

/// Whether a text begins as something that its author grants to the other side: «Admittedly, …», «I
/// grant that …».
pub fn begins_granting(text: &str) -> bool {
    let begin: String = text.chars().take(MOST_LETTERS).collect();
    let begin = normalised(&begin);
    GRANTS.iter().any(|grant| {
        let mut words = all_words(&begin);
        grant.iter().all(|word| words.next() == Some(word)) && words.next().is_some()
    })
}

/// Whether a word of a normalised text negates.
pub(super) fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word) || word.ends_with("n't")
}

/// Whether a text has a word that negates.
pub fn negates(text: &str) -> bool {
    negations(text) > 0
}

/// Returns how many words of a text negate.
pub fn negations(text: &str) -> usize {
    all_words(&normalised(text)).filter(|word| is_negation(word)).count()
}

/// Whether a text says `other` and not `own`, two sentences that deny each other: it begins as
/// `other` does, up to and with the first content word or negation in or after which they differ.
/// Other words do not show which of the two a text says: a denial of a sentence shares its words.
pub fn says_other(text: &str, own: &str, other: &str) -> bool {
    let [text, own, other] = [text, own, other].map(normalised);
    let (mut text, mut own, other) = (all_words(&text), all_words(&own), all_words(&other));
    let (mut begin, mut differs) = (Vec::new(), false);
    for word in other {
        if text.next() != Some(word) {
            return false;
        }
        begin.push(word);
        differs |= own.next() != Some(word);
        if differs && (NEGATIONS.contains(&word) || !content_stems(word).is_empty()) {
            return content_stems(&begin.join(" ")).len() >= FEWEST_WORDS;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_begins_granting_with_words_that_grant_whatever_follows() {
        for text in ["Admittedly, it rains.", "I grant that it rains.", "Granted, it rains."] {
            assert!(begins_granting(text), "{text}");
        }
        for text in ["It rains, admittedly.", "I grant licences.", "The wish was granted that day."]
        {
            assert!(!begins_granting(text), "{text}");
        }
    }

    #[test]
    fn a_text_says_the_sentence_whose_own_words_it_has() {
        let (small, large) =
            ("The risk of an accident is small enough.", "The risk of an accident is too large.");
        let says_small = |text| says_other(text, large, small);
        assert!(says_small("The risk of an accident is small, and I live near the plant."));
        for text in [
            "The risk of an accident is not small.",
            "The risk of an accident isn’t small.",
            "The risk of an accident is large, not small.",
            "The risk of an accident worries me.",
            "A small town.",
            "The accident of a small risk.",
            "The risk of an accident is set by law.",
            "",
        ] {
            assert!(!says_small(text), "{text}");
        }
        let says_large = |text| says_other(text, small, large);
        assert!(says_large("The risk of an accident is too large for us."));
        assert!(!says_large("The risk of an accident is too small to matter."));
        let (lose, keep) = ("Shops lose custom.", "Shops do not lose custom.");
        assert!(says_other("Shops lose custom at first.", keep, lose));
        assert!(!says_other("Shops never lose custom.", keep, lose));
        assert!(!says_other("It pays.", "It costs.", "It pays."), "one word is too little");
    }
}
