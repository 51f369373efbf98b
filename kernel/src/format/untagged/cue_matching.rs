//! Finds cue words in sentences, and what they say about a sentence.

use super::cue_words;
use crate::text::to_sentence;

/// Splits the longest of the cues with which a text starts from the rest.
pub(super) fn strip_cue<'t>(text: &'t str, cues: &'static str) -> Option<(&'static str, &'t str)> {
    let found = cues.split('|').filter_map(|cue| Some((cue, strip_folded(text, cue)?)));
    found.max_by_key(|(cue, _)| cue.len())
}

/// Returns the text after a cue, ignoring case.
pub(super) fn strip_folded<'t>(text: &'t str, cue: &str) -> Option<&'t str> {
    let head = text.get(..cue.len())?;
    head.eq_ignore_ascii_case(cue).then(|| &text[cue.len()..])
}

pub(super) fn strip<'t>(text: &'t str, cue: &str) -> &'t str {
    strip_folded(text, cue).unwrap_or(text)
}

/// The parts of a sentence that repeats its first word, a pronoun, before each of them: «They cost too much, and they come too late.»
/// A sentence with a subordinate clause is one part: its pronoun may belong to that clause.
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

/// The clauses of an enumeration, «it is cheap, it is quick, and it is safe»; the whole text where one of its parts is too short for a
/// clause.
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

/// The fewest words of a clause: «it is cheap».
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

pub(super) fn concludes(claim: &str) -> bool {
    words(claim).next().is_some_and(|word| !cue_words::has(cue_words::NOT_AFTER_SO, &word))
}

/// Whether a text after «since» or «because» is a clause, not a time or a thing.
pub(super) fn gives_reason(content: &str) -> bool {
    let first = words(content).next().unwrap_or_default();
    !first.starts_with(|c: char| c.is_ascii_digit()) && !cue_words::has("then|of|last", &first)
}

/// Whether a clause is in the perfect tense, so that «since» before it says from when on: «Since the mine closed, half have left.»
pub(super) fn has_perfect(clause: &str) -> bool {
    let words: Vec<String> = words(clause).collect();
    let is_adverb =
        |word: &&String| word.ends_with("ly") || cue_words::has(cue_words::BETWEEN_PERFECT, word);
    let is_participle = |word: &String| {
        word.ends_with("ed") || word.ends_with("en") || cue_words::has(cue_words::PARTICIPLES, word)
    };
    let auxiliaries = (0..words.len()).filter(|&at| ["has", "have"].contains(&words[at].as_str()));
    auxiliaries
        .into_iter()
        .any(|at| words[at + 1..].iter().find(|word| !is_adverb(word)).is_some_and(is_participle))
}

/// Returns the reason of a sentence that is only a reason: «Because nobody asked.»
pub(super) fn bare_because(text: &str) -> Option<(&'static str, &str)> {
    let content = strip_folded(text, "because ")?;
    (gives_reason(content) && !content.contains(", ")).then_some(("because", content))
}

/// The claim of a person whom a sentence names: «Tom says that it is late», «My friend the baker claims that it is late», «Dr Moe, whom I
/// like, wrote in this paper that it is late.»
fn reported_of_person(text: &str) -> Option<(&'static str, &str)> {
    let mut ends = text.match_indices(' ').map(|(at, _)| at).take(MOST_WORDS_OF_NAME);
    ends.find_map(|end| {
        let (who, rest) = (&text[..end], &text[end + 1..]);
        let (who, rest) = match who.strip_suffix(',') {
            Some(name) => (name, without_relative_clause(rest)?),
            None => (who, rest),
        };
        let reports = strip_cue(rest, cue_words::REPORTS)
            .or_else(|| strip_cue(rest, cue_words::CONTENDS))
            .or_else(|| speaks(rest))?;
        let is_contended = cue_words::has(cue_words::CONTENDS, reports.0);
        let may_report = is_name(who) || is_person(who) && (is_contended || begins(who, "the"));
        may_report.then_some(reports)
    })
}

/// The text after a relative clause that it begins with.
fn without_relative_clause(text: &str) -> Option<&str> {
    let (relative, rest) = text.split_once(", ")?;
    words(relative).next().filter(|word| word.starts_with("who")).map(|_| rest)
}

/// What a verb of speech with a few words before «that» reports.
fn speaks(text: &str) -> Option<(&'static str, &str)> {
    let verb = words(text).next()?;
    let verb = cue_words::SPEAKS.split('|').find(|known| *known == verb)?;
    let (between, content) = middle(text, " that ")?;
    let is_near =
        words(between).count() <= MOST_WORDS_BETWEEN && !between.contains([',', ';', ':', '.']);
    is_near.then_some((verb, content))
}

/// The maximum number of words by which a sentence names a person.
const MOST_WORDS_OF_NAME: usize = 5;
/// The maximum number of words from a verb of speech to the «that» of what it reports.
const MOST_WORDS_BETWEEN: usize = 6;

fn begins(text: &str, word: &str) -> bool {
    words(text).next().is_some_and(|first| first == word)
}

/// Whether a text is a name: «Tom», «Dr Moe».
fn is_name(text: &str) -> bool {
    let is_part = |word: &str| {
        word.starts_with(char::is_uppercase)
            && word.trim_end_matches('.').chars().all(char::is_alphabetic)
    };
    text.split(' ').all(is_part) && !words(text).any(|word| is_no_person(&word))
}

