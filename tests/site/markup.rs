//! Reads as much of a page as the checks need: attributes of HTML, links and structure of Markdown.

use std::collections::BTreeSet;

use pulldown_cmark::{Event, Options, Parser, Tag};

/// All values of an attribute, in order, without their entities.
pub(crate) fn attributes(html: &str, name: &str) -> Vec<String> {
    let start = format!(" {name}=\"");
    html.split(&start)
        .skip(1)
        .map(|rest| unescape(rest.split('"').next().unwrap_or_default()))
        .collect()
}

/// A text without entities.
pub(crate) fn unescape(text: &str) -> String {
    let pairs = [
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&quot;", "\""),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ];
    pairs.iter().fold(text.to_owned(), |text, (entity, c)| text.replace(entity, c))
}

/// The words of a page without its tags.
pub(crate) fn words(html: &str) -> String {
    let parts = html.split('<').enumerate();
    let text = parts.map(|(place, part)| {
        if place == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) }
    });
    unescape(&text.collect::<String>())
}

pub(crate) fn ids(html: &str) -> Vec<String> {
    attributes(html, "id")
}

/// The page without its drawing, which wraps text into lines of its own.
pub(crate) fn without_drawing(html: &str) -> String {
    match (html.find("<svg xmlns"), html.rfind("</svg></div>")) {
        (Some(start), Some(end)) => format!("{}{}", &html[..start], &html[end..]),
        _ => html.to_owned(),
    }
}

/// The path that a link on a page leads to, and the place there.
pub(crate) fn resolve(page: &str, link: &str) -> (String, Option<String>) {
    let (path, fragment) = match link.split_once('#') {
        Some((path, fragment)) => (path, Some(fragment.to_owned())),
        None => (link, None),
    };
    if path.is_empty() {
        return (page.to_owned(), fragment);
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        if part == ".." {
            assert!(parts.pop().is_some(), "{link} on {page} leaves the site");
        } else {
            parts.push(part);
        }
    }
    (parts.join("/"), fragment)
}

fn events(markdown: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
}

/// Where a Markdown page leads.
pub(crate) fn markdown_links(markdown: &str) -> BTreeSet<String> {
    let mut links = BTreeSet::new();
    for event in events(markdown) {
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
            links.insert(dest_url.to_string());
        }
    }
    links
}

/// What a Markdown page is made of, without its words: one name for each element that begins or
/// ends.
pub(crate) fn markdown_structure(markdown: &str) -> Vec<String> {
    let mut structure = Vec::new();
    for event in events(markdown) {
        if let Event::Start(Tag::Link { .. }) = event {
            structure.push("link".to_owned());
        } else if !matches!(event, Event::Text(_) | Event::SoftBreak) {
            structure.push(format!("{event:?}"));
        }
    }
    structure
}

/// Whether a file name has an ending.
pub(crate) fn is(path: &str, ending: &str) -> bool {
    path.rsplit('.').next() == Some(ending)
}
