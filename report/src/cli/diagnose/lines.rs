//! The lines of a file around a place.

use std::sync::Arc;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// A file as miette reads it: always whole lines, with so many neighbours as suit the file.
///
/// miette's own reader begins in the middle of a line where no neighbours are wanted.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    name: String,
    text: Arc<str>,
    context: usize,
}

impl Lines {
    pub(super) fn new(name: String, text: Arc<str>, context: usize) -> Self {
        Self { name, text, context }
    }

    /// Where the line of a place starts, `more` lines further up.
    fn start(&self, at: usize, more: usize) -> usize {
        let mut newlines = self.text[..at].rmatch_indices('\n');
        newlines.nth(more).map_or(0, |(newline, _)| newline + 1)
    }

    /// Where the line of a place ends, `more` lines further down.
    fn end(&self, at: usize, more: usize) -> usize {
        let mut newlines = self.text[at..].match_indices('\n');
        newlines.nth(more).map_or(self.text.len(), |(newline, _)| at + newline)
    }
}

impl SourceCode for Lines {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (from, to) = (span.offset(), span.offset() + span.len());
        if self.text.get(from..to).is_none() {
            return Err(MietteError::OutOfBounds);
        }
        let line_start = self.start(from, 0);
        // Without neighbours miette asks for line and column of the place, else for what it shows.
        let (start, end) = if before == 0 && after == 0 {
            (from, to)
        } else {
            // A place that ends with its line does not reach into the next.
            let last = if to > from { to - 1 } else { to };
            let last = (from..=last).rev().find(|at| self.text.is_char_boundary(*at));
            (self.start(from, self.context), self.end(last.unwrap_or(from), self.context))
        };
        let line = self.text[..start].matches('\n').count();
        let column = start.saturating_sub(line_start);
        let column =
            if start == from { self.text[line_start..][..column].chars().count() } else { 0 };
        let shown = &self.text[start..end];
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
        let lines = Lines::new("n".to_owned(), "eins\nzwölf é x\ndrei".into(), context);
        let contents = lines.read_span(&(from, to - from).into(), wanted, wanted).unwrap();
        let shown = String::from_utf8(contents.data().to_vec()).unwrap();
        (shown, contents.line(), contents.column())
    }

    #[test]
    fn shows_whole_lines_and_counts_columns_in_characters() {
        assert_eq!(read(0, 12, 14, 1), ("zwölf é x".to_owned(), 1, 0));
        assert_eq!(read(0, 12, 14, 0), ("é".to_owned(), 1, 6));
        assert_eq!(read(1, 12, 14, 1), ("eins\nzwölf é x\ndrei".to_owned(), 0, 0));
        assert_eq!(read(0, 4, 5, 1), ("eins".to_owned(), 0, 0));
        assert_eq!(read(0, 21, 21, 1), ("drei".to_owned(), 2, 0));
    }
}
