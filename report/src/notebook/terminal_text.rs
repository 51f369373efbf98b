//! Text as a program prints it for a terminal.

/// Text without the escape sequences of a terminal. Of a line that was overwritten, such as a
/// progress bar, the last text is left.
///
/// # Source
/// ECMA-48, sections 5.3 to 5.6: control sequences, control strings, other escape sequences.
pub(crate) fn plain(text: &str) -> String {
    let text = without_sequences(text).replace("\r\n", "\n");
    if !text.contains('\r') {
        return text;
    }
    let last = |line: &str| {
        let shown = line.trim_end_matches('\r');
        shown.rsplit('\r').next().unwrap_or(shown).to_owned()
    };
    text.split('\n').map(last).collect::<Vec<_>>().join("\n")
}

fn without_sequences(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = if let Some(sequence) = after.strip_prefix('[') {
            // Parameters, and a last character that is a letter or one of a few signs.
            let end = sequence.find(|c: char| !(' '..='?').contains(&c));
            match end {
                Some(end) if sequence[end..].starts_with(|c: char| ('@'..='~').contains(&c)) => {
                    &sequence[end + 1..]
                }
                Some(end) => &sequence[end..],
                None => "",
            }
        } else if let Some(string) = after.strip_prefix([']', 'P', '^', '_', 'X']) {
            let end = string.find(['\u{7}', '\u{1b}', '\n']);
            match end {
                Some(end) if string[end..].starts_with('\u{7}') => &string[end + 1..],
                Some(end) if string[end..].starts_with("\u{1b}\\") => &string[end + 2..],
                Some(end) => &string[end..],
                None => "",
            }
        } else {
            let end = after.find(|c: char| !(' '..='/').contains(&c));
            match end {
                Some(end) if after[end..].starts_with(|c: char| ('0'..='~').contains(&c)) => {
                    &after[end + 1..]
                }
                Some(end) => &after[end..],
                None => "",
            }
        };
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn escape_sequences_are_left_out_and_overwritten_text_too() {
        for (text, expected) in [
            ("\u{1b}[1;31merror\u{1b}[0m: x", "error: x"),
            ("\u{1b}]8;;https://a\u{1b}\\link\u{1b}]8;;\u{7}", "link"),
            ("a\u{1b}(Bb\u{1b}7c", "abc"),
            ("cut off \u{1b}[31", "cut off "),
            ("cut off \u{1b}", "cut off "),
            ("\u{1b}[é", "é"),
            ("\u{1b}]no end\nnext", "\nnext"),
            ("10 %\r50 %\r100 %\nend\r\n", "100 %\nend\n"),
            ("only\r", "only"),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
        }
    }
}
