//! Texts that people and models wrote, as sentences.

/// The numbers that have a word.
const NUMBERS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// A number as a word, if it is small.
pub fn in_words(number: usize) -> String {
    let word = number.checked_sub(1).and_then(|index| NUMBERS.get(index));
    word.map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// Gives the text a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Ends the text with a full stop unless it already ends like a sentence; empty text stays empty.
pub fn full_stop(text: &str) -> String {
    let text = text.trim();
    let body = text.trim_end_matches(['”', '"', '»', ')']);
    if body.is_empty() || body.ends_with(['.', '?', '!', '…']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// A claim as a sentence, followed by what is given for it as another.
pub fn with_ground(claim: &str, ground: Option<&str>) -> String {
    let claim = full_stop(claim);
    match ground.map(|ground| full_stop(&capital(ground.trim()))) {
        Some(ground) if !ground.is_empty() && ground != claim => format!("{claim} {ground}"),
        Some(_) | None => claim,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ground_follows_its_claim_unless_it_repeats_it() {
        assert_eq!(
            with_ground("It rains", Some("the street is wet")),
            "It rains. The street is wet."
        );
        assert_eq!(with_ground("It rains.", Some("it rains")), "It rains.");
        assert_eq!(with_ground("It rains", None), "It rains.");
    }

    #[test]
    fn a_sentence_gets_one_full_stop() {
        assert_eq!(full_stop("It ends"), "It ends.");
        assert_eq!(full_stop("Does it? "), "Does it?");
        assert_eq!(full_stop("He said «no.»"), "He said «no.»");
        assert_eq!(full_stop(""), "");
    }
}
