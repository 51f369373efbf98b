//! Syntax errors of a TOML document: which are causes and which are only consequences, and which
//! lines they affect.

use std::ops::Range;

use toml::de::Error;

/// A cause: its span, what is wrong and how to fix it.
pub(super) type Cause = (Range<usize>, String, Option<String>);

/// The syntax errors of a document, without those that are consequences of others.
#[derive(Debug, Clone, Default)]
pub(super) struct SyntaxErrors {
    pub(super) causes: Vec<Cause>,
    lines: Vec<Range<usize>>,
    /// The start of the text of a list that is not closed.
    unclosed_list_end: Option<usize>,
}

impl SyntaxErrors {
    /// Separates causes from consequences: a line has one cause, and errors after a list that is
    /// not closed do not count.
    pub(super) fn new(text: &str, errors: &[Error]) -> Self {
        let starts_line = |at: usize| at == 0 || text[..at].ends_with('\n');
        let start = |error: &Error| error.span().map_or(0, |span| span.start);
        let unclosed = errors.iter().any(|error| error.message().starts_with("unclosed"));
        let unclosed_list_end = errors
            .iter()
            .filter(|error| unclosed && error.message().starts_with("missing comma"))
            .map(start)
            .find(|at| starts_line(*at));
        let mut found = Self { unclosed_list_end, ..Self::default() };
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let known = found.lines.iter().any(|line| line.contains(&span.start));
            if known || unclosed_list_end.is_some_and(|from| span.start >= from) {
                continue;
            }
            found.lines.push(line(text, span.start));
            found.causes.push((span, error.message().to_owned(), None));
        }
        if let Some(from) = unclosed_list_end {
            let message = "a list that starts above is not closed".to_owned();
            let help = Some("close it with `]` before this line".to_owned());
            found.causes.push((from..line(text, from).end - 1, message, help));
        }
        found
    }

    /// Whether a fault at `span` may be a consequence of a syntax error.
    pub(super) fn may_cause(&self, span: &Range<usize>) -> bool {
        let in_unclosed_list = self.unclosed_list_end.is_some_and(|from| span.end > from);
        in_unclosed_list || self.lines.iter().any(|line| line.contains(&span.start))
    }
}

/// Returns the span of the line that contains an offset, including its line end.
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
    use crate::format::random_text::{check_spans, random_text};
    use crate::format::source::Source;
    use crate::format::topic;
    use crate::vocabulary::TopicId;

    fn read(text: &str) -> Faults {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("t.toml"), text.as_bytes(), "", &mut faults);
        if let Some(source) = source {
            topic::read(TopicId::new("t").unwrap(), Path::new(""), &source, &mut faults);
        }
        faults
    }

    #[test]
    fn a_list_that_is_not_closed_is_one_fault() {
        let faults = read("title = [\"a\"\nquestion = \"q\"\nyes = \"y\"\n[[axes]]\nid = 1\n");
        let shown = faults.to_string();
        assert_eq!(
            shown,
            "t.toml:2:1: error: invalid TOML: a list that starts above is not closed\n    \
             help: close it with `]` before this line\n"
        );
    }

    #[test]
    fn syntax_errors_on_several_lines_are_reported_together_with_other_faults() {
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

    const FRAGMENTS: &str = "title¦yes¦axes¦ = ¦\"¦\"\"\"¦'¦[¦]¦[[axes]]¦{¦}¦,¦\n¦3¦1.5¦é¦#¦.¦id = \"a\"\n¦\\¦\\u0007¦2024-01-01¦true¦\
        \u{202e}";

    proptest! {
        /// For every text: no panic, and every span is a span of the text.
        #[test]
        fn every_text_is_read_or_has_faults_with_valid_spans(text in random_text(FRAGMENTS, 30)) {
            check_spans(&read(&text))?;
        }
    }
}
