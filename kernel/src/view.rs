//! What a debate shows, as values without markup.
//!
//! A mode describes what only it can show as sections of blocks. Pages, their Markdown twins, the
//! terminal and notebooks render the same blocks; none of them knows a mode by name.

pub mod glossary;
pub mod load;
pub mod number;
pub mod sentence;

pub(crate) mod conversation;
mod crux;
mod diagram;
mod event_line;
mod flip;
pub(crate) mod framework;
mod history;
mod initials;
mod outline;
mod panel;
mod plot;
mod text;
mod turn;

pub use conversation::not_followed;
pub use crux::{CruxCard, CruxStance};
pub use diagram::{Diagram, DiagramEdge, DiagramNode, Stage};
pub use event_line::{EventLine, Level};
pub use flip::Flip;
pub use history::{History, first_wordings};
pub use initials::initials;
pub use outline::{Entry, Forest, Ground, GroundKind, Outline, kind, verb};
pub use panel::{Arrangement, Mark, Panel};
pub use plot::{Plot, PlottedLine, Tick};
pub use text::{Inline, Text};
pub use turn::action;

pub use crate::draw::{Relation as Line, Span, State, Status};
use crate::vocabulary::{CruxId, NodeId, PersonaId};

/// A titled group of blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Its anchor; unique among the sections about one subject.
    pub id: &'static str,
    /// Where it belongs.
    pub subject: Subject,
    /// Its heading. Empty where the subject's own heading is enough.
    pub title: String,
    /// The paragraph below the heading; may be empty.
    pub lead: Text,
    /// Its content, in reading order.
    pub blocks: Vec<Block>,
}

/// What a section is about, which decides where a renderer puts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The key figures at the top of a debate. Such a section holds [`Block::Facts`] only and has
    /// no title.
    Summary,
    /// The debate as a whole: a section of its own.
    Debate,
    /// One round, from 0: shown with that round's changes.
    Round(u32),
    /// One crux: shown on its card.
    Crux(CruxId),
}

/// A piece of content.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// A paragraph.
    Prose(Text),
    /// Named values.
    Facts(Vec<Fact>),
    /// Rows and columns.
    Table(Table),
    /// Values over the rounds of the debate.
    Chart(Chart),
    /// A graph in panels, in reading order. A renderer that cannot draw writes [`Panel::table`].
    Panels(Vec<Panel>),
    /// A graph in sentences.
    Outline(Outline),
    /// What each persona did, in order.
    Timeline(Vec<Moment>),
    /// A conversation.
    Chat(Vec<ChatLine>),
    /// Parts of a longer text, with contents that link to them.
    Chapters(Vec<Chapter>),
    /// Alternative views. A page may show one at a time; other renderers show one after another.
    Tabs(Vec<Tab>),
}

/// A value with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// What the value is.
    pub name: String,
    /// The value.
    pub value: Text,
    /// What it means, as a clause; may be empty.
    pub meaning: String,
}

/// Rows and columns. Every row has one cell for each column.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What the table shows.
    pub caption: Text,
    /// Its columns. The first one names the rows.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Vec<Text>>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// A heading that it shares with the neighbours that have the same one; empty where it shares
    /// none.
    pub group: Text,
    /// Its heading.
    pub title: Text,
    /// What its cells hold.
    pub content: Content,
}

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Words: aligned at the left.
    Words,
    /// Numbers: aligned at the right.
    Numbers,
    /// A bar that repeats numbers of other columns. Renderers without drawings leave the column
    /// out.
    Bar,
}

/// Lines over the rounds of a debate. [`Plot::of`] places them; a renderer that cannot draw writes
/// [`Chart::table`].
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What its values are, with their range.
    pub caption: Text,
    /// What each line represents, as a column heading.
    pub subject: String,
    /// The names of the points in time.
    pub stages: Vec<String>,
    /// Its lines.
    pub series: Vec<Series>,
}

/// One line of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Whose line it is.
    pub persona: PersonaId,
    /// A word that goes with the name, such as the persona's answer.
    pub note: String,
    /// What the line represents.
    pub name: Text,
    /// One value for each stage. *Range*: [0, 1].
    pub values: Vec<f64>,
}

