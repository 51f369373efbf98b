//! Reads a TOML table key by key and records every fault.

mod money;
mod number;
mod text;

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{Fault, Faults};
use super::source::Source;
use super::suggestion;

/// A table that is read key by key. [`Table::finish`] reports missing keys and unknown keys.
#[derive(Debug)]
pub(super) struct Table<'a> {
    source: &'a Source,
    entries: &'a DeTable<'a>,
    header: Option<Range<usize>>,
    has_syntax_errors: bool,
    known: Vec<&'static str>,
    missing: Vec<&'static str>,
}

type Entry<'a> = (Range<usize>, &'a DeValue<'a>);

impl<'a> Table<'a> {
    pub(super) fn new(
        source: &'a Source,
        entries: &'a DeTable<'a>,
        header: Option<Range<usize>>,
        has_syntax_errors: bool,
    ) -> Self {
        let (known, missing) = (Vec::new(), Vec::new());
        Self { source, entries, header, has_syntax_errors, known, missing }
    }

    /// Returns the text that contains the table.
    pub(super) fn source(&self) -> &'a Source {
        self.source
    }

    /// Returns the span of the header, or `None` for the top-level table.
    pub(super) fn header(&self) -> Option<Range<usize>> {
        self.header.clone()
    }

    /// Makes an error about the table as a whole.
    pub(super) fn error(&self, message: &str) -> Fault {
        Fault { span: self.header(), ..self.source.whole(message) }
    }

    /// Whether the table has no entries.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether the document has syntax errors, so that entries may be missing.
    pub(super) fn has_syntax_errors(&self) -> bool {
        self.has_syntax_errors
    }

    /// Accepts keys that cannot be checked, because another key on which they depend has a fault.
    pub(super) fn ignore(&mut self, keys: &[&'static str]) {
        self.known.extend(keys);
    }

    /// Returns the span of the value of a key.
    pub(super) fn span_of(&self, key: &str) -> Option<Range<usize>> {
        self.entries.get(key).map(Spanned::span)
    }

    /// Whether the value of a key is a table.
    pub(super) fn is_table(&self, key: &str) -> bool {
        self.entries.get(key).is_some_and(|value| value.get_ref().is_table())
    }

    fn optional(&mut self, key: &'static str) -> Option<Entry<'a>> {
        self.known.push(key);
        self.entries.get(key).map(|value| (value.span(), value.get_ref()))
    }

    fn required(&mut self, key: &'static str) -> Option<Entry<'a>> {
        let entry = self.optional(key);
        if entry.is_none() {
            self.missing.push(key);
        }
        entry
    }

    fn wrong_type(&self, (span, value): Entry<'_>, what: &str, wanted: &str) -> Fault {
        let message = format!("{what} must be {wanted}, but it is {}", kind(value));
        self.source.error(span, message)
    }

    /// Reads a required table.
    pub(super) fn table(&mut self, key: &'static str, faults: &mut Faults) -> Option<Table<'a>> {
        let entry = self.required(key)?;
        self.table_of(entry, key, faults)
    }

    /// Reads an optional table.
    pub(super) fn optional_table(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Table<'a>> {
        let entry = self.optional(key)?;
        self.table_of(entry, key, faults)
    }

    fn table_of(&self, entry: Entry<'a>, key: &str, faults: &mut Faults) -> Option<Table<'a>> {
        if let DeValue::Table(table) = entry.1 {
            return Some(Table::new(self.source, table, Some(entry.0), self.has_syntax_errors));
        }
        faults.push(self.wrong_type(entry, &quoted(key), "a table"));
        None
    }

    /// Reads an optional array of tables.
    pub(super) fn tables(&mut self, key: &'static str, faults: &mut Faults) -> Vec<Table<'a>> {
        let Some((span, value)) = self.optional(key) else { return Vec::new() };
        let Some(items) = value.as_array() else {
            let help = format!("start each entry with `[[{key}]]`");
            let message = format!("`{key}` must be a list of tables");
            faults.push(self.source.error(span, message).with_help(help));
            return Vec::new();
        };
        let tables = items.iter().map(|item| (item.span(), item.get_ref()));
        tables.filter_map(|entry| self.table_of(entry, key, faults)).collect()
    }

    /// Reads all entries as tables with names that the author chose.
    pub(super) fn named_tables(&self, faults: &mut Faults) -> Vec<(Spanned<String>, Table<'a>)> {
        let entries = self.entries.iter().map(|(key, value)| {
            let name = Spanned::new(key.span(), key.get_ref().to_string());
            Some((name, self.table_of((value.span(), value.get_ref()), key.get_ref(), faults)?))
        });
        entries.flatten().collect()
    }

    /// Returns all entries as written.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Spanned<String>, &'a DeValue<'a>)> {
        self.entries.iter().map(|(key, value)| {
            (Spanned::new(key.span(), key.get_ref().to_string()), value.get_ref())
        })
    }

    /// Reports missing and unknown keys. A misspelled key is only reported as unknown. `place` says
    /// where the keys belong.
    pub(super) fn finish(mut self, place: &str, faults: &mut Faults) {
        for key in self.entries.keys().filter(|key| !self.known.contains(&key.get_ref().as_ref())) {
            let absent =
                self.known.iter().copied().filter(|known| !self.entries.contains_key(*known));
            let near = suggestion::nearest(key.get_ref(), absent);
            let help = if let Some(near) = near {
                format!("did you mean `{near}`?")
            } else {
                format!("known keys {place}: {}", suggestion::listed(&self.known))
            };
            self.missing.retain(|missing| Some(*missing) != near);
            let message = format!("unknown key `{}`", key.get_ref());
            faults.push(self.source.error(key.span(), message).with_help(help));
        }
        if self.has_syntax_errors {
            return; // Missing keys may be on lines that could not be read.
        }
        let verb = if self.missing.len() == 1 { "is" } else { "are" };
        if !self.missing.is_empty() {
            let missing = suggestion::listed(&self.missing);
            let mut fault = self.source.whole(format!("{missing} {verb} missing {place}"));
            fault.span.clone_from(&self.header);
            faults.push(fault);
        }
    }
}

fn quoted(key: &str) -> String {
    format!("`{key}`")
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
