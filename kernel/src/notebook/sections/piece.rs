//! Blocks as the few kinds of content that a notebook shows.

use std::collections::BTreeMap;
use std::fmt;

use super::super::display::{escaped, name};
use super::super::drawing::Drawing;
use super::super::grid::{Cell, Grid};
use crate::view::{
    Action, Block, Chapter, ChatLine, ChatMessage, Content, Entry, Fact, Ground, History, Inline,
    Moment, Outline, Section, Tab, Table, Text, glossary, number,
    sentence::{capital, full_stop},
};
use crate::vocabulary::NodeId;

/// The width of content that is beside other content: that of a drawing in columns.
const COLUMN: u32 = 362;

/// A piece of content.
#[derive(Debug, Clone)]
pub(in crate::notebook) enum Piece {
    /// A heading within a section.
    Heading(String),
    /// A paragraph.
    Line(Line),
    /// A table.
    Table(Grid),
    /// A graph or a chart.
    Drawing(Drawing),
    /// Content that a notebook shows side by side as far as there is room.
    Beside(Vec<Vec<Piece>>),
}

/// A paragraph.
#[derive(Debug, Clone, Default)]
pub(in crate::notebook) struct Line {
    /// How far it is indented.
    depth: usize,
    /// Whether it is less important than what is around it.
    is_faint: bool,
    /// The words at its beginning that stand out; may be empty.
    head: String,
    text: String,
}

impl Line {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub(super) fn faint(self) -> Self {
        Self { is_faint: true, ..self }
    }

    fn headed(self, head: impl Into<String>) -> Self {
        Self { head: head.into(), ..self }
    }

    fn at(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    fn html(&self) -> String {
        let faint = if self.is_faint { ";opacity:.75" } else { "" };
        let head = if self.head.is_empty() {
            String::new()
        } else {
            format!("<b>{}</b> ", escaped(&self.head))
        };
        format!(
            "<p style=\"margin:.2em 0 .2em {}em;max-width:60em{faint}\">{head}{}</p>\n",
            self.depth * 2,
            escaped(&self.text)
        )
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = format!("{} {}", self.head, self.text);
        writeln!(f, "{}{}", "  ".repeat(self.depth + 1), words.trim())
    }
}

impl Piece {
    pub(in crate::notebook) fn html(&self) -> String {
        match self {
            Self::Heading(title) => {
                format!("<p style=\"margin:1em 0 .2em\"><b><i>{}</i></b></p>\n", escaped(title))
            }
            Self::Line(line) => line.html(),
            Self::Table(grid) => grid.html(),
            Self::Drawing(drawing) => drawing.html(),
            Self::Beside(groups) => {
                let group = |pieces: &Vec<Self>| {
                    let pieces: String = pieces.iter().map(Self::html).collect();
                    format!("<div style=\"flex:0 1 {COLUMN}px;max-width:100%\">{pieces}</div>\n")
                };
                let groups: String = groups.iter().map(group).collect();
                format!("<div style=\"display:flex;flex-wrap:wrap;gap:1.5em\">{groups}</div>\n")
            }
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heading(title) => writeln!(f, "\n  {title}"),
            Self::Line(line) => line.fmt(f),
            Self::Table(grid) => grid.fmt(f),
            Self::Drawing(drawing) => drawing.fmt(f),
            Self::Beside(groups) => groups.iter().flatten().try_for_each(|piece| piece.fmt(f)),
        }
    }
}

/// Makes pieces of the blocks of a debate.
#[derive(Debug)]
pub(in crate::notebook) struct Pieces<'a> {
    pub(super) history: &'a History<'a>,
    /// The ids of the personas, in seat order.
    pub(super) seats: &'a [String],
    pub(super) cell: &'a str,
    /// The drawing in which each node is, by whether it is a node of a merged graph.
    pub(super) places: BTreeMap<(bool, NodeId), String>,
}

impl<'a> Pieces<'a> {
    pub(in crate::notebook) fn of(
        history: &'a History<'a>,
        seats: &'a [String],
        cell: &'a str,
    ) -> Self {
        Self { history, seats, cell, places: BTreeMap::new() }
    }

