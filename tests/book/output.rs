//! Compares the outputs that a page shows with the outputs of its commands, and rewrites them.
//!
//! A line `…` matches any number of lines, and `…` within a line matches any text.

/// The mark for lines left out.
const LINES: &str = "…";

/// Whether a command printed what the page shows.
pub(crate) fn matches(shown: &[String], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == LINES => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        Some((first, rest)) => printed
            .split_first()
            .is_some_and(|(line, others)| fits(first, line) && matches(rest, others)),
    }
}

/// Whether a line was printed as shown.
fn fits(shown: &str, printed: &str) -> bool {
    match shown.split_once('…') {
        None => shown == printed,
        Some((start, rest)) => printed.strip_prefix(start).is_some_and(|printed| {
            let ends = printed.char_indices().map(|(at, _)| at).chain([printed.len()]);
            ends.into_iter().any(|at| fits(rest, &printed[at..]))
        }),
    }
}

/// What the page should show: the output, cut where the page cuts it now.
///
/// A passage between two cuts keeps its length and begins where its first line is printed; the last
/// one ends with the output. Where that line is not printed, the page stays as it is and someone
/// has to look at it.
pub(crate) fn current(shown: &[String], printed: &[&str]) -> Vec<String> {
    if matches(shown, printed) {
        return shown.to_vec();
    }
    let passages: Vec<&[String]> = shown.split(|line| line == LINES).collect();
    if passages.len() == 1 {
        return abridged(shown, printed);
    }
    let mut lines = Vec::new();
    let mut at = 0;
    for (index, passage) in passages.iter().enumerate() {
        let start = if index == 0 {
            Some(0)
        } else if index + 1 == passages.len() {
            printed.len().checked_sub(passage.len())
        } else {
            let first = passage.first();
            let find = |first: &String| printed[at..].iter().position(|line| fits(first, line));
            first.and_then(find).map(|found| at + found)
        };
        let Some(found) = start.and_then(|start| printed.get(start..start + passage.len())) else {
            return shown.to_vec();
        };
        at = start.unwrap_or(at) + passage.len();
        if index > 0 {
            lines.push(LINES.to_owned());
        }
        lines.extend(abridged(passage, found));
    }
    lines
}

/// The printed lines; a line that the page shows with text left out stays as shown.
fn abridged(shown: &[String], printed: &[&str]) -> Vec<String> {
    let line = |(index, line): (usize, &&str)| {
        shown
            .get(index)
            .filter(|shown| fits(shown, line))
            .map_or_else(|| (*line).to_owned(), Clone::clone)
    };
    printed.iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn lines_and_text_may_be_left_out() {
        let printed = ["a", "b", "run-17-done", "c", "d"];
        for shown in ["a b run-17-done c d", "…", "a … d", "… r…-…-d… …", "a b run-… c d", "… c d"]
        {
            assert!(matches(&lines(shown), &printed), "{shown}");
            assert_eq!(current(&lines(shown), &printed), lines(shown));
        }
        for shown in ["", "a b", "a … c", "… b run-…-over …", "… d c …", "a b run-… c d e"]
        {
            assert!(!matches(&lines(shown), &printed), "{shown}");
        }
    }

    #[test]
    fn a_page_is_corrected_where_it_can_be() {
        let current = |shown: &str, printed: &str| {
            let printed = lines(printed);
            let printed: Vec<&str> = printed.iter().map(String::as_str).collect();
            current(&lines(shown), &printed).join(" ")
        };
        assert_eq!(current("a b", "a c d"), "a c d");
        assert_eq!(current("x-… b", "x-1 c"), "x-… c");
        assert_eq!(current("a … d", "a b e"), "a … e");
        assert_eq!(current("… head one …", "a head two b"), "… head two …");
        assert_eq!(current("… head one …", "a b"), "… head one …");
    }
}
