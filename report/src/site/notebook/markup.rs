//! Foreign HTML and SVG, made harmless.
//!
//! The output of a cell is read as a strict subset of HTML in which every element ends and only
//! known elements occur, and is written again from what was read. So the page holds no markup that
//! this module did not write, whatever a browser would have made of the original. HTML outside of
//! the subset is refused, and shown as text.

pub(super) mod allowed;
mod drawing;
mod refusal;
mod token;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use self::allowed::{MarkupContext, is_void};
pub(super) use self::refusal::Refusal;
use self::token::{Tag, Token, tokens};
use super::escaped::Escaped;

/// The deepest nesting of elements.
const DEEPEST: usize = 64;

/// The same HTML with what pages show of it. An image that contains a drawing becomes the drawing.
/// Ids begin with `prefix`, so that they are unique on
/// the page; links within the HTML follow them. Style sheets, scripts in attributes, and everything
/// that would load a file are left out.
///
/// # Errors
/// [`Refusal`] where the HTML is outside of the subset.
pub(super) fn harmless(html: &str, prefix: &str) -> Result<String, Refusal> {
    let html = drawing::inlined(html);
    let tokens = tokens(&html)?;
    let opened = tokens.iter().filter_map(|token| match token {
        Token::Open(tag) => Some(tag),
        Token::Close(_) | Token::Text(_) => None,
    });
    let ids = opened.clone().filter_map(|tag| tag.attribute("id"));
    let writer = Writer {
        prefix,
        ids: ids.collect(),
        out: String::with_capacity(html.len()),
        open: Vec::new(),
    };
    writer.write(&tokens)
}

struct Writer<'t> {
    prefix: &'t str,
    /// The ids in the HTML, to which links can lead.
    ids: BTreeSet<&'t str>,
    out: String,
    /// The elements that have not ended: their names as read and as written.
    open: Vec<(&'t str, &'static str)>,
}

impl<'t> Writer<'t> {
    fn write(mut self, tokens: &'t [Token]) -> Result<String, Refusal> {
        for token in tokens {
            match token {
                Token::Text(text) => {
                    write!(self.out, "{}", Escaped(text)).expect("memory can be written");
                }
                Token::Open(tag) => self.open(tag)?,
                Token::Close(name) => self.close(name)?,
            }
        }
        match self.open.pop() {
            Some((name, _)) => Err(Refusal::Malformed(format!("`<{name}>` does not end"))),
            None => Ok(self.out),
        }
    }

    fn place(&self) -> MarkupContext {
        match self.open.last() {
            Some((_, "title" | "desc")) => MarkupContext::Label,
            Some(_) if self.open.iter().any(|(name, _)| *name == "svg") => MarkupContext::Svg,
            Some(_) | None => MarkupContext::Html,
        }
    }

    fn open(&mut self, tag: &'t Tag) -> Result<(), Refusal> {
        let place = self.place();
        let written =
            allowed::element(&tag.name, place).ok_or_else(|| Refusal::Element(tag.name.clone()))?;
        // A browser would end the outer link.
        if written == "a" && self.open.iter().any(|(_, written)| *written == "a") {
            return Err(Refusal::Malformed("a link is within a link".to_owned()));
        }
        if self.open.len() >= DEEPEST {
            return Err(Refusal::Malformed(format!(
                "it is nested more than {DEEPEST} levels deep"
            )));
        }
        write!(self.out, "<{written}").expect("memory can be written");
        if allowed::is_heading(&tag.name) {
            self.out.push_str(" class=\"head\"");
        }
        let is_svg = place == MarkupContext::Svg || written == "svg";
        for (name, value) in &tag.attributes {
            let value = self.value(written, name, value, is_svg);
            if let Some((name, value)) = value {
                write!(self.out, " {name}=\"{}\"", Escaped(&value)).expect("memory can be written");
            }
        }
        self.out.push('>');
        if is_void(written) {
            return Ok(());
        }
        if tag.is_closed {
            if !is_svg {
                return Err(Refusal::Malformed(format!("`<{written}/>` needs an end of its own")));
            }
            write!(self.out, "</{written}>").expect("memory can be written");
            return Ok(());
        }
        self.open.push((&tag.name, written));
        Ok(())
    }

    fn close(&mut self, name: &str) -> Result<(), Refusal> {
        match self.open.pop() {
            Some((open, written)) if open.eq_ignore_ascii_case(name) => {
                write!(self.out, "</{written}>").expect("memory can be written");
                Ok(())
            }
            Some((open, _)) => Err(Refusal::Malformed(format!("`</{name}>` ends `<{open}>`"))),
            None => Err(Refusal::Malformed(format!("`</{name}>` ends nothing"))),
        }
    }

    /// An attribute as it is written; `None` if it is left out.
    fn value(
        &self,
        element: &str,
        name: &str,
        value: &str,
        is_svg: bool,
    ) -> Option<(&'static str, String)> {
        let name = allowed::attribute(element, name, is_svg)?;
        let value = match name {
            "id" => self.own(value)?,
            "aria-labelledby" | "aria-describedby" => {
                let known: Vec<String> =
                    value.split_whitespace().filter_map(|id| self.target(id)).collect();
                (!known.is_empty()).then(|| known.join(" "))?
            }
            "href" => match value.strip_prefix('#') {
                Some(id) => format!("#{}", self.target(id)?),
                None => allowed::address(value).then(|| value.to_owned())?,
            },
            "style" => {
                let style = allowed::style(value);
                (!style.is_empty()).then_some(style)?
            }
            "role" => matches!(value, "group" | "img").then(|| value.to_owned())?,
            _ => match value.trim().strip_prefix("url(#") {
                Some(rest) => format!("url(#{})", self.target(rest.strip_suffix(')')?)?),
                None => (!value.to_ascii_lowercase().contains("url(")).then(|| value.to_owned())?,
            },
        };
        Some((name, value))
    }

    fn own(&self, id: &str) -> Option<String> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
        (!id.is_empty() && id.chars().all(is_plain)).then(|| format!("{}{id}", self.prefix))
    }

    /// The id to which a link within the HTML leads, if it is there.
    fn target(&self, id: &str) -> Option<String> {
        self.ids.contains(id).then(|| self.own(id)).flatten()
    }
}

#[cfg(test)]
mod tests;
