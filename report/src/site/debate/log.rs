//! The log of a debate: its moves, and its calls to the provider with prompts and replies.

use super::calls;
use super::moves::{self, Move};
use super::{Head, head};
use crate::site::frame::Frame;
use crate::site::input::{Cost, Experiment};
use crate::site::persona_tag::PersonaTags;
use crate::site::references::References;
use crate::site::route::{Link, Route};
use crate::site::{Fault, Page, comparison};

/// The moves of one round.
#[derive(Debug)]
struct Round {
    title: String,
    moves: Vec<Move>,
    /// How many moves were accepted, rejected and so on.
    fates: Vec<String>,
}

#[derive(Debug)]
struct View {
    head: Head,
    style: String,
    /// The page of the debate.
    debate: Link,
    rounds: Vec<Round>,
    calls: Vec<calls::Entry>,
    summary: calls::Summary,
    /// Whether a model read the prompts.
    has_reader: bool,
}

templates!(View, "pages/log.html", "pages/log.md");

/// Builds the log of a finished debate and its twin.
pub(super) fn pages(
    experiment: &Experiment,
    personas: &PersonaTags,
    references: References<'_>,
) -> Result<Vec<Page>, Fault> {
    let references = references.on_log();
    let (topic, debate, here) = (references.topic, references.debate, references.here.clone());
    let has_reader = references.finished.cost != Cost::None;
    let rounds = references.finished.snapshots.iter().filter(|round| !round.turns.is_empty());
    let round = |round: &faultline::record::Snapshot| -> Result<Round, Fault> {
        let moves = round.turns.iter().map(|turn| moves::entry(&references, turn));
        let unreadable = |source| Fault::Detail { cell: debate.cell.clone(), source };
        Ok(Round {
            title: references.history.round_title(round.round),
            moves: moves.collect::<Result<_, _>>().map_err(unreadable)?,
            fates: moves::fates(&round.turns),
        })
    };
    let view = View {
        head: head(personas, topic, debate, &here),
        style: Route::Views.asset(&here),
        debate: Route::of_debate(debate).link(&here),
        rounds: rounds.map(round).collect::<Result<_, _>>()?,
        calls: calls::entries(&references, has_reader),
        summary: calls::summary(&references),
        has_reader,
    };
    let mode = format!("{}, replicate {}", comparison::title(debate), debate.replicate);
    let above = [
        (topic.title.clone(), Route::Topic(topic.id.clone())),
        (mode.clone(), Route::of_debate(debate)),
    ];
    let title = format!("Log: {}, {mode}", topic.title);
    let frame = Frame { step: "Log".to_owned(), ..Frame::new(experiment, &here, title, &above) };
    render(&here, &frame, &view)
}
