//! Attributes in braces at the end of a heading or a list item: `{#id key=value key="several
//! words"}`.

use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

use toml::Spanned;

use super::attribute_value;
use super::fault::Faults;
use super::source::Source;
use super::suggestion;

/// The attributes of a heading or a list item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Attributes {
    /// The span from the opening to the closing brace; empty if there are no braces.
    pub(super) span: Range<usize>,
    id: Option<Spanned<String>>,
    entries: Vec<(Spanned<String>, Spanned<String>)>,
}

impl Attributes {
    /// Finds every pair of braces at the end of a line that starts after white space.
    ///
    /// A pair can contain line ends, but no blank line. All other braces are text.
    pub(super) fn find(text: &str, start: usize) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = start;
        while let Some(open) = text[at..].find('{').map(|offset| at + offset) {
            at = open + 1;
            let starts_word = text[..open].chars().next_back().is_none_or(char::is_whitespace);
            if let Some(close) = closing_brace(text, open).filter(|_| starts_word) {
                let rest = &text[close + 1..];
                if rest.lines().next().unwrap_or_default().trim().is_empty() {
                    found.push(open..close + 1);
                    at = close + 1;
                }
            }
        }
        found
    }

    /// Parses the text between the braces and records every fault in it.
    pub(super) fn parse(source: &Source, span: Range<usize>, faults: &mut Faults) -> Self {
        let mut attributes = Self { span: span.clone(), ..Self::default() };
        for span in words(&source.text, span.start + 1..span.end - 1) {
            let word = &source.text[span.clone()];
            if let Some(id) = word.strip_prefix('#') {
                let id = Spanned::new(span.clone(), id.to_owned());
                if attributes.id.replace(id).is_some() {
                    let fault = source.error(span, "these braces contain a second id");
                    faults.push(fault.with_help("keep one of the ids"));
                }
            } else if let Some((key, value)) = word.split_once('=') {
                let equals = span.start + key.len();
                let key = Spanned::new(span.start..equals, key.to_owned());
                attributes.add(source, key, value, equals + 1..span.end, faults);
            } else {
                let message = format!("`{word}` is neither an id nor a key with a value");
                let help = "write `#id` or `key=value`; put several words in straight double quotes; write `\\{` for a \
                            brace that is text";
                faults.push(source.error(span, message).with_help(help));
            }
        }
        attributes
    }

    fn add(
        &mut self,
        source: &Source,
        key: Spanned<String>,
        value: &str,
        span: Range<usize>,
        faults: &mut Faults,
    ) {
        let typographic = value.starts_with(['“', '”', '„', '‘', '’', '\'']);
        let unquoted = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let unquoted = unquoted.unwrap_or(value).trim();
        let name = key.get_ref();
        let first = self.entries.iter().find(|(other, _)| other.get_ref() == name);
        if typographic {
            let fault = source.error(span, "the value is in typographic quotes");
            faults.push(fault.with_help("use straight double quotes: \""));
        } else if unquoted.is_empty() {
            let fault = source.error(span, format!("`{name}` has no value"));
            faults.push(fault.with_help(format!("write `{name}=…` or remove the key")));
        } else if let Some((first, _)) = first {
            let fault = source.error(key.span(), format!("`{name}` is given twice"));
            let fault = fault.with_related(source.related(first.span(), "first given here"));
            faults.push(fault.with_help("keep one of the two"));
        } else {
            let text = unquoted.split_whitespace().collect::<Vec<_>>().join(" ");
            self.entries.push((key, Spanned::new(span, text)));
        }
    }

    /// Removes the id and returns it.
    pub(super) fn take_id(&mut self) -> Option<Spanned<String>> {
        self.id.take()
    }

    /// Removes a key and returns its value.
    pub(super) fn take(&mut self, key: &str) -> Option<Spanned<String>> {
        let index = self.entries.iter().position(|(found, _)| found.get_ref() == key)?;
        Some(self.entries.remove(index).1)
    }

    /// Removes a key and returns its value, parsed by the rules of its type.
    pub(super) fn take_parsed<T: FromStr<Err: Display>>(
        &mut self,
        key: &str,
        source: &Source,
        faults: &mut Faults,
    ) -> Option<T> {
        attribute_value::parsed(source, &self.take(key)?, faults)
    }

    /// Records a fault for every attribute that was not taken. `owner` names what the attributes
    /// describe.
    pub(super) fn finish(self, source: &Source, owner: &str, known: &[&str], faults: &mut Faults) {
        if let Some(id) = self.id {
            let fault = source.error(id.span(), format!("{owner} cannot have an id"));
            faults.push(fault.with_help("remove the id"));
        }
        for (key, _) in self.entries {
            let message = format!("unknown key `{}` of {owner}", key.get_ref());
            let help = match known {
                [] => "remove the braces".to_owned(),
                known => suggestion::remedy(key.get_ref(), "keys", known),
            };
            faults.push(source.error(key.span(), message).with_help(help));
        }
    }
}

