//! Outputs of code cells, each in the best form that a page can show.

use std::collections::BTreeMap;

use super::image;
use super::links::Links;
use super::markup::{self, Refusal};
use super::prose::{Outline, prose};
use crate::notebook::{Output, plain};
use crate::site::escape;
use crate::site::log_pages::{size, size_of};

/// How much text of one output a page shows. *Units*: bytes of HTML.
const MOST_TEXT: usize = 100_000;
/// How much markup, or how large an image, a page shows as one output. *Units*: bytes of HTML.
const MOST_MARKUP: usize = 1_000_000;

/// An output as a page shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShownOutput {
    /// What it is, unique on the page.
    pub(super) label: String,
    pub(super) form: OutputForm,
    /// What the form leaves out, and why.
    pub(super) notes: Vec<OutputNote>,
}

/// The form of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OutputForm {
    /// Text as it was printed.
    Text { text: String, is_stderr: bool },
    /// Markup, and in the twin the same in Markdown.
    Markup { html: String, md: String },
    /// An image, with its address and what it shows.
    Image { source: String, text: String },
    /// An error with the place where it happened.
    Error { title: String, text: String },
    /// Nothing but the notes.
    None,
}

/// What a page leaves out of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OutputNote {
    /// The rest of a text: as many characters of so many.
    Cut { left_out: usize, all: usize },
    /// The same for the text that the twin has instead of markup.
    CutInTwin { left_out: usize, all: usize },
    /// Markup, because of an element.
    Element(String),
    /// Markup, because it is not well-formed.
    Malformed(String),
    /// Something too large, of so many kilobytes.
    TooLarge(usize),
    /// Everything: no page shows these MIME types.
    NoForm(Vec<String>),
    /// An output of an unknown type.
    Unknown(String),
    /// Everything: the page is full.
    NoRoom,
}

/// What an output needs to be shown.
pub(super) struct OutputContext<'s> {
    pub(super) label: String,
    /// The beginning of its ids.
    pub(super) prefix: String,
    pub(super) outline: &'s mut Outline,
    pub(super) links: &'s Links,
}

impl ShownOutput {
    pub(super) fn of(output: &Output, setting: OutputContext<'_>) -> Self {
        let label = setting.label.clone();
        let mut notes = Vec::new();
        let form = match output {
            Output::Stream { is_stderr, text } => text_form(text, *is_stderr, &mut notes),
            Output::Error { name, value, traceback } => {
                let (title, _) = cut(&plain(&format!("{name}: {value}")), MOST_TEXT / 10);
                let (text, note) = cut(&plain(traceback), MOST_TEXT);
                notes.extend(note);
                OutputForm::Error { title, text }
            }
            Output::Value(data) => value(data, setting, &mut notes),
            Output::Unknown(kind) => {
                notes.push(OutputNote::Unknown(cut(kind, 200).0));
                OutputForm::None
            }
        };
        Self { label, form, notes }
    }

    /// An output for which the page has no room.
    pub(super) fn without_room(label: String) -> Self {
        Self { label, form: OutputForm::None, notes: vec![OutputNote::NoRoom] }
    }

    /// How much of a page it takes. *Units*: bytes, estimated from above.
    pub(super) fn size(&self) -> usize {
        let form = match &self.form {
            OutputForm::Text { text, .. } => size(text),
            OutputForm::Markup { html, md } => html.len().max(md.len()),
            OutputForm::Image { source, text } => source.len() + size(text),
            OutputForm::Error { title, text } => size(title) + size(text),
            OutputForm::None => 0,
        };
        let notes = self.notes.iter().map(|note| match note {
            OutputNote::Element(text) | OutputNote::Malformed(text) | OutputNote::Unknown(text) => {
                size(text)
            }
            OutputNote::NoForm(kinds) => kinds.iter().map(|kind| size(kind) + 20).sum(),
            OutputNote::Cut { .. }
            | OutputNote::CutInTwin { .. }
            | OutputNote::TooLarge(_)
            | OutputNote::NoRoom => 0,
        });
        600 + form + notes.map(|note| note + 400).sum::<usize>()
    }
}

