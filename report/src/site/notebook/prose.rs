//! Markdown cells, for pages and for their Markdown twins. Raw HTML in them is shown as text, and
//! no image is loaded.

mod twin;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use self::twin::is_comment;
use super::escaped::Escaped;
use super::image;
use super::links::{Links, Target};
use super::rust_code;
use crate::site::route::{Anchor, slug};

/// The Markdown of notebooks.
const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

/// A Markdown cell in both forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Prose {
    pub(super) html: String,
    pub(super) md: String,
}

/// What the cells before have on the page.
#[derive(Debug)]
pub(super) struct Outline {
    /// The title of the notebook: the heading with which it begins.
    pub(super) title: Option<String>,
    /// The sections, each with the name of its anchor.
    pub(super) sections: Vec<(String, String)>,
    /// Whether a cell with text has come.
    has_begun: bool,
    level: u32,
    ids: BTreeSet<String>,
    tables: usize,
}

impl Default for Outline {
    fn default() -> Self {
        let (sections, ids) = (Vec::new(), BTreeSet::new());
        Self { title: None, sections, has_begun: false, level: 1, ids, tables: 0 }
    }
}

/// A Markdown cell. Its headings continue the outline of the page.
pub(super) fn prose(
    source: &str,
    attachments: &BTreeMap<String, BTreeMap<String, String>>,
    outline: &mut Outline,
    links: &Links,
) -> Prose {
    let is_first = !std::mem::replace(&mut outline.has_begun, true);
    let events: Vec<Event<'_>> = Parser::new_ext(source, OPTIONS).collect();
    let is_title = is_first
        && matches!(events.first(), Some(Event::Start(Tag::Heading { level, .. })) if *level as u32 == 1);
    let mut writer = Writer {
        outline,
        links,
        attachments,
        out: String::new(),
        ends: Vec::new(),
        captured: None,
        in_head: false,
    };
    let mut rest = events.as_slice();
    if is_title {
        let end = rest.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))));
        let (heading, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        writer.outline.title = Some(words(heading)).filter(|title| !title.trim().is_empty());
        rest = after;
    }
    for (at, event) in rest.iter().enumerate() {
        writer.take(event, &rest[at..]);
    }
    Prose { html: writer.out, md: twin::twin(rest, links) }
}

/// The words of some events, without markup.
fn words(events: &[Event<'_>]) -> String {
    let words = events.iter().map(|event| match event {
        Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => text.as_ref(),
        Event::SoftBreak | Event::HardBreak => " ",
        Event::Start(_)
        | Event::End(_)
        | Event::InlineMath(_)
        | Event::DisplayMath(_)
        | Event::Html(_)
        | Event::FootnoteReference(_)
        | Event::Rule
        | Event::TaskListMarker(_) => "",
    });
    words.collect()
}

struct Writer<'w> {
    outline: &'w mut Outline,
    links: &'w Links,
    attachments: &'w BTreeMap<String, BTreeMap<String, String>>,
    out: String,
    /// The ends of the elements whose end depends on their beginning.
    ends: Vec<String>,
    /// Text that is not written as it comes: that of a code block, of a block of HTML, or in place
    /// of an image.
    captured: Option<String>,
    in_head: bool,
}

