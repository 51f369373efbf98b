//! Tags and text of HTML, read strictly.

use std::collections::BTreeSet;

use super::refusal::Refusal;

/// A piece of HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A tag that begins an element.
    Open(Tag),
    /// A tag that ends the element with this name.
    Close(String),
    /// Text, without entities.
    Text(String),
}

/// A tag that begins an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
    /// Whether it ends in `/>`.
    pub(super) is_closed: bool,
}

impl Tag {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// Divides HTML into tags and text. Comments and style sheets are left out.
pub(super) fn tokens(html: &str) -> Result<Vec<Token>, Refusal> {
    let mut tokens = Vec::new();
    let mut rest = html;
    while let Some((text, after)) = rest.split_once('<') {
        if !text.is_empty() {
            tokens.push(Token::Text(without_entities(text)));
        }
        if let Some(comment) = after.strip_prefix("!--") {
            let (_, after) =
                comment.split_once("-->").ok_or_else(|| malformed("a comment does not end"))?;
            rest = after;
        } else if let Some(end) = after.strip_prefix('/') {
            let (name, after) =
                end.split_once('>').ok_or_else(|| malformed("a tag does not end"))?;
            tokens.push(Token::Close(name.trim_end().to_owned()));
            rest = after;
        } else {
            let (tag, after) = tag(after)?;
            if tag.name.eq_ignore_ascii_case("style") && !tag.is_closed {
                rest = after_style(after)?;
            } else {
                tokens.push(Token::Open(tag));
                rest = after;
            }
        }
    }
    if !rest.is_empty() {
        tokens.push(Token::Text(without_entities(rest)));
    }
    Ok(tokens)
}

fn malformed(why: &str) -> Refusal {
    Refusal::Malformed(why.to_owned())
}

fn after_style(rest: &str) -> Result<&str, Refusal> {
    const END: &str = "</style>";
    let after = |(at, _)| {
        let (tag, after) = rest[at..].split_at_checked(END.len())?;
        tag.eq_ignore_ascii_case(END).then_some(after)
    };
    rest.match_indices("</").find_map(after).ok_or_else(|| malformed("a style sheet does not end"))
}

/// A tag after its `<`, and what follows it.
fn tag(text: &str) -> Result<(Tag, &str), Refusal> {
    let length =
        text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(length);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(malformed("a `<` begins no tag"));
    }
    let mut tag = Tag { name: name.to_owned(), attributes: Vec::new(), is_closed: false };
    let mut names = BTreeSet::new();
    loop {
        let trimmed = rest.trim_start();
        if let Some(after) = trimmed.strip_prefix('>') {
            return Ok((tag, after));
        }
        if let Some(after) = trimmed.strip_prefix("/>") {
            tag.is_closed = true;
            return Ok((tag, after));
        }
        if trimmed.len() == rest.len() {
            return Err(malformed(if rest.is_empty() {
                "a tag does not end"
            } else {
                "a tag is not well-formed"
            }));
        }
        let (name, value, after) = attribute(trimmed)?;
        // A browser keeps the first of two.
        if names.insert(name) {
            tag.attributes.push((name.to_owned(), value));
        }
        rest = after;
    }
}

/// The name and the value of an attribute, and what follows it.
fn attribute(text: &str) -> Result<(&str, String, &str), Refusal> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.');
    let length = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(length);
    if name.is_empty() {
        return Err(malformed("an attribute has no name"));
    }
    let Some(value) = rest.strip_prefix('=') else { return Ok((name, String::new(), rest)) };
    for quote in ['"', '\''] {
        if let Some(quoted) = value.strip_prefix(quote) {
            let (value, after) = quoted
                .split_once(quote)
                .ok_or_else(|| malformed("the value of an attribute does not end"))?;
            return Ok((name, without_entities(value), after));
        }
    }
    let is_end = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '=' | '<' | '>' | '`');
    let (value, after) = value.split_at(value.find(is_end).unwrap_or(value.len()));
    if value.is_empty() {
        return Err(malformed("an attribute has no value"));
    }
    Ok((name, without_entities(value), after))
}

/// The text without entities. An entity that is not known stays as it is written.
fn without_entities(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let name = after.find(';').filter(|end| *end <= 10).map(|end| &after[..end]);
        let known = name.and_then(|name| Some((name, character(name)?)));
        if let Some((name, c)) = known {
            plain.push(c);
            rest = &after[name.len() + 1..];
        } else {
            plain.push('&');
            rest = after;
        }
    }
    plain + rest
}

fn character(entity: &str) -> Option<char> {
    match entity {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        "ndash" => Some('–'),
        "mdash" => Some('—'),
        "hellip" => Some('…'),
        "times" => Some('×'),
        _ => {
            let number = entity.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}
