//! Reads amounts of dollars from a table.

use toml::Spanned;
use toml::de::DeValue;

use super::{Entry, Table, quoted};
use crate::format::fault::Faults;
use crate::vocabulary::Usd;

impl<'a> Table<'a> {
    /// Reads a required amount of dollars.
    pub(in crate::format) fn dollars(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<Usd>> {
        let entry = self.required(key)?;
        self.dollars_of(entry, key, faults)
    }

    /// Reads an optional amount of dollars.
    pub(in crate::format) fn optional_dollars(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<Usd>> {
        let entry = self.optional(key)?;
        self.dollars_of(entry, key, faults)
    }

    fn dollars_of(
        &self,
        (span, value): Entry<'_>,
        key: &str,
        faults: &mut Faults,
    ) -> Option<Spanned<Usd>> {
        let written = match (value.as_float(), value.as_integer()) {
            (Some(float), _) => float.as_str(),
            (_, Some(integer)) if integer.radix() == 10 => integer.as_str(),
            _ => {
                faults.push(self.wrong_type((span, value), &quoted(key), "an amount of dollars"));
                return None;
            }
        };
        let amount = written.parse();
        if let Err(error) = &amount {
            let fault = self.source.error(span.clone(), format!("`{key}`: {error}"));
            let help = "write a plain number from 0 to 1000000 with at most six decimal places, such as 2.5";
            faults.push(fault.with_help(help));
        }
        amount.ok().map(|amount| Spanned::new(span, amount))
    }

    /// Reads all entries, with names that the author chose: tables, or `None` for the string
    /// `word`.
    pub(in crate::format) fn named_tables_or(
        &self,
        word: &str,
        faults: &mut Faults,
    ) -> Vec<(Spanned<String>, Option<Table<'a>>)> {
        let mut entries = Vec::new();
        for (key, value) in self.entries {
            let name = Spanned::new(key.span(), key.get_ref().to_string());
            if matches!(value.get_ref(), DeValue::String(text) if text == word) {
                entries.push((name, None));
            } else if let DeValue::Table(table) = value.get_ref() {
                let table =
                    Table::new(self.source, table, Some(value.span()), self.has_syntax_errors);
                entries.push((name, Some(table)));
            } else {
                let wanted = format!("a table or \"{word}\"");
                let entry = (value.span(), value.get_ref());
                faults.push(self.wrong_type(entry, &quoted(key.get_ref()), &wanted));
            }
        }
        entries
    }
}
