//! The words by which a sentence refers to the one before it.

use super::cue_matching::{middle, strip_cue, words};
use super::cue_words;

/// Whether a claim says «there» of a place that it does not name: «The shops there are full.» That
/// something exists it says at the beginning of a clause: «There are shops.»
fn refers_to_a_place(claim: &str) -> bool {
    let lower = claim.to_lowercase();
    let mut found = lower.match_indices("there").filter(|(at, there)| {
        let is_letter = |c: char| c.is_alphanumeric();
        !lower[..*at].ends_with(is_letter) && !lower[at + there.len()..].starts_with(is_letter)
    });
    found.any(|(at, there)| {
        let (before, after) = (lower[..at].trim_end(), &lower[at + there.len()..]);
        let begins_clause = before.is_empty()
            || before.ends_with([',', ';', ':', '–', '—'])
            || words(before).last().is_some_and(|word| {
                cue_words::has(cue_words::SUBORDINATES, &word)
                    || cue_words::has(cue_words::BEFORE_A_CLAUSE, &word)
            });
        let next = words(after).next().unwrap_or_default();
        let exists = cue_words::has(cue_words::EXISTENTIAL, &next)
            || begins_clause && cue_words::has(cue_words::EXISTENTIAL_AT_FIRST, &next);
        !exists
    })
}

/// Returns the word by which a claim refers to the sentence before it.
pub(super) fn back_reference(claim: &str) -> Option<&'static str> {
    if refers_to_a_place(claim) {
        return Some("there");
    }
    if let Some(pronoun) = cue_words::AT_THE_END.split('|').find(|end| middle(claim, end).is_some())
    {
        return Some(pronoun.trim_matches([' ', ',', '.', ';']));
    }
    let mut words = words(claim);
    let first = words.next()?;
    let next = words.next().unwrap_or_default();
    // «One thing …», «One can …», «One boiler and one laundry …», «One more shop …», «Those who …»;
    // but «One of them …», «One closed …».
    let is_complete = match first.as_str() {
        "one" => {
            let is_of_several = cue_words::has(cue_words::AFTER_ONE, &next) || next.ends_with("ed");
            !is_of_several || words.any(|word| word == "one")
        }
        "those" => next == "who" || next == "whose",
        _ => false,
    };
    if is_complete {
        return None;
    }
    // «In others they do not.»
    let object = cue_words::has(cue_words::BEFORE_A_TIME, &first)
        .then(|| cue_words::OBJECTS.split('|').find(|word| *word == next));
    if let Some(object) = object.flatten() {
        return Some(object);
    }
    let word = cue_words::REFERS_BACK.split('|').find(|word| *word == first)?;
    let impersonal = strip_cue(claim, cue_words::IMPERSONAL_IT)
        .is_some_and(|(_, after)| after.contains(" to ") || after.contains(" that "));
    (!impersonal).then_some(word)
}
