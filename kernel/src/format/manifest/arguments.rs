//! One debate without a manifest: the arguments of a command line, checked as the entries of a
//! manifest are.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::controls;
use super::experiment::Manifest;
use super::selection::{Condition, Selection};
use crate::format::fault::Faults;
use crate::format::source::Source;
use crate::format::toml_document::TomlDocument;
use crate::vocabulary::ExperimentId;

/// An argument of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument<'a> {
    /// The text, without shell quotes.
    pub text: &'a str,
    /// The span in the command line. *Units*: bytes.
    pub span: Range<usize>,
}

/// The arguments that describe one debate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebateArguments<'a> {
    /// The topic.
    pub topic: Argument<'a>,
    /// The personas in seat order, separated by commas.
    pub personas: Argument<'a>,
    /// The mode.
    pub mode: Argument<'a>,
    /// Parameters of the mode, each as `key=value`.
    pub parameters: Vec<Argument<'a>>,
    /// The seed, if it is set.
    pub seed: Option<Argument<'a>>,
    /// The number of the replicate, if it is set.
    pub replicate: Option<Argument<'a>>,
}

impl<'a> Argument<'a> {
    /// Returns the items between the commas, without the spaces around them.
    pub fn items(&self) -> Vec<Self> {
        let mut start = 0;
        let items = self.text.split(',').map(|item| {
            let first = start + item.len() - item.trim_start().len();
            start += item.len() + 1;
            self.slice(first..first + item.trim().len())
        });
        items.collect()
    }

    /// Splits the argument at the first `=`.
    fn key_and_value(&self) -> Option<(Self, Self)> {
        let at = self.text.find('=')?;
        Some((self.slice(0..at), self.slice(at + 1..self.text.len())))
    }

    /// Returns a slice of the argument. If quotes make the shown text longer, its span is that of
    /// the whole argument.
    fn slice(&self, range: Range<usize>) -> Self {
        let start = self.span.start;
        let span = if self.span.len() == self.text.len() {
            start + range.start..start + range.end
        } else {
            self.span.clone()
        };
        Self { text: &self.text[range], span }
    }

    fn spanned<T>(&self, value: T) -> Spanned<T> {
        Spanned::new(self.span.clone(), value)
    }

    fn to_key(&self) -> Spanned<Cow<'a, str>> {
        self.spanned(self.text.into())
    }

    fn to_text(&self) -> Spanned<DeValue<'a>> {
        self.spanned(DeValue::String(self.text.into()))
    }

    /// Returns the argument as a number or a boolean if a manifest would read it as one, and as a
    /// string otherwise.
    fn to_value(&self) -> Spanned<DeValue<'a>> {
        let is_bare = |b: u8| b.is_ascii_alphanumeric() || b"+-._".contains(&b);
        let parsed = self.text.bytes().all(is_bare).then(|| DeValue::parse(self.text));
        match parsed.and_then(Result::ok).map(Spanned::into_inner) {
            Some(value @ (DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_))) => {
                self.spanned(value)
            }
            Some(_) | None => self.to_text(),
        }
    }

    fn to_list(
        &self,
        items: impl IntoIterator<Item = Spanned<DeValue<'a>>>,
    ) -> Spanned<DeValue<'a>> {
        self.spanned(DeValue::Array(DeArray::from_iter(items)))
    }
}

impl Manifest {
    /// Makes the manifest of one debate with the provider `corpus`. The manifest is `None` if the
    /// arguments have errors.
    ///
    /// Faults name a file `path`, whose text is the command `line`.
    pub fn of_debate(
        root: &Path,
        name: ExperimentId,
        debate: &DebateArguments<'_>,
        path: &Path,
        line: &str,
    ) -> (Option<Self>, Faults) {
        let mut faults = Faults::default();
        let source = Source { path: path.to_owned(), text: line.into() };
        faults.add_source(path, source.text.clone());
        let entries = debate.entries(&source, &mut faults);
        let document = TomlDocument::from_entries(&source, entries);
        let manifest = Self::checked(root, Some(name), &document, &mut faults);
        if let Some(manifest) = &manifest {
            controls::check(manifest, &document, &mut faults);
        }
        let mut manifest = manifest.filter(|_| !faults.has_errors());
        if let Some(manifest) = manifest.as_mut().filter(|_| debate.replicate.is_some()) {
            let last = Condition::parse(&format!("replicate={}", manifest.replicates), manifest);
            manifest.selection = Selection::only(last.expect("a manifest has its last replicate"));
        }
        (manifest, faults)
    }
}

