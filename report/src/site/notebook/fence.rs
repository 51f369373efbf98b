//! Blocks of code in Markdown.

use crate::site::escape::visible;

/// A fenced block. The fence is longer than every one in the text, so that no line can end the
/// block.
pub(super) fn fenced(text: &str, language: &str) -> String {
    let text = visible(&text.replace("\r\n", "\n").replace('\r', "\n"));
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}")
}

#[cfg(test)]
mod tests {
    use super::fenced;

    #[test]
    fn no_line_of_a_fenced_block_ends_it() {
        assert_eq!(fenced("let a;", "rust"), "```rust\nlet a;\n```");
        assert_eq!(fenced("```\r\n````\u{1b}", ""), "`````\n```\n````\n`````");
    }
}
