//! Makes foreign text harmless in Markdown pages.

use std::fmt::{self, Write};

use askama::filters::Escaper;
use faultline::vocabulary::{WebAddress, is_hidden};

/// Writes text so that Markdown shows its words and nothing else, on one line.
///
/// Hidden characters are left out. White space becomes single spaces, with none at either end.
/// Characters that mark something up anywhere in a line are escaped everywhere; those that do so
/// only at the start of a line are escaped there.
///
/// # Source
/// CommonMark 0.31.2, sections 2.4 (backslash escapes), 4 and 5 (block starts); tables and
/// strikethrough as GitHub extends it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Markdown;

impl Escaper for Markdown {
    fn write_escaped_str<W: Write>(&self, dest: W, string: &str) -> fmt::Result {
        write_line(dest, string, Start::Nothing)
    }
}

/// A text as [`Markdown`] writes it.
pub(super) fn line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    write_line(&mut line, text, Start::Nothing).expect("writing to a string never fails");
    line
}

/// Continues a line of Markdown with text. A space at either end of the text stays.
pub(super) fn continue_line(line: &mut String, text: &str) {
    let start = match line.as_str() {
        "" => Start::Nothing,
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => Start::Number,
        _ => Start::Text,
    };
    let space = |line: &mut String| {
        if !line.is_empty() && !line.ends_with(' ') {
            line.push(' ');
        }
    };
    if text.starts_with(char::is_whitespace) {
        space(line);
    }
    write_line(&mut *line, text, start).expect("writing to a string never fails");
    if text.ends_with(char::is_whitespace) {
        space(line);
    }
}

/// Continues a line of Markdown with a link to a page of the web. Nothing in an address ends the
/// link.
pub(super) fn link(line: &mut String, title: &str, address: &WebAddress) {
    line.push('[');
    continue_line(line, title.trim());
    let address = address.as_str().replace('&', "&amp;");
    write!(line, "](<{address}>)").expect("writing to a string never fails");
}

fn write_line<W: Write>(mut dest: W, text: &str, mut start: Start) -> fmt::Result {
    let (mut space, mut written) = (false, false);
    let mut chars = text.trim().chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() {
            space = true;
            continue;
        }
        if is_hidden(c) {
            continue;
        }
        if std::mem::take(&mut space) && written {
            dest.write_char(' ')?;
        }
        if is_special(c) || start.gives_meaning(c, chars.peek().copied()) {
            dest.write_char('\\')?;
        }
        dest.write_char(c)?;
        written = true;
        start = start.after(c);
    }
    Ok(())
}

/// The start of a line, as far as it matters for lists and headings.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Start {
    Nothing,
    Number,
    Text,
}

impl Start {
    fn gives_meaning(self, c: char, next: Option<char>) -> bool {
        match self {
            Self::Nothing if matches!(c, '-' | '+' | '=' | ':') => true,
            // Where a line is written piece by piece, the number may be in the piece before.
            Self::Nothing | Self::Number => {
                matches!(c, '.' | ')')
                    && next.is_none_or(|next| next.is_whitespace() || is_hidden(next))
            }
            Self::Text => false,
        }
    }

    fn after(self, c: char) -> Self {
        match self {
            Self::Nothing | Self::Number if c.is_ascii_digit() => Self::Number,
            Self::Nothing | Self::Number | Self::Text => Self::Text,
        }
    }
}

fn is_special(c: char) -> bool {
    matches!(
        c,
        '\\' | '`'
            | '*'
            | '_'
            | '['
            | ']'
            | '<'
            | '>'
            | '#'
            | '|'
            | '~'
            | '&'
            | '$'
            | '{'
            | '}'
            | '!'
    )
}

/// Leaves out hidden characters.
pub(super) fn visible(text: &str) -> String {
    text.chars().filter(|&c| !is_hidden(c)).collect()
}

/// Writes text as an indented code block. Every line starts with four spaces, so no line can end
/// the block.
pub(super) fn code_block(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut block = String::with_capacity(text.len() + 64);
    for line in text.trim_matches('\n').split('\n') {
        if !block.is_empty() {
            block.push('\n');
        }
        block.push_str("    ");
        block.push_str(&visible(line));
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut out = String::new();
        Markdown.write_escaped_str(&mut out, text).unwrap();
        out
    }

    #[test]
    fn text_cannot_start_a_block_at_the_start_of_a_line() {
        for (text, expected) in [
            ("# heading", r"\# heading"),
            ("- item", r"\- item"),
            ("+ item", r"\+ item"),
            ("* item", r"\* item"),
            ("12. item", r"12\. item"),
            ("3) item", r"3\) item"),
            ("4.", r"4\."),
            ("5.\u{1b} item", r"5\. item"),
            ("6.\u{200b} item", r"6\. item"),
            (": definition", r"\: definition"),
            ("a: b", "a: b"),
            ("0.67 and more", "0.67 and more"),
            ("> quote", r"\> quote"),
            ("===", r"\==="),
            ("---", r"\---"),
            ("~~~", r"\~\~\~"),
            ("```rust", r"\`\`\`rust"),
            ("    code ", "code"),
            ("a\n\n# b\r\n- c", r"a \# b - c"),
            ("2024 was 3.5 times 1.2", "2024 was 3.5 times 1.2"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }

    #[test]
    fn text_cannot_start_markup_or_links() {
        assert_eq!(escaped("[x](javascript:alert(1))"), r"\[x\](javascript:alert(1))");
        assert_eq!(escaped("![x](y) <img src=x> &lt;"), r"\!\[x\](y) \<img src=x\> \&lt;");
        assert_eq!(escaped(r"a|b \| c *d* _e_ ~f~ $g$"), r"a\|b \\\| c \*d\* \_e\_ \~f\~ \$g\$");
        assert_eq!(escaped("a\u{0}b\u{1b}[31mc\u{202e}d\u{7f}"), r"ab\[31mcd");
    }

    #[test]
    fn a_continued_line_escapes_only_what_matters_there() {
        let line = |pieces: &[&str]| {
            let mut line = String::new();
            for piece in pieces {
                continue_line(&mut line, piece);
            }
            line
        };
        assert_eq!(line(&["n1", " and ", "n2", ": +1."]), "n1 and n2: +1.");
        assert_eq!(line(&[": x"]), r"\: x");
        assert_eq!(line(&["12", ". item"]), r"12\. item");
        assert_eq!(line(&["a", "*b*"]), r"a\*b\*");
    }

    #[test]
    fn a_link_to_the_web_shows_its_title_and_leads_to_its_address_alone() {
        let mut line = "See ".to_owned();
        link(&mut line, "a](javascript:x) *b*", &"https://a.org/?b=c&d".parse().unwrap());
        assert_eq!(line, r"See [a\](javascript:x) \*b\*](<https://a.org/?b=c&amp;d>)");
    }

    #[test]
    fn hidden_characters_are_left_out_of_markdown() {
        assert_eq!(visible("a\u{202e}b\tc\u{1b}[0m\r\nd"), "ab\tc[0m\nd");
        for hidden in [
            '\u{61c}', '\u{200b}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}',
            '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{feff}',
        ] {
            assert_eq!(visible(&format!("a{hidden}b")), "ab", "{hidden:?}");
            assert_eq!(escaped(&format!("a{hidden}b")), "ab", "{hidden:?}");
        }
    }

    #[test]
    fn every_line_of_a_code_block_is_indented() {
        let block = code_block("\n```\n</details>\r# x\r\n\r\n\u{1b}[0m\n");
        assert_eq!(block, "    ```\n    </details>\n    # x\n    \n    [0m");
    }
}
