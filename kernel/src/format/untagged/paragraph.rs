//! The paragraphs of an untagged text, list items included.

use crate::format::markdown::{Author, Block, Item, Link};
use crate::format::source::Source;

/// A paragraph or list item.
#[derive(Debug)]
pub(super) struct Paragraph {
    pub(super) text: String,
    pub(super) author: Author,
    pub(super) links: Vec<Link>,
    /// The heading above the paragraph; empty below the title of the text.
    pub(super) heading: String,
    /// The number of headings above the paragraph.
    pub(super) section: usize,
    /// The line on which the paragraph starts, counted from 1.
    pub(super) line: usize,
}

/// Returns the paragraphs and list items of a text.
pub(super) fn paragraphs(source: &Source, blocks: &[Block]) -> Vec<Paragraph> {
    let (mut paragraphs, mut heading, mut section) = (Vec::new(), String::new(), 0);
    let (mut line, mut at) = (1, 0);
    for (number, block) in blocks.iter().enumerate() {
        let (text, author, links, start) = match block {
            Block::Heading { level, text, .. } => {
                let title = number == 0 && *level == 1;
                heading = if title { String::new() } else { text.clone() };
                section += 1;
                continue;
            }
            Block::Prose { text, author, links, start } => {
                (text.clone(), *author, links.clone(), *start)
            }
            Block::Item(item) => {
                let (mut text, mut links) = (String::new(), Vec::new());
                add_item(item, &mut text, &mut links);
                (text, Author::Writer, links, item.span.start)
            }
        };
        line += source.text[at..start.max(at)].matches('\n').count();
        at = start.max(at);
        paragraphs.push(Paragraph { text, author, links, heading: heading.clone(), section, line });
    }
    paragraphs
}

/// Adds the text of an item and of its nested items, each ended as a sentence.
fn add_item(item: &Item, text: &mut String, links: &mut Vec<Link>) {
    if !item.text.is_empty() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&item.text);
        if !item.text.ends_with(['.', '!', '?', '…', '"', '”', ')']) {
            text.push('.');
        }
    }
    links.extend(item.links.iter().cloned());
    item.children.iter().for_each(|child| add_item(child, text, links));
}
