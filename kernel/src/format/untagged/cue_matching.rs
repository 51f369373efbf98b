//! Finds cue words in sentences, and what they say about a sentence.

use super::cue_words;
use crate::text::to_sentence;

/// Splits the longest of the cues with which a text starts from the rest.
pub(super) fn strip_cue<'t>(text: &'t str, cues: &'static str) -> Option<(&'static str, &'t str)> {
    let found = cues.split('|').filter_map(|cue| {
        let contracted = || strip_folded(text, &contracted(cue)?);
        Some((cue, strip_folded(text, cue).or_else(contracted)?))
    });
    found.max_by_key(|(cue, _)| cue.len())
}

/// A cue with its first verb in the contracted form: «i don't deny » for «i do not deny ».
fn contracted(cue: &str) -> Option<String> {
    CONTRACTIONS.iter().find_map(|(full, short)| {
        let at = cue.find(full)?;
        Some(format!("{}{short}{}", &cue[..at], &cue[at + full.len()..]))
    })
}

/// Verbs that are contracted, and how.
const CONTRACTIONS: [(&str, &str); 8] = [
    (" do not ", " don't "),
    (" does not ", " doesn't "),
    (" would not ", " wouldn't "),
    (" will not ", " won't "),
    ("i am ", "i'm "),
    ("i will ", "i'll "),
    ("i would ", "i'd "),
    ("it is ", "it's "),
];

/// Returns the text after a cue, ignoring case.
pub(super) fn strip_folded<'t>(text: &'t str, cue: &str) -> Option<&'t str> {
    let mut rest = text;
    for letter in cue.chars() {
        let mut letters = rest.chars();
        let own = letters.next()?;
        let same = own.eq_ignore_ascii_case(&letter) || own == '’' && letter == '\'';
        if !same {
            return None;
        }
        rest = letters.as_str();
    }
    Some(rest)
}

pub(super) fn strip<'t>(text: &'t str, cue: &str) -> &'t str {
    strip_folded(text, cue).unwrap_or(text)
}

/// The parts of a sentence that repeats its first word, a pronoun, before each of them: «They cost
/// too much, and they come too late.» A sentence with a subordinate clause is one part: its pronoun
/// may belong to that clause.
pub(super) fn listed(sentence: &str) -> Vec<String> {
    if words(sentence).any(|word| cue_words::has(cue_words::SUBORDINATES, &word)) {
        return vec![sentence.to_owned()];
    }
    let pronoun = words(sentence).next().filter(|word| cue_words::has(cue_words::PRONOUNS, word));
    let Some(pronoun) = pronoun else { return vec![sentence.to_owned()] };
    let separators = [format!(", and {pronoun} "), format!(", {pronoun} ")];
    let (mut parts, mut rest) = (Vec::new(), sentence.trim_end_matches('.'));
    let next = |text: &str| {
        let ends = separators.iter().filter_map(|at| Some((text.find(at.as_str())?, at.len())));
        ends.min()
    };
    while let Some((at, length)) = next(rest) {
        parts.push(rest[..at].to_owned());
        rest = &rest[at + length - pronoun.len() - 1..];
    }
    parts.push(rest.to_owned());
    parts.iter().map(|part| to_sentence(part)).collect()
}

/// The list of reasons that a sentence announces: «The advice rests on three findings: …»
pub(super) fn announced(claim: &str) -> Option<&str> {
    let (lead, list) = claim.split_once(": ")?;
    cue_words::ANNOUNCES.split('|').any(|cue| middle(lead, cue).is_some()).then_some(list)
}

/// Whether a short sentence announces what others object: «Two objections remain.»
pub(super) fn announces_objections(text: &str) -> Option<&'static str> {
    let mut nouns = cue_words::ANNOUNCES_OBJECTIONS.split('|');
    let is_short = words(text).count() <= MOST_WORDS_OF_ANNOUNCEMENT && !text.contains([',', ':']);
    nouns.find(|noun| is_short && words(text).any(|word| word == *noun))
}

/// The maximum number of words of a sentence that only announces others.
const MOST_WORDS_OF_ANNOUNCEMENT: usize = 6;

/// The clauses of an enumeration, «it is cheap, it is quick, and it is safe»; the whole text where
/// one of its parts is too short for a clause.
pub(super) fn enumerated(list: &str) -> Vec<&str> {
    let list = list.trim_end_matches('.');
    let parts: Vec<&str> = match list.rsplit_once(", and ") {
        _ if list.contains("; ") => list.split("; ").collect(),
        Some((first, last)) => first.split(", ").chain([last]).collect(),
        None => vec![list],
    };
    let parts: Vec<&str> = parts.into_iter().map(|part| strip(part, "and ")).collect();
    let are_clauses = parts.iter().all(|part| words(part).count() >= FEWEST_WORDS_OF_CLAUSE);
    if are_clauses { parts } else { vec![list] }
}

/// The fewest words of a clause: “it is cheap”.
const FEWEST_WORDS_OF_CLAUSE: usize = 3;

/// Splits a text at the first occurrence of the words.
pub(super) fn middle<'t>(text: &'t str, words: &str) -> Option<(&'t str, &'t str)> {
    let at = text.to_ascii_lowercase().find(words)?;
    Some((&text[..at], &text[at + words.len()..]))
}