/// Finds the brace that closes the brace at `open`: outside quotes, before a blank line or another
/// opening brace.
fn closing_brace(text: &str, open: usize) -> Option<usize> {
    let mut quoted = false;
    let mut line_is_blank = false;
    for (offset, character) in text[open + 1..].char_indices() {
        match character {
            '"' => quoted = !quoted,
            '}' if !quoted => return Some(open + 1 + offset),
            '{' if !quoted => return None,
            '\n' if line_is_blank => return None,
            _ => {}
        }
        line_is_blank = character == '\n' || (line_is_blank && character.is_whitespace());
    }
    None
}

/// Returns the spans of the words in `range`, separated by white space outside quotes.
fn words(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let (mut quoted, mut inside) = (false, false);
    for (offset, character) in text[range.clone()].char_indices() {
        let at = range.start + offset;
        // A value in typographic quotes is one value, and one fault.
        if matches!(character, '"' | '“' | '”' | '„') {
            quoted = !quoted;
        }
        if character.is_whitespace() && !quoted {
            inside = false;
        } else if inside && let Some(word) = words.last_mut() {
            word.end = at + character.len_utf8();
        } else {
            words.push(at..at + character.len_utf8());
            inside = true;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn parse(text: &str) -> (Attributes, String) {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("c.md"), text.as_bytes(), "", &mut faults)
            .expect("a clean text");
        let found = Attributes::find(text, 0);
        let attributes = Attributes::parse(&source, found[0].clone(), &mut faults);
        (attributes, faults.to_string())
    }

    #[test]
    fn a_quoted_value_can_contain_any_character_except_a_quote() {
        let (mut attributes, faults) =
            parse("- text {#an-id conf=0.75\n  source=\"a = {b}, *c*\"}\n");
        assert_eq!(faults, "");
        assert_eq!(attributes.take_id().map(Spanned::into_inner), Some("an-id".to_owned()));
        assert_eq!(
            attributes.take("source").map(Spanned::into_inner),
            Some("a = {b}, *c*".to_owned())
        );
        let conf = attributes.take("conf").expect("it is there");
        assert_eq!((conf.get_ref().as_str(), conf.span()), ("0.75", 20..24));
        assert_eq!(attributes.take("conf"), None);
    }

    #[test]
    fn braces_inside_a_line_are_text() {
        assert!(Attributes::find("a {b} c\nf{x}\n{open\n\n}", 0).is_empty());
        assert_eq!(Attributes::find("a {b} {c}  \nd {e}", 0), [6..9, 14..17]);
    }

    #[test]
    fn every_word_that_is_not_an_attribute_is_a_fault() {
        let (_, faults) = parse("x {#a #b conf source=“no” date= conf=1 conf=2}");
        let messages: Vec<&str> = faults.lines().filter(|line| !line.starts_with(' ')).collect();
        assert_eq!(
            messages,
            [
                "c.md:1:7: error: these braces contain a second id",
                "c.md:1:10: error: `conf` is neither an id nor a key with a value",
                "c.md:1:22: error: the value is in typographic quotes",
                "c.md:1:32: error: `date` has no value",
                "c.md:1:40: error: `conf` is given twice",
            ]
        );
    }
}
