//! Markdown as headings, prose and nested items, in plain text with places.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::braces::Braces;
use super::fault::Faults;
use super::source::Source;
use crate::vocabulary::is_hidden;

/// Items nest so deep at most; what is deeper is a fault.
const MOST_LEVELS: usize = 6;

/// Words that lead somewhere.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Link {
    pub(super) text: String,
    pub(super) address: String,
}

/// Who speaks in a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Voice {
    /// The writer of the text.
    Writer,
    /// Nobody or somebody else: a quotation, a table, code or HTML.
    Other,
}

/// A list item with the items below it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Item {
    /// Its own words as one line of plain text.
    pub(super) text: String,
    /// The first line of its words.
    pub(super) span: Range<usize>,
    /// The braces that end it; empty where there are none.
    pub(super) braces: Braces,
    /// What is nested below it.
    pub(super) children: Vec<Item>,
    /// The links in its own words.
    pub(super) links: Vec<Link>,
    start: usize,
}

/// A part of a file in its order.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Block {
    /// A heading; its level counts from 1.
    Heading { level: u8, text: String, braces: Braces, start: usize },
    /// A paragraph, a quotation, code or HTML as it is written.
    Prose { text: String, voice: Voice, links: Vec<Link>, start: usize },
    /// An item of a list that is in no other list.
    Item(Item),
}

/// Reads the text from `start` on.
pub(super) fn outline(source: &Source, start: usize, faults: &mut Faults) -> Vec<Block> {
    let pairs = Braces::find(&source.text, start);
    let mut masked = String::from(&source.text[start..]);
    for pair in &pairs {
        // Quoted values may hold asterisks and brackets: the parser must not see them.
        let blank: String = " ".repeat(pair.len());
        masked.replace_range(pair.start - start..pair.end - start, &blank);
    }
    tell_stray_braces(source, start, &pairs, faults);
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
    leaf: String,
    leaf_start: usize,
    leaf_voice: Voice,
    leaf_links: Vec<Link>,
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
            leaf: String::new(),
            leaf_start: start,
            leaf_voice: Voice::Writer,
            leaf_links: Vec::new(),
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
                    self.leaf_start = range.start;
                    let foreign = matches!(tag, Tag::CodeBlock(_) | Tag::HtmlBlock);
                    let own = !foreign && self.quotes == 0;
                    self.leaf_voice = if own { Voice::Writer } else { Voice::Other };
                }
                self.say(" ", range, faults);
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
            | Event::FootnoteReference(text) => self.say(&text, range, faults),
            Event::Start(Tag::Link { dest_url, .. }) => {
                if let Some(address) = self.seen(&dest_url, range, faults) {
                    self.link = Some(Link { text: String::new(), address });
                }
            }
            Event::End(TagEnd::Link) => {
                let links =
                    self.open.last_mut().map_or(&mut self.leaf_links, |item| &mut item.links);
                links.extend(self.link.take());
            }
            Event::SoftBreak | Event::HardBreak => self.say(" ", range, faults),
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
            let fault = self.source.error(range.start..end, "this item is nested too deep");
            let help = format!("lists may nest {MOST_LEVELS} levels; say it higher up");
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
        let text = one_line(&std::mem::take(&mut self.leaf));
        let (level, braces, start) = (level as u8, Braces::default(), self.leaf_start);
        self.blocks.push(Block::Heading { level, text, braces, start });
    }

    fn flush(&mut self) {
        let text = one_line(&std::mem::take(&mut self.leaf));
        let links = std::mem::take(&mut self.leaf_links);
        if !text.is_empty() {
            let voice = if is_table(&text) { Voice::Other } else { self.leaf_voice };
            self.blocks.push(Block::Prose { text, voice, links, start: self.leaf_start });
        }
    }

    /// The text, unless an entity puts what cannot be seen into it.
    fn seen(&self, text: &str, range: Range<usize>, faults: &mut Faults) -> Option<String> {
        let Some(control) = text.chars().find(|character| is_hidden(*character)) else {
            return Some(text.to_owned());
        };
        let message = format!("control character U+{:04X}", u32::from(control));
        faults.push(self.source.error(range, message).with_help("take out the entity"));
        None
    }

    fn say(&mut self, text: &str, range: Range<usize>, faults: &mut Faults) {
        let Some(text) = &self.seen(text, range.clone(), faults) else { return };
        if let Some(link) = &mut self.link {
            link.text.push_str(text);
        }
        if self.too_deep > 0 {
            return; // Told when the item was opened.
        }
        let Some(item) = self.open.last_mut() else {
            self.leaf.push_str(text);
            return;
        };
        if item.span.is_empty() && !text.trim().is_empty() {
            item.span = range.start..first_line_end(&self.source.text, &range);
        }
        item.text.push_str(text);
    }
}

