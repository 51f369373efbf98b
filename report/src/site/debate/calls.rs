//! The calls to the provider: questions and replies.

use faultline::view::number;
use std::collections::BTreeMap;

use faultline::mode::DebateSize;
use faultline::record::{Call, Usage};
use faultline::vocabulary::CallId;

use crate::site::cost::Total;
use crate::site::escape;
use crate::site::input::{Debate, Exchange};
use crate::site::persona_tag::Tag;
use crate::site::references::{Ref, References};
use crate::site::route::Anchor;
use crate::site::sentence::{capital, full_stop};

/// One message of an exchange.
#[derive(Debug, Clone)]
pub(super) struct Message {
    pub(super) role: String,
    pub(super) text: String,
    /// The text as an indented block of Markdown.
    pub(super) block: String,
    /// The earlier call with the same message; the message is then not repeated.
    pub(super) same: Option<Ref>,
}

/// The first call with each message, by role and text.
type Seen<'a> = BTreeMap<(&'a str, &'a str), CallId>;

/// One call.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) question: String,
    pub(super) persona: Option<Tag>,
    pub(super) model: String,
    pub(super) round: String,
    pub(super) tokens: String,
    pub(super) repaired: Vec<String>,
    /// Why earlier answers were not usable, each of which was asked for again.
    pub(super) replaced: Vec<String>,
    pub(super) dropped: Vec<String>,
    pub(super) fault: Option<String>,
    pub(super) exchanges: Vec<Vec<Message>>,
}

/// The calls in their order. Prompts and replies are left out where no model read them.
pub(super) fn entries(references: &References<'_>, has_reader: bool) -> Vec<Entry> {
    let mut seen = Seen::new();
    let mut entries = Vec::new();
    for snapshot in &references.finished.snapshots {
        for call in &snapshot.calls {
            entries.push(entry(
                references,
                call,
                references.history.round_title(snapshot.round),
                has_reader,
                &mut seen,
            ));
        }
    }
    entries
}

fn entry<'a>(
    references: &References<'a>,
    call: &Call,
    round: String,
    has_reader: bool,
    seen: &mut Seen<'a>,
) -> Entry {
    let exchanges = references.finished.exchanges.get(&call.id).filter(|_| has_reader);
    Entry {
        id: Anchor::Call(call.id).id(),
        question: call.question.clone(),
        persona: call.persona.as_ref().map(|persona| references.tag(persona)),
        model: call.model.clone(),
        round,
        tokens: tokens(&call.usage),
        repaired: call.repaired.iter().map(|fault| full_stop(fault)).collect(),
        replaced: call.replaced.iter().map(|fault| full_stop(&fault.to_string())).collect(),
        dropped: call.dropped.iter().map(|reason| full_stop(reason)).collect(),
        fault: call.fault.as_ref().map(|fault| capital(&full_stop(&fault.to_string()))),
        exchanges: exchanges
            .into_iter()
            .flatten()
            .map(|each| exchange(references, call.id, each, seen))
            .collect(),
    }
}

fn exchange<'a>(
    references: &References<'_>,
    call: CallId,
    exchange: &'a Exchange,
    seen: &mut Seen<'a>,
) -> Vec<Message> {
    let shown = |role: &str, text: &str| Message {
        role: role.to_owned(),
        text: escape::visible(text),
        block: escape::code_block(text),
        same: None,
    };
    let mut messages = Vec::new();
    for message in &exchange.prompt {
        let first = *seen.entry((&message.role, &message.text)).or_insert(call);
        messages.push(if first == call {
            shown(&message.role, &message.text)
        } else {
            Message { same: Some(references.call(first)), ..shown(&message.role, "") }
        });
    }
    messages.push(shown("reply", &exchange.reply));
    messages
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
