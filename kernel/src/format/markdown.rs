//! Parses Markdown into headings, prose and nested list items, in plain text with spans.

mod block;
mod braces;

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

pub(super) use self::block::{Author, Block, Item, Link};
use self::braces::{attach, report_stray_braces};
use super::attributes::Attributes;
use super::fault::Faults;
use super::source::Source;
use crate::vocabulary::is_hidden;

/// The maximum number of levels of nested items; deeper items are a fault.
const MOST_LEVELS: usize = 6;

/// Parses the text from `start` on.
pub(super) fn outline(source: &Source, start: usize, faults: &mut Faults) -> Vec<Block> {
    let pairs = Attributes::find(&source.text, start);
    let mut masked = String::from(&source.text[start..]);
    for pair in &pairs {
        // Quoted values can contain asterisks and brackets, which the parser must not see.
        let blank: String = " ".repeat(pair.len());
        masked.replace_range(pair.start - start..pair.end - start, &blank);
    }
    report_stray_braces(source, start, &pairs, faults);
    let mut builder = Builder::new(source, start);
    for (event, range) in Parser::new_ext(&masked, Options::empty()).into_offset_iter() {
        builder.take(event, range.start + start..range.end + start, faults);
    }
    let mut blocks = builder.blocks;
    attach(source, &mut blocks, pairs, faults);
    blocks
}

#[derive(Debug)]
struct Builder<'s> {
    source: &'s Source,
    blocks: Vec<Block>,
    open: Vec<Item>,
    prose: String,
    prose_start: usize,
    prose_author: Author,
    prose_links: Vec<Link>,
    link: Option<Link>,
    quotes: usize,
    too_deep: usize,
}

impl<'s> Builder<'s> {
    fn new(source: &'s Source, start: usize) -> Self {
        Self {
            source,
            blocks: Vec::new(),
            open: Vec::new(),
            prose: String::new(),
            prose_start: start,
            prose_author: Author::Writer,
            prose_links: Vec::new(),
            link: None,
            quotes: 0,
            too_deep: 0,
        }
    }

    fn take(&mut self, event: Event<'_>, range: Range<usize>, faults: &mut Faults) {
        match event {
            Event::Start(Tag::Item) if self.quotes == 0 => self.open_item(range, faults),
            Event::End(TagEnd::Item) if self.quotes == 0 => self.close_item(),
            Event::Start(Tag::BlockQuote(_)) => self.quotes += 1,
            Event::End(TagEnd::BlockQuote(_)) => {
                self.flush();
                self.quotes -= 1;
            }
            Event::End(TagEnd::Heading(level)) if self.open.is_empty() && self.quotes == 0 => {
                self.heading(level);
            }
            Event::Start(tag) if is_block(&tag) => {
                if self.open.is_empty() {
                    self.flush();
                    self.prose_start = range.start;
                    let foreign = matches!(tag, Tag::CodeBlock(_) | Tag::HtmlBlock);
                    let own = !foreign && self.quotes == 0;
                    self.prose_author = if own { Author::Writer } else { Author::Other };
                }
                self.add_text(" ", range, faults);
            }
            Event::End(
                TagEnd::Paragraph | TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::Item,
            ) => self.flush(),
            Event::Text(text)
            | Event::Code(text)
            | Event::Html(text)
            | Event::InlineHtml(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::FootnoteReference(text) => self.add_text(&text, range, faults),
            Event::Start(Tag::Link { dest_url, .. }) => {
                if let Some(address) = self.without_hidden(&dest_url, range, faults) {
                    self.link = Some(Link { text: String::new(), address });
                }
            }
            Event::End(TagEnd::Link) => {
                let links =
                    self.open.last_mut().map_or(&mut self.prose_links, |item| &mut item.links);
                links.extend(self.link.take());
            }
            Event::SoftBreak | Event::HardBreak => self.add_text(" ", range, faults),
            Event::Rule | Event::TaskListMarker(_) | Event::Start(_) | Event::End(_) => {}
        }
    }

    fn open_item(&mut self, range: Range<usize>, faults: &mut Faults) {
        self.flush();
        if self.open.len() < MOST_LEVELS && self.too_deep == 0 {
            self.open.push(Item { start: range.start, ..Item::default() });
            return;
        }
        if self.too_deep == 0 {
            let end = first_line_end(&self.source.text, &range);
            let fault = self.source.error(range.start..end, "this item is nested too deeply");
            let help = format!("lists can have {MOST_LEVELS} levels: move the item up");
            faults.push(fault.with_help(help));
        }
        self.too_deep += 1;
    }

    fn close_item(&mut self) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let Some(mut item) = self.open.pop() else { return };
        item.text = one_line(&item.text);
        if item.span.is_empty() {
            item.span = item.start..first_line_end(&self.source.text, &(item.start..usize::MAX));
        }
        match self.open.last_mut() {
            Some(parent) => parent.children.push(item),
            None => self.blocks.push(Block::Item(item)),
        }
    }

    fn heading(&mut self, level: HeadingLevel) {
        let text = one_line(&std::mem::take(&mut self.prose));
        let (level, attributes, start) = (level as u8, Attributes::default(), self.prose_start);
        self.blocks.push(Block::Heading { level, text, attributes, start });
    }

    fn flush(&mut self) {
        let text = one_line(&std::mem::take(&mut self.prose));
        let links = std::mem::take(&mut self.prose_links);
        if !text.is_empty() {
            let author = if is_table(&text) { Author::Other } else { self.prose_author };
            self.blocks.push(Block::Prose { text, author, links, start: self.prose_start });
        }
    }