impl Writer<'_> {
    /// Takes the first of the events that are left.
    fn take(&mut self, event: &Event<'_>, rest: &[Event<'_>]) {
        match event {
            Event::Start(tag) => self.start(tag, rest),
            Event::End(tag) => self.end(*tag),
            Event::Text(text) | Event::Html(text) => self.text(text),
            Event::InlineHtml(text) if is_comment(text) => {}
            Event::InlineHtml(text)
            | Event::FootnoteReference(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => {
                self.text(text);
            }
            Event::Code(text) if self.captured.is_some() => self.text(text),
            Event::Code(text) => self.write(format_args!("<code>{}</code>", Escaped(text))),
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak if self.captured.is_some() => self.text("\n"),
            Event::HardBreak => self.out.push_str("<br>"),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::TaskListMarker(is_done) => self.text(if *is_done { "[x] " } else { "[ ] " }),
        }
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("memory can be written");
    }

    fn text(&mut self, text: &str) {
        match &mut self.captured {
            Some(captured) => captured.push_str(text),
            None => self.write(format_args!("{}", Escaped(text))),
        }
    }

    /// Begins an element, whose end is known already.
    fn element(&mut self, start: &str, end: &str) {
        if self.captured.is_none() {
            self.out.push_str(start);
        }
        self.ends.push(end.to_owned());
    }

    fn start(&mut self, tag: &Tag<'_>, rest: &[Event<'_>]) {
        match tag {
            Tag::Paragraph => self.element("<p>", "</p>\n"),
            Tag::Heading { level, .. } => self.heading(*level as u32, rest),
            Tag::BlockQuote(_) => self.element("<blockquote>", "</blockquote>\n"),
            Tag::List(None) => self.element("<ul>", "</ul>\n"),
            Tag::List(Some(1)) => self.element("<ol>", "</ol>\n"),
            Tag::List(Some(first)) => self.element(&format!("<ol start=\"{first}\">"), "</ol>\n"),
            Tag::Item => self.element("<li>", "</li>\n"),
            Tag::Emphasis => self.element("<em>", "</em>"),
            Tag::Strong => self.element("<strong>", "</strong>"),
            Tag::Strikethrough => self.element("<del>", "</del>"),
            Tag::Superscript => self.element("<sup>", "</sup>"),
            Tag::Subscript => self.element("<sub>", "</sub>"),
            Tag::Table(_) => self.table(),
            Tag::TableHead => {
                self.in_head = true;
                self.element("<thead><tr>", "</tr></thead><tbody>\n");
            }
            Tag::TableRow => self.element("<tr>", "</tr>\n"),
            Tag::TableCell if self.in_head => self.element("<th scope=\"col\">", "</th>"),
            Tag::TableCell => self.element("<td>", "</td>"),
            Tag::Link { link_type, dest_url, .. } => self.link(*link_type, dest_url),
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(language) => {
                        language.split([',', ' ']).next().unwrap_or_default()
                    }
                    CodeBlockKind::Indented => "",
                };
                self.capture(language);
            }
            Tag::HtmlBlock => self.capture(""),
            Tag::Image { dest_url, .. } => self.capture(dest_url),
            Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => self.element("", ""),
        }
    }

    fn table(&mut self) {
        self.outline.tables += 1;
        let start = format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table {} in the text\"><table>",
            self.outline.tables
        );
        self.element(&start, "</tbody></table></div>\n");
    }

    fn link(&mut self, kind: LinkType, written: &str) {
        let start = match self.links.target(kind, written) {
            Some(Target::Page(link)) => format!("<a href=\"{}\">", Escaped(&link.html())),
            Some(Target::Address(to)) => {
                format!("<a href=\"{}\" rel=\"noopener noreferrer\">", Escaped(&to))
            }
            None => return self.element("", ""),
        };
        self.element(&start, "</a>");
    }

    /// Captures the text up to the end of the element, which keeps a word of its beginning. An
    /// image within an image is part of it.
    fn capture(&mut self, word: &str) {
        self.ends.push(word.to_owned());
        self.captured.get_or_insert_default();
    }

    fn end(&mut self, tag: TagEnd) {
        let end = self.ends.pop().unwrap_or_default();
        match tag {
            TagEnd::CodeBlock => {
                let code = self.captured.take().unwrap_or_default();
                let code = code.trim_end_matches('\n');
                let code =
                    if end == "rust" { rust_code::html(code) } else { Escaped(code).to_string() };
                self.write(format_args!("<pre class=\"code\"><code>{code}</code></pre>\n"));
            }
            TagEnd::HtmlBlock => {
                let html = self.captured.take().unwrap_or_default();
                if !is_comment(&html) {
                    self.write(format_args!("<p>{}</p>\n", Escaped(html.trim())));
                }
            }
            TagEnd::Image => {
                let text = self.captured.take().unwrap_or_default();
                self.image(&end, &text);
            }
            TagEnd::TableHead => {
                self.in_head = false;
                self.out.push_str(&end);
            }
            TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Table
            | TagEnd::TableRow
            | TagEnd::TableCell
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::MetadataBlock(_) => {
                if self.captured.is_none() {
                    self.out.push_str(&end);
                }
            }
        }
    }

    /// An image that is in the notebook; of another one the text.
    fn image(&mut self, address: &str, text: &str) {
        let attached =
            address.strip_prefix("attachment:").and_then(|name| self.attachments.get(name));
        let source = match attached {
            Some(data) => data.iter().find_map(|(mime, data)| image::source(mime, data)),
            None => image::of_address(address),
        };
        let text = Escaped(text);
        match source {
            Some(source) => self.write(format_args!("<img src=\"{source}\" alt=\"{text}\">")),
            None => self.write(format_args!("<em>{text}</em>")),
        }
    }

    fn heading(&mut self, level: u32, rest: &[Event<'_>]) {
        let end = rest.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))));
        let text = words(&rest[..end.unwrap_or(rest.len())]);
        let level = level.clamp(2, self.outline.level + 1);
        self.outline.level = level;
        let name = slug(&text);
        let names =
            std::iter::once(name.clone()).chain((2..).map(|number| format!("{name}-{number}")));
        let ids = &mut self.outline.ids;
        let name =
            names.into_iter().find(|name| ids.insert(name.clone())).expect("numbers do not end");
        if level == 2 {
            self.outline.sections.push((name.clone(), text));
        }
        let id = Anchor::Heading(name).id();
        self.element(&format!("<h{level} id=\"{id}\">"), &format!("</h{level}>\n"));
    }
}

#[cfg(test)]
mod tests;
