//! Reads strings and lists of strings from a table.

use toml::Spanned;

use super::{Entry, Table, quoted};
use crate::format::empty_descriptions;
use crate::format::fault::Faults;
use crate::vocabulary::is_hidden;

/// A list of strings, each with its span.
pub(in crate::format) type Texts = Spanned<Vec<Spanned<String>>>;

impl<'a> Table<'a> {
    /// Reads a required string, without surrounding white space. A blank string is a fault.
    pub(in crate::format) fn text(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<String>> {
        let entry = self.required(key)?;
        self.text_of(entry, &quoted(key), faults)
    }

    /// Reads an optional string.
    pub(in crate::format) fn optional_text(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<String>> {
        let entry = self.optional(key)?;
        self.text_of(entry, &quoted(key), faults)
    }

    /// Reads a string that a language model needs and the provider `corpus` does not. It is empty
    /// if it is missing; a blank string is a warning that calls it `name`.
    pub(in crate::format) fn description(
        &mut self,
        key: &'static str,
        name: &str,
        faults: &mut Faults,
    ) -> Option<String> {
        let Some((span, value)) = self.optional(key) else { return Some(String::new()) };
        if value.as_str().is_some_and(|text| text.trim().is_empty()) {
            let fault = self.source.error(span, empty_descriptions::message(name)).as_warning();
            faults.push(fault.with_help(empty_descriptions::HELP));
            return Some(String::new());
        }
        self.text_of((span, value), &quoted(key), faults).map(Spanned::into_inner)
    }

    fn text_of(
        &self,
        (span, value): Entry<'_>,
        what: &str,
        faults: &mut Faults,
    ) -> Option<Spanned<String>> {
        let Some(text) = value.as_str() else {
            faults.push(self.wrong_type((span, value), what, "a string"));
            return None;
        };
        if let Some(hidden) = text.chars().find(|character| is_hidden(*character)) {
            let message =
                format!("{what} contains the hidden character U+{:04X}", u32::from(hidden));
            faults.push(self.source.error(span, message).with_help("remove the escape sequence"));
            return None;
        }
        if text.trim().is_empty() {
            faults.push(self.source.error(span, format!("{what} is empty")));
            return None;
        }
        Some(Spanned::new(span, text.trim().to_owned()))
    }

    /// Reads a required list of strings, which may be empty.
    pub(in crate::format) fn texts(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Texts> {
        let entry = self.required(key)?;
        self.texts_of(entry, key, &quoted(key), faults)
    }

    /// Reads an optional list of strings.
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
            let fault = self.wrong_type((span, value), what, "a list of strings");
            let in_brackets = value.as_str().map(|text| format!("put it in brackets: [{text:?}]"));
            faults.push(match in_brackets {
                Some(help) => fault.with_help(help),
                None => fault,
            });
            return None;
        };
        let texts: Vec<_> = items
            .iter()
            .filter_map(|item| self.text_of((item.span(), item.get_ref()), &entry_of(key), faults))
            .collect();
        (texts.len() == items.len()).then(|| Spanned::new(span, texts))
    }

    /// Reads a required list of lists of strings.
    pub(in crate::format) fn text_lists(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<Vec<Texts>>> {
        let (span, value) = self.required(key)?;
        let Some(items) = value.as_array() else {
            faults.push(self.wrong_type((span, value), &quoted(key), "a list of lists of strings"));
            return None;
        };
        let texts: Option<Vec<&str>> = items.iter().map(|item| item.get_ref().as_str()).collect();
        if let Some(texts) = texts.filter(|texts| !texts.is_empty()) {
            let message = format!("{} must be a list of lists, but it is one list", quoted(key));
            let help = format!("put the list in brackets: {key} = [{texts:?}]");
            faults.push(self.source.error(span, message).with_help(help));
            return None;
        }
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
