//! A TOML document as a whole: what could be read, and what its faults of syntax leave of it.

use toml::Spanned;
use toml::de::DeTable;

use super::damage::Damage;
use super::fault::{Fault, Faults};
use super::source::Source;
use super::table::Table;

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

    /// Takes entries whose places are in the text of `source`, which need not be TOML.
    pub(super) fn of(source: &'s Source, entries: DeTable<'s>) -> Self {
        let root = Spanned::new(0..source.text.len(), entries);
        Self { source, root, damage: Damage::of(&source.text, &[]) }
    }

    /// The text it was read from.
    pub(super) fn source(&self) -> &'s Source {
        self.source
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
