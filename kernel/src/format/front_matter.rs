//! The lines `key: value` between two lines `---` with which a Markdown file begins.

use std::ops::Range;

use super::attributes::Word;
use super::fault::Faults;
use super::source::Source;
use super::suggestion;

/// What heads a file, read but not yet asked for its keys.
#[derive(Debug, Clone, Default)]
pub(super) struct FrontMatter {
    span: Range<usize>,
    entries: Vec<(Word, Word)>,
    /// Where the rest of the file starts.
    pub(super) end: usize,
}

impl FrontMatter {
    /// Reads the front matter; nothing, with a fault, where there is none or it does not end.
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
                    let fault = source.error(span, "the file does not begin with front matter");
                    faults.push(fault.with_help(format!("begin it with the lines\n{example}")));
                    return None;
                }
                (_, true) => {
                    front.end = at;
                    return Some(front);
                }
                (_, false) => front.line(source, line, span, faults),
            }
        }
        let fault = source.error(front.span, "the front matter does not end");
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
        let value_word = Word {
            text: quoted.unwrap_or(value).trim().to_owned(),
            span: start.min(span.end)..span.end,
        };
        let key_word =
            Word { text: key.trim().to_owned(), span: span.start..span.start + key.len() };
        if value_word.text.is_empty() {
            faults.push(source.error(key_word.span, format!("`{}` has no value", key_word.text)));
        } else if let Some((first, _)) =
            self.entries.iter().find(|(other, _)| other.text == key_word.text)
        {
            let fault = source.error(key_word.span, format!("`{}` is there twice", key_word.text));
            faults.push(fault.with_related(source.place(first.span.clone(), "first here")));
        } else {
            self.entries.push((key_word, value_word));
        }
    }

    /// Takes the value of a key out.
    pub(super) fn take(&mut self, key: &str) -> Option<Word> {
        let index = self.entries.iter().position(|(found, _)| found.text == key)?;
        Some(self.entries.remove(index).1)
    }

    /// Takes the value of a key out that must be there.
    pub(super) fn require(
        &mut self,
        source: &Source,
        key: &str,
        help: &str,
        faults: &mut Faults,
    ) -> Option<Word> {
        let value = self.take(key);
        let misspelt = || {
            let written = self.entries.iter().map(|(written, _)| written.text.as_str());
            suggestion::nearest(key, written).is_some()
        };
        if value.is_none() && !misspelt() {
            let message = format!("`{key}` is missing in the front matter");
            faults.push(source.error(self.span.clone(), message).with_help(help));
        }
        value
    }

    /// Records the keys that nobody took.
    pub(super) fn finish(self, source: &Source, known: &[&str], faults: &mut Faults) {
        for (key, _) in self.entries {
            let message = format!("unknown key `{}` in the front matter", key.text);
            let remedy = suggestion::remedy(&key.text, "keys", known);
            faults.push(source.error(key.span, message).with_help(remedy));
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
    fn values_keep_their_colons_and_lose_their_quotes() {
        let (front, source, faults) =
            parse("---\n# note\ntitle: \"A: b\"\n\ndate:  2024\n---\nrest");
        let mut front = front.expect("it is whole");
        assert!(faults.is_empty(), "{faults}");
        assert_eq!(front.take("title").map(|word| word.text), Some("A: b".to_owned()));
        let date = front.take("date").expect("it is there");
        assert_eq!(&source.text[date.span], "2024");
        assert_eq!(&source.text[front.end..], "rest");
    }

    #[test]
    fn a_truncated_head_and_a_missing_one_are_told_apart() {
        let message = |text| parse(text).2.sorted()[0].message.clone();
        assert_eq!(message("---\ntopic: a\n"), "the front matter does not end");
        assert_eq!(message("# Title\n"), "the file does not begin with front matter");
    }

    #[test]
    fn a_slip_in_a_required_key_is_told_once() {
        let (front, source, mut faults) = parse("---\ntopc: a\nstance\n---\n");
        let mut front = front.expect("it is whole");
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
