//! Shortens lines that are too long to print to the text around the spans of a fault.

use std::ops::Range;

/// Longer lines are shortened. *Units*: characters; a paragraph written on one line is usually
/// shorter.
const LONGEST: usize = 400;
/// How much is kept on either side of an offset. *Units*: bytes, as are all offsets here.
const AROUND: usize = 70;
const ELLIPSIS: char = '…';

/// A text with its overlong lines shortened, and the mapping of its offsets to those of the
/// original text.
#[derive(Debug, Clone)]
pub(super) struct Shortened {
    pub(super) text: String,
    gaps: Vec<Gap>,
}

/// What an ellipsis replaces.
#[derive(Debug, Clone)]
struct Gap {
    at: usize,
    original: Range<usize>,
}

impl Shortened {
    /// Shortens a text; both ends of each span are kept, with the text around them.
    pub(super) fn new(original: &str, spans: &[Range<usize>]) -> Self {
        let mut shortened = Self { text: String::with_capacity(original.len()), gaps: Vec::new() };
        let points: Vec<usize> = spans.iter().flat_map(|span| [span.start, span.end]).collect();
        let mut start = 0;
        for line in original.split_inclusive('\n') {
            let end = start + line.trim_end_matches('\n').len();
            if line.chars().count() > LONGEST {
                let mut next = start;
                for kept in windows(original, start..end, &points) {
                    shortened.leave_out(next..kept.start);
                    shortened.text.push_str(&original[kept.clone()]);
                    next = kept.end;
                }
                shortened.leave_out(next..end);
                shortened.text.push_str(&original[end..start + line.len()]);
            } else {
                shortened.text.push_str(line);
            }
            start += line.len();
        }
        shortened
    }

    fn leave_out(&mut self, original: Range<usize>) {
        if !original.is_empty() {
            self.gaps.push(Gap { at: self.text.len(), original });
            self.text.push(ELLIPSIS);
        }
    }

    /// Where an end of one of the spans is in the shortened text.
    pub(super) fn locate(&self, original: usize) -> usize {
        let before = self.gaps.iter().rfind(|gap| gap.original.end <= original);
        before.map_or(original, |gap| gap.at + ELLIPSIS.len_utf8() + original - gap.original.end)
    }

    /// Where an offset of the shortened text is in the original text.
    pub(super) fn original(&self, offset: usize) -> usize {
        let before = self.gaps.iter().rfind(|gap| gap.at + ELLIPSIS.len_utf8() <= offset);
        before.map_or(offset, |gap| gap.original.end + offset - gap.at - ELLIPSIS.len_utf8())
    }
}

/// The ranges of a line to keep, in order and without overlap: around each point, or the start of
/// the line.
fn windows(text: &str, line: Range<usize>, points: &[usize]) -> Vec<Range<usize>> {
    let mut points: Vec<usize> =
        points.iter().copied().filter(|at| (line.start..=line.end).contains(at)).collect();
    points.sort_unstable();
    if points.is_empty() {
        points.push(line.start);
    }
    let mut windows: Vec<Range<usize>> = Vec::new();
    for point in points {
        let start = text.floor_char_boundary(point.saturating_sub(AROUND)).max(line.start);
        let end = text.floor_char_boundary(point + AROUND).min(line.end);
        match windows.last_mut() {
            Some(last) if start <= last.end => last.end = end,
            _ => windows.push(start..end),
        }
    }
    windows
}

/// A message shortened in its middle if it is too long.
pub(super) fn shorten_message(message: &str) -> String {
    if message.chars().count() <= LONGEST {
        return message.to_owned();
    }
    let head = &message[..message.floor_char_boundary(3 * AROUND)];
    let tail = &message[message.floor_char_boundary(message.len() - 2 * AROUND)..];
    format!("{head}{ELLIPSIS}{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_are_not_shortened() {
        let text = "eins\nzwölf é x\n\ndrei";
        let shortened = Shortened::new(text, &[6..9, 11..12]);
        assert_eq!(
            (shortened.text.as_str(), shortened.locate(6), shortened.original(9)),
            (text, 6, 9)
        );
    }

    #[test]
    fn both_ends_of_a_span_are_kept_and_offsets_map_both_ways() {
        let long = "é".repeat(1000);
        let text = format!("first\n{long}[{long}]{long}\n{long}\nlast");
        let (open, close) = (text.find('[').unwrap(), text.find(']').unwrap());
        let last = text.rfind("last").unwrap();
        let shortened = Shortened::new(&text, &[open..close, last..text.len()]);
        for whole in [open, close, last, text.len()] {
            let offset = shortened.locate(whole);
            assert_eq!(shortened.text[offset..].chars().next(), text[whole..].chars().next());
            assert_eq!(shortened.original(offset), whole);
        }
        assert_eq!(shortened.text.lines().count(), text.lines().count());
        assert!(
            shortened.text.lines().all(|line| line.chars().count() <= LONGEST),
            "{}",
            shortened.text
        );
        assert_eq!(shortened.text.matches(ELLIPSIS).count(), 4);
    }

    #[test]
    fn a_long_message_keeps_its_start_and_its_end() {
        assert_eq!(shorten_message("short"), "short");
        let long = shorten_message(&format!("no topic is named `{}`: why", "ä".repeat(9999)));
        assert!(long.starts_with("no topic is named `ää") && long.ends_with("ä`: why"));
        assert!(long.len() < 400, "{long}");
    }
}
