//! A provider that answers with nonsense that passes the checks of every question.

use serde_json::Value;

use super::scripted::{ADA, CLEO};
use crate::provider::samples::{answering, reply};
use crate::provider::{Provider, Request};
use crate::question::nonsense::Nonsense;

/// A provider that answers each request with a text.
pub(super) fn saying(text: impl Fn(&Request<'_>) -> String + Send + Sync) -> impl Provider {
    answering(move |request, _| Ok(reply(request, &text(request))))
}

/// An answer to a request, with so many quarters of the maximum of items. `ordinal` makes its texts
/// new.
pub(super) fn answer(request: &Request<'_>, quarters: u64, ordinal: u32) -> Value {
    let me = request.persona.as_ref().map_or("", |persona| persona.as_str());
    let side = if [ADA, CLEO].contains(&me) { "yes" } else { "no" };
    let question = request.question.expect("a mode asks questions");
    let messages = &request.messages;
    question.answer_with_nonsense(&Nonsense { me, side, messages, quarters, ordinal })
}
