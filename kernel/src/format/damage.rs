//! What faults of TOML syntax leave behind: which of them are causes, and which lines can no longer be trusted.

use std::ops::Range;

use toml::de::Error;

/// A cause: its place, what is wrong and the remedy.
pub(super) type Cause = (Range<usize>, String, Option<String>);

/// The faults of syntax of a document, without those that follow from others.
#[derive(Debug, Clone, Default)]
pub(super) struct Damage {
    pub(super) causes: Vec<Cause>,
    lines: Vec<Range<usize>>,
    /// A list that is not closed swallows all that follows.
    swallowed: Option<usize>,
}

impl Damage {
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