pub(super) fn turn(text: &str) -> Option<(&str, &str)> {
    let turns = cue_words::TURNS.split('|').filter_map(|turn| middle(text, turn));
    turns.min_by_key(|(before, _)| before.len())
}

pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.map(str::to_lowercase).filter(|word| !word.is_empty())
}

/// Whether a claim is an imperative that pleads for an answer.
pub(super) fn commands(claim: &str) -> bool {
    let mut words = words(claim).filter(|word| !cue_words::has(cue_words::BEFORE_A_COMMAND, word));
    words.next().is_some_and(|word| cue_words::has(cue_words::COMMANDS, &word))
}

pub(super) fn concludes(claim: &str) -> bool {
    words(claim).next().is_some_and(|word| !cue_words::has(cue_words::NOT_AFTER_SO, &word))
}

/// Whether a text after «since» or «because» is a clause, not a time or a thing.
pub(super) fn gives_reason(content: &str) -> bool {
    let first = words(content).next().unwrap_or_default();
    !first.starts_with(|c: char| c.is_ascii_digit()) && !cue_words::has("then|of|last", &first)
}

/// Whether a list begins with an amount: «five per cent a year, or less in bad years».
pub(super) fn is_amount(list: &str) -> bool {
    let first = words(list).next().unwrap_or_default();
    first.starts_with(|c: char| c.is_ascii_digit()) || cue_words::has(cue_words::NUMBERS, &first)
}

/// Whether a clause is in the perfect tense, so that «since» before it says from when on: «Since
/// the mine closed, half have left.»
pub(super) fn has_perfect(clause: &str) -> bool {
    let words: Vec<String> = words(clause).collect();
    let is_adverb =
        |word: &&String| word.ends_with("ly") || cue_words::has(cue_words::BETWEEN_PERFECT, word);
    let auxiliaries = (0..words.len()).filter(|&at| ["has", "have"].contains(&words[at].as_str()));
    auxiliaries.into_iter().any(|at| {
        words[at + 1..].iter().find(|word| !is_adverb(word)).is_some_and(|word| is_participle(word))
    })
}

/// Whether a word looks like a past participle.
pub(super) fn is_participle(word: &str) -> bool {
    word.ends_with("ed") || word.ends_with("en") || cue_words::has(cue_words::PARTICIPLES, word)
}

/// Returns the reason of a sentence that is only a reason: «Because nobody asked.»
pub(super) fn bare_because(text: &str) -> Option<(&'static str, &str)> {
    let content = strip_folded(text, "because ")?;
    (gives_reason(content) && !content.contains(", ")).then_some(("because", content))
}

/// Whether a sentence asks what would change its author's mind.
pub(super) fn asks_its_mind(question: &str) -> bool {
    cue_words::ASKS_ITS_MIND.split('|').any(|cue| middle(question, cue).is_some())
}

/// Whether a claim is about its author or addresses the reader: it starts with «I» without a verb
/// of opinion, or asks the reader for something.
pub(super) fn is_personal(claim: &str) -> bool {
    let addresses_reader = strip_cue(claim, cue_words::ADDRESSES).is_some()
        || strip_cue(claim, cue_words::SETS_OUT).is_some();
    let mut first = words(claim);
    // «For eight years I stood at the door.»
    let begins_with_time =
        words(claim).next().is_some_and(|first| cue_words::has(cue_words::BEFORE_A_TIME, &first))
            && words(claim).take(MOST_WORDS_OF_TIME).any(|word| word == "i");
    let turns_to_author =
        (first.next().as_deref(), first.nth(1).as_deref()) == (Some("nor"), Some("i"));
    let all: Vec<String> = words(claim).collect();
    // «A driver told me …», but not «The figures tell us …».
    let is_told = all.windows(3).any(|three| {
        cue_words::has(cue_words::SPEECH, &three[1])
            && ["me", "us"].contains(&three[2].as_str())
            && !cue_words::has(cue_words::NO_PEOPLE, &three[0])
    });
    addresses_reader
        || begins_with_time
        || is_told
        || turns_to_author
        || strip_folded(claim, "i ").is_some_and(|did| {
            !cue_words::OPINION_VERBS
                .split('|')
                .any(|verb| strip_folded(did, verb).is_some_and(|after| after.starts_with(' ')))
        })
}

/// The maximum number of words up to the “I” of a sentence that begins with a time or a place.
const MOST_WORDS_OF_TIME: usize = 6;

/// Whether a sentence cites evidence: it has a figure that is not only a year, and names a source
/// or links to one.
pub(super) fn cites(text: &str, linked: bool) -> bool {
    let year = |word: &str| {
        word.len() == 4
            && (word.starts_with("19") || word.starts_with("20"))
            && word.parse::<u16>().is_ok()
    };
    let figure = |word: String| word.starts_with(|c: char| c.is_ascii_digit()) && !year(&word);
    let lower = text.to_lowercase();
    let dated = text.contains('(') && words(text).any(|word| year(&word));
    let named = cue_words::SOURCES.split('|').any(|source| lower.contains(source));
    words(text).any(figure) && (linked || dated || named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_without_a_source_is_not_a_citation() {
        assert!(cites("A census found that 9% ride at night.", false));
        assert!(cites("Some 9% ride at night.", true));
        assert!(cites("Some 9% ride at night (City census, 2024).", false));
        assert!(!cites("Some 9% ride at night.", false));
        assert!(!cites("A survey in 2024 asked who rides.", false));
    }
}
