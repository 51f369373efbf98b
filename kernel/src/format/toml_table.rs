//! Reads a TOML document key by key, records every fault and never stops at the first.

mod money;
mod number;
mod text;

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{Fault, Faults};
use super::source::Source;
use super::suggestion;

/// A table that is read key by key; [`Table::finish`] tells what was missing and what nobody asked for.
#[derive(Debug)]
pub(super) struct Table<'a> {
    source: &'a Source,
    entries: &'a DeTable<'a>,
    header: Option<Range<usize>>,
    broken: bool,
    known: Vec<&'static str>,
    missing: Vec<&'static str>,
}

type Entry<'a> = (Range<usize>, &'a DeValue<'a>);

impl<'a> Table<'a> {
    pub(super) fn new(
        source: &'a Source,
        entries: &'a DeTable<'a>,
        header: Option<Range<usize>>,
        broken: bool,
    ) -> Self {
        let (known, missing) = (Vec::new(), Vec::new());
        Self { source, entries, header, broken, known, missing }
    }

    /// The text it was read from.
    pub(super) fn source(&self) -> &'a Source {
        self.source
    }

    /// Where it is headed; nowhere if it is the whole file.
    pub(super) fn header(&self) -> Option<Range<usize>> {
        self.header.clone()
    }

    /// An error of the table as a whole.
    pub(super) fn headed(&self, message: &str) -> Fault {
        Fault { span: self.header(), ..self.source.whole(message) }
    }

    /// Says whether it has no entry at all.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Says whether faults of syntax may have hidden entries.
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Lets keys stand that cannot be judged since another one is at fault.
    pub(super) fn let_be(&mut self, keys: &[&'static str]) {
        self.known.extend(keys);
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

    fn wrong_type(&self, (span, value): Entry<'_>, what: &str, wanted: &str, faults: &mut Faults) {
        let message = format!("{what} is not {wanted} but {}", kind(value));
        faults.push(self.source.error(span, message));
    }

    /// A table that must be there.
    pub(super) fn table(&mut self, key: &'static str, faults: &mut Faults) -> Option<Table<'a>> {
        let entry = self.required(key)?;
        self.table_of(entry, key, faults)
    }

    /// A table that may be left out.
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
            return Some(Table::new(self.source, table, Some(entry.0), self.broken));
        }
        self.wrong_type(entry, &quoted(key), "a table", faults);
        None
    }

    /// An array of tables, empty where it is left out.
    pub(super) fn tables(&mut self, key: &'static str, faults: &mut Faults) -> Vec<Table<'a>> {
        let Some((span, value)) = self.optional(key) else { return Vec::new() };
        let Some(items) = value.as_array() else {
            let help = format!("head each entry with `[[{key}]]`");
            let message = format!("`{key}` is not a list of tables");
            faults.push(self.source.error(span, message).with_help(help));
            return Vec::new();
        };
        let tables = items.iter().map(|item| (item.span(), item.get_ref()));
        tables.filter_map(|entry| self.table_of(entry, key, faults)).collect()
    }

    /// All its entries as tables under names of the writer's choice.
    pub(super) fn named_tables(&self, faults: &mut Faults) -> Vec<(Spanned<String>, Table<'a>)> {
        let mut tables = Vec::new();
        for (key, value) in self.entries {
            let name = Spanned::new(key.span(), key.get_ref().to_string());
            if let Some(table) =
                self.table_of((value.span(), value.get_ref()), key.get_ref(), faults)
            {
                tables.push((name, table));
            }
        }
        tables
    }

    /// All its entries as they are written.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Spanned<String>, &'a DeValue<'a>)> {
        self.entries.iter().map(|(key, value)| {
            (Spanned::new(key.span(), key.get_ref().to_string()), value.get_ref())
        })
    }

    /// Records missing keys and those that nobody asked for; a slip of the finger is told once.
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
        if self.broken {
            return; // What is missing may be what could not be read.
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
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
