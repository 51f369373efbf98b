//! Makes foreign text harmless in Markdown pages.

use std::fmt::{self, Write};

use askama::filters::Escaper;
use faultline::vocabulary::is_hidden;

/// Writes text so that Markdown shows it as it is, on one line.
///
/// Hidden characters are left out; runs of white space become one
/// space, and none is left at either end; characters that Markdown gives a meaning are escaped: everywhere where they have one everywhere, at the
/// beginning where only the beginning of a line gives them one.
///
/// # Source
/// CommonMark 0.31.2, sections 2.4 (backslash escapes), 4 and 5 (what can begin a block); tables and strikethrough as
/// GitHub extends it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Markdown;

impl Escaper for Markdown {
    fn write_escaped_str<W: Write>(&self, mut dest: W, string: &str) -> fmt::Result {
        let mut begun = Begun::Nothing;
        let mut space = false;
        let mut chars = string.trim().chars().peekable();
        while let Some(c) = chars.next() {
            if c.is_whitespace() {
                space = true;
                continue;
            }
            if is_hidden(c) {
                continue;
            }
            if std::mem::take(&mut space) && begun != Begun::Nothing {
                dest.write_char(' ')?;
            }
            if is_special(c) || begun.gives_meaning(c, chars.peek().copied()) {
                dest.write_char('\\')?;
            }
            dest.write_char(c)?;
            begun = begun.after(c);
        }
        Ok(())
    }
}

/// What a line begins with, as far as lists and headings care.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Begun {
    Nothing,
    Number,
    Text,
}

impl Begun {
    fn gives_meaning(self, c: char, next: Option<char>) -> bool {
        match self {
            Self::Nothing if matches!(c, '-' | '+' | '=' | ':') => true,
            // Where the text comes in pieces, the number may stand in the piece before.
            Self::Nothing | Self::Number => {
                matches!(c, '.' | ')')
                    && next.is_none_or(|next| next.is_whitespace() || next.is_control())
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

/// Sets text as an indented code block: every line behind four spaces, so that nothing in it can end the block.
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
    fn nothing_begins_a_block() {
        for (text, expected) in [
            ("# heading", r"\# heading"),
            ("- item", r"\- item"),
            ("+ item", r"\+ item"),
            ("* item", r"\* item"),
            ("12. item", r"12\. item"),
            ("3) item", r"3\) item"),
            ("4.", r"4\."),
            ("5.\u{1b} item", r"5\. item"),
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
    fn nothing_marks_up_or_links() {
        assert_eq!(escaped("[x](javascript:alert(1))"), r"\[x\](javascript:alert(1))");
        assert_eq!(escaped("![x](y) <img src=x> &lt;"), r"\!\[x\](y) \<img src=x\> \&lt;");
        assert_eq!(escaped(r"a|b \| c *d* _e_ ~f~ $g$"), r"a\|b \\\| c \*d\* \_e\_ \~f\~ \$g\$");
        assert_eq!(escaped("a\u{0}b\u{1b}[31mc\u{202e}d\u{7f}"), r"ab\[31mcd");
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
    fn no_line_of_a_code_block_starts_left_of_it() {
        let block = code_block("\n```\n</details>\r# x\r\n\r\n\u{1b}[0m\n");
        assert_eq!(block, "    ```\n    </details>\n    # x\n    \n    [0m");
    }
}
