//! Texts and lists of texts of a table.

use toml::Spanned;

use super::{Entry, Table, quoted};
use crate::format::fault::Faults;
use crate::vocabulary::is_hidden;

/// A list of texts, each with its place.
pub(in crate::format) type Texts = Spanned<Vec<Spanned<String>>>;

impl<'a> Table<'a> {
    /// A text that must be there and must not be blank; surrounding space is dropped.
    pub(in crate::format) fn text(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<String>> {
        let entry = self.required(key)?;
        self.text_of(entry, &quoted(key), faults)
    }

    /// A text that may be left out.
    pub(in crate::format) fn optional_text(
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
        if let Some(control) = text.chars().find(|character| is_hidden(*character)) {
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
    pub(in crate::format) fn texts(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Texts> {
        let entry = self.required(key)?;
        self.texts_of(entry, key, &quoted(key), faults)
    }

    /// A list of texts that may be left out.
    pub(in crate::format) fn optional_texts(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Texts> {
        let entry = self.optional(key)?;
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
    pub(in crate::format) fn text_lists(
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
}

fn entry_of(key: &str) -> String {
    format!("an entry of `{key}`")
}
