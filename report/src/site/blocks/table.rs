//! Tables.

use faultline::view::{self, Column, Content};

use super::text::RichText;
use crate::site::references::References;

/// A table.
#[derive(Debug)]
pub(in crate::site) struct Table {
    /// Its name for readers who hear the page.
    pub(in crate::site) name: String,
    pub(in crate::site) caption: RichText,
    /// The first row of its head.
    pub(in crate::site) head: Vec<HeadCell>,
    /// The second row, where some columns share a heading.
    pub(in crate::site) subhead: Vec<HeadCell>,
    pub(in crate::site) rows: Vec<Vec<Cell>>,
    /// The head as Markdown has it: one row.
    pub(in crate::site) columns: Vec<MarkdownColumn>,
}

/// A cell of the head.
#[derive(Debug)]
pub(in crate::site) struct HeadCell {
    pub(in crate::site) title: RichText,
    pub(in crate::site) columns: usize,
    pub(in crate::site) rows: usize,
    pub(in crate::site) is_number: bool,
    pub(in crate::site) is_hidden: bool,
}

/// A cell of the body.
#[derive(Debug)]
pub(in crate::site) struct Cell {
    pub(in crate::site) text: RichText,
    pub(in crate::site) is_number: bool,
    /// Whether it only repeats other cells as a picture.
    pub(in crate::site) is_bar: bool,
}

/// A column of the table in Markdown.
#[derive(Debug)]
pub(in crate::site) struct MarkdownColumn {
    /// The heading shared with neighbours; may be empty.
    pub(in crate::site) group: RichText,
    pub(in crate::site) title: RichText,
    pub(in crate::site) is_number: bool,
}

impl Table {
    pub(super) fn new(references: &References<'_>, name: &str, table: &view::Table) -> Self {
        let text = |text: &view::Text| RichText::new(references, text);
        let has_groups = table.columns.iter().any(|column| !column.group.is_empty());
        let (mut head, mut subhead): (Vec<HeadCell>, Vec<HeadCell>) = (Vec::new(), Vec::new());
        for columns in table.columns.chunk_by(|a, b| !a.group.is_empty() && a.group == b.group) {
            if columns[0].group.is_empty() {
                let cell = head_cell(text(&columns[0].title), &columns[0]);
                head.push(HeadCell { rows: if has_groups { 2 } else { 1 }, ..cell });
            } else {
                let cell = head_cell(text(&columns[0].group), &columns[0]);
                head.push(HeadCell { columns: columns.len(), ..cell });
                subhead.extend(columns.iter().map(|column| head_cell(text(&column.title), column)));
            }
        }
        let cell = |(content, column): (&view::Text, &Column)| Cell {
            text: text(content),
            is_number: column.content == Content::Numbers,
            is_bar: column.content == Content::Bar,
        };
        let row = |row: &Vec<view::Text>| row.iter().zip(&table.columns).map(cell).collect();
        let columns = table.columns.iter().filter(|column| column.content != Content::Bar);
        Self {
            name: named(name, &RichText::new(references, &table.caption).words()),
            caption: text(&table.caption),
            head,
            subhead,
            rows: table.rows.iter().map(row).collect(),
            columns: columns
                .map(|column| MarkdownColumn {
                    group: text(&column.group),
                    title: text(&column.title),
                    is_number: column.content == Content::Numbers,
                })
                .collect(),
        }
    }
}

fn head_cell(title: RichText, column: &Column) -> HeadCell {
    HeadCell {
        title,
        columns: 1,
        rows: 1,
        is_number: column.content == Content::Numbers,
        is_hidden: column.content == Content::Bar,
    }
}

/// The name of a table. Several tables of one section differ by their captions; a caption that is a
/// sentence is not a name.
fn named(section: &str, caption: &str) -> String {
    let is_title = !caption.is_empty() && !caption.ends_with('.');
    if is_title { format!("{section}: {caption}") } else { section.to_owned() }
}
