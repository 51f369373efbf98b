//! Parses values of attributes and of front matter.

use std::fmt::Display;
use std::str::FromStr;

use toml::Spanned;

use super::fault::Faults;
use super::source::Source;
use super::suggestion;
use crate::vocabulary::{AxisId, PassageId, Probability, Side, Topic, TopicId};

/// Parses a value by the rules of its type.
pub(super) fn parsed<T: FromStr<Err: Display>>(
    source: &Source,
    word: &Spanned<String>,
    faults: &mut Faults,
) -> Option<T> {
    word.get_ref()
        .parse()
        .map_err(|error: T::Err| faults.push(source.error(word.span(), error.to_string())))
        .ok()
}

/// Parses one of the allowed words.
pub(super) fn choice<T: Copy>(
    source: &Source,
    word: &Spanned<String>,
    key: &str,
    allowed: &[(&str, T)],
    faults: &mut Faults,
) -> Option<T> {
    let found = allowed.iter().find(|(name, _)| *name == word.get_ref()).map(|(_, value)| *value);
    if found.is_none() {
        let names: Vec<&str> = allowed.iter().map(|(name, _)| *name).collect();
        let message = format!("`{}` is not an allowed value of `{key}`", word.get_ref());
        let remedy = suggestion::remedy(word.get_ref(), "allowed values", &names);
        faults.push(source.error(word.span(), message).with_help(remedy));
    }
    found
}

/// Parses `yes` or `no`.
pub(super) fn side(
    source: &Source,
    word: &Spanned<String>,
    key: &str,
    faults: &mut Faults,
) -> Option<Side> {
    let sides = [Side::Yes, Side::No].map(|side| (side.word(), side));
    choice(source, word, key, &sides, faults)
}

/// Parses a number in [0, 1].
pub(super) fn share(
    source: &Source,
    word: &Spanned<String>,
    key: &str,
    faults: &mut Faults,
) -> Option<Probability> {
    let share = word.get_ref().parse().ok().and_then(|number| Probability::new(number).ok());
    if share.is_none() {
        let message = format!("`{key}` is not a number from 0 to 1: {}", word.get_ref());
        faults.push(source.error(word.span(), message).with_help("write a number such as 0.75"));
    }
    share
}

/// Parses the id of an axis. If the topic is `None` because it has faults of its own, the axis need
/// not exist.
pub(super) fn axis(
    source: &Source,
    word: &Spanned<String>,
    topic: Option<&Topic>,
    faults: &mut Faults,
) -> Option<AxisId> {
    let ids = |topic: &Topic| topic.axes.iter().map(|axis| axis.id.to_string()).collect();
    let kind = Listed { one: "axis", all: "axes", remedy: "lists no axes: add `[[axes]]`" };
    kind.parse(source, word, topic.map(|topic| (&topic.id, ids(topic))), faults)
}

/// Parses the id of a passage. If the topic is `None` because it has faults of its own, the passage
/// need not exist.
pub(super) fn passage(
    source: &Source,
    word: &Spanned<String>,
    topic: Option<&Topic>,
    faults: &mut Faults,
) -> Option<PassageId> {
    let ids = |topic: &Topic| topic.passages.iter().map(|passage| passage.id.to_string()).collect();
    let remedy = "names no passages: add `passages`";
    let kind = Listed { one: "passage", all: "passages", remedy };
    kind.parse(source, word, topic.map(|topic| (&topic.id, ids(topic))), faults)
}

/// What a topic lists by id.
struct Listed {
    one: &'static str,
    all: &'static str,
    /// What is missing, and the remedy, where it lists none.
    remedy: &'static str,
}

impl Listed {
    /// Parses an id that a topic should list: `listed` are its ids.
    fn parse<T: FromStr<Err: Display> + Display>(
        &self,
        source: &Source,
        word: &Spanned<String>,
        listed: Option<(&TopicId, Vec<String>)>,
        faults: &mut Faults,
    ) -> Option<T> {
        let id: T = parsed(source, word, faults)?;
        let Some((topic, ids)) = listed else { return Some(id) };
        let name = id.to_string();
        if ids.contains(&name) {
            return Some(id);
        }
        let names: Vec<&str> = ids.iter().map(String::as_str).collect();
        let message = format!("the topic `{topic}` has no {} `{name}`", self.one);
        let remedy = if names.is_empty() {
            format!("the topic {} to data/topics/{topic}.toml", self.remedy)
        } else {
            suggestion::remedy(&name, self.all, &names)
        };
        faults.push(source.error(word.span(), message).with_help(remedy));
        None
    }
}

/// Parses the id of a topic, which must exist.
pub(super) fn topic<'t>(
    source: &Source,
    word: &Spanned<String>,
    topics: impl IntoIterator<Item = &'t TopicId>,
    faults: &mut Faults,
) -> Option<TopicId> {
    let names: Vec<&str> = topics.into_iter().map(TopicId::as_str).collect();
    if names.contains(&word.get_ref().as_str()) {
        return parsed(source, word, faults);
    }
    let message = format!("no topic is named `{}`", word.get_ref());
    let remedy = suggestion::remedy(word.get_ref(), "topics", &names);
    faults.push(source.error(word.span(), message).with_help(remedy));
    None
}
