//! Prints the sections of a debate's view on a terminal, in the same order as its page.

use faultline::argue::Label;
use faultline::view::{
    Action, Block, Chart, Column, Content, Fact, History, Inline, Section, Table, Text, number,
};
use faultline::vocabulary::{Persona, PersonaId};

use super::columns::Alignment;
use super::terminal::{Layout, Styled, Tone};

/// The column of section content.
const CONTENT: usize = 2;
/// How far nested content is indented.
const STEP: usize = 2;

/// Renders blocks for a terminal.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockRenderer<'a> {
    pub(super) layout: Layout,
    pub(super) personas: &'a [Persona],
    pub(super) history: &'a History<'a>,
}

impl BlockRenderer<'_> {
    /// A section with its heading; empty if its content cannot be shown on a terminal.
    pub(super) fn section(&self, section: &Section) -> String {
        let blocks = self.blocks(CONTENT, &section.blocks);
        if blocks.is_empty() {
            return blocks;
        }
        let lead = self.paragraph(CONTENT, &section.lead);
        let gap = if lead.is_empty() { "" } else { "\n" };
        format!("{}{lead}{gap}{blocks}", self.layout.heading(&section.title))
    }

    /// Blocks that start in column `indent`, with an empty line between them; empty beside a drawing, which they explain.
    pub(super) fn blocks(&self, indent: usize, blocks: &[Block]) -> String {
        if blocks.iter().any(|block| matches!(block, Block::Diagram(_))) {
            return String::new();
        }
        let blocks = blocks.iter().map(|block| self.block(indent, block));
        blocks.filter(|block| !block.is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn block(&self, indent: usize, block: &Block) -> String {
        match block {
            Block::Prose(text) => self.paragraph(indent, text),
            Block::Facts(facts) => facts.iter().map(|fact| self.fact(indent, fact)).collect(),
            Block::Table(table) => self.table(indent, table),
            Block::Chart(chart) => self.table(indent, &values(chart)),
            // The transcript has printed every statement of these graphs.
            Block::Diagram(_) | Block::Outline(_) => String::new(),
            Block::Timeline(moments) => {
                let moments = moments.iter().filter(|moment| !moment.actions.is_empty());
                let moment = |persona: &PersonaId, actions: &[Action]| {
                    let name = self.layout.indented(indent, self.name(persona));
                    let actions = actions.iter().map(|action| self.action(indent + STEP, action));
                    name + &actions.collect::<String>()
                };
                moments.map(|found| moment(&found.persona, &found.actions)).collect()
            }
            Block::Tabs(tabs) => {
                let tabs = tabs.iter().map(|tab| (&tab.title, self.blocks(indent, &tab.blocks)));
                let tabs = tabs.filter(|(_, blocks)| !blocks.is_empty()).map(|(title, blocks)| {
                    let title = Styled::toned(Tone::Strong, &self.text(title).to_plain());
                    self.layout.indented(indent, title) + &blocks
                });
                tabs.collect::<Vec<_>>().join("\n")
            }
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
        let shown = |column: &&Column| column.content != Content::Bar;
        let columns: Vec<&Column> = table.columns.iter().filter(shown).collect();
        let alignment = columns.iter().map(|column| match column.content {
            Content::Numbers => Alignment::Right,
            Content::Words | Content::Bar => Alignment::Left,
        });
        let title = |column: &&Column| match (plain(&column.group), plain(&column.title)) {
            (group, title) if group.is_empty() => title,
            (group, title) => format!("{group} {title}"),
        };
        let titles = columns.iter().map(title).collect();
        let cells = |row: &Vec<Text>| {
            let cells = row.iter().zip(&table.columns).filter(|(_, column)| shown(column));
            cells.map(|(cell, _)| plain(cell)).collect()
        };
        let rows: Vec<Vec<String>> =
            [titles].into_iter().chain(table.rows.iter().map(cells)).collect();
        let caption = self.paragraph(indent, &table.caption);
        let gap = if caption.is_empty() { "" } else { "\n" };
        let alignment: Vec<Alignment> = alignment.collect();
        let body = self
            .layout
            .table(indent, &rows, &alignment)
            .unwrap_or_else(|| self.narrow_table(indent, &rows, &alignment));
        format!("{caption}{gap}{body}")
    }

    /// A table that is too wide: the first cell of each row is a line of its own. Where the others are still too wide,
    /// each is written with its title.
    fn narrow_table(&self, indent: usize, rows: &[Vec<String>], alignment: &[Alignment]) -> String {
        let inner = indent + STEP;
        let others: Vec<Vec<String>> = rows.iter().map(|row| row[1..].to_vec()).collect();
        if let Some(table) = self.layout.table(inner, &others, &alignment[1..]) {
            let mut lines = table.lines();
            let heading = lines.next().unwrap_or_default();
            let body = rows[1..].iter().zip(lines);
            let body = body.map(|(row, line)| self.layout.indented(indent, &row[0]) + line + "\n");
            return format!("{heading}\n{}", body.collect::<String>());
        }
        let row = |row: &Vec<String>| {
            let cells = row.iter().zip(&rows[0]).skip(1);
            let cells: Vec<String> =
                cells.map(|(cell, title)| format!("{title}: {cell}")).collect();
            let cells = Styled::toned(Tone::Faint, &cells.join("; "));
            self.layout.indented(indent, &row[0]) + &self.layout.indented(inner, cells)
        };
        rows[1..].iter().map(row).collect()
    }

    fn action(&self, indent: usize, action: &Action) -> String {
        let text = indent + STEP;
        let mut lines =
            self.layout.labelled(text, format!("{:indent$}·", ""), self.text(&action.text));
        lines.push_str(&self.paragraph(text, &action.reason));
        lines.extend(action.details.iter().map(|detail| self.paragraph(text, detail)));
        lines
    }

    /// A text with the names of what it refers to.
    pub(super) fn text(&self, text: &Text) -> Styled {
        let pieces = text.pieces().iter();
        pieces.fold(Styled::default(), |line, piece| line.then(self.inline(piece)))
    }

    fn inline(&self, inline: &Inline) -> Styled {
        match inline {
            Inline::Plain(words) => words.into(),
            Inline::Strong(words) => Styled::toned(Tone::Strong, words),
            Inline::Quote(words) => format!("“{words}”").into(),
            Inline::Node(id) | Inline::Merged(id) => id.to_string().into(),
            Inline::Persona(id) => self.name(id),
            Inline::Turn(id) => id.to_string().into(),
            Inline::Call(id) => id.to_string().into(),
            Inline::Crux(id) => id.to_string().into(),
            Inline::Axis(id) => id.as_str().into(),
            Inline::Round(round) => self.history.round_title(*round).into(),
            Inline::Statement(_, id) => id.to_string().into(),
            Inline::Label(label) => Styled::toned(tone(*label), word(*label)),
            Inline::Integer(value) => number::integer(*value).into(),
            Inline::Digits(digits) => number::digits(digits).into(),
            Inline::Score(value) => number::score(*value).into(),
            Inline::Signed(value) => number::signed(*value).into(),
            Inline::Bar(_) => Styled::default(),
        }
    }

    fn name(&self, id: &PersonaId) -> Styled {
        name(self.personas, id)
    }
}

/// The values of a chart as a table, with one row for each line of the chart.
fn values(chart: &Chart) -> Table {
    let stages = chart.stages.iter().map(|stage| Column::numbers(stage.as_str()));
    let row = |persona: &PersonaId, name: &Text, values: &[f64]| -> Vec<Text> {
        let name = Text::of("{}: {}", [persona.into(), name.clone()]);
        [name].into_iter().chain(values.iter().map(|&value| Inline::Score(value).into())).collect()
    };
    Table {
        caption: chart.caption.clone(),
        columns: [Column::words(chart.subject.as_str())].into_iter().chain(stages).collect(),
        rows: chart
            .series
            .iter()
            .map(|line| row(&line.persona, &line.name, &line.values))
            .collect(),
    }
}

/// A persona's name in the colour of its seat.
pub(super) fn name(personas: &[Persona], id: &PersonaId) -> Styled {
    let seat = personas.iter().position(|persona| persona.id == *id);
    let name = seat.map_or(id.as_str(), |seat| &personas[seat].contract.name);
    Styled::toned(Tone::Speaker(seat.unwrap_or_default()), name)
}

/// A label as a word.
pub(super) fn word(label: Label) -> &'static str {
    match label {
        Label::In => "accepted",
        Label::Out => "defeated",
        Label::Undec => "undecided",
    }
}

/// The colour of a label.
pub(super) fn tone(label: Label) -> Tone {
    match label {
        Label::In => Tone::Good,
        Label::Out => Tone::Bad,
        Label::Undec => Tone::Open,
    }
}