/// The best form of a value.
fn value(
    data: &BTreeMap<String, String>,
    setting: OutputContext<'_>,
    notes: &mut Vec<OutputNote>,
) -> OutputForm {
    let OutputContext { label, prefix, outline, links } = setting;
    let text = data.get("text/plain");
    for mime in ["text/html", "image/svg+xml"] {
        let Some(html) = data.get(mime) else { continue };
        if html.len() > MOST_MARKUP {
            notes.push(OutputNote::TooLarge(html.len() / 1000));
            continue;
        }
        match markup::harmless(html, &prefix) {
            Ok(html) if html.len() <= MOST_MARKUP => {
                let shown = plain(text.map_or("", String::as_str));
                let (shown, note) = cut(&shown, MOST_TEXT);
                if let Some(OutputNote::Cut { left_out, all }) = note {
                    notes.push(OutputNote::CutInTwin { left_out, all });
                }
                return OutputForm::Markup { html, md: escape::code_block(&shown) };
            }
            Ok(html) => notes.push(OutputNote::TooLarge(html.len() / 1000)),
            // An image runs no script and loads no file, whatever is in it.
            Err(_) if mime == "image/svg+xml" && is_drawing(html) => {
                let source = image::of_svg(html);
                if source.len() <= MOST_MARKUP {
                    return OutputForm::Image { source, text: described(text, &label) };
                }
                notes.push(OutputNote::TooLarge(source.len() / 1000));
            }
            Err(Refusal::Element(name)) => notes.push(OutputNote::Element(cut(&name, 100).0)),
            Err(Refusal::Malformed(why)) => notes.push(OutputNote::Malformed(cut(&why, 200).0)),
        }
    }
    for (mime, data) in data {
        let Some(source) = image::source(mime, data) else { continue };
        if source.len() <= MOST_MARKUP {
            return OutputForm::Image { source, text: described(text, &label) };
        }
        notes.push(OutputNote::TooLarge(source.len() / 1000));
    }
    if let Some(markdown) = data.get("text/markdown").filter(|markdown| markdown.len() <= MOST_TEXT)
    {
        let shown = prose(markdown, &BTreeMap::new(), outline, links);
        return OutputForm::Markup { html: shown.html, md: shown.md };
    }
    let readable = [
        "text/plain", "text/markdown", "application/json", "text/latex", "text/html",
        "image/svg+xml",
    ];
    if let Some(text) = readable.into_iter().find_map(|mime| data.get(mime)) {
        return text_form(text, false, notes);
    }
    if notes.is_empty() {
        let kinds = data.keys().take(10).map(|kind| cut(kind, 100).0);
        notes.push(OutputNote::NoForm(kinds.collect()));
    }
    OutputForm::None
}

/// Whether a text begins like an SVG image.
fn is_drawing(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("<svg") || text.starts_with("<?xml")
}

/// What an image shows: its text, if that is a line.
fn described(text: Option<&String>, label: &str) -> String {
    let line = text.map(|text| plain(text)).filter(|text| {
        let text = text.trim();
        !text.is_empty() && !text.contains('\n') && text.len() <= 300
    });
    line.map_or_else(|| label.to_owned(), |line| line.trim().to_owned())
}

fn text_form(text: &str, is_stderr: bool, notes: &mut Vec<OutputNote>) -> OutputForm {
    let (text, note) = cut(&plain(text), MOST_TEXT);
    notes.extend(note);
    OutputForm::Text { text, is_stderr }
}

/// As much of a text as there is room for.
fn cut(text: &str, room: usize) -> (String, Option<OutputNote>) {
    let text = escape::visible(text);
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += size_of(*c);
        used > room
    });
    let Some((end, _)) = end else { return (text, None) };
    let (all, shown) = (text.chars().count(), text[..end].chars().count());
    (text[..end].to_owned(), Some(OutputNote::Cut { left_out: all - shown, all }))
}

#[cfg(test)]
mod tests;
