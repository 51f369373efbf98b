//! A Markdown cell as Markdown that is complete in itself: no fence, list or reference of it
//! reaches into what follows on the page. It is written again from what the cell means, with every
//! text escaped.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Tag, TagEnd};

use crate::site::escape::{continue_line, line};
use crate::site::notebook::fence::fenced;
use crate::site::notebook::links::{Links, Target};

/// The deepest nesting of lists and quotes that is kept; what is deeper is written at this level.
const DEEPEST: usize = 24;

/// The Markdown of some events, without raw HTML, images, and links that lead nowhere.
pub(super) fn twin(events: &[Event<'_>], links: &Links) -> String {
    let mut writer = Writer { links, frames: vec![Frame::default()] };
    for event in events {
        writer.take(event);
    }
    while writer.frames.len() > 1 {
        writer.close(TagEnd::Paragraph);
    }
    let mut root = writer.frames.pop().unwrap_or_default();
    root.end_line();
    root.blocks.join("\n\n")
}

/// An element that has not ended.
#[derive(Debug, Default)]
struct Frame {
    /// The blocks in it that are complete.
    blocks: Vec<String>,
    /// The line of text that comes after them.
    line: String,
    /// Its text as it is, in a block of code or HTML.
    verbatim: Option<String>,
    /// What its end needs to know: the marker of a list, the language of code, the address of a
    /// link.
    word: String,
    /// The number of the next item of a list.
    number: Option<u64>,
}

impl Frame {
    /// Makes the text so far a block.
    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if !line.trim().is_empty() {
            self.blocks.push(line.trim().to_owned());
        }
    }

    fn text(&mut self, text: &str) {
        match &mut self.verbatim {
            Some(verbatim) => verbatim.push_str(text),
            None => continue_line(&mut self.line, text),
        }
    }

    /// The element as a block of the one around it. What is nested deeply loses its marks.
    fn into_block(self, tag: TagEnd, is_deep: bool) -> String {
        let blocks = &self.blocks;
        match tag {
            TagEnd::CodeBlock => {
                fenced(self.verbatim.unwrap_or_default().trim_end_matches('\n'), &self.word)
            }
            TagEnd::HtmlBlock => {
                let html = self.verbatim.unwrap_or_default();
                if is_comment(&html) { String::new() } else { line(&html) }
            }
            TagEnd::BlockQuote(_) if !is_deep => prefixed(&blocks.join("\n\n"), "> ", "> "),
            TagEnd::Item if !is_deep => {
                prefixed(&blocks.join("\n\n"), &self.word, &" ".repeat(self.word.len()))
            }
            TagEnd::List(_) if blocks.len() != 1 => blocks.join("\n"),
            TagEnd::Heading(_) => format!("{} {}", self.word, blocks.join(" ")),
            TagEnd::TableCell => blocks.join(" "),
            TagEnd::TableHead => format!("{}\n|{}", row(blocks), " --- |".repeat(blocks.len())),
            TagEnd::TableRow => row(blocks),
            TagEnd::Table => blocks.join("\n"),
            TagEnd::Paragraph
            | TagEnd::BlockQuote(_)
            | TagEnd::Item
            | TagEnd::List(_)
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::MetadataBlock(_)
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image => joined(self.blocks),
        }
    }
}

struct Writer<'w> {
    links: &'w Links,
    /// The first one is the cell.
    frames: Vec<Frame>,
}