/// Whether a text names a person by what it is: «the baker», «my friend the baker».
fn is_person(text: &str) -> bool {
    let mut words = words(text);
    let first = words.next().unwrap_or_default();
    let is_phrase = cue_words::has(cue_words::PERSON_PHRASES, &first) && !text.contains(',');
    is_phrase && words.all(|word| word == "the" || !is_no_person(&word))
}

fn is_no_person(word: &str) -> bool {
    cue_words::has(cue_words::NO_PEOPLE, word) || cue_words::has(cue_words::SUBORDINATES, word)
}

/// What a sentence quotes at its beginning as the words of somebody else: «“It is late,” says Tom.»
fn quoted(text: &str) -> Option<(&'static str, &str)> {
    let rest = text.strip_prefix(['“', '"', '„', '«'])?;
    let (inside, after) = rest.split_once(['”', '"', '»'])?;
    let around: Vec<String> = words(after).take(MOST_WORDS_OF_NAME).collect();
    let is_whole = around.is_empty();
    let is_said = around.iter().any(|word| cue_words::has(cue_words::SPEECH, word));
    let is_own = around.iter().take(2).any(|word| word == "i");
    let is_sentence = words(inside).count() >= FEWEST_WORDS_QUOTED;
    (is_sentence && (is_whole || is_said && !is_own))
        .then(|| ("(quotation)", inside.trim_end_matches(',')))
}

/// The fewest words of a quoted sentence.
const FEWEST_WORDS_QUOTED: usize = 3;

/// The minimum number of words of a reported claim, unless it starts with “that”.
const FEWEST_WORDS: usize = 5;

/// Returns the claim of others that a sentence reports.
pub(super) fn reported(text: &str) -> Option<(&'static str, &str)> {
    let is_sentence = |content: &str| {
        strip_folded(content, "that ").is_some() || words(content).count() >= FEWEST_WORDS
    };
    if let Some(heard) = strip_cue(text, cue_words::HEARSAY) {
        return Some(heard).filter(|(_, content)| is_sentence(content));
    }
    if let Some(found) = reported_of_person(text).or_else(|| quoted(text)) {
        return Some(found);
    }
    let lower = text.to_lowercase();
    if let Some(cue) = cue_words::THEY_SAY.split('|').find(|cue| lower.contains(cue)) {
        return Some((cue, text));
    }
    if let Some(found) = strip_cue(text, cue_words::OTHERS).and_then(|(_, rest)| of_some(rest)) {
        return Some(found);
    }
    if let Some((who, rest)) = strip_cue(text, cue_words::OTHERS) {
        let rest = strip_cue(rest, cue_words::ADVERBS).map_or(rest, |(_, after)| after);
        return strip_cue(rest, cue_words::REPORTING_VERBS)
            .filter(|(verb, content)| is_sentence(content) || *verb == cue_words::IMAGINE)
            .map(|(_, content)| (who, content));
    }
    if let Some(rest) = strip_folded(text, "it is ") {
        let rest = strip_cue(rest, cue_words::ADVERBS).map_or(rest, |(_, after)| after);
        if let Some((cue, content)) = strip_cue(rest, cue_words::REPORTING_PASSIVES) {
            return Some((cue, strip_folded(content, "that ")?));
        }
    }
    if let Some((noun, content)) = strip_cue(text, cue_words::OBJECTIONS)
        && let Some(content) = content.strip_prefix(": ")
    {
        return Some((noun, content));
    }
    let (subject, content) = middle(text, " is that ")?;
    let subject = subject.to_lowercase();
    let named = cue_words::OBJECTIONS.split('|').find(|noun| subject.contains(noun))?;
    subject.starts_with("the ").then_some((named, content))
}

/// What some of a group say: the rest of «Some of my colleagues on the board say that it is late.»
fn of_some(text: &str) -> Option<(&'static str, &str)> {
    strip_folded(text, "of ")?;
    let mut starts = text.match_indices(' ').map(|(at, _)| at + 1).take(MOST_WORDS_BETWEEN + 1);
    starts.find_map(|at| {
        let rest = &text[at..];
        strip_cue(rest, cue_words::REPORTS).or_else(|| strip_cue(rest, cue_words::CONTENDS))
    })
}

/// Whether a sentence asks what would change its author's mind.
pub(super) fn asks_its_mind(question: &str) -> bool {
    cue_words::ASKS_ITS_MIND.split('|').any(|cue| middle(question, cue).is_some())
}

/// Whether a claim says «there» of a place that it does not name: «The shops there are full.» That something exists it says at the beginning
/// of a clause: «There are shops.»
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
    // «One thing …», «One can …», «One boiler and one laundry …», «Those who …».
    let is_complete = match first.as_str() {
        "one" => {
            next == "thing"
                || cue_words::has(cue_words::AUXILIARIES, &next)
                || words.any(|word| word == "one")
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

/// Whether a claim is about its author or addresses the reader: it starts with «I» without a verb of opinion, or asks the reader for
/// something.
pub(super) fn is_personal(claim: &str) -> bool {
    let addresses_reader = strip_cue(claim, cue_words::ADDRESSES).is_some();
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

/// The maximum number of words up to the «I» of a sentence that begins with a time or a place.
const MOST_WORDS_OF_TIME: usize = 6;

/// Whether a sentence cites evidence: it has a figure that is not only a year, and names a source or links to one.
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
