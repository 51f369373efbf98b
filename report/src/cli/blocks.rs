//! Prints the sections of a debate's view on a terminal: the same blocks as on its page.

mod chapter;
mod outline;
mod table;

use console::Alignment;
use faultline::argue::Label;
use faultline::view::{
    Action, Block, ChatLine, Content, Fact, History, Inline, Moment, Panel, Section, Tab, Table,
    Text, glossary, number,
};
use faultline::vocabulary::{Axis, Persona, PersonaId};

use super::terminal::{Layout, Styled, Tone};
use table::{Column, TextTable};

/// The column of section content.
const CONTENT: usize = 2;
/// How far nested content is indented.
const STEP: usize = 2;

/// Renders blocks for a terminal.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockRenderer<'a> {
    pub(super) layout: Layout,
    pub(super) personas: &'a [Persona],
    pub(super) axes: &'a [Axis],
    pub(super) history: &'a History<'a>,
}

impl BlockRenderer<'_> {
    /// A section with its heading.
    pub(super) fn section(&self, section: &Section) -> String {
        let lead = self.paragraph(CONTENT, &section.lead);
        let gap = if lead.is_empty() { "" } else { "\n" };
        let blocks = self.blocks(CONTENT, &section.blocks);
        format!("{}{lead}{gap}{blocks}", self.layout.heading(&section.title))
    }

    /// Blocks that start in column `indent`, with an empty line between them.
    pub(super) fn blocks(&self, indent: usize, blocks: &[Block]) -> String {
        let blocks = blocks.iter().map(|block| self.block(indent, block));
        blocks.collect::<Vec<_>>().join("\n")
    }

    fn block(&self, indent: usize, block: &Block) -> String {
        match block {
            Block::Prose(text) => self.paragraph(indent, text),
            Block::Facts(facts) => facts.iter().map(|fact| self.fact(indent, fact)).collect(),
            Block::Table(table) => self.table(indent, table),
            Block::Chart(chart) => self.table(indent, &chart.table()),
            Block::Panels(panels) => {
                let panel = |panel: &Panel| {
                    let notes = panel.notes.iter().map(|note| self.paragraph(indent, note));
                    self.title(indent, &panel.heading())
                        + &notes.collect::<String>()
                        + &self.table(indent, &panel.table())
                };
                panels.iter().map(panel).collect::<Vec<_>>().join("\n")
            }
            Block::Outline(outline) => self.outline(indent, outline),
            Block::Timeline(moments) => {
                moments.iter().map(|moment| self.moment(indent, moment)).collect()
            }
            Block::Chat(lines) => lines.iter().map(|line| self.chat_line(indent, line)).collect(),
            Block::Chapters(chapters) => {
                let chapters = chapters.iter().map(|chapter| self.chapter(indent, chapter));
                chapters.collect::<Vec<_>>().join("\n")
            }
            Block::Tabs(tabs) => {
                let tab =
                    |tab: &Tab| self.title(indent, &tab.title) + &self.blocks(indent, &tab.blocks);
                tabs.iter().map(tab).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// The title of a part of a section; nothing where it has none.
    fn title(&self, indent: usize, title: &Text) -> String {
        let title = self.text(title).to_plain();
        if title.is_empty() {
            title
        } else {
            self.layout.indented(indent, Styled::toned(Tone::Strong, &title))
        }
    }

    fn paragraph(&self, indent: usize, text: &Text) -> String {
        if text.is_empty() { String::new() } else { self.layout.indented(indent, self.text(text)) }
    }

    fn fact(&self, indent: usize, fact: &Fact) -> String {
        let name = Styled::toned(Tone::Faint, &format!("{}: ", fact.name));
        let mut line = name.then(self.text(&fact.value));
        if !fact.meaning.is_empty() {
            line = line.then(Styled::toned(Tone::Faint, &format!(" ({})", fact.meaning)));
        }
        self.layout.indented(indent, line)
    }

    fn table(&self, indent: usize, table: &Table) -> String {
        let plain = |text: &Text| self.text(text).to_plain();
        let columns = table.columns.iter().filter(|column| column.content != Content::Bar);
        let column = |column: &faultline::view::Column| Column {
            group: plain(&column.group),
            title: plain(&column.title),
            alignment: match column.content {
                Content::Numbers => Alignment::Right,
                Content::Words | Content::Bar => Alignment::Left,
            },
        };
        let cells = |row: &Vec<Text>| {
            let cells = row.iter().zip(&table.columns);
            cells
                .filter(|(_, column)| column.content != Content::Bar)
                .map(|(cell, _)| plain(cell))
                .collect()
        };
        let caption = self.paragraph(indent, &table.caption);
        let gap = if caption.is_empty() { "" } else { "\n" };
        let table = TextTable {
            columns: columns.map(column).collect(),
            rows: table.rows.iter().map(cells).collect(),
        };
        format!("{caption}{gap}{}", table.render(self.layout, indent))
    }

    fn moment(&self, indent: usize, moment: &Moment) -> String {
        let name = self.name(&moment.persona);
        let nothing = if moment.actions.is_empty() { " changed nothing." } else { "" };
        let actions = moment.actions.iter().map(|action| self.action(indent + STEP, action));
        self.layout.indented(indent, name.then(nothing)) + &actions.collect::<String>()
    }

    fn chat_line(&self, indent: usize, line: &ChatLine) -> String {
        match line {
            ChatLine::Mark(text) => self.title(indent, text),
            ChatLine::Said(said) => {
                let source = format!(" {} ({})", said.badge, self.text(&said.source).to_plain());
                let name = self.name(&said.persona).then(Styled::toned(Tone::Faint, &source));
                let notes = said.notes.iter().map(|note| self.paragraph(indent + STEP, note));
                self.layout.indented(indent, name)
                    + &self.paragraph(indent + STEP, &said.text)
                    + &notes.collect::<String>()
            }
        }
    }

    fn action(&self, indent: usize, action: &Action) -> String {
        let text = indent + STEP;
        let source = format!(" ({})", self.text(&action.source).to_plain());
        let line = self.text(&action.text).then(Styled::toned(Tone::Faint, &source));
        let mut lines = self.layout.labelled(text, format!("{:indent$}·", ""), line);
        lines.push_str(&self.paragraph(text, &action.reason));
        lines.extend(action.details.iter().map(|detail| self.paragraph(text, detail)));
        lines
    }

    /// A text with the names of what it refers to.
    pub(super) fn text(&self, text: &Text) -> Styled {
        styled(text, &|inline| {
            if let Inline::Axis(axis) = inline {
                self.history.question(self.axes, axis).into()
            } else if let Inline::Round(round) = inline {
                self.history.round_title(*round).into()
            } else {
                piece(self.personas, inline)
            }
        })
    }

    fn name(&self, id: &PersonaId) -> Styled {
        name(self.personas, id)
    }
}

/// A text whose pieces `piece` renders.
pub(super) fn styled(text: &Text, piece: &dyn Fn(&Inline) -> Styled) -> Styled {
    text.pieces().iter().fold(Styled::default(), |line, inline| line.then(piece(inline)))
}

/// A piece of text that is known without the debate: an axis is its id, a round its number.
pub(super) fn piece(personas: &[Persona], inline: &Inline) -> Styled {
    match inline {
        Inline::Plain(words) => words.into(),
        Inline::Quote(words) => format!("“{words}”").into(),
        Inline::Node(id) | Inline::Merged(id) => id.to_string().into(),
        Inline::Persona(id) => name(personas, id),
        Inline::Turn(id) => id.to_string().into(),
        Inline::Crux(id) => id.to_string().into(),
        Inline::Axis(id) => id.to_string().into(),
        Inline::Round(round) => number::integer(u64::from(*round)).into(),
        Inline::Statement(_, id) => id.to_string().into(),
        Inline::Web(title, address) => format!("{title} <{address}>").into(),
        Inline::Label(label) => Styled::toned(tone(*label), glossary::status(*label)),
        Inline::Integer(value) => number::integer(*value).into(),
        Inline::Digits(digits) => number::digits(digits).into(),
        Inline::Score(value) => number::score(*value).into(),
        Inline::Signed(value) => number::signed(*value).into(),
        Inline::Bar(_) => Styled::default(),
    }
}

/// A persona's name in the colour of its seat.
pub(super) fn name(personas: &[Persona], id: &PersonaId) -> Styled {
    let seat = personas.iter().position(|persona| persona.id == *id);
    let name = seat.map_or(id.as_str(), |seat| &personas[seat].contract.name);
    Styled::toned(Tone::Speaker(seat.unwrap_or_default()), name)
}

/// The colour of a label.
pub(super) fn tone(label: Label) -> Tone {
    match label {
        Label::In => Tone::Good,
        Label::Out => Tone::Bad,
        Label::Undec => Tone::Open,
    }
}
