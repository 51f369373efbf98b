//! The calls to the provider: questions and replies.

use faultline::mode::DebateSize;
use faultline::record::{Call, Snapshot, Usage};
use faultline::view::number;

use crate::site::cost::Total;
use crate::site::escape;
use crate::site::input::Debate;
use crate::site::log_pages::{self, Item, has_reader};
use crate::site::persona_tag::Tag;
use crate::site::references::{Ref, References};
use crate::site::route::Anchor;
use crate::site::sentence::{full_stop, sentence};

/// A message of a call, or a section of a long one.
#[derive(Debug, Clone)]
pub(super) struct Message {
    pub(super) role: String,
    /// Whether the text continues that of the message before.
    pub(super) is_continued: bool,
    pub(super) text: String,
    /// The text as an indented block of Markdown.
    pub(super) block: String,
    /// The earlier call with the same message; the message is then not repeated.
    pub(super) same: Option<Ref>,
}

/// One call, or the rest of one that begins on the page before.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The id of its element; none for the rest of a call.
    pub(super) id: Option<String>,
    pub(super) name: String,
    pub(super) question: String,
    pub(super) persona: Option<Tag>,
    pub(super) model: String,
    pub(super) round: String,
    pub(super) tokens: String,
    pub(super) repaired: Vec<String>,
    /// Why the answer that was sent back is used all the same.
    pub(super) repair_fault: Option<String>,
    /// Why earlier answers were not usable, each of which was asked for again.
    pub(super) replaced: Vec<String>,
    pub(super) dropped: Vec<String>,
    /// What the reply gave before the answer.
    pub(super) drafts: Vec<String>,
    pub(super) fault: Option<String>,
    pub(super) messages: Vec<Message>,
    /// Whether a model read its prompts, and they are not available.
    pub(super) is_lost: bool,
}

/// The calls of a page of the log, each with its messages.
pub(super) fn entries(references: &References<'_>, items: &[Item<'_>]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for item in items {
        match item {
            Item::Turn(..) => {}
            Item::Call(round, call) => entries.push(entry(references, round, call)),
            Item::Message(sent) => {
                if entries.is_empty() {
                    let mut rest = entry(references, sent.round, sent.call);
                    let Entry { replaced, repaired, dropped, drafts, .. } = &mut rest;
                    for shown in [replaced, repaired, dropped, drafts] {
                        shown.clear();
                    }
                    entries.push(Entry { id: None, fault: None, repair_fault: None, ..rest });
                }
                let last = entries.last_mut().expect("the call of a message comes before it");
                last.messages.push(message(references, sent));
            }
        }
    }
    entries
}

fn entry(references: &References<'_>, round: &Snapshot, call: &Call) -> Entry {
    Entry {
        id: Some(Anchor::Call(call.id).id()),
        name: call.id.to_string(),
        question: call.question.clone(),
        persona: call.persona.as_ref().map(|persona| references.tag(persona)),
        model: call.model.clone(),
        round: references.history.round_title(round.round),
        tokens: tokens(&call.usage),
        repaired: call.repaired.iter().map(|fault| full_stop(fault)).collect(),
        repair_fault: call.repair_fault.as_ref().map(|fault| full_stop(&fault.to_string())),
        replaced: call.replaced.iter().map(|fault| full_stop(&fault.to_string())).collect(),
        dropped: call.dropped.iter().map(|reason| full_stop(reason)).collect(),
        drafts: call.drafts.clone(),
        fault: call.fault.as_ref().map(|fault| sentence(&fault.to_string())),
        messages: Vec::new(),
        is_lost: has_reader(references.finished)
            && references.finished.exchanges.get(&call.id).is_none_or(Vec::is_empty),
    }
}

fn message(references: &References<'_>, message: &log_pages::Message<'_>) -> Message {
    Message {
        role: message.role.to_owned(),
        is_continued: message.is_continued,
        text: escape::visible(message.text),
        block: escape::code_block(message.text),
        same: message.same.map(|first| references.call(first)),
    }
}

fn tokens(usage: &Usage) -> String {
    let about = if usage.estimated { "about " } else { "" };
    format!(
        "{about}{} tokens read, {} written",
        number::integer(usage.input.0 + usage.cached.0),
        number::integer(usage.output.0)
    )
}

/// What all calls of the debate took.
#[derive(Debug, Clone)]
pub(super) struct Summary {
    pub(super) total: Total,
    /// The maximum number of calls that the mode makes, without repairs.
    pub(super) most: String,
    pub(super) tokens: String,
    /// What went wrong: how often, and what.
    pub(super) problems: Vec<String>,
}

pub(super) fn summary(references: &References<'_>) -> Summary {
    let Debate { mode, personas, .. } = references.debate;
    let size = DebateSize::new(references.topic, personas.len());
    let usage = &references.finished.outcome.usage;
    let problems = [
        (usage.repairs, "answer sent back", "answers sent back"),
        (usage.dropped, "unusable item dropped", "unusable items dropped"),
        (usage.not_judged, "pair of statements not judged", "pairs of statements not judged"),
        (usage.failed, "call failed", "calls failed"),
    ];
    let problems = problems.into_iter().filter(|(count, ..)| *count > 0);
    Summary {
        total: Total::new(usage, &references.finished.cost),
        most: number::integer(u64::from(mode.calls(size).total())),
        tokens: tokens(usage),
        problems: problems
            .map(|(count, one, many)| number::count(count as usize, one, many))
            .collect(),
    }
}
