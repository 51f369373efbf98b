//! A manifest made of the words of a command line: read and checked as a file is, with its faults shown in these words.

use std::io::{self, Write as _};
use std::ops::Range;
use std::path::Path;

use faultline::format::{Fault, Faults, Manifest};

use super::Failure;
use super::diagnose::{self, Look};

/// What stands where a fault would name its file.
const COMMAND_LINE: &str = "command line";

/// A word of the command line.
#[derive(Debug, Clone)]
pub(super) struct Word {
    text: String,
    span: Range<usize>,
    /// Whether the line shows the word letter for letter.
    literal: bool,
}

/// The command line and the manifest that it comes to.
#[derive(Debug, Clone)]
pub(super) struct Spoken {
    line: String,
    manifest: String,
    /// What of the manifest stands for what of the line.
    places: Vec<(Range<usize>, Range<usize>)>,
    faults: Faults,
}

impl Word {
    /// The part of the word at `range`.
    fn part(&self, range: Range<usize>) -> Self {
        let start = self.span.start;
        let span =
            if self.literal { start + range.start..start + range.end } else { self.span.clone() };
        Self { text: self.text[range].to_owned(), span, literal: self.literal }
    }

    /// The word as a manifest writes it: as a number if it is one, else as a text.
    pub(super) fn value(&self) -> String {
        value(&self.text)
    }

    /// The parts between commas.
    pub(super) fn listed(&self) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut start = 0;
        for part in self.text.split(',') {
            parts.push(self.part(start..start + part.len()));
            start += part.len() + 1;
        }
        parts
    }

    /// What stands before and after the first `=`.
    fn halves(&self) -> Option<[Self; 2]> {
        let at = self.text.find('=')?;
        Some([self.part(0..at), self.part(at + 1..self.text.len())])
    }
}

impl Spoken {
    /// Begins with a command.
    pub(super) fn new(command: &str) -> Self {
        let (manifest, places) = (String::new(), Vec::new());
        Self { line: command.to_owned(), manifest, places, faults: Faults::default() }
    }

    /// Adds a word to the line.
    pub(super) fn say(&mut self, word: &str) -> Word {
        let bare = |c: char| c.is_alphanumeric() || "-_=,./:+".contains(c);
        let literal = !word.contains('\'');
        let quotes = !word.chars().all(bare) || word.is_empty();
        self.line.push_str(if quotes { " '" } else { " " });
        let start = self.line.len();
        self.line.push_str(&word.replace('\'', "'\\''"));
        let span = start..self.line.len();
        self.line.push_str(if quotes { "'" } else { "" });
        Word { text: word.to_owned(), span, literal }
    }

    /// Adds an option with its value to the line; the word is the value.
    pub(super) fn option(&mut self, name: &str, value: &str) -> Word {
        self.say(name);
        self.say(value)
    }

    /// The line as it is typed.
    pub(super) fn line(&self) -> &str {
        &self.line
    }

    /// Adds to the manifest what no word stands for.
    pub(super) fn write(&mut self, text: &str) {
        self.manifest.push_str(text);
    }

    /// Adds a word to the manifest as a text.
    pub(super) fn text(&mut self, word: &Word) {
        self.place(&text(&word.text), word.span.clone());
    }

    /// Adds a word to the manifest as a number if it is one, else as a text.
    pub(super) fn value(&mut self, word: &Word) {
        self.place(&word.value(), word.span.clone());
    }

    /// Adds the parts of a word to the manifest as a list of texts.
    pub(super) fn texts(&mut self, word: &Word) {
        let start = self.manifest.len();
        self.write("[");
        for (index, part) in word.listed().iter().enumerate() {
            self.write(if index > 0 { ", " } else { "" });
            self.text(part);
        }
        self.write("]");
        self.places.push((start..self.manifest.len(), word.span.clone()));
    }

    /// Adds a key with a word as its value.
    pub(super) fn entry(&mut self, key: &str, word: &Word) {
        self.write(key);
        self.write(" = ");
        self.value(word);
        self.write("\n");
    }

