//! The log of a debate: its moves, and its calls to the provider with prompts and replies.

use faultline::record::Snapshot;

use super::calls;
use super::head::{Head, head};
use super::moves::{self, Move};
use crate::site::frame::Frame;
use crate::site::input::Experiment;
use crate::site::log_pages::{Item, has_reader};
use crate::site::persona_tag::PersonaTags;
use crate::site::references::References;
use crate::site::route::{Link, Route};
use crate::site::{Fault, Page, comparison};

/// The moves of one round, or those that are left from the page before.
#[derive(Debug)]
struct Round {
    title: String,
    is_continued: bool,
    moves: Vec<Move>,
    /// The number of all moves of the round.
    size: usize,
    /// How many moves were accepted, rejected and so on.
    fates: Vec<String>,
}

#[derive(Debug)]
struct View {
    head: Head,
    style: String,
    /// The page of the debate.
    debate: Link,
    /// The pages of the log, this one without a link.
    pages: Vec<Option<Link>>,
    rounds: Vec<Round>,
    has_moves: bool,
    calls: Vec<calls::Entry>,
    has_calls: bool,
    /// What all calls took, on the page on which they begin.
    summary: Option<calls::Summary>,
    /// Whether a model read the prompts.
    has_reader: bool,
}

templates!(View, "pages/log.html", "pages/log.md");

/// Builds the log of a finished debate and its twin.
pub(super) fn pages(
    experiment: &Experiment,
    personas: &PersonaTags,
    mut references: References<'_>,
) -> Result<Vec<Page>, Fault> {
    let (topic, debate) = (references.topic, references.debate);
    let mode = comparison::title_with_replicate(debate);
    let above = [
        (topic.title.clone(), Route::Topic(topic.id.clone())),
        (mode.clone(), Route::of_debate(debate)),
    ];
    let count = references.log.pages().len();
    let mut pages = Vec::new();
    for page in 0..count {
        references = references.on_log(page);
        let here = &references.here;
        let (title, step) = if count == 1 {
            (format!("Log: {}, {mode}", topic.title), "Log".to_owned())
        } else {
            let number = page + 1;
            (format!("Log, page {number}: {}, {mode}", topic.title), format!("Log, page {number}"))
        };
        let view = view(head(personas, topic, debate, here), &references, page)?;
        let frame = Frame { step, ..Frame::new(experiment, here, title, &above) };
        pages.extend(render(here, &frame, &view)?);
    }
    Ok(pages)
}

fn view(head: Head, references: &References<'_>, page: usize) -> Result<View, Fault> {
    let (debate, here, log) = (references.debate, &references.here, &references.log);
    let items = &log.pages()[page];
    let link = |other: usize| (other != page).then(|| Route::of_log(debate, other).link(here));
    let rounds = rounds(references, items)?;
    let calls = calls::entries(references, items);
    let begins = page == log.first_of_calls();
    Ok(View {
        head,
        style: Route::Views.asset(here),
        debate: Route::of_debate(debate).link(here),
        pages: (0..log.pages().len()).map(link).collect(),
        has_moves: page == 0 || !rounds.is_empty(),
        rounds,
        has_calls: begins || !calls.is_empty(),
        calls,
        summary: begins.then(|| calls::summary(references)),
        has_reader: has_reader(references.finished),
    })
}

fn rounds(references: &References<'_>, items: &[Item<'_>]) -> Result<Vec<Round>, Fault> {
    let mut rounds: Vec<(u32, Round)> = Vec::new();
    for item in items {
        let Item::Turn(snapshot, turn) = item else { continue };
        let unreadable = |source| Fault::Detail { cell: references.debate.cell.clone(), source };
        let entry = moves::entry(references, turn).map_err(unreadable)?;
        if let Some((_, round)) = rounds.last_mut().filter(|(number, _)| *number == snapshot.round)
        {
            round.moves.push(entry);
        } else {
            let is_continued = snapshot.turns.first().is_some_and(|first| first.id != turn.id);
            rounds.push((snapshot.round, round(references, snapshot, entry, is_continued)));
        }
    }
    Ok(rounds.into_iter().map(|(_, round)| round).collect())
}

fn round(
    references: &References<'_>,
    snapshot: &Snapshot,
    first: Move,
    is_continued: bool,
) -> Round {
    Round {
        title: references.history.round_title(snapshot.round),
        is_continued,
        moves: vec![first],
        size: snapshot.turns.len(),
        fates: moves::fates(&snapshot.turns),
    }
}
