//! What only this mode shows: the votes, and what a majority names as a graph.

use super::detail::{Ballot, NamedAs, Votes};
use crate::record::DetailFault;
use crate::view::{Block, Column, History, Inline, Section, Table, Text};
use crate::vocabulary::CruxId;

/// The sections of a debate in this mode.
pub(in crate::mode) fn view(history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
    let Some(votes) = history.outcome().read_detail::<Votes>()? else { return Ok(Vec::new()) };
    let drawing = "The questions that a majority names, the answer of each persona to them, and the claims that the personas share.";
    let sentences = "Each position appears below the question that it answers.";
    Ok(vec![
        Section::new("votes", "The votes", lead(&votes)).with(Block::Table(table(&votes))),
        Section::new("drawing", "What the majority names, as a graph", drawing.into())
            .with(Block::Panels(history.panels_by_question())),
        history.in_sentences(sentences),
    ])
}

fn lead(votes: &Votes) -> Text {
    let answers = votes.answers.len();
    let counted = Text::of(
        "{} of {} calls returned an answer. What more than half of the answers name is kept. The share of votes says how reliably \
         the model repeats itself, and not how much depends on a question.",
        [answers.into(), (votes.calls as usize).into()],
    );
    let is_unanimous = votes.named.iter().all(|ballot| ballot.votes.len() == answers);
    let unanimous = "All answers are the same. With the provider corpus this is always so, because every call reads the same statements.";
    Text::joined([counted, if is_unanimous { unanimous.into() } else { Text::default() }], " ")
}

fn table(votes: &Votes) -> Table {
    let mut cruxes = (1..).map(CruxId::new);
    let row = |ballot: &Ballot| {
        let result = match (ballot.is_kept, ballot.named_as) {
            (false, _) => "no majority".into(),
            (true, NamedAs::Crux) => cruxes.next().map_or_else(Text::default, Text::from),
            (true, NamedAs::IdleDispute | NamedAs::Agreement) => "kept".into(),
        };
        let weight = ballot.weight.map(|weight| Inline::Score(weight.value()).into());
        vec![
            text(ballot),
            sort(ballot.named_as).into(),
            ballot.votes.len().into(),
            weight.unwrap_or_default(),
            result,
        ]
    };
    Table {
        caption: "What the answers name, with the number of answers that name it. The weight is the mean of what these answers \
                  estimate: how much of the disagreement depends on the question, from 0 to 1."
            .into(),
        columns: vec![
            Column::words("Named"),
            Column::words("As"),
            Column::numbers("Votes"),
            Column::numbers("Weight"),
            Column::words("Result"),
        ],
        rows: votes.named.iter().map(row).collect(),
    }
}

/// What is named, with its other wordings.
fn text(ballot: &Ballot) -> Text {
    let own: Inline = match &ballot.axis {
        Some(axis) => Inline::Axis(axis.clone()),
        None => Inline::Quote(ballot.text.clone()),
    };
    let others = ballot.other_wordings.iter().map(|words| Inline::Quote(words.clone()).into());
    let others = Text::joined(others, "; ");
    if others.is_empty() {
        return own.into();
    }
    Text::of("{} (in other words: {})", [own.into(), others])
}

fn sort(named_as: NamedAs) -> &'static str {
    match named_as {
        NamedAs::Crux => "crux",
        NamedAs::IdleDispute => "dispute, not a crux",
        NamedAs::Agreement => "point of agreement",
    }
}
