//! The blocks of a Markdown file.

use std::ops::Range;

use crate::format::attributes::Attributes;

/// A link.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::format) struct Link {
    pub(in crate::format) text: String,
    pub(in crate::format) address: String,
}

/// Whose words a paragraph contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::format) enum Author {
    /// The words of the author of the file.
    Writer,
    /// A quotation, a table, code or HTML.
    Other,
}

/// A list item with the items below it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::format) struct Item {
    /// The text of the item, without nested items, as one line of plain text.
    pub(in crate::format) text: String,
    /// The first line of the text.
    pub(in crate::format) span: Range<usize>,
    /// The attributes in braces at its end; empty if there are none.
    pub(in crate::format) attributes: Attributes,
    /// The items nested below it.
    pub(in crate::format) children: Vec<Item>,
    /// The links in its text.
    pub(in crate::format) links: Vec<Link>,
    pub(super) start: usize,
}

/// A block of a file.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::format) enum Block {
    /// A heading; levels count from 1.
    Heading { level: u8, text: String, attributes: Attributes, start: usize },
    /// A paragraph, a quotation, code or HTML, as written.
    Prose { text: String, author: Author, links: Vec<Link>, start: usize },
    /// An item of a list that is not nested in another list.
    Item(Item),
}
