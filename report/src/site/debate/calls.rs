//! The questions put to the provider and its replies.

use faultline::view::number;
use std::collections::BTreeMap;

use faultline::record::{Call, Usage};
use faultline::vocabulary::CallId;

use super::scene::{Ref, Scene};
use crate::site::cast::Tag;
use crate::site::input::Exchange;
use crate::site::route::Anchor;
use crate::site::{escape, prose};

/// One message of an exchange.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub(super) role: String,
    pub(super) text: String,
    /// The text as an indented block of Markdown.
    pub(super) block: String,
    /// The earlier call that holds the same message, which then is not set again.
    pub(super) same: Option<Ref>,
}

/// Where each message of a prompt stands first, by role and text.
type Told<'a> = BTreeMap<(&'a str, &'a str), CallId>;

/// One call.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) task: String,
    pub(super) who: Option<Tag>,
    pub(super) model: String,
    pub(super) round: String,
    pub(super) tokens: String,
    pub(super) repaired: Vec<String>,
    pub(super) fault: Option<String>,
    pub(super) exchanges: Vec<Vec<Said>>,
}

pub(super) fn entries(scene: &Scene<'_>) -> Vec<Entry> {
    let mut told = Told::new();
    let mut entries = Vec::new();
    for snapshot in &scene.finished.snapshots {
        for call in &snapshot.calls {
            entries.push(entry(scene, call, super::rounds::title(scene, snapshot), &mut told));
        }
    }
    entries
}

fn entry<'a>(scene: &Scene<'a>, call: &Call, round: String, told: &mut Told<'a>) -> Entry {
    let exchanges = scene.finished.exchanges.get(&call.id);
    Entry {
        id: Anchor::Call(call.id).id(),
        task: call.task.clone(),
        who: call.persona.as_ref().map(|persona| scene.tag(persona)),
        model: call.model.clone(),
        round,
        tokens: tokens(&call.usage),
        repaired: call.repaired.iter().map(|fault| prose::sentence(fault)).collect(),
        fault: call
            .fault
            .as_ref()
            .map(|fault| prose::capital(&prose::sentence(&fault.to_string()))),
        exchanges: exchanges
            .into_iter()
            .flatten()
            .map(|words| exchange(scene, call.id, words, told))
            .collect(),
    }
}

fn exchange<'a>(
    scene: &Scene<'_>,
    call: CallId,
    exchange: &'a Exchange,
    told: &mut Told<'a>,
) -> Vec<Said> {
    let said = |role: &str, text: &str| Said {
        role: role.to_owned(),
        text: escape::visible(text),
        block: escape::code_block(text),
        same: None,
    };
    let mut messages = Vec::new();
    for message in &exchange.prompt {
        let first = *told.entry((&message.role, &message.text)).or_insert(call);
        messages.push(if first == call {
            said(&message.role, &message.text)
        } else {
            Said { same: Some(scene.call(first)), ..said(&message.role, "") }
        });
    }
    messages.push(said("reply", &exchange.reply));
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

/// What all calls came to.
pub(super) fn sentence(usage: &Usage, most: Option<u32>, cost: &str) -> String {
    let mut parts = vec![tokens(usage)];
    for (number, one, many) in [
        (usage.repairs, "answer sent back", "answers sent back"),
        (usage.dropped, "part of an answer dropped", "parts of answers dropped"),
        (usage.failed, "call failed", "calls failed"),
    ] {
        if number > 0 {
            parts.push(number::count(number as usize, one, many));
        }
    }
    let calls = prose::capital(&number::count(usage.calls as usize, "call", "calls"));
    let most = most.map_or_else(String::new, |most| {
        format!(
            ", where the mode takes at most {} without repairs",
            number::integer(u64::from(most))
        )
    });
    format!("{calls}{most}; {}; {cost}.", prose::list(&parts))
}