    /// Returns the text, or `None`, with a fault, if a character entity puts a hidden character
    /// into it.
    fn without_hidden(
        &self,
        text: &str,
        range: Range<usize>,
        faults: &mut Faults,
    ) -> Option<String> {
        let Some(hidden) = text.chars().find(|character| is_hidden(*character)) else {
            return Some(text.to_owned());
        };
        let message = format!("hidden character U+{:04X}", u32::from(hidden));
        faults.push(self.source.error(range, message).with_help("remove the character entity"));
        None
    }

    fn add_text(&mut self, text: &str, range: Range<usize>, faults: &mut Faults) {
        let Some(text) = &self.without_hidden(text, range.clone(), faults) else { return };
        if let Some(link) = &mut self.link {
            link.text.push_str(text);
        }
        if self.too_deep > 0 {
            return; // Reported when the item was opened.
        }
        let Some(item) = self.open.last_mut() else {
            self.prose.push_str(text);
            return;
        };
        if item.span.is_empty() && !text.trim().is_empty() {
            item.span = range.start..first_line_end(&self.source.text, &range);
        }
        item.text.push_str(text);
    }
}

/// Whether a paragraph is a table. Tables are not parsed, because nothing reads them.
fn is_table(text: &str) -> bool {
    ["|---", "| ---", "|:--", "| :--", "--- |", "---|"].iter().any(|rule| text.contains(rule))
}

fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Paragraph | Tag::Heading { .. } | Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::Item
    )
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn first_line_end(text: &str, range: &Range<usize>) -> usize {
    let line = text[range.start..].lines().next().unwrap_or_default();
    let before_braces = line.split_once(" {").map_or(line, |(words, _)| words);
    range.start + before_braces.trim_end().len().max(1).min(line.len())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use toml::Spanned;

    use super::*;

    fn read(text: &str) -> (Vec<Block>, String) {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("c.md"), text.as_bytes(), "", &mut faults)
            .expect("the text has no hidden characters");
        let blocks = outline(&source, 0, &mut faults);
        (blocks, faults.to_string())
    }

    fn shown(blocks: &[Block]) -> Vec<String> {
        fn show_item(item: &Item, depth: usize, lines: &mut Vec<String>) {
            lines.push(format!("{}- {}", "  ".repeat(depth), item.text));
            item.children.iter().for_each(|child| show_item(child, depth + 1, lines));
        }
        let mut lines = Vec::new();
        for block in blocks {
            match block {
                Block::Heading { level, text, .. } => lines.push(format!("h{level} {text}")),
                Block::Prose { text, .. } => lines.push(format!("p {text}")),
                Block::Item(item) => show_item(item, 0, &mut lines),
            }
        }
        lines
    }

    #[test]
    fn inline_markup_becomes_plain_text_and_html_stays_as_written() {
        let (blocks, faults) = read(
            "# A *b*\n\nProse\nof `two` [lines](x).\n\n- **bold** <script>x</script> &lt;i&gt; {#a source=\"*c*\"}\n  more\n\n<div>\nhtml\n</div>\n\n> quoted\n> - list\n\n    code\n",
        );
        assert_eq!(faults, "");
        assert_eq!(
            shown(&blocks),
            [
                "h1 A b",
                "p Prose of two lines.",
                "- bold <script>x</script> <i> more",
                "p <div> html </div>",
                "p quoted",
                "p list",
                "p code"
            ]
        );
    }

    #[test]
    fn attributes_belong_to_the_item_that_contains_them() {
        let (blocks, faults) =
            read("- one {#a}\n  - two\n    three {ref=b}\n\n- four\n\nprose {#c}\n");
        let Block::Item(first) = &blocks[0] else { panic!("{blocks:?}") };
        assert_eq!(
            first.attributes.clone().take_id().map(Spanned::into_inner).as_deref(),
            Some("a")
        );
        let reference = first.children[0].attributes.clone().take("ref");
        assert_eq!(reference.map(Spanned::into_inner).as_deref(), Some("b"));
        assert_eq!(
            faults,
            "c.md:7:7: error: these braces do not belong to a heading or a list item\n    help: put them at the end of a heading or a list item\n"
        );
    }

    #[test]
    fn four_hundred_nested_levels_are_one_fault_and_no_stack_overflow() {
        let lines: Vec<String> =
            (0..400).map(|depth| format!("{}- x{depth}", "  ".repeat(depth))).collect();
        let text = lines.join("\n");
        let (blocks, faults) = read(&text);
        assert_eq!(shown(&blocks).len(), MOST_LEVELS);
        assert_eq!(faults.matches("nested too deeply").count(), 1, "{faults}");
    }

    #[test]
    fn braces_after_a_backslash_are_text() {
        let (_, faults) = read("- \\{axis=x side=yes\\} is a tag. {#y}\n");
        assert_eq!(faults.lines().count(), 0, "{faults}");
    }

    #[test]
    fn the_fault_of_stray_braces_says_what_is_wrong_with_them() {
        let (_, faults) =
            read("- a {#x\n\n- b {#y} z\n- c {#z source=\"w}\n- set {a, b} of {things}\n");
        let messages: Vec<&str> = faults.lines().filter(|line| !line.starts_with(' ')).collect();
        assert_eq!(
            messages,
            [
                "c.md:1:5: error: these braces are not closed",
                "c.md:3:5: error: these braces are not at the end of the line",
                "c.md:4:5: error: a quote in these braces is not closed",
                "c.md:5:18: error: `things` is neither an id nor a key with a value",
            ]
        );
    }
}