    /// The content of the section with this number in its debate.
    pub(super) fn section(&self, number: usize, section: &Section) -> Vec<Piece> {
        let mut drawn = 0;
        let mut pieces = self.paragraph(&section.lead);
        pieces
            .extend(section.blocks.iter().flat_map(|block| self.block(number, block, &mut drawn)));
        pieces
    }

    /// The pieces of a block. `drawn` counts the drawings of the section.
    fn block(&self, section: usize, block: &Block, drawn: &mut usize) -> Vec<Piece> {
        match block {
            Block::Prose(text) => self.paragraph(text),
            Block::Facts(facts) => facts.iter().map(|fact| self.fact(fact)).collect(),
            Block::Table(table) => self.table(table),
            Block::Chart(chart) => {
                let mut pieces = self.paragraph(&chart.caption);
                pieces.push(Piece::Drawing(self.chart(section, chart, drawn)));
                pieces
            }
            Block::Panels(panels) => self.panels(section, panels, drawn),
            Block::Outline(outline) => self.outline(outline),
            Block::Timeline(moments) => moments.iter().flat_map(|it| self.moment(it)).collect(),
            Block::Chat(lines) => lines.iter().flat_map(|line| self.chat_line(0, line)).collect(),
            Block::Chapters(chapters) => chapters.iter().flat_map(|it| self.chapter(it)).collect(),
            Block::Tabs(tabs) => {
                let mut pieces = Vec::new();
                for Tab { title, blocks } in tabs {
                    pieces.push(Piece::Heading(self.words(title)));
                    pieces
                        .extend(blocks.iter().flat_map(|block| self.block(section, block, drawn)));
                }
                pieces
            }
        }
    }

    /// A paragraph; nothing where the text is empty.
    pub(super) fn paragraph(&self, text: &Text) -> Vec<Piece> {
        let words = self.words(text);
        if words.is_empty() { Vec::new() } else { vec![Piece::Line(Line::new(words))] }
    }

    pub(in crate::notebook) fn fact(&self, fact: &Fact) -> Piece {
        let value = self.words(&fact.value);
        let meaning =
            if fact.meaning.is_empty() { String::new() } else { format!(" ({})", fact.meaning) };
        Piece::Line(Line::new(value + &meaning).headed(format!("{}:", capital(&fact.name))))
    }

    fn table(&self, table: &Table) -> Vec<Piece> {
        let mut pieces = self.paragraph(&table.caption);
        pieces.push(Piece::Table(self.grid(table)));
        pieces
    }

    pub(super) fn grid(&self, table: &Table) -> Grid {
        let shown: Vec<usize> = (0..table.columns.len())
            .filter(|&at| table.columns[at].content != Content::Bar)
            .collect();
        let heading = |&at: &usize| {
            let column = &table.columns[at];
            let title = format!("{} {}", self.words(&column.group), self.words(&column.title));
            (title.trim().to_owned(), column.content == Content::Numbers)
        };
        let mut grid = Grid::with_columns(shown.iter().map(heading));
        for row in &table.rows {
            // A section has the text of its numbers only.
            let cell = |&at: &usize| match table.columns[at].content {
                Content::Numbers => Cell::read(self.words(&row[at])),
                Content::Words | Content::Bar => self.words(&row[at]).into(),
            };
            grid.push(shown.iter().map(cell));
        }
        grid
    }

    fn outline(&self, outline: &Outline) -> Vec<Piece> {
        let title = Some(&outline.title).filter(|title| !title.is_empty());
        let mut pieces: Vec<Piece> = title.cloned().map(Piece::Heading).into_iter().collect();
        pieces.extend(self.paragraph(&outline.lead));
        for entry in &outline.entries {
            self.entry(0, entry, &mut pieces);
        }
        pieces
    }

