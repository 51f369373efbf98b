//! A TOML document, with all its syntax errors.

use toml::Spanned;
use toml::de::DeTable;

use super::fault::{Fault, Faults};
use super::source::Source;
use super::syntax_errors::SyntaxErrors;
use super::toml_table::Table;

/// A TOML document, read as far as its syntax errors allow.
#[derive(Debug)]
pub(super) struct TomlDocument<'s> {
    source: &'s Source,
    root: Spanned<DeTable<'s>>,
    errors: SyntaxErrors,
}

impl<'s> TomlDocument<'s> {
    /// Parses the text. [`TomlDocument::report`] reports its syntax errors.
    pub(super) fn parse(source: &'s Source) -> Self {
        let (root, errors) = DeTable::parse_recoverable(&source.text);
        let errors = SyntaxErrors::new(&source.text, &errors);
        Self { source, root, errors }
    }

    /// Makes a document from entries with spans in the text of `source`, which need not be TOML.
    pub(super) fn from_entries(source: &'s Source, entries: DeTable<'s>) -> Self {
        let root = Spanned::new(0..source.text.len(), entries);
        Self { source, root, errors: SyntaxErrors::default() }
    }

    /// Returns the text of the document.
    pub(super) fn source(&self) -> &'s Source {
        self.source
    }

    /// Returns the top-level table.
    pub(super) fn table(&self) -> Table<'_> {
        Table::new(self.source, self.root.get_ref(), None, !self.errors.causes.is_empty())
    }

    /// Reports the syntax errors, and the faults in `found` that no syntax error has caused.
    pub(super) fn report(self, mut found: Faults, faults: &mut Faults) {
        found.retain(|fault| fault.span.as_ref().is_none_or(|span| !self.errors.may_cause(span)));
        faults.extend(found);
        for (span, message, help) in self.errors.causes {
            let fault = self.source.error(span, format!("invalid TOML: {message}"));
            faults.push(Fault { help, ..fault });
        }
    }
}