impl<'a> DebateArguments<'a> {
    /// Returns the entries of the manifest of this debate, each with the span of its argument.
    fn entries(&self, source: &Source, faults: &mut Faults) -> DeTable<'a> {
        let Self { topic, personas, mode, .. } = self;
        let group = personas.to_list(personas.items().iter().map(Argument::to_text));
        let parameters = mode.spanned(DeValue::Table(self.parameters(source, faults)));
        let modes = DeTable::from_iter([(mode.to_key(), parameters)]);
        let kind = (implied("kind".into()), implied(DeValue::String("corpus".into())));
        let provider = DeValue::Table(DeTable::from_iter([kind]));
        let mut entries = DeTable::from_iter([
            (implied("title".into()), implied(DeValue::String("A debate".into()))),
            (implied("topics".into()), topic.to_list([topic.to_text()])),
            (implied("personas".into()), personas.to_list([group])),
            (implied("provider".into()), implied(provider)),
            (implied("modes".into()), mode.spanned(DeValue::Table(modes))),
        ]);
        let numbers = [("seed", &self.seed), ("replicates", &self.replicate)];
        let numbers = numbers.into_iter().filter_map(|(key, number)| Some((key, number.as_ref()?)));
        entries.extend(numbers.map(|(key, number)| (implied(key.into()), number.to_value())));
        entries
    }

    /// Returns the parameters of the mode.
    fn parameters(&self, source: &Source, faults: &mut Faults) -> DeTable<'a> {
        let mut table = DeTable::new();
        for argument in &self.parameters {
            let mut error = |at: &Argument<'_>, message: String, help: &str| {
                faults.push(source.error(at.span.clone(), message).with_help(help));
            };
            let Some((key, value)) = argument.key_and_value() else {
                let message = format!("`{}` is not of the form key=value", argument.text);
                let help = "write a parameter of the mode with its value, such as max_rounds=2";
                error(argument, message, help);
                continue;
            };
            if key.text == "mode" {
                error(&key, "`mode` is not a parameter".to_owned(), "choose the mode with --mode");
            } else if table.contains_key(key.text) {
                error(&key, format!("`{}` is given twice", key.text), "give it once");
            } else {
                table.insert(key.to_key(), value.to_value());
            }
        }
        table
    }
}

/// Makes an entry that no argument states. Its span is empty.
fn implied<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_booleans_are_read_as_in_a_manifest_and_everything_else_is_a_string() {
        for (text, kind) in [
            ("7", "integer"),
            ("-1", "integer"),
            ("18446744073709551615", "integer"),
            ("1.5", "float"),
            ("two", "string"),
            ("true", "boolean"),
            ("True", "string"),
            ("7 # seven", "string"),
            ("[7]", "string"),
            ("", "string"),
        ] {
            let value = Argument { text, span: 0..text.len() }.to_value();
            assert_eq!(value.get_ref().type_str(), kind, "{text}");
        }
    }

    #[test]
    fn items_have_their_own_span_unless_the_argument_is_quoted() {
        let spans = |span| {
            let argument = Argument { text: "ann,bob", span };
            argument.items().into_iter().map(|item| (item.text, item.span)).collect::<Vec<_>>()
        };
        assert_eq!(spans(10..17), [("ann", 10..13), ("bob", 14..17)]);
        assert_eq!(spans(10..20), [("ann", 10..20), ("bob", 10..20)]);
    }
}
