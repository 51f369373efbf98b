//! Writes what pages show as plain lines, for tests of views.

use crate::view::{Action, Block, ChatLine, Inline, Section, Tab, Text};

/// The words of a text. References are written as their ids, axes as `«ID»`, scores with two
/// decimals.
pub(crate) fn words(text: &Text) -> String {
    let piece = |piece: &Inline| match piece {
        Inline::Plain(words) => words.clone(),
        Inline::Quote(words) => format!("“{words}”"),
        Inline::Node(id) | Inline::Merged(id) => id.to_string(),
        Inline::Persona(id) => id.to_string(),
        Inline::Turn(id) => id.to_string(),
        Inline::Crux(id) => id.to_string(),
        Inline::Axis(id) => format!("«{id}»"),
        Inline::Round(round) => format!("round {round}"),
        Inline::Statement(_, id) => id.to_string(),
        Inline::Web(title, _) => title.clone(),
        Inline::Label(label) => format!("{label:?}"),
        Inline::Integer(number) => number.to_string(),
        Inline::Digits(number) => number.clone(),
        Inline::Score(value) => format!("{value:.2}"),
        Inline::Signed(value) => format!("{value:+.2}"),
        Inline::Bar(_) => String::new(),
    };
    text.pieces().iter().map(piece).collect()
}

/// The prose, the facts, the rows of tables with ` | ` between their cells, what personas did,
/// and what happened between the turns of a conversation. Drawings have no lines.
pub(crate) fn lines(section: &Section) -> Vec<String> {
    section.blocks.iter().flat_map(of_block).collect()
}

fn of_block(block: &Block) -> Vec<String> {
    match block {
        Block::Prose(text) => vec![words(text)],
        Block::Facts(facts) => {
            facts.iter().map(|fact| format!("{}: {}", fact.name, words(&fact.value))).collect()
        }
        Block::Table(table) => {
            let titles = table.columns.iter().map(|column| &column.title).collect();
            let rows = table.rows.iter().map(|row| row.iter().collect());
            let rows: Vec<Vec<&Text>> = std::iter::once(titles).chain(rows).collect();
            rows.into_iter()
                .map(|row| row.into_iter().map(words).collect::<Vec<_>>().join(" | "))
                .collect()
        }
        Block::Timeline(moments) => {
            let of = |action: &Action| {
                let details = action.details.iter().map(words);
                std::iter::once(words(&action.text)).chain(details).collect::<Vec<_>>().join(" ")
            };
            let lines = moments.iter().flat_map(|moment| {
                moment
                    .actions
                    .iter()
                    .map(move |action| format!("{}: {}", moment.persona, of(action)))
            });
            lines.collect()
        }
        Block::Tabs(tabs) => {
            let of = |tab: &Tab| {
                let blocks = tab.blocks.iter().flat_map(of_block);
                std::iter::once(words(&tab.title)).chain(blocks).collect::<Vec<String>>()
            };
            tabs.iter().flat_map(of).collect()
        }
        Block::Chat(chat) => {
            let mark = |line: &ChatLine| match line {
                ChatLine::Mark(text) => Some(words(text)),
                ChatLine::Said(_) => None,
            };
            chat.iter().filter_map(mark).collect()
        }
        Block::Chart(_) | Block::Panels(_) | Block::Outline(_) | Block::Chapters(_) => vec![],
    }
}
