//! Which page of a debate's log shows what: a long log is spread over several pages.

use std::collections::BTreeMap;

use faultline::record::{Call, Fate, Snapshot, Turn};
use faultline::vocabulary::{CallId, TurnId};

use super::input::{Cost, Finished};

/// How much of a log one page shows. *Units*: bytes of HTML, estimated from above.
const PAGE: usize = 1_400_000;
/// The markup of a move, and of each of its citations. *Units*: bytes of HTML.
const MOVE: usize = 1_200;
/// The markup of a call. *Units*: bytes of HTML.
const CALL: usize = 700;
/// The markup of a message. *Units*: bytes of HTML.
const MESSAGE: usize = 150;

/// Something that a log shows.
#[derive(Debug, Clone, Copy)]
pub(super) enum Item<'a> {
    /// A move, with its round.
    Turn(&'a Snapshot, &'a Turn),
    /// A call, with its round. Its messages follow it.
    Call(&'a Snapshot, &'a Call),
    /// A message or a section of a long one.
    Message(Message<'a>),
}

/// A message of a call, or a section of a long one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Message<'a> {
    pub(super) round: &'a Snapshot,
    pub(super) call: &'a Call,
    pub(super) role: &'a str,
    pub(super) text: &'a str,
    /// The earlier call with the same message; the message is then not repeated.
    pub(super) same: Option<CallId>,
    /// Whether the text continues that of the message before.
    pub(super) is_continued: bool,
}

/// The pages of a log. There is at least one.
#[derive(Debug)]
pub(super) struct LogPages<'a> {
    pages: Vec<Vec<Item<'a>>>,
    turns: BTreeMap<TurnId, usize>,
    calls: BTreeMap<CallId, usize>,
}

impl<'a> LogPages<'a> {
    /// Spreads the moves of a debate and then its calls over pages. Prompts and replies are left
    /// out where no model read them.
    pub(super) fn new(finished: &'a Finished) -> Self {
        let mut log =
            Self { pages: vec![Vec::new()], turns: BTreeMap::new(), calls: BTreeMap::new() };
        let mut room = PAGE;
        for round in &finished.snapshots {
            for turn in &round.turns {
                let page = log.push(Item::Turn(round, turn), turn_size(turn), &mut room);
                log.turns.insert(turn.id, page);
            }
        }
        let mut seen: BTreeMap<(&str, &str), CallId> = BTreeMap::new();
        for round in &finished.snapshots {
            for call in &round.calls {
                let page = log.push(Item::Call(round, call), call_size(call), &mut room);
                log.calls.insert(call.id, page);
                for message in messages(finished, round, call, &mut seen) {
                    let size = MESSAGE + size(message.text);
                    log.push(Item::Message(message), size, &mut room);
                }
            }
        }
        log
    }

    /// Adds an item to the last page, or to a new one where it has no room.
    fn push(&mut self, item: Item<'a>, size: usize, room: &mut usize) -> usize {
        let last = self.pages.last_mut().expect("there is at least one page");
        if size <= *room || last.is_empty() {
            last.push(item);
            *room = room.saturating_sub(size);
        } else {
            self.pages.push(vec![item]);
            *room = PAGE.saturating_sub(size);
        }
        self.pages.len() - 1
    }

    pub(super) fn pages(&self) -> &[Vec<Item<'a>>] {
        &self.pages
    }

    /// The page with a move, from 0; for an unknown move the first page.
    pub(super) fn of_turn(&self, id: TurnId) -> usize {
        self.turns.get(&id).copied().unwrap_or(0)
    }

    /// The page with a call, from 0; for an unknown call that of the first one.
    pub(super) fn of_call(&self, id: CallId) -> usize {
        self.calls.get(&id).copied().unwrap_or_else(|| self.first_of_calls())
    }

    /// The page on which the calls begin.
    pub(super) fn first_of_calls(&self) -> usize {
        self.calls.values().copied().min().unwrap_or(self.pages.len() - 1)
    }
}

/// Whether a model read the prompts.
pub(super) fn has_reader(finished: &Finished) -> bool {
    finished.cost != Cost::None
}

/// The messages of a call, those that are too long for a page in sections.
fn messages<'a>(
    finished: &'a Finished,
    round: &'a Snapshot,
    call: &'a Call,
    seen: &mut BTreeMap<(&'a str, &'a str), CallId>,
) -> Vec<Message<'a>> {
    let exchanges = finished.exchanges.get(&call.id).filter(|_| has_reader(finished));
    let mut messages = Vec::new();
    let plain = |role, text| Message { round, call, role, text, same: None, is_continued: false };
    for exchange in exchanges.into_iter().flatten() {
        for sent in &exchange.prompt {
            let first = *seen.entry((&sent.role, &sent.text)).or_insert(call.id);
            if first == call.id {
                messages.extend(sections(plain(&sent.role, &sent.text)));
            } else {
                messages.push(Message { same: Some(first), ..plain(&sent.role, "") });
            }
        }
        messages.extend(sections(plain("reply", &exchange.reply)));
    }
    messages
}

/// A message in sections that have room on a page. They end at line ends where there are any.
fn sections(message: Message<'_>) -> Vec<Message<'_>> {
    let mut sections = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (place, c) in message.text.char_indices() {
        if used + size_of(c) > PAGE - MESSAGE {
            let line_end = message.text[start..place].rfind('\n').map(|end| start + end + 1);
            let end = line_end.unwrap_or(place);
            sections.push((start, end));
            (start, used) = (end, size(&message.text[end..place]));
        }
        used += size_of(c);
    }
    sections.push((start, message.text.len()));
    let section = |(start, end): (usize, usize)| Message {
        text: &message.text[start..end],
        is_continued: start > 0,
        ..message
    };
    sections.into_iter().map(section).collect()
}

fn turn_size(turn: &Turn) -> usize {
    let texts = std::iter::once(&turn.text).chain(&turn.counter).chain(&turn.reasons);
    let why = match &turn.fate {
        Fate::Corrected(why) | Fate::Rejected(why) | Fate::Dropped(why) | Fate::Failed(why) => why,
        Fate::Kept | Fate::Duplicate(_) => "",
    };
    let evidence = turn.evidence.iter().map(|cited| MOVE + size(&cited.text));
    MOVE + size(why) + texts.map(|text| size(text)).sum::<usize>() + evidence.sum::<usize>()
}

fn call_size(call: &Call) -> usize {
    let reasons =
        call.repaired.iter().chain(&call.dropped).chain(&call.drafts).map(|reason| size(reason));
    let faults = call
        .replaced
        .iter()
        .chain(&call.repair_fault)
        .chain(&call.fault)
        .map(|fault| size(&fault.to_string()));
    CALL + reasons.sum::<usize>() + faults.sum::<usize>()
}

/// The length of a text in HTML or in a code block of Markdown, whichever is larger.
pub(super) fn size(text: &str) -> usize {
    text.chars().map(size_of).sum()
}

pub(super) fn size_of(c: char) -> usize {
    // `"` becomes `&#34;`, and each line of a code block starts with four spaces.
    if matches!(c, '<' | '>' | '&' | '"' | '\'' | '\n' | '\r') { 5 } else { c.len_utf8() }
}
