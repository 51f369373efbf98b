//! Front matter: lines `key: value` between two lines `---` at the start of a Markdown file.

use std::ops::Range;

use toml::Spanned;

use super::fault::Faults;
use super::source::Source;
use super::suggestion;

/// The front matter of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct FrontMatter {
    span: Range<usize>,
    entries: Vec<(Spanned<String>, Spanned<String>)>,
    /// The offset at which the rest of the file starts.
    pub(super) end: usize,
}

impl FrontMatter {
    /// Parses the front matter. Returns `None`, with a fault, if there is none or it is not closed.
    pub(super) fn parse(source: &Source, example: &str, faults: &mut Faults) -> Option<Self> {
        let mut front = Self::default();
        let mut at = 0;
        for (index, line) in source.text.split_inclusive('\n').enumerate() {
            let span = at..at + line.trim_end().len();
            at += line.len();
            let fence = line.trim_end() == "---";
            match (index, fence) {
                (0, true) => front.span = span,
                (0, false) => {
                    let fault = source.error(span, "the file does not start with front matter");
                    faults.push(fault.with_help(format!("start it with the lines\n{example}")));
                    return None;
                }
                (_, true) => {
                    front.end = at;
                    return Some(front);
                }
                (_, false) => front.line(source, line, span, faults),
            }
        }
        let fault = source.error(front.span, "the front matter is not closed");
        faults.push(fault.with_help("close it with a line `---`"));
        None
    }

    fn line(&mut self, source: &Source, line: &str, span: Range<usize>, faults: &mut Faults) {
        if line.trim().is_empty() || line.starts_with('#') {
            return;
        }
        let Some((key, value)) = line.split_once(':') else {
            let fault = source.error(span, "this line of the front matter has no colon");
            faults.push(fault.with_help("write `key: value`"));
            return;
        };
        let start = span.start + key.len() + 1 + (value.len() - value.trim_start().len());
        let value = value.trim();
        let quoted = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let value = quoted.unwrap_or(value).trim();
        let key_span = span.start..span.start + key.len();
        let key = key.trim();
        if value.is_empty() {
            let fault = source.error(key_span, format!("`{key}` has no value"));
            faults.push(fault.with_help(format!("write `{key}: value` or remove the line")));
        } else if let Some((first, _)) =
            self.entries.iter().find(|(other, _)| other.get_ref() == key)
        {
            let fault = source.error(key_span, format!("`{key}` is given twice"));
            let fault = fault.with_related(source.related(first.span(), "first given here"));
            faults.push(fault.with_help("keep one of the two lines"));
        } else {
            let value = Spanned::new(start.min(span.end)..span.end, value.to_owned());
            self.entries.push((Spanned::new(key_span, key.to_owned()), value));
        }
    }

    /// Removes a key and returns its value.
    pub(super) fn take(&mut self, key: &str) -> Option<Spanned<String>> {
        let index = self.entries.iter().position(|(found, _)| found.get_ref() == key)?;
        Some(self.entries.remove(index).1)
    }

    /// Removes a key and returns its value. A missing key is a fault, unless an unknown key is
    /// probably a misspelling of it: [`FrontMatter::finish`] reports that one.
    pub(super) fn require(
        &mut self,
        source: &Source,
        key: &str,
        help: &str,
        faults: &mut Faults,
    ) -> Option<Spanned<String>> {
        let value = self.take(key);
        let misspelt = || {
            let written = self.entries.iter().map(|(written, _)| written.get_ref().as_str());
            suggestion::nearest(key, written).is_some()
        };
        if value.is_none() && !misspelt() {
            let message = format!("`{key}` is missing in the front matter");
            faults.push(source.error(self.span.clone(), message).with_help(help));
        }
        value
    }

    /// Records a fault for every key that was not taken.
    pub(super) fn finish(self, source: &Source, known: &[&str], faults: &mut Faults) {
        for (key, _) in self.entries {
            let message = format!("unknown key `{}` in the front matter", key.get_ref());
            let remedy = suggestion::remedy(key.get_ref(), "keys", known);
            faults.push(source.error(key.span(), message).with_help(remedy));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn parse(text: &str) -> (Option<FrontMatter>, Source, Faults) {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("c.md"), text.as_bytes(), "", &mut faults)
            .expect("a clean text");
        (FrontMatter::parse(&source, "---", &mut faults), source, faults)
    }

    #[test]
    fn values_keep_colons_and_lose_quotes() {
        let (front, source, faults) =
            parse("---\n# note\ntitle: \"A: b\"\n\ndate:  2024\n---\nrest");
        let mut front = front.expect("the front matter is complete");
        assert!(faults.is_empty(), "{faults}");
        assert_eq!(front.take("title").map(Spanned::into_inner), Some("A: b".to_owned()));
        let date = front.take("date").expect("the key exists");
        assert_eq!(&source.text[date.span()], "2024");
        assert_eq!(&source.text[front.end..], "rest");
    }

    #[test]
    fn front_matter_that_is_not_closed_and_missing_front_matter_are_different_faults() {
        let message = |text| parse(text).2.sorted()[0].message.clone();
        assert_eq!(message("---\ntopic: a\n"), "the front matter is not closed");
        assert_eq!(message("# Title\n"), "the file does not start with front matter");
    }

    #[test]
    fn a_misspelled_required_key_is_one_fault() {
        let (front, source, mut faults) = parse("---\ntopc: a\nstance\n---\n");
        let mut front = front.expect("the front matter is complete");
        assert_eq!(front.require(&source, "topic", "", &mut faults), None);
        front.finish(&source, &["topic"], &mut faults);
        let messages: Vec<_> = faults.sorted().iter().map(|fault| fault.message.clone()).collect();
        assert_eq!(
            messages,
            [
                "unknown key `topc` in the front matter",
                "this line of the front matter has no colon"
            ]
        );
    }
}
