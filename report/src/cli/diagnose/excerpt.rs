//! The lines of a file that contain a fault.

use std::ops::Range;
use std::sync::Arc;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::shorten::Shortened;

/// A file as miette reads it, always in whole lines.
///
/// miette's own reader starts in the middle of a line if it shows no lines of context.
#[derive(Debug, Clone)]
pub(super) struct Excerpt {
    name: String,
    whole: Arc<str>,
    /// What miette reads; its spans are in this text.
    shortened: Shortened,
    context: usize,
}

impl Excerpt {
    /// Takes a text; shortening keeps both ends of each span.
    pub(super) fn new(
        name: String,
        whole: Arc<str>,
        spans: &[Range<usize>],
        context: usize,
    ) -> Self {
        let shortened = Shortened::new(&whole, spans);
        Self { name, whole, shortened, context }
    }

    /// Where one of the spans is in the shortened text.
    pub(super) fn locate(&self, span: &Range<usize>) -> Range<usize> {
        self.shortened.locate(span.start)..self.shortened.locate(span.end)
    }

    /// Where a line starts, `more` lines above the one that contains `at`.
    fn start(&self, at: usize, more: usize) -> usize {
        let mut newlines = self.shortened.text[..at].rmatch_indices('\n');
        newlines.nth(more).map_or(0, |(newline, _)| newline + 1)
    }

    /// How many characters of the original line come before `at`.
    fn column(&self, at: usize) -> usize {
        let before = &self.whole[..self.shortened.original(at)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        before[line_start..].chars().count()
    }

    /// Where a line ends, `more` lines below the one that contains `at`.
    fn end(&self, at: usize, more: usize) -> usize {
        let mut newlines = self.shortened.text[at..].match_indices('\n');
        newlines.nth(more).map_or(self.shortened.text.len(), |(newline, _)| at + newline)
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (from, to) = (span.offset(), span.offset() + span.len());
        if self.shortened.text.get(from..to).is_none() {
            return Err(MietteError::OutOfBounds);
        }
        // Without context miette asks for the line and column of the span, otherwise for the text
        // to show.
        let (start, end) = if before == 0 && after == 0 {
            (from, to)
        } else {
            // A span that ends with its line does not include the next line.
            let last = if to > from { to - 1 } else { to };
            let last = (from..=last).rev().find(|at| self.shortened.text.is_char_boundary(*at));
            (self.start(from, self.context), self.end(last.unwrap_or(from), self.context))
        };
        let line = self.shortened.text[..start].matches('\n').count();
        let column = if start == from { self.column(start) } else { 0 };
        let shown = &self.shortened.text[start..end];
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            shown.as_bytes(),
            (start, end - start).into(),
            line,
            column,
            shown.matches('\n').count() + 1,
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(context: usize, from: usize, to: usize, wanted: usize) -> (String, usize, usize) {
        let excerpt = Excerpt::new("n".to_owned(), "eins\nzwölf é x\ndrei".into(), &[], context);
        let contents = excerpt.read_span(&(from, to - from).into(), wanted, wanted).unwrap();
        let shown = String::from_utf8(contents.data().to_vec()).unwrap();
        (shown, contents.line(), contents.column())
    }

    #[test]
    fn excerpts_are_whole_lines_and_columns_count_characters() {
        assert_eq!(read(0, 12, 14, 1), ("zwölf é x".to_owned(), 1, 0));
        assert_eq!(read(0, 12, 14, 0), ("é".to_owned(), 1, 6));
        assert_eq!(read(1, 12, 14, 1), ("eins\nzwölf é x\ndrei".to_owned(), 0, 0));
        assert_eq!(read(0, 4, 5, 1), ("eins".to_owned(), 0, 0));
        assert_eq!(read(0, 21, 21, 1), ("drei".to_owned(), 2, 0));
    }
}
