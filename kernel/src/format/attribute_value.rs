//! Values of braces and front matter, checked where their place is known.

use std::fmt::Display;
use std::str::FromStr;

use super::attributes::Word;
use super::fault::Faults;
use super::source::Source;
use super::suggestion;
use crate::vocabulary::{AxisId, Probability, Side, Topic, TopicId};

/// Reads a value by its type's own rules.
pub(super) fn parsed<T: FromStr<Err: Display>>(
    source: &Source,
    word: &Word,
    faults: &mut Faults,
) -> Option<T> {
    word.text
        .parse()
        .map_err(|error: T::Err| faults.push(source.error(word.span.clone(), error.to_string())))
        .ok()
}

/// Reads one of a few words.
pub(super) fn choice<T: Copy>(
    source: &Source,
    word: &Word,
    key: &str,
    allowed: &[(&str, T)],
    faults: &mut Faults,
) -> Option<T> {
    let found = allowed.iter().find(|(name, _)| *name == word.text).map(|(_, value)| *value);
    if found.is_none() {
        let names: Vec<&str> = allowed.iter().map(|(name, _)| *name).collect();
        let message = format!("`{}` is not a value of `{key}`", word.text);
        let remedy = suggestion::remedy(&word.text, "allowed", &names);
        faults.push(source.error(word.span.clone(), message).with_help(remedy));
    }
    found
}

/// Reads `yes` or `no`.
pub(super) fn side(source: &Source, word: &Word, key: &str, faults: &mut Faults) -> Option<Side> {
    let sides = [Side::Yes, Side::No].map(|side| (side.word(), side));
    choice(source, word, key, &sides, faults)
}

/// Reads a number in [0, 1].
pub(super) fn share(
    source: &Source,
    word: &Word,
    key: &str,
    faults: &mut Faults,
) -> Option<Probability> {
    let share = word.text.parse().ok().and_then(|number| Probability::new(number).ok());
    if share.is_none() {
        let message = format!("`{key}` is not a number from 0 to 1: {}", word.text);
        faults.push(source.error(word.span.clone(), message).with_help("write it like 0.75"));
    }
    share
}

/// Reads the name of an axis; without the topic, which then has faults of its own, only its shape is checked.
pub(super) fn axis(
    source: &Source,
    word: &Word,
    topic: Option<&Topic>,
    faults: &mut Faults,
) -> Option<AxisId> {
    let id: AxisId = parsed(source, word, faults)?;
    let Some(topic) = topic else { return Some(id) };
    if topic.axis(&id).is_some() {
        return Some(id);
    }
    let names: Vec<&str> = topic.axes.iter().map(|axis| axis.id.as_str()).collect();
    let message = format!("the topic `{}` has no axis `{id}`", topic.id);
    let remedy = suggestion::remedy(id.as_str(), "axes", &names);
    faults.push(source.error(word.span.clone(), message).with_help(remedy));
    None
}

/// Reads the name of a topic that must exist.
pub(super) fn topic<'t>(
    source: &Source,
    word: &Word,
    topics: impl IntoIterator<Item = &'t TopicId>,
    faults: &mut Faults,
) -> Option<TopicId> {
    let names: Vec<&str> = topics.into_iter().map(TopicId::as_str).collect();
    if names.contains(&word.text.as_str()) {
        return parsed(source, word, faults);
    }
    let message = format!("no topic is named `{}`", word.text);
    let remedy = suggestion::remedy(&word.text, "topics", &names);
    faults.push(source.error(word.span.clone(), message).with_help(remedy));
    None
}

/// Makes a sentence of a clause: its first letter raised, a full stop added where nothing else ends it.
pub(super) fn sentence(clause: &str) -> String {
    let openers = ['"', '\'', '“', '‘', '«', '(', '['];
    let words = clause.trim().trim_start_matches(openers);
    let opening = &clause.trim()[..clause.trim().len() - words.len()];
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = opening.chars().chain(first).chain(letters).collect();
    let closers = ['"', '\'', '”', '’', '»', ')', ']'];
    if !sentence.trim_end_matches(closers).ends_with(['.', '!', '?', '…']) {
        sentence.push('.');
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_become_sentences_and_sentences_stay() {
        for (clause, expected) in [
            ("pay fell", "Pay fell."),
            ("Pay fell.", "Pay fell."),
            ("who pays?", "Who pays?"),
            ("he said \"never.\"", "He said \"never.\""),
            ("3% of firms (by count)", "3% of firms (by count)."),
            ("“never” is long", "“Never” is long."),
            ("élan counts…", "Élan counts…"),
        ] {
            assert_eq!(sentence(clause), expected);
        }
    }
}
