//! What a sentence reports of others.

use super::cue_matching::{middle, strip_cue, strip_folded, words};
use super::cue_words;
use super::guess::ClauseKind;
use crate::text::negations;

/// The claim of a person whom a sentence names: «Tom says that it is late», «My friend the baker
/// claims that it is late», «Dr Moe, whom I like, wrote in this paper that it is late.»
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
            .or_else(|| speaks(rest))
            .or_else(|| thinks(rest))?;
        let is_contended = [cue_words::CONTENDS, cue_words::THINKS]
            .iter()
            .any(|verbs| cue_words::has(verbs, reports.0));
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

/// The text after an insertion that ends with a comma: «whom I like, …», «a sensible woman, …», «by
/// contrast, …».
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

/// What a verb of thought reports without a «that»: «Teachers believe homework helps.»
fn thinks(text: &str) -> Option<(&'static str, &str)> {
    let (verb, content) = strip_cue(text, cue_words::THINKS)?;
    let first = words(content).next()?;
    let is_clause = words(content).count() >= FEWEST_WORDS_OF_THOUGHT
        && !cue_words::has(cue_words::NO_SUBJECTS, &first);
    is_clause.then_some((verb, content))
}

/// The minimum number of words of what someone thinks, where no “that” shows that a clause begins:
/// “homework helps children learn”.
const FEWEST_WORDS_OF_THOUGHT: usize = 4;

/// What a sentence reports by naming first who says it: «According to the mayor, it is late.»
fn according_to(text: &str) -> Option<(&'static str, &str)> {
    let (who, content) = strip_folded(text, "according to ")?.split_once(", ")?;
    let is_someone = is_name(who) || is_group(who) || is_person(who);
    is_someone.then_some(("according to", content))
}

/// The maximum number of words by which a sentence names a person.
const MOST_WORDS_OF_NAME: usize = 5;
/// The maximum number of words by which a sentence names a group without an article.
const MOST_WORDS_OF_GROUP: usize = 3;
/// The maximum number of words between a person and the verb, set off by commas.
const MOST_WORDS_INSERTED: usize = 12;
/// The maximum number of words from a verb of speech to the “that” of what it reports.
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
    text.split(' ').all(is_part) && !words(text).any(|word| is_not_a_person(&word))
}

/// Whether a text names a group of people without an article: «Recycling departments».
fn is_group(text: &str) -> bool {
    let is_plural = text.ends_with('s') && !text.contains(',');
    is_plural
        && words(text).count() <= MOST_WORDS_OF_GROUP
        && !words(text).any(|word| is_not_a_person(&word))
}

/// Whether a text names a person by what it is: «the baker», «my friend the baker».
fn is_person(text: &str) -> bool {
    let lower = text.to_lowercase();
    // «My sister-in-law» is one word, and not about the law.
    let mut words = lower.split(' ');
    let first = words.next().unwrap_or_default();
    let is_phrase = cue_words::has(cue_words::PERSON_PHRASES, first) && !text.contains(',');
    is_phrase && words.all(|word| word == "the" || !is_not_a_person(word))
}

fn is_not_a_person(word: &str) -> bool {
    cue_words::has(cue_words::NO_PEOPLE, word) || cue_words::has(cue_words::SUBORDINATES, word)
}

/// What others say whom a sentence calls right or wrong, as a concession or an objection: «They are
/// right that it is late», «The baker is mistaken when he says that it is late.»
pub(super) fn judged(text: &str) -> Option<(ClauseKind, &'static str, &str)> {
    let mut ends = text.match_indices(' ').map(|(at, _)| at).take(MOST_WORDS_OF_NAME);
    ends.find_map(|end| {
        let (who, rest) = (&text[..end], &text[end + 1..]);
        let (_, rest) = strip_cue(rest, cue_words::BEFORE_A_JUDGEMENT)?;
        let (between, content) = middle(rest, "that ").filter(|(way, _)| way.ends_with(' '))?;
        let near: Vec<String> = words(between).collect();
        let is_near = near.len() <= MOST_WORDS_BETWEEN && !between.contains([';', ':', '.']);
        let says = |cues: &'static str| {
            let mut cues = cues.split('|');
            cues.find(|cue| near.iter().take(MOST_WORDS_OF_JUDGEMENT).any(|word| word == cue))
        };
        let right = says(cue_words::RIGHT).map(|cue| (true, cue));
        let (is_right, cue) = right.or_else(|| says(cue_words::WRONG).map(|cue| (false, cue)))?;
        let is_someone = is_name(who) || is_group(who) || is_person(who);
        let others = format!("{} ", who.to_lowercase());
        let is_other = cue_words::has(cue_words::OTHERS_JUDGED, &others);
        let is_granted = is_right != (negations(between) % 2 == 1);
        let kind = if is_granted { ClauseKind::Concedes } else { ClauseKind::Answers };
        (is_near && (is_someone || is_other)).then_some((kind, cue, content))
    })
}

