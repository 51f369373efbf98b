//! The page of a debate without an outcome: why there is none, and what was said before it failed.

use super::head::Head;
use crate::site::frame::Frame;
use crate::site::index::Index;
use crate::site::input::{NoOutcome, RoundTranscript, Utterance};
use crate::site::persona_tag::Tag;
use crate::site::route::Route;
use crate::site::sentence::{capital, sentence};
use crate::site::{Fault, Page, escape};

/// Something that was said.
#[derive(Debug)]
struct ShownUtterance {
    id: String,
    speaker: Option<Tag>,
    act: String,
    text: String,
    /// The text as an indented block of Markdown.
    block: String,
    why: String,
}

#[derive(Debug)]
struct Round {
    title: String,
    moves: Vec<ShownUtterance>,
    unusable: Vec<ShownUtterance>,
}

#[derive(Debug)]
struct View {
    head: Head,
    style: String,
    word: String,
    reason: String,
    meaning: &'static str,
    rounds: Vec<Round>,
}

templates!(View, "pages/no_outcome.html", "pages/no_outcome.md");

/// Builds the page of a debate without an outcome, and its twin.
pub(super) fn pages(
    index: &Index<'_>,
    head: Head,
    frame: &Frame,
    absent: &NoOutcome,
    here: &Route,
) -> Result<Vec<Page>, Fault> {
    let rounds = match absent {
        NoOutcome::Failed(failure) => failure.said.as_slice(),
        NoOutcome::NotRun => &[],
    };
    let view = View {
        head,
        style: Route::Views.asset(here),
        word: capital(absent.word()),
        reason: sentence(absent.reason()),
        meaning: absent.meaning(),
        rounds: rounds.iter().map(|said| round(index, said, here)).collect(),
    };
    render(here, frame, &view)
}

fn round(index: &Index<'_>, round: &RoundTranscript, here: &Route) -> Round {
    let said = |utterances: &[Utterance]| {
        utterances.iter().map(|utterance| said(index, utterance, here)).collect()
    };
    Round { title: round.title.clone(), moves: said(&round.moves), unusable: said(&round.unusable) }
}

fn said(index: &Index<'_>, utterance: &Utterance, here: &Route) -> ShownUtterance {
    let Utterance { id, speaker, act, text, why } = utterance;
    ShownUtterance {
        id: id.clone(),
        speaker: speaker.as_ref().map(|persona| index.personas.tag(persona, here)),
        act: act.clone(),
        text: escape::visible(text),
        block: escape::code_block(text),
        why: if why.is_empty() { String::new() } else { sentence(why) },
    }
}