/// What one persona did at one point of a debate.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// The persona.
    pub persona: PersonaId,
    /// Its actions, in order. Empty where it did nothing.
    pub actions: Vec<Action>,
}

/// One thing that a persona did.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// What it did.
    pub text: Text,
    /// Where it comes from: the turn, and the statements of the corpus that it uses.
    pub source: Text,
    /// Why; may be empty.
    pub reason: Text,
    /// Its details, one line each.
    pub details: Vec<Text>,
}

/// A line of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub enum ChatLine {
    /// What happened between two turns.
    Mark(Text),
    /// What a persona said.
    Said(ChatMessage),
}

/// What a persona said.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatMessage {
    /// The persona.
    pub persona: PersonaId,
    /// Its move, in a word or two.
    pub badge: String,
    /// The turn, and the one that it answers.
    pub source: Text,
    /// What it said; empty where it said nothing.
    pub text: Text,
    /// What belongs to it, such as a hint to the speaker, one line each.
    pub notes: Vec<Text>,
}

/// A part of a longer text, about one node.
#[derive(Debug, Clone, PartialEq)]
pub struct Chapter {
    /// The node.
    pub node: NodeId,
    /// Its heading.
    pub title: String,
    /// What is known of it.
    pub facts: Vec<Fact>,
    /// Its text.
    pub text: Text,
    /// Its main points.
    pub points: Vec<Text>,
    /// How it is related to other chapters.
    pub relations: Vec<Related>,
    /// What was said; a page folds it.
    pub lines: Vec<ChatLine>,
}

/// A relation to another chapter.
#[derive(Debug, Clone, PartialEq)]
pub struct Related {
    /// The relation, as words that the heading of the other chapter can follow.
    pub words: String,
    /// The node of the other chapter.
    pub node: NodeId,
    /// Its heading.
    pub title: String,
}

/// One of several alternative views.
#[derive(Debug, Clone, PartialEq)]
pub struct Tab {
    /// Its title.
    pub title: Text,
    /// Its content.
    pub blocks: Vec<Block>,
}

impl Section {
    /// Makes a section about the debate as a whole.
    pub fn new(id: &'static str, title: impl Into<String>, lead: Text) -> Self {
        Self { id, subject: Subject::Debate, title: title.into(), lead, blocks: Vec::new() }
    }

    /// Makes a section that a renderer shows with its subject, without a heading of its own.
    pub fn about(subject: Subject, id: &'static str, blocks: Vec<Block>) -> Self {
        Self { id, subject, title: String::new(), lead: Text::default(), blocks }
    }

    /// Adds content at the end.
    #[must_use]
    pub fn with(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }

    /// Adds a table at the end; `None` if the table has no rows.
    pub fn with_rows(self, table: Table) -> Option<Self> {
        (!table.rows.is_empty()).then(|| self.with(Block::Table(table)))
    }
}

impl Chart {
    /// Its values as a table, with one row for each line.
    pub fn table(&self) -> Table {
        let row = |series: &Series| {
            let values = series.values.iter().map(|&value| Inline::Score(value).into());
            [(&series.persona).into(), series.name.clone()].into_iter().chain(values).collect()
        };
        let names = [Column::words("Persona"), Column::words(self.subject.as_str())];
        let stages = self.stages.iter().map(|stage| Column::numbers(stage.as_str()));
        Table {
            caption: self.caption.clone(),
            columns: names.into_iter().chain(stages).collect(),
            rows: self.series.iter().map(row).collect(),
        }
    }
}

impl Column {
    /// Makes a column of words.
    pub fn words(title: impl Into<Text>) -> Self {
        Self { group: Text::default(), title: title.into(), content: Content::Words }
    }

    /// Makes a column of numbers.
    pub fn numbers(title: impl Into<Text>) -> Self {
        Self { content: Content::Numbers, ..Self::words(title) }
    }

    /// Puts the column under a heading that it shares with its neighbours.
    #[must_use]
    pub fn under(mut self, group: impl Into<Text>) -> Self {
        self.group = group.into();
        self
    }
}
