//! What faults of TOML syntax leave behind: which of them are causes, and which lines can no longer be trusted.

use std::ops::Range;

use toml::de::Error;

/// A cause: its place, what is wrong and the remedy.
pub(super) type Cause = (Range<usize>, String, Option<String>);

/// The faults of syntax of a document, without those that follow from others.
#[derive(Debug, Clone, Default)]
pub(super) struct SyntaxErrors {
    pub(super) causes: Vec<Cause>,
    lines: Vec<Range<usize>>,
    /// A list that is not closed swallows all that follows.
    swallowed: Option<usize>,
}

impl SyntaxErrors {
    /// Tells causes from consequences: a line has one cause, and nothing after a list that is not closed counts.
    pub(super) fn of(text: &str, errors: &[Error]) -> Self {
        let starts_line = |at: usize| at == 0 || text[..at].ends_with('\n');
        let start = |error: &Error| error.span().map_or(0, |span| span.start);
        let unclosed = errors.iter().any(|error| error.message().starts_with("unclosed"));
        let swallowed = errors
            .iter()
            .filter(|error| unclosed && error.message().starts_with("missing comma"))
            .map(start)
            .find(|at| starts_line(*at));
        let mut damage = Self { swallowed, ..Self::default() };
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let known = damage.lines.iter().any(|line| line.contains(&span.start));
            if known || swallowed.is_some_and(|from| span.start >= from) {
                continue;
            }
            damage.lines.push(line(text, span.start));
            damage.causes.push((span, error.message().to_owned(), None));
        }
        if let Some(from) = swallowed {
            let message = "a list that begins above is not closed".to_owned();
            let help = Some("close it with `]` before this line".to_owned());
            damage.causes.push((from..line(text, from).end - 1, message, help));
        }
        damage
    }

    /// Says whether a fault at `span` may be the consequence of one of syntax.
    pub(super) fn hits(&self, span: &Range<usize>) -> bool {
        let swallowed = self.swallowed.is_some_and(|from| span.end > from);
        swallowed || self.lines.iter().any(|line| line.contains(&span.start))
    }
}

/// The line around a place, with the place after its end.
fn line(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    start..end + 1
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use crate::format::fault::Faults;
    use crate::format::source::Source;
    use crate::format::topic;
    use crate::vocabulary::TopicId;

    fn read(text: &str) -> Faults {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("t.toml"), text.as_bytes(), "", &mut faults);
        if let Some(source) = source {
            topic::read(TopicId::new("t").unwrap(), &source, &mut faults);
        }
        faults
    }

    #[test]
    fn a_cause_is_told_without_its_consequences() {
        let faults = read("title = [\"a\"\nquestion = \"q\"\nyes = \"y\"\n[[axes]]\nid = 1\n");
        let shown = faults.to_string();
        assert_eq!(
            shown,
            "t.toml:2:1: error: not valid TOML: a list that begins above is not closed\n    \
             help: close it with `]` before this line\n"
        );
    }

    #[test]
    fn causes_on_several_lines_are_told_together_with_other_faults() {
        let faults = read("title = unquoted\nquestion = \"q\nyes = 3\nno =\n");
        let lines: Vec<String> = faults
            .sorted()
            .iter()
            .filter_map(|fault| fault.span.as_ref())
            .filter_map(|span| faults.position(Path::new("t.toml"), span.start))
            .map(|(line, _)| line.to_string())
            .collect();
        assert_eq!(lines, ["1", "2", "3", "4"]);
    }

    proptest! {
        /// Whatever is in a file: nothing panics, and every place is a place of the text.
        #[test]
        fn any_text_is_read_or_told(parts in proptest::collection::vec(fragment(), 0..30)) {
            let faults = read(&parts.concat());
            for fault in faults.sorted() {
                let span = fault.span.clone().unwrap_or(0..0);
                let source = faults.source(&fault.path).expect("the text is kept");
                prop_assert!(source.get(span).is_some(), "{:?} in {source:?}", fault);
            }
        }
    }

    fn fragment() -> impl Strategy<Value = String> {
        let pieces = [
            "title",
            "yes",
            "axes",
            " = ",
            "\"",
            "\"\"\"",
            "'",
            "[",
            "]",
            "[[axes]]",
            "{",
            "}",
            ",",
            "\n",
            "3",
            "1.5",
            "é",
            "#",
            ".",
            "id = \"a\"\n",
            "\\",
            "\\u0007",
            "2024-01-01",
            "true",
            "\u{202e}",
        ];
        prop_oneof![
            8 => proptest::sample::select(pieces.to_vec()).prop_map(str::to_owned),
            1 => ".{0,6}",
        ]
    }
}
