//! What a sentence reports of others.

use super::cue_matching::{middle, strip_cue, strip_folded, words};
use super::cue_words;

/// The claim of a person whom a sentence names: «Tom says that it is late», «My friend the baker claims that it is late», «Dr Moe, whom I
/// like, wrote in this paper that it is late.»
fn reported_of_person(text: &str) -> Option<(&'static str, &str)> {
    let mut ends = text.match_indices(' ').map(|(at, _)| at).take(MOST_WORDS_OF_NAME);
    ends.find_map(|end| {
        let (who, rest) = (&text[..end], &text[end + 1..]);
        let (who, rest) = match who.strip_suffix(',') {
            Some(name) => (name, without_insertion(rest)?),
            None => (who, rest),
        };
        let rest = without_adverb(rest);
        let reports = strip_cue(rest, cue_words::REPORTS)
            .or_else(|| strip_cue(rest, cue_words::CONTENDS))
            .or_else(|| speaks(rest))?;
        let is_contended = cue_words::has(cue_words::CONTENDS, reports.0);
        // «A driver told me …» may be a witness.
        let is_witness = ["a", "an", "another"].into_iter().any(|article| begins(who, article))
            && reports.0.contains(" me ");
        let is_someone = is_person(who) && !is_witness && (is_contended || begins(who, "the"));
        let may_report = is_name(who) || is_group(who) || is_someone;
        may_report.then_some(reports)
    })
}

fn without_adverb(text: &str) -> &str {
    strip_cue(text, cue_words::ADVERBS).map_or(text, |(_, after)| after)
}

/// The text after an insertion that ends with a comma: «whom I like, …», «a sensible woman, …», «by contrast, …».
fn without_insertion(text: &str) -> Option<&str> {
    let (inserted, rest) = text.split_once(", ")?;
    (words(inserted).count() <= MOST_WORDS_INSERTED).then_some(rest)
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
/// The maximum number of words by which a sentence names a group without an article.
const MOST_WORDS_OF_GROUP: usize = 3;
/// The maximum number of words between a person and the verb, set off by commas.
const MOST_WORDS_INSERTED: usize = 12;
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

/// Whether a text names a group of people without an article: «Recycling departments».
fn is_group(text: &str) -> bool {
    let is_plural = text.ends_with('s') && !text.contains(',');
    is_plural
        && words(text).count() <= MOST_WORDS_OF_GROUP
        && !words(text).any(|word| is_no_person(&word))
}

/// Whether a text names a person by what it is: «the baker», «my friend the baker».
fn is_person(text: &str) -> bool {
    let lower = text.to_lowercase();
    // «My sister-in-law» is one word, and not about the law.
    let mut words = lower.split(' ');
    let first = words.next().unwrap_or_default();
    let is_phrase = cue_words::has(cue_words::PERSON_PHRASES, first) && !text.contains(',');
    is_phrase && words.all(|word| word == "the" || !is_no_person(word))
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
    if let Some((who, rest)) = strip_cue(text, cue_words::OTHERS) {
        if let Some(found) = of_some(rest) {
            return Some(found);
        }
        let rest = without_adverb(rest);
        return strip_cue(rest, cue_words::REPORTING_VERBS)
            .filter(|(verb, content)| is_sentence(content) || *verb == cue_words::IMAGINE)
            .map(|(_, content)| (who, content));
    }
    if let Some(rest) = strip_folded(text, "it is ") {
        let rest = without_adverb(rest);
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