/// The maximum number of words up to the one that calls someone right or wrong: “is perfectly
/// right”.
const MOST_WORDS_OF_JUDGEMENT: usize = 3;

/// What an exclamation says that others say: «What nonsense to say that it is late!»
pub(super) fn exclaimed_at(text: &str) -> Option<(&'static str, &str)> {
    strip_cue(text, cue_words::EXCLAIMS)?;
    cue_words::TO_SAY.split('|').find_map(|cue| Some((cue.trim(), middle(text, cue)?.1)))
}

/// What a sentence reports whose end says who says it: «It is late, say the bakers», «It is late,
/// the bakers claim.»
fn reported_at_end(text: &str) -> Option<(&'static str, &str)> {
    let (said, who) = text.trim_end_matches('.').rsplit_once(", ")?;
    let all: Vec<&str> = who.split(' ').collect();
    let verb = |word: &str| cue_words::SPEECH.split('|').find(|verb| *verb == word);
    let (cue, person) = match all.as_slice() {
        [first, person @ ..] if verb(first).is_some() => (verb(first)?, person),
        [person @ .., last] => (verb(last)?, person),
        [] => return None,
    };
    let person = person.join(" ");
    let is_someone = cue_words::has(cue_words::OTHERS, &format!("{} ", person.to_lowercase()))
        || !person.is_empty() && (is_name(&person) || is_group(&person) || is_person(&person));
    (is_someone && all.len() <= MOST_WORDS_OF_NAME).then_some((cue, said))
}

/// What a sentence quotes at its beginning as the words of another person: «“It is late,” says Tom.»
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

/// The minimum number of words of a reported claim, unless it starts with “that” or with a pronoun.
const FEWEST_WORDS: usize = 5;
/// The minimum number of words of a reported claim that starts with a pronoun: “it is late”.
const FEWEST_WORDS_AFTER_PRONOUN: usize = 3;

/// Returns the claim of others that a sentence reports.
pub(super) fn reported(text: &str) -> Option<(&'static str, &str)> {
    let is_sentence = |content: &str| {
        let all: Vec<String> = words(content).collect();
        let begins =
            |cues: &'static str| all.first().is_some_and(|word| cue_words::has(cues, word));
        let is_short = begins(cue_words::PRONOUNS) && all.len() >= FEWEST_WORDS_AFTER_PRONOUN;
        strip_folded(content, "that ").is_some() || is_short || all.len() >= FEWEST_WORDS
    };
    if let Some(heard) = strip_cue(text, cue_words::HEARSAY) {
        return Some(heard).filter(|(_, content)| is_sentence(content));
    }
    let found = reported_of_person(text).or_else(|| quoted(text));
    if let Some(found) = found.or_else(|| according_to(text)).or_else(|| reported_at_end(text)) {
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
    if let Some(found) = reported_passively(text) {
        return Some(found);
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

/// What a sentence reports in the passive: «It is feared that it is late», «It has been put to me
/// that it is late», «I was told by colleagues that it is late.»
fn reported_passively(text: &str) -> Option<(&'static str, &str)> {
    let (cue, rest) = if let Some(rest) = strip_folded(text, "it ") {
        let perfect = || {
            let (verb, after) = strip_cue(rest, "has |had ")?;
            Some((verb, strip_folded(without_adverb(after), "been ")?))
        };
        let (verb, rest) = strip_cue(rest, cue_words::PASSIVES).or_else(perfect)?;
        let rest = without_adverb(rest);
        let past = || strip_cue(rest, cue_words::PAST_PASSIVES).filter(|_| verb != "is ");
        strip_cue(rest, cue_words::REPORTING_PASSIVES).or_else(past)?
    } else {
        let (_, rest) = strip_cue(text, "i |we ")?;
        let (_, rest) = strip_cue(rest, cue_words::OWN_PASSIVES)?;
        strip_cue(without_adverb(rest), cue_words::TOLD)?
    };
    if let Some(content) = strip_folded(rest, "that ") {
        return Some((cue, content));
    }
    let (between, content) = middle(rest, " that ")?;
    let is_near =
        words(between).count() <= MOST_WORDS_BETWEEN && !between.contains([',', ';', ':', '.']);
    is_near.then_some((cue, content))
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
