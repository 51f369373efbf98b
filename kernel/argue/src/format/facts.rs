//! Statements such as `att(a, b).`, which two formats consist of. `%` starts a comment.

use super::error::{Cause, FormatError, found, quoted};
use super::kind::Format;
use super::names::{Names, is_nameable, nearest};
use super::write_error::WriteError;

/// One statement: `word(first)` or `word(first, second)`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fact<'t> {
    pub(super) word: &'t str,
    pub(super) first: &'t str,
    /// Empty if there is none.
    pub(super) second: &'t str,
    /// The text after the last name.
    rest: &'t str,
}

/// Whether a statement must end with a full stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FullStop {
    /// It must.
    Required,
    /// The end of its line is enough.
    Optional,
}

/// Splits a text into its statements.
#[derive(Debug)]
pub(super) struct Facts<'t> {
    text: &'t str,
    rest: &'t str,
    stop: FullStop,
}

impl<'t> Facts<'t> {
    pub(super) fn new(text: &'t str, stop: FullStop) -> Self {
        Self { text, rest: text, stop }
    }

    /// Skips white space and comments.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_ascii_start();
            let Some(comment) = self.rest.strip_prefix('%') else { return };
            self.rest = &comment[comment.find('\n').unwrap_or(comment.len())..];
        }
    }

    fn take(&mut self, is_part: impl Fn(u8) -> bool) -> &'t str {
        let end = self.rest.bytes().position(|byte| !is_part(byte)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn name(&mut self) -> Result<&'t str, FormatError> {
        self.skip();
        let is_part =
            |b: u8| !matches!(b, b'(' | b')' | b',' | b'%' | b' ' | b'\t' | b'\r' | b'\n');
        let name = self.take(is_part);
        if name.is_empty() {
            return Err(self.expected("a name", "write the name of an argument here"));
        }
        let is_plain = |b: u8| b.is_ascii_graphic();
        if !name.bytes().all(is_plain)
            && let Some((at, character)) = name.char_indices().find(|&(_, c)| !is_nameable(c))
        {
            return Err(Cause::InvisibleCharacter { character: character.into() }
                .at(self.text, &name[at..]));
        }
        Ok(name)
    }

    fn comes(&mut self, sign: char) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expected(&self, wanted: &'static str, remedy: &'static str) -> FormatError {
        Cause::Expected { wanted, found: found(self.rest), remedy }.at(self.text, self.rest)
    }

    fn fact(&mut self) -> Result<Fact<'t>, FormatError> {
        let word = self.take(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if word.is_empty() {
            return Err(self.expected(
                "a statement",
                "write statements such as `arg(a).`, and comments after `%`",
            ));
        }
        if !self.comes('(') {
            return Err(self.expected("`(`", "write statements such as `arg(a).`"));
        }
        let first = self.name()?;
        let second = if self.comes(',') { self.name()? } else { "" };
        let rest = self.rest;
        if !self.comes(')') {
            let wanted = if second.is_empty() { "`,` or `)`" } else { "`)`" };
            return Err(self.expected(wanted, "add `)`; names have no spaces, commas or brackets"));
        }
        self.stop()?;
        Ok(Fact { word, first, second, rest })
    }

    fn stop(&mut self) -> Result<(), FormatError> {
        let line = self.rest.trim_start_matches([' ', '\t', '\r']);
        let ends = line.is_empty() || line.starts_with(['\n', '%']);
        if (ends && self.stop == FullStop::Optional) || self.comes('.') {
            return Ok(());
        }
        self.rest = line;
        Err(self.expected("`.`", "end each statement with a full stop"))
    }
}

impl<'t> Iterator for Facts<'t> {
    type Item = Result<Fact<'t>, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip();
        (!self.rest.is_empty()).then(|| self.fact())
    }
}

impl<'t> Fact<'t> {
    /// Returns both names between the brackets; `remedy` is the advice if there is only one.
    pub(super) fn pair(
        &self,
        text: &str,
        remedy: &'static str,
    ) -> Result<(&'t str, &'t str), FormatError> {
        if self.second.is_empty() {
            let cause = Cause::Expected { wanted: "`,`", found: found(self.rest), remedy };
            return Err(cause.at(text, self.rest));
        }
        Ok((self.first, self.second))
    }

    /// Reports an unknown word.
    pub(super) fn unknown(
        &self,
        text: &str,
        words: &[&'static str],
        known: &'static str,
    ) -> FormatError {
        let nearest = nearest(self.word, words).copied();
        Cause::UnknownWord { word: quoted(self.word), known, nearest }.at(text, self.word)
    }
}

/// Checks that every name can be part of a statement.
pub(super) fn check(names: &Names, format: Format) -> Result<(), WriteError> {
    let is_part = |c: char| is_nameable(c) && !matches!(c, '(' | ')' | ',' | '%');
    let is_name = |name: &str| !name.is_empty() && name.chars().all(is_part);
    match names.iter().find(|name| !is_name(name)) {
        Some(name) => Err(WriteError::Name { name: name.into_owned(), format }),
        None => Ok(()),
    }
}