impl Writer<'_> {
    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the frame of the cell never ends")
    }

    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(*tag),
            Event::Code(code) => self.code(code),
            Event::InlineHtml(html) if is_comment(html) => {}
            Event::Text(text)
            | Event::Html(text)
            | Event::InlineHtml(text)
            | Event::FootnoteReference(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => self.frame().text(text),
            Event::SoftBreak | Event::HardBreak => self.frame().text(" "),
            Event::Rule => {
                self.frame().end_line();
                self.frame().blocks.push("---".to_owned());
            }
            Event::TaskListMarker(is_done) => {
                self.frame().text(if *is_done { "[x] " } else { "[ ] " });
            }
        }
    }

    /// Code within a line. A vertical bar would end a cell of a table, and is written as text.
    fn code(&mut self, code: &CowStr<'_>) {
        let code = code.replace(['\n', '\r'], " ");
        if self.frame().verbatim.is_some() || code.contains('|') || code.trim().is_empty() {
            return self.frame().text(&code);
        }
        let code = crate::site::escape::visible(&code);
        let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let ticks = "`".repeat(longest + 1);
        let space = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
        self.frame().line.extend([&ticks, space, &code, space, &ticks]);
    }

    fn open(&mut self, tag: &Tag<'_>) {
        let mut frame = Frame::default();
        match tag {
            Tag::Emphasis => return self.frame().line.push('*'),
            Tag::Strong => return self.frame().line.push_str("**"),
            Tag::Strikethrough => return self.frame().line.push_str("~~"),
            Tag::Superscript | Tag::Subscript | Tag::Image { .. } => return,
            Tag::Link { link_type, dest_url, .. } => {
                frame.word = match self.links.target(*link_type, dest_url) {
                    Some(Target::Page(link)) => link.md(),
                    Some(Target::Address(address)) => without_brackets(&address),
                    None => String::new(),
                };
                // What is before the link decides how it continues the line.
                frame.line = std::mem::take(&mut self.frame().line);
                if !frame.word.is_empty() {
                    frame.line.push('[');
                }
            }
            Tag::CodeBlock(kind) => {
                frame.verbatim = Some(String::new());
                if let CodeBlockKind::Fenced(language) = kind {
                    frame.word = language.chars().take_while(char::is_ascii_alphanumeric).collect();
                }
            }
            Tag::HtmlBlock => frame.verbatim = Some(String::new()),
            Tag::List(first) => frame.number = *first,
            Tag::Heading { level, .. } => frame.word = "#".repeat((*level as usize).max(2)),
            Tag::Item => {
                let list = self.frame();
                frame.word = match &mut list.number {
                    None => "- ".to_owned(),
                    Some(number) => {
                        let marker = format!("{number}. ");
                        *number = number.saturating_add(1);
                        marker
                    }
                };
            }
            Tag::Paragraph
            | Tag::BlockQuote(_)
            | Tag::Table(_)
            | Tag::TableHead
            | Tag::TableRow
            | Tag::TableCell
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => {}
        }
        if !matches!(tag, Tag::Link { .. }) {
            self.frame().end_line();
        }
        self.frames.push(frame);
    }

    fn close(&mut self, tag: TagEnd) {
        let marks = [
            (TagEnd::Emphasis, "*"),
            (TagEnd::Strong, "**"),
            (TagEnd::Strikethrough, "~~"),
            (TagEnd::Superscript, ""),
            (TagEnd::Subscript, ""),
            (TagEnd::Image, ""),
        ];
        if let Some((_, mark)) = marks.into_iter().find(|(end, _)| *end == tag) {
            return self.frame().line.push_str(mark);
        }
        let depth = self.frames.len();
        let mut frame = self.frames.pop().expect("the frame of the cell never ends");
        if tag == TagEnd::Link {
            if !frame.word.is_empty() {
                frame.line.extend(["](", &frame.word, ")"]);
            }
            self.frame().line = frame.line;
            return;
        }
        frame.end_line();
        let block = frame.into_block(tag, depth > DEEPEST);
        // A cell of a table can be empty.
        if !block.is_empty() || tag == TagEnd::TableCell {
            self.frame().blocks.push(block);
        }
    }
}

/// Whether some HTML is nothing but a comment, which no page shows.
pub(super) fn is_comment(html: &str) -> bool {
    let html = html.trim();
    html.starts_with("<!--") && html.ends_with("-->") && html.matches("-->").count() == 1
}

/// Blocks one after the other. Most of what is nested deeply has only one, which is not copied.
fn joined(mut blocks: Vec<String>) -> String {
    if blocks.len() == 1 { blocks.swap_remove(0) } else { blocks.join("\n\n") }
}

fn row(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// A text whose lines begin with a prefix; the first one with another.
fn prefixed(text: &str, first: &str, others: &str) -> String {
    let mut prefix = first;
    let lines = text.lines().map(|line| {
        let line = format!("{}{line}", std::mem::replace(&mut prefix, others));
        line.trim_end().to_owned()
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() { first.trim_end().to_owned() } else { lines.join("\n") }
}

/// An address without the characters that end it in Markdown.
fn without_brackets(address: &str) -> String {
    let encoded = |c: char| match c {
        '(' => "%28".to_owned(),
        ')' => "%29".to_owned(),
        '<' => "%3C".to_owned(),
        '>' => "%3E".to_owned(),
        '\\' => "%5C".to_owned(),
        c => c.to_string(),
    };
    address.chars().map(encoded).collect()
}