    /// An entry with everything below it.
    fn entry(&self, depth: usize, entry: &Entry, pieces: &mut Vec<Piece>) {
        let label =
            entry.label.map_or(String::new(), |label| format!(" ({})", glossary::status(label)));
        let head = format!("{} {}", entry.node, self.words(&entry.heading));
        let claim = format!("{}{label}", full_stop(&entry.claim));
        pieces.push(Piece::Line(Line::new(claim).headed(head.trim().to_owned() + ":").at(depth)));
        let notes = self.words(&Text::joined(entry.notes.iter().cloned(), "; "));
        let notes = Some(notes).filter(|notes| !notes.is_empty());
        let grounds = entry.grounds.iter().map(Ground::sentence);
        let below = notes.into_iter().chain(grounds);
        pieces.extend(below.map(|text| Piece::Line(Line::new(text).faint().at(depth + 1))));
        for child in &entry.children {
            self.entry(depth + 1, child, pieces);
        }
    }

    fn moment(&self, moment: &Moment) -> Vec<Piece> {
        let nothing = if moment.actions.is_empty() { "changed nothing." } else { "" };
        let mut pieces =
            vec![Piece::Line(Line::new(nothing).headed(name(moment.persona.as_str())))];
        for Action { text, source, reason, details } in &moment.actions {
            let action = format!("{} ({})", self.words(text), self.words(source));
            pieces.push(Piece::Line(Line::new(action).at(1)));
            pieces.extend(self.notes(2, std::iter::once(reason).chain(details)));
        }
        pieces
    }

    /// Texts that are not empty, each as a paragraph that is less important.
    fn notes<'t>(&self, depth: usize, texts: impl IntoIterator<Item = &'t Text>) -> Vec<Piece> {
        let texts = texts.into_iter().filter(|text| !text.is_empty());
        texts.map(|text| Piece::Line(Line::new(self.words(text)).faint().at(depth))).collect()
    }

    fn chat_line(&self, depth: usize, line: &ChatLine) -> Vec<Piece> {
        match line {
            ChatLine::Mark(text) => vec![Piece::Heading(self.words(text))],
            ChatLine::Said(ChatMessage { persona, badge, source, text, notes }) => {
                let (name, source) = (name(persona.as_str()), self.words(source));
                let text = self.words(text);
                let mark = if text.is_empty() { "." } else { ":" };
                let line = Line::new(text).headed(format!("{name} {badge} ({source}){mark}"));
                let mut pieces = vec![Piece::Line(line.at(depth))];
                pieces.extend(self.notes(depth + 1, notes));
                pieces
            }
        }
    }

    fn chapter(&self, chapter: &Chapter) -> Vec<Piece> {
        let mut pieces = vec![Piece::Heading(format!("{} {}", chapter.node, chapter.title))];
        pieces.extend(chapter.facts.iter().map(|fact| self.fact(fact)));
        pieces.extend(self.paragraph(&chapter.text));
        let points = chapter.points.iter().map(|point| format!("· {}", self.words(point)));
        pieces.extend(points.map(|point| Piece::Line(Line::new(point).at(1))));
        let relations = chapter.relations.iter();
        let relations = relations.map(|it| format!("{} {}: {}", it.words, it.node, it.title));
        pieces.extend(relations.map(|relation| Piece::Line(Line::new(relation).faint())));
        pieces.extend(chapter.lines.iter().flat_map(|line| self.chat_line(1, line)));
        pieces
    }

    /// A text with the names of what it refers to.
    pub(in crate::notebook) fn words(&self, text: &Text) -> String {
        text.pieces().iter().map(|piece| self.inline(piece)).collect()
    }

    fn inline(&self, inline: &Inline) -> String {
        match inline {
            Inline::Plain(words) => words.clone(),
            Inline::Quote(words) => format!("“{words}”"),
            Inline::Node(id) | Inline::Merged(id) => id.to_string(),
            Inline::Persona(id) => name(id.as_str()),
            Inline::Turn(id) => id.to_string(),
            Inline::Crux(id) => id.to_string(),
            Inline::Axis(axis) => self.history.question(&[], axis),
            Inline::Round(round) => self.history.round_title(*round),
            Inline::Statement(_, id) => id.to_string(),
            Inline::Web(title, address) => format!("{title} ({address})"),
            Inline::Label(label) => glossary::status(*label).to_owned(),
            Inline::Integer(value) => number::integer(*value),
            Inline::Digits(digits) => number::digits(digits),
            Inline::Score(value) => number::score(*value),
            Inline::Signed(value) => number::signed(*value),
            Inline::Bar(_) => String::new(),
        }
    }
}
