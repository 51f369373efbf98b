//! Lines too long to be shown whole, cut down to what is around the places of a fault.

use std::ops::Range;

/// Longer lines are cut. *Units*: characters; a paragraph that a person wrote on one line is shorter.
const LONGEST: usize = 400;
/// So much is kept on either side of a place. *Units*: bytes, as are all offsets here.
const AROUND: usize = 70;
const ELLIPSIS: char = '…';

/// A text with its overlong lines cut, and the way from its offsets to those of the whole text.
#[derive(Debug, Clone)]
pub(super) struct Cut {
    pub(super) text: String,
    gaps: Vec<Gap>,
}

/// What an ellipsis stands for.
#[derive(Debug, Clone)]
struct Gap {
    at: usize,
    whole: Range<usize>,
}

impl Cut {
    /// Cuts a text; both ends of each span stay, and what is around them.
    pub(super) fn new(whole: &str, spans: &[Range<usize>]) -> Self {
        let mut cut = Self { text: String::with_capacity(whole.len()), gaps: Vec::new() };
        let points: Vec<usize> = spans.iter().flat_map(|span| [span.start, span.end]).collect();
        let mut start = 0;
        for line in whole.split_inclusive('\n') {
            let end = start + line.trim_end_matches('\n').len();
            if line.chars().count() > LONGEST {
                let mut next = start;
                for kept in windows(whole, start..end, &points) {
                    cut.leave_out(next..kept.start);
                    cut.text.push_str(&whole[kept.clone()]);
                    next = kept.end;
                }
                cut.leave_out(next..end);
                cut.text.push_str(&whole[end..start + line.len()]);
            } else {
                cut.text.push_str(line);
            }
            start += line.len();
        }
        cut
    }

    fn leave_out(&mut self, whole: Range<usize>) {
        if !whole.is_empty() {
            self.gaps.push(Gap { at: self.text.len(), whole });
            self.text.push(ELLIPSIS);
        }
    }

    /// Where an end of one of the spans is in the cut text.
    pub(super) fn place(&self, whole: usize) -> usize {
        let before = self.gaps.iter().rfind(|gap| gap.whole.end <= whole);
        before.map_or(whole, |gap| gap.at + ELLIPSIS.len_utf8() + whole - gap.whole.end)
    }

    /// Where an offset of the cut text is in the whole one.
    pub(super) fn whole(&self, place: usize) -> usize {
        let before = self.gaps.iter().rfind(|gap| gap.at + ELLIPSIS.len_utf8() <= place);
        before.map_or(place, |gap| gap.whole.end + place - gap.at - ELLIPSIS.len_utf8())
    }
}

/// What is kept of a line, in order and apart: around each point, else its beginning.
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

/// A message that quotes no more than a reader can take in.
pub(super) fn shortened(message: &str) -> String {
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
    fn short_lines_stay_as_they_are() {
        let text = "eins\nzwölf é x\n\ndrei";
        let cut = Cut::new(text, &[6..9, 11..12]);
        assert_eq!((cut.text.as_str(), cut.place(6), cut.whole(9)), (text, 6, 9));
    }

    #[test]
    fn both_ends_of_a_span_stay_and_offsets_lead_there_and_back() {
        let long = "é".repeat(1000);
        let text = format!("first\n{long}[{long}]{long}\n{long}\nlast");
        let (open, close) = (text.find('[').unwrap(), text.find(']').unwrap());
        let last = text.rfind("last").unwrap();
        let cut = Cut::new(&text, &[open..close, last..text.len()]);
        for whole in [open, close, last, text.len()] {
            let place = cut.place(whole);
            assert_eq!(cut.text[place..].chars().next(), text[whole..].chars().next());
            assert_eq!(cut.whole(place), whole);
        }
        assert_eq!(cut.text.lines().count(), text.lines().count());
        assert!(cut.text.lines().all(|line| line.chars().count() <= LONGEST), "{}", cut.text);
        assert_eq!(cut.text.matches(ELLIPSIS).count(), 4);
    }

    #[test]
    fn a_message_keeps_its_beginning_and_its_end() {
        assert_eq!(shortened("short"), "short");
        let long = shortened(&format!("no topic is named `{}`: why", "ä".repeat(9999)));
        assert!(long.starts_with("no topic is named `ää") && long.ends_with("ä`: why"));
        assert!(long.len() < 400, "{long}");
    }
}