    /// Adds the parameters of a mode.
    pub(super) fn parameters(&mut self, words: &[Word]) {
        let mut set: Vec<Word> = Vec::new();
        for word in words {
            let Some([key, number]) = word.halves() else {
                let message = format!("`{}` is not of the form key=value", word.text);
                let help = "write a parameter of the mode with its value, such as max_rounds=2";
                self.fault(word, message, help);
                continue;
            };
            if key.text == "mode" {
                self.fault(&key, "`mode` is no parameter", "choose it by --mode");
            } else if set.iter().any(|other| other.text == key.text) {
                self.fault(&key, format!("`{}` is set twice", key.text), "set it once");
            } else {
                self.text(&key);
                self.write(" = ");
                self.value(&number);
                self.write("\n");
                set.push(key);
            }
        }
    }

    /// Reads the manifest under the name of an experiment; nothing where it lacks what no word was to say.
    ///
    /// # Errors
    /// [`Failure::Misspoken`] where words have errors, which are then on standard error already.
    pub(super) fn manifest(
        &mut self,
        root: &Path,
        name: &str,
    ) -> Result<Option<Manifest>, Failure> {
        let (manifest, found) = Manifest::read_text(root, Path::new(name), &self.manifest);
        for fault in found.sorted() {
            if let Some(placed) = self.placed(fault) {
                self.faults.push(placed);
            }
        }
        if self.faults.has_errors() { Err(self.refusal()) } else { Ok(manifest) }
    }

    /// Shows on standard error what is wrong with the words.
    pub(super) fn refusal(&mut self) -> Failure {
        self.faults.add_source(Path::new(COMMAND_LINE), self.line.as_str().into());
        let drawn = diagnose::drawn(&self.faults, Path::new(""), Look::of_stderr());
        // Nothing can be told where standard error is closed.
        let _ = write!(io::stderr(), "{drawn}");
        Failure::Misspoken
    }

    fn place(&mut self, text: &str, at: Range<usize>) {
        let start = self.manifest.len();
        self.manifest.push_str(text);
        self.places.push((start..self.manifest.len(), at));
    }

    /// Finds fault with a word.
    pub(super) fn fault(
        &mut self,
        word: &Word,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let fault = Fault::error(Path::new(COMMAND_LINE), Some(word.span.clone()), message);
        self.faults.push(fault.with_help(help));
    }

    /// The fault with its places in the line; nothing where no word is at fault.
    fn placed(&self, fault: &Fault) -> Option<Fault> {
        let span = self.find(fault.span.as_ref()?)?;
        let mut related = fault.related.clone();
        related.retain_mut(|place| {
            place.path = COMMAND_LINE.into();
            let found = self.find(&place.span);
            found.map(|span| place.span = span).is_some()
        });
        Some(Fault { path: COMMAND_LINE.into(), span: Some(span), related, ..fault.clone() })
    }

    /// The narrowest word that stands for a place of the manifest.
    fn find(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let holds = |(text, _): &&(Range<usize>, Range<usize>)| {
            text.start <= span.start && span.end <= text.end
        };
        let narrowest = self.places.iter().filter(holds).min_by_key(|(text, _)| text.len())?;
        Some(narrowest.1.clone())
    }
}

/// A text as a manifest writes it.
pub(super) fn text(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn value(word: &str) -> String {
    if let Ok(whole) = word.parse::<i128>() {
        return whole.to_string();
    }
    match word.parse::<f64>() {
        Ok(number) if number.is_finite() => format!("{number:?}"),
        Ok(_) | Err(_) => text(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_leaves_its_place_in_the_manifest() {
        let mut spoken = Spoken::new("report debate");
        let word = spoken.say("a\"\n[provider]\u{7f}it's");
        spoken.write("title = ");
        spoken.text(&word);
        let read: toml::Table = spoken.manifest.parse().unwrap();
        assert_eq!(read["title"].as_str(), Some("a\"\n[provider]\u{7f}it's"));
        assert_eq!(read.len(), 1);
        assert_eq!(spoken.line(), "report debate 'a\"\n[provider]\u{7f}it'\\''s'");
    }

    #[test]
    fn numbers_are_written_as_manifests_write_them() {
        for (word, written) in [
            ("7", "7"),
            ("+07", "7"),
            (".5", "0.5"),
            ("1e3", "1000.0"),
            ("18446744073709551615", "18446744073709551615"),
            ("inf", "\"inf\""),
            ("two", "\"two\""),
        ] {
            assert_eq!(value(word), written);
        }
    }
}