/// Whether a paragraph is a table: tables are not parsed, since nothing reads them.
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

/// Tells braces that look as if they were meant to end something, but do not.
fn tell_stray_braces(source: &Source, start: usize, pairs: &[Range<usize>], faults: &mut Faults) {
    for (offset, _) in source.text[start..].match_indices('{') {
        let open = start + offset;
        let inside = &source.text[open + 1..];
        let key: String = inside.chars().take_while(char::is_ascii_lowercase).collect();
        let meant =
            inside.starts_with('#') || (!key.is_empty() && inside[key.len()..].starts_with('='));
        if !meant || pairs.iter().any(|pair| pair.contains(&open)) {
            continue;
        }
        let line_end = open + inside.find('\n').map_or(inside.len() + 1, |end| end + 1);
        let line = &source.text[open..line_end];
        let (span, message, help) = match line.find('}') {
            _ if line.matches('"').count() % 2 == 1 => {
                (open..line_end, "a quote in these braces is not closed", "add the missing `\"`")
            }
            None => (open..line_end, "these braces are not closed", "close them with `}`"),
            Some(close) => (
                open..open + close + 1,
                "these braces do not end their line",
                "put them last, after a space; braces in the middle of a text have no meaning",
            ),
        };
        faults.push(source.error(span, message).with_help(help));
    }
}

/// Gives each pair of braces to the heading or item in which it stands.
fn attach(source: &Source, blocks: &mut [Block], pairs: Vec<Range<usize>>, faults: &mut Faults) {
    let mut places: Vec<(usize, Option<&mut Braces>)> = Vec::new();
    for block in blocks {
        match block {
            Block::Heading { braces, start, .. } => places.push((*start, Some(braces))),
            Block::Prose { start, .. } => places.push((*start, None)),
            Block::Item(item) => collect(item, &mut places),
        }
    }
    for pair in pairs {
        let after = places.partition_point(|(start, _)| *start <= pair.start);
        let place = after.checked_sub(1).and_then(|index| places[index].1.as_deref_mut());
        match place {
            Some(braces) if braces.span.is_empty() => {
                *braces = Braces::parse(source, pair, faults);
            }
            Some(braces) => {
                let first = source.place(braces.span.clone(), "the first pair");
                let fault = source.error(pair, "a second pair of braces").with_related(first);
                faults.push(fault.with_help("put everything into one pair"));
            }
            None => {
                let fault = source.error(pair, "these braces belong to nothing");
                faults.push(fault.with_help("braces end a heading or a list item"));
            }
        }
    }
}

fn collect<'i>(item: &'i mut Item, places: &mut Vec<(usize, Option<&'i mut Braces>)>) {
    places.push((item.start, Some(&mut item.braces)));
    for child in &mut item.children {
        collect(child, places);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn read(text: &str) -> (Vec<Block>, String) {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("c.md"), text.as_bytes(), "", &mut faults)
            .expect("a clean text");
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
    fn braces_go_to_the_item_in_which_they_stand() {
        let (blocks, faults) =
            read("- one {#a}\n  - two\n    three {ref=b}\n\n- four\n\nprose {#c}\n");
        let Block::Item(first) = &blocks[0] else { panic!("{blocks:?}") };
        assert_eq!(first.braces.clone().take_id().map(|id| id.text).as_deref(), Some("a"));
        let reference = first.children[0].braces.clone().take("ref");
        assert_eq!(reference.map(|word| word.text).as_deref(), Some("b"));
        assert_eq!(
            faults,
            "c.md:7:7: error: these braces belong to nothing\n    help: braces end a heading or a list item\n"
        );
    }

    #[test]
    fn depth_without_end_is_one_fault_and_no_overflow() {
        let lines: Vec<String> =
            (0..400).map(|depth| format!("{}- x{depth}", "  ".repeat(depth))).collect();
        let text = lines.join("\n");
        let (blocks, faults) = read(&text);
        assert_eq!(shown(&blocks).len(), MOST_LEVELS);
        assert_eq!(faults.matches("nested too deep").count(), 1, "{faults}");
    }

    #[test]
    fn stray_braces_are_told_by_what_is_wrong_with_them() {
        let (_, faults) =
            read("- a {#x\n\n- b {#y} z\n- c {#z source=\"w}\n- set {a, b} of {things}\n");
        let messages: Vec<&str> = faults.lines().filter(|line| !line.starts_with(' ')).collect();
        assert_eq!(
            messages,
            [
                "c.md:1:5: error: these braces are not closed",
                "c.md:3:5: error: these braces do not end their line",
                "c.md:4:5: error: a quote in these braces is not closed",
                "c.md:5:18: error: `things` is neither an id nor a key with a value",
            ]
        );
    }
}
