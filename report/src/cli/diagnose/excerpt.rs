//! The lines of a file around a place.

use std::ops::Range;
use std::sync::Arc;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::shorten::Cut;

/// A file as miette reads it: always whole lines, with so many neighbours as suit the file.
///
/// miette's own reader begins in the middle of a line where no neighbours are wanted.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    name: String,
    whole: Arc<str>,
    /// What miette reads and its places count.
    cut: Cut,
    context: usize,
}

impl Lines {
    /// Takes a text, of which both ends of each of the `spans` are to be seen.
    pub(super) fn new(
        name: String,
        whole: Arc<str>,
        spans: &[Range<usize>],
        context: usize,
    ) -> Self {
        let cut = Cut::new(&whole, spans);
        Self { name, whole, cut, context }
    }

    /// Where one of the spans is in what is shown.
    pub(super) fn place(&self, span: &Range<usize>) -> Range<usize> {
        self.cut.place(span.start)..self.cut.place(span.end)
    }

    /// Where the line of a place starts, `more` lines further up.
    fn start(&self, at: usize, more: usize) -> usize {
        let mut newlines = self.cut.text[..at].rmatch_indices('\n');
        newlines.nth(more).map_or(0, |(newline, _)| newline + 1)
    }

    /// How many characters of the whole line come before a place.
    fn column(&self, at: usize) -> usize {
        let before = &self.whole[..self.cut.whole(at)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        before[line_start..].chars().count()
    }

    /// Where the line of a place ends, `more` lines further down.
    fn end(&self, at: usize, more: usize) -> usize {
        let mut newlines = self.cut.text[at..].match_indices('\n');
        newlines.nth(more).map_or(self.cut.text.len(), |(newline, _)| at + newline)
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
        if self.cut.text.get(from..to).is_none() {
            return Err(MietteError::OutOfBounds);
        }
        // Without neighbours miette asks for line and column of the place, else for what it shows.
        let (start, end) = if before == 0 && after == 0 {
            (from, to)
        } else {
            // A place that ends with its line does not reach into the next.
            let last = if to > from { to - 1 } else { to };
            let last = (from..=last).rev().find(|at| self.cut.text.is_char_boundary(*at));
            (self.start(from, self.context), self.end(last.unwrap_or(from), self.context))
        };
        let line = self.cut.text[..start].matches('\n').count();
        let column = if start == from { self.column(start) } else { 0 };
        let shown = &self.cut.text[start..end];
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
        let lines = Lines::new("n".to_owned(), "eins\nzwölf é x\ndrei".into(), &[], context);
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
