//! What answers without sense are made of, for the tests that every mode must pass.

pub(crate) use serde_json::{Value, json};

use crate::prompt::Message;

/// A request that is answered with nonsense. In its prompt, ids are in brackets at the start of a
/// line.
#[derive(Debug, Clone, Copy)]
pub struct Nonsense<'a> {
    /// The persona that is asked; empty where none is.
    pub(crate) me: &'a str,
    /// Its answer to the question of the topic.
    pub(crate) side: &'static str,
    pub(crate) messages: &'a [Message],
    /// How many items the answer has. *Units*: quarters of their maximum.
    pub(crate) quarters: u64,
    /// Makes its texts differ from those of earlier answers.
    pub(crate) ordinal: u32,
}

impl Nonsense<'_> {
    /// A text that no other answer has.
    pub(crate) fn text(&self, what: &str, number: u64) -> String {
        format!("{what} {number} of {}, {}.", self.me, self.ordinal)
    }

    /// Up to `most` items.
    pub(crate) fn many(&self, most: u64, item: impl Fn(u64) -> Value) -> Value {
        (0..(most * self.quarters).div_ceil(4)).map(item).collect()
    }

    /// A different one of several kinds of answers each time.
    pub(crate) fn choose<T: Copy>(&self, kinds: &[T]) -> T {
        kinds[(self.quarters as usize + self.ordinal as usize) % kinds.len()]
    }

    /// The first message to the model after the system message: a repeated question has the same
    /// one.
    pub(crate) fn asked(&self) -> &str {
        &self.messages[1].text
    }

    /// The ids with the text after them.
    pub(crate) fn listed(&self) -> Vec<(&str, &str)> {
        let lines = self.asked().lines().filter_map(|line| {
            let rest = line.trim_start().trim_start_matches("- ").strip_prefix('[')?;
            rest.split_once("] ")
        });
        lines.collect()
    }

    /// The ids of the nodes of others that can be answered.
    pub(crate) fn of_others(&self) -> Vec<String> {
        let me = self.me;
        self.nodes(|text| !text.starts_with(me) && !text.contains(&format!("of {me}:")))
    }

    /// The ids of all nodes that can be answered.
    pub(crate) fn of_all(&self) -> Vec<String> {
        self.nodes(|_| true)
    }

    fn nodes(&self, is_chosen: impl Fn(&str) -> bool) -> Vec<String> {
        let is_beside = |text: &str| text.contains(" grants: ") || text.contains(" also holds: ");
        let listed = self.listed().into_iter();
        listed
            .filter(|(id, text)| id.starts_with('n') && !is_beside(text) && is_chosen(text))
            .map(|(id, _)| id.to_owned())
            .collect()
    }

    /// The ids of turns of others.
    pub(crate) fn turns_of_others(&self) -> Vec<String> {
        let own = format!("] {}", self.me);
        let turns = self.listed().into_iter();
        turns
            .filter(|(id, text)| {
                id.starts_with('t') && text.starts_with('[') && !text.contains(&own)
            })
            .map(|(id, _)| id.to_owned())
            .collect()
    }

    /// The ids of the turns that an update of the graph is about.
    pub(crate) fn new_turns(&self) -> Vec<String> {
        let (_, new) = self.asked().split_once("New turns:").expect("the prompt has new turns");
        let ids = new.lines().filter_map(|line| line.strip_prefix('[')?.split_once(']'));
        ids.map(|(id, _)| id.to_owned()).collect()
    }

    /// The text between two others in the question.
    pub(crate) fn between(&self, before: &str, after: &str) -> &str {
        let (_, rest) = self.asked().split_once(before).expect("the prompt has this text");
        rest.split_once(after).expect("the prompt has this text").0
    }

    /// The ids of the questions of the topic.
    pub(crate) fn axes(&self) -> Vec<String> {
        let system = &self.messages.first().expect("a prompt has messages").text;
        let (_, listed) = system.split_once("may disagree, each with its id:").unwrap_or(("", ""));
        let ids = listed.lines().filter_map(|line| line.strip_prefix("- [")?.split_once(']'));
        ids.map(|(id, _)| id.to_owned()).collect()
    }
}
