//! The questions put to the provider and its replies.

use faultline::record::{Call, Usage};

use super::scene::Scene;
use crate::site::cast::Tag;
use crate::site::input::Exchange;
use crate::site::route::Anchor;
use crate::site::{escape, filters, prose};

/// One message of an exchange.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub(super) role: String,
    pub(super) text: String,
    /// The text as an indented block of Markdown.
    pub(super) block: String,
}

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
    let snapshots = scene.finished.snapshots.iter();
    snapshots
        .flat_map(|snapshot| {
            snapshot.calls.iter().map(|call| entry(scene, call, super::rounds::title(snapshot)))
        })
        .collect()
}

fn entry(scene: &Scene<'_>, call: &Call, round: String) -> Entry {
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
        exchanges: exchanges.into_iter().flatten().map(exchange).collect(),
    }
}

fn exchange(exchange: &Exchange) -> Vec<Said> {
    let said = |role: &str, text: &str| Said {
        role: role.to_owned(),
        text: text.to_owned(),
        block: escape::code_block(text),
    };
    let prompt = exchange.prompt.iter().map(|message| said(&message.role, &message.text));
    prompt.chain([said("reply", &exchange.reply)]).collect()
}

fn tokens(usage: &Usage) -> String {
    let about = if usage.estimated { "about " } else { "" };
    format!(
        "{about}{} tokens read, {} written",
        filters::integer(usage.input.0 + usage.cached.0),
        filters::integer(usage.output.0)
    )
}

/// What all calls came to.
pub(super) fn sentence(usage: &Usage) -> String {
    let mut parts = vec![tokens(usage)];
    for (number, one, many) in [
        (usage.repairs, "answer sent back", "answers sent back"),
        (usage.dropped, "part of an answer dropped", "parts of answers dropped"),
        (usage.failed, "call failed", "calls failed"),
    ] {
        if number > 0 {
            parts.push(filters::count(number as usize, one, many));
        }
    }
    let calls = prose::capital(&filters::count(usage.calls as usize, "call", "calls"));
    format!("{calls}; {}.", prose::list(&parts))
}
