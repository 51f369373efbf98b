//! The braces that end a heading or a list item: `{#id key=value key="several words"}`.

use std::ops::Range;

use super::fault::Faults;
use super::source::Source;
use super::suggestion;

/// A word and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

/// A pair of braces, read but not yet asked for its keys.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Attributes {
    /// From the opening to the closing brace.
    pub(super) span: Range<usize>,
    id: Option<Word>,
    entries: Vec<(Word, Word)>,
}

impl Attributes {
    /// Finds every pair of braces that ends a line and starts a word.
    ///
    /// Pairs may run over a line's end, but not over a blank line. What else is in braces is text.
    pub(super) fn find(text: &str, start: usize) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = start;
        while let Some(open) = text[at..].find('{').map(|offset| at + offset) {
            at = open + 1;
            let starts_word = text[..open].chars().next_back().is_none_or(char::is_whitespace);
            if let Some(close) = closing(text, open).filter(|_| starts_word) {
                let rest = &text[close + 1..];
                if rest.lines().next().unwrap_or_default().trim().is_empty() {
                    found.push(open..close + 1);
                    at = close + 1;
                }
            }
        }
        found
    }

    /// Reads what is between the braces and records what cannot be read.
    pub(super) fn parse(source: &Source, span: Range<usize>, faults: &mut Faults) -> Self {
        let mut braces = Self { span: span.clone(), ..Self::default() };
        for word in words(&source.text, span.start + 1..span.end - 1) {
            if let Some(id) = word.text.strip_prefix('#') {
                let id = Word { text: id.to_owned(), span: word.span.clone() };
                if braces.id.replace(id).is_some() {
                    let fault = source.error(word.span, "a second id in the same braces");
                    faults.push(fault.with_help("keep one"));
                }
            } else if let Some((key, value)) = word.text.split_once('=') {
                let middle = word.span.start + key.len();
                let value = Word { text: value.to_owned(), span: middle + 1..word.span.end };
                let key = Word { text: key.to_owned(), span: word.span.start..middle };
                braces.add(source, key, &value, faults);
            } else {
                let message = format!("`{}` is neither an id nor a key with a value", word.text);
                let help = "write `#id` or `key=value`, several words in straight double quotes, and `\\{` for a brace that is text";
                faults.push(source.error(word.span, message).with_help(help));
            }
        }
        braces
    }

    fn add(&mut self, source: &Source, key: Word, value: &Word, faults: &mut Faults) {
        let curly = value.text.starts_with(['“', '”', '„', '‘', '’', '\'']);
        let plain = value.text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let plain = plain.unwrap_or(&value.text).trim();
        let twice = self.entries.iter().find(|(other, _)| other.text == key.text);
        if curly {
            let fault = source.error(value.span.clone(), "quotes of the wrong kind");
            faults.push(fault.with_help("use straight double quotes: \""));
        } else if plain.is_empty() {
            let fault = source.error(value.span.clone(), format!("`{}` has no value", key.text));
            faults.push(fault.with_help(format!("write `{}=…` or leave the key out", key.text)));
        } else if let Some((first, _)) = twice {
            let fault = source.error(key.span, format!("`{}` is there twice", key.text));
            faults.push(fault.with_related(source.place(first.span.clone(), "first here")));
        } else {
            let text = plain.split_whitespace().collect::<Vec<_>>().join(" ");
            self.entries.push((key, Word { text, span: value.span.clone() }));
        }
    }

    /// Takes the id out.
    pub(super) fn take_id(&mut self) -> Option<Word> {
        self.id.take()
    }

    /// Takes the value of a key out.
    pub(super) fn take(&mut self, key: &str) -> Option<Word> {
        let index = self.entries.iter().position(|(found, _)| found.text == key)?;
        Some(self.entries.remove(index).1)
    }

    /// Records the id and the keys that nobody took.
    pub(super) fn finish(self, source: &Source, place: &str, known: &[&str], faults: &mut Faults) {
        if let Some(id) = self.id {
            let fault = source.error(id.span, format!("an id has no meaning {place}"));
            faults.push(fault.with_help("leave it out"));
        }
        for (key, _) in self.entries {
            let message = format!("unknown key `{}` {place}", key.text);
            let remedy = match known {
                [] => "leave the braces out".to_owned(),
                known => suggestion::remedy(&key.text, "keys", known),
            };
            faults.push(source.error(key.span, message).with_help(remedy));
        }
    }
}

/// Where the brace opened at `open` is closed: outside quotes, before a blank line or another opening brace.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut quoted = false;
    let mut line_blank = false;
    for (offset, character) in text[open + 1..].char_indices() {
        match character {
            '"' => quoted = !quoted,
            '}' if !quoted => return Some(open + 1 + offset),
            '{' if !quoted => return None,
            '\n' if line_blank => return None,
            _ => {}
        }
        line_blank = character == '\n' || (line_blank && character.is_whitespace());
    }
    None
}

/// Words parted by space outside quotes.
fn words(text: &str, range: Range<usize>) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let (mut quoted, mut inside) = (false, false);
    for (offset, character) in text[range.clone()].char_indices() {
        let at = range.start + offset;
        // Quotes of the wrong kind are told once, as one value.
        if matches!(character, '"' | '“' | '”' | '„') {
            quoted = !quoted;
        }
        if character.is_whitespace() && !quoted {
            inside = false;
            continue;
        }
        if !inside {
            words.push(Word { text: String::new(), span: at..at });
        }
        inside = true;
        if let Some(word) = words.last_mut() {
            word.text.push(character);
            word.span.end = at + character.len_utf8();
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
        let braces = Attributes::parse(&source, found[0].clone(), &mut faults);
        (braces, faults.to_string())
    }

    #[test]
    fn quotes_may_hold_anything_but_quotes() {
        let (mut braces, faults) = parse("- text {#an-id conf=0.75\n  source=\"a = {b}, *c*\"}\n");
        assert_eq!(faults, "");
        assert_eq!(braces.take_id().map(|id| id.text), Some("an-id".to_owned()));
        assert_eq!(braces.take("source").map(|word| word.text), Some("a = {b}, *c*".to_owned()));
        let conf = braces.take("conf").expect("it is there");
        assert_eq!((conf.text.as_str(), conf.span), ("0.75", 20..24));
        assert_eq!(braces.take("conf"), None);
    }

    #[test]
    fn braces_inside_a_line_are_text() {
        assert!(Attributes::find("a {b} c\nf{x}\n{open\n\n}", 0).is_empty());
        assert_eq!(Attributes::find("a {b} {c}  \nd {e}", 0), [6..9, 14..17]);
    }

    #[test]
    fn every_unreadable_word_is_told() {
        let (_, faults) = parse("x {#a #b conf source=“no” date= conf=1 conf=2}");
        let messages: Vec<&str> = faults.lines().filter(|line| !line.starts_with(' ')).collect();
        assert_eq!(
            messages,
            [
                "c.md:1:7: error: a second id in the same braces",
                "c.md:1:10: error: `conf` is neither an id nor a key with a value",
                "c.md:1:22: error: quotes of the wrong kind",
                "c.md:1:32: error: `date` has no value",
                "c.md:1:40: error: `conf` is there twice",
            ]
        );
    }
}
