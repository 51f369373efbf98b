//! Reads a TOML document key by key, records every fault and never stops at the first.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::damage::Damage;
use super::fault::{Fault, Faults};
use super::source::{Source, is_control};
use super::spell;
use crate::vocabulary::Probability;

/// A TOML document, recovered as far as its syntax allows.
#[derive(Debug)]
pub(super) struct Document<'s> {
    source: &'s Source,
    root: Spanned<DeTable<'s>>,
    damage: Damage,
}

impl<'s> Document<'s> {
    /// Parses the text; its faults of syntax are told by [`Document::settle`].
    pub(super) fn parse(source: &'s Source) -> Self {
        let (root, errors) = DeTable::parse_recoverable(&source.text);
        let damage = Damage::of(&source.text, &errors);
        Self { source, root, damage }
    }

    /// Its top level.
    pub(super) fn table(&self) -> Table<'_> {
        Table::new(self.source, self.root.get_ref(), None, !self.damage.causes.is_empty())
    }

    /// Takes over the faults found while reading, but for those that faults of syntax have caused, and tells these.
    pub(super) fn settle(self, mut found: Faults, faults: &mut Faults) {
        found.retain(|fault| fault.span.as_ref().is_none_or(|span| !self.damage.hits(span)));
        faults.extend(found);
        for (span, message, help) in self.damage.causes {
            let fault = self.source.error(span, format!("not valid TOML: {message}"));
            faults.push(Fault { help, ..fault });
        }
    }
}

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

/// A list of texts, each with its place.
pub(super) type Texts = Spanned<Vec<Spanned<String>>>;

type Entry<'a> = (Range<usize>, &'a DeValue<'a>);

impl<'a> Table<'a> {
    fn new(
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

    /// A text that must be there and must not be blank; surrounding space is dropped.
    pub(super) fn text(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<String>> {
        let entry = self.required(key)?;
        self.text_of(entry, &quoted(key), faults)
    }

    /// A text that may be left out.
    pub(super) fn optional_text(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<String>> {
        let entry = self.optional(key)?;
        self.text_of(entry, &quoted(key), faults)
    }

    fn text_of(
        &self,
        (span, value): Entry<'_>,
        what: &str,
        faults: &mut Faults,
    ) -> Option<Spanned<String>> {
        let Some(text) = value.as_str() else {
            self.wrong_type((span, value), what, "a text", faults);
            return None;
        };
        if let Some(control) = text.chars().find(|character| is_control(*character)) {
            let message = format!("{what} has the control character U+{:04X}", u32::from(control));
            faults.push(self.source.error(span, message).with_help("take out the escape"));
            return None;
        }
        if text.trim().is_empty() {
            faults.push(self.source.error(span, format!("{what} is empty")));
            return None;
        }
        Some(Spanned::new(span, text.trim().to_owned()))
    }

    /// A list of texts that must be there; it may be empty.
    pub(super) fn texts(&mut self, key: &'static str, faults: &mut Faults) -> Option<Texts> {
        let entry = self.required(key)?;
        self.texts_of(entry, key, &quoted(key), faults)
    }

    fn texts_of(
        &self,
        (span, value): Entry<'a>,
        key: &str,
        what: &str,
        faults: &mut Faults,
    ) -> Option<Texts> {
        let Some(items) = value.as_array() else {
            self.wrong_type((span, value), what, "a list of texts", faults);
            return None;
        };
        let texts: Vec<_> = items
            .iter()
            .filter_map(|item| self.text_of((item.span(), item.get_ref()), &entry_of(key), faults))
            .collect();
        (texts.len() == items.len()).then(|| Spanned::new(span, texts))
    }

    /// A list of lists of texts that must be there.
    pub(super) fn text_lists(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<Vec<Texts>>> {
        let (span, value) = self.required(key)?;
        let Some(items) = value.as_array() else {
            self.wrong_type((span, value), &quoted(key), "a list of lists of texts", faults);
            return None;
        };
        let lists: Vec<_> = items
            .iter()
            .filter_map(|item| {
                self.texts_of((item.span(), item.get_ref()), key, &entry_of(key), faults)
            })
            .collect();
        (lists.len() == items.len()).then(|| Spanned::new(span, lists))
    }

    /// A whole number; the default where it is left out or at fault.
    pub(super) fn number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
        faults: &mut Faults,
    ) -> u64 {
        let Some((span, value)) = self.optional(key) else { return default };
        let Some(integer) = value.as_integer() else {
            self.wrong_type((span, value), &quoted(key), "a whole number", faults);
            return default;
        };
        let number = u64::from_str_radix(integer.as_str(), integer.radix()).ok();
        number.filter(|number| range.contains(number)).unwrap_or_else(|| {
            let (from, to) = range.into_inner();
            let fault = self.source.error(span, format!("`{key}` is out of range: {integer}"));
            let most = if to == u64::MAX { "2^64 - 1".to_owned() } else { to.to_string() };
            faults.push(fault.with_help(format!("write a whole number from {from} to {most}")));
            default
        })
    }

    /// A number in [0, 1] that must be there unless there is a default for it.
    pub(super) fn share(
        &mut self,
        key: &'static str,
        default: Option<f64>,
        faults: &mut Faults,
    ) -> Option<Probability> {
        let entry = if default.is_some() { self.optional(key) } else { self.required(key) };
        let Some((span, value)) = entry else {
            return default.and_then(|default| Probability::new(default).ok());
        };
        let written = match (value.as_float(), value.as_integer()) {
            (Some(float), _) => float.as_str(),
            (_, Some(integer)) => integer.as_str(),
            (None, None) => {
                self.wrong_type((span, value), &quoted(key), "a number", faults);
                return None;
            }
        };
        let share = written.parse().ok().and_then(|number| Probability::new(number).ok());
        if share.is_none() {
            let fault = self.source.error(span, format!("`{key}` is out of range: {written}"));
            faults.push(fault.with_help("write a number from 0 to 1, such as 0.8"));
        }
        share
    }

    /// One of `allowed`, which must be there.
    pub(super) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        allowed: &[(&str, T)],
        faults: &mut Faults,
    ) -> Option<T> {
        let text = self.text(key, faults)?;
        let found =
            allowed.iter().find(|(name, _)| name == text.get_ref()).map(|(_, value)| *value);
        if found.is_none() {
            let names: Vec<&str> = allowed.iter().map(|(name, _)| *name).collect();
            let message = format!("`{}` is not a value of `{key}`", text.get_ref());
            let remedy = spell::remedy(text.get_ref(), "allowed", &names);
            faults.push(self.source.error(text.span(), message).with_help(remedy));
        }
        found
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

    /// Records missing keys and those that nobody asked for; a slip of the finger is told once.
    pub(super) fn finish(mut self, place: &str, faults: &mut Faults) {
        for key in self.entries.keys().filter(|key| !self.known.contains(&key.get_ref().as_ref())) {
            let absent =
                self.known.iter().copied().filter(|known| !self.entries.contains_key(*known));
            let near = spell::nearest(key.get_ref(), absent);
            let help = if let Some(near) = near {
                format!("did you mean `{near}`?")
            } else {
                format!("known keys {place}: {}", spell::listed(&self.known))
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
            let missing = spell::listed(&self.missing);
            let mut fault = self.source.whole(format!("{missing} {verb} missing {place}"));
            fault.span.clone_from(&self.header);
            faults.push(fault);
        }
    }
}

fn quoted(key: &str) -> String {
    format!("`{key}`")
}

fn entry_of(key: &str) -> String {
    format!("an entry of `{key}`")
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
