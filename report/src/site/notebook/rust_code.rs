//! Rust code with its words marked by kind.

use std::fmt::Write as _;

use super::escaped::Escaped;

/// The keywords of the edition 2024.
const KEYWORDS: [&str; 40] = [
    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern",
    "false", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro_rules", "match", "mod",
    "move", "mut", "pub", "ref", "return", "self", "Self", "static", "struct", "super", "trait",
    "true", "type", "unsafe", "use", "where", "while",
];

/// The kind of a piece of code, as the style sheet of notebooks names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TokenKind {
    Plain,
    Keyword,
    Type,
    Macro,
    Text,
    Number,
    Comment,
}

impl TokenKind {
    /// The class of the element around it.
    fn class(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Keyword => "kw",
            Self::Type => "ty",
            Self::Macro => "mac",
            Self::Text => "str",
            Self::Number => "lit",
            Self::Comment => "com",
        }
    }
}

/// The code as HTML. Code that does not compile is divided as far as that is possible; no character
/// of it is lost.
pub(super) fn html(code: &str) -> String {
    let mut html = String::with_capacity(code.len() * 2);
    let mut rest = code;
    while !rest.is_empty() {
        let (length, kind) = piece(rest, code.len() == rest.len());
        let (text, after) = rest.split_at(length);
        match kind.class() {
            "" => write!(html, "{}", Escaped(text)).expect("memory can be written"),
            class => write!(html, "<span class=\"{class}\">{}</span>", Escaped(text))
                .expect("memory can be written"),
        }
        rest = after;
    }
    html
}

/// The first piece of some code that is not empty: its length in bytes, and its kind.
fn piece(code: &str, is_start: bool) -> (usize, TokenKind) {
    let first = code.chars().next().expect("code is left");
    if code.starts_with("//") {
        return (code.find('\n').unwrap_or(code.len()), TokenKind::Comment);
    }
    if code.starts_with("/*") {
        return (block_comment(code), TokenKind::Comment);
    }
    if let Some(length) = text(code) {
        return (length, TokenKind::Text);
    }
    if first == '\'' {
        return match character(code) {
            Some(length) => (length, TokenKind::Text),
            None => (1 + word(&code[1..]), TokenKind::Type),
        };
    }
    if first == '#' && (code[1..].starts_with('[') || code[1..].starts_with("![")) {
        return (closing_bracket(code), TokenKind::Macro);
    }
    if first.is_ascii_digit() {
        return (number(code), TokenKind::Number);
    }
    // A command of evcxr such as `:dep`.
    if is_start && first == ':' && code[1..].starts_with(|c: char| c.is_ascii_lowercase()) {
        return (1 + word(&code[1..]), TokenKind::Macro);
    }
    if code.strip_prefix("r#").is_some_and(|name| word(name) > 0) {
        return (2 + word(&code[2..]), TokenKind::Plain);
    }
    match word(code) {
        0 => (first.len_utf8(), TokenKind::Plain),
        length => (length, kind_of_word(&code[..length], &code[length..])),
    }
}

fn kind_of_word(word: &str, after: &str) -> TokenKind {
    if KEYWORDS.contains(&word) {
        TokenKind::Keyword
    } else if after.starts_with('!') && !after.starts_with("!=") {
        TokenKind::Macro
    } else if word.starts_with(char::is_uppercase) {
        TokenKind::Type
    } else {
        TokenKind::Plain
    }
}

/// The length of a name at the beginning; zero if there is none.
fn word(code: &str) -> usize {
    code.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(code.len())
}

/// A comment with comments within it; one that does not end reaches to the end of the code.
fn block_comment(code: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < code.len() {
        let rest = &code[at..];
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    code.len()
}

/// The length of a string literal at the beginning, with its prefix.
fn text(code: &str) -> Option<usize> {
    let prefix =
        code.find(|c: char| !matches!(c, 'b' | 'c' | 'r')).filter(|length| *length <= 2)?;
    let rest = &code[prefix..];
    if code[..prefix].ends_with('r') {
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        let body = rest[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = body.find(&end).map_or(body.len(), |at| at + end.len());
        return Some(prefix + hashes + 1 + length);
    }
    if rest.starts_with('\'') && &code[..prefix] == "b" {
        return character(rest).map(|length| prefix + length);
    }
    let body = rest.strip_prefix('"')?;
    let mut is_escaped = false;
    let end = body.char_indices().find(|(_, c)| {
        let is_end = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_end
    });
    Some(prefix + 1 + end.map_or(body.len(), |(at, _)| at + 1))
}

/// The length of a character literal at the beginning. A lifetime is none.
fn character(code: &str) -> Option<usize> {
    let mut chars = code.char_indices().skip(1);
    match chars.next()? {
        (_, '\\') => {
            let (start, escaped) = chars.next()?;
            let after = &code[start + escaped.len_utf8()..];
            // Such as the eleven characters of `\u{10FFFF}`.
            let end = after.find('\'').filter(|end| *end <= 10)?;
            Some(start + escaped.len_utf8() + end + 1)
        }
        (_, '\'') => None,
        _ => chars.next().filter(|(_, c)| *c == '\'').map(|(at, _)| at + 1),
    }
}

/// A number with its suffix. `1..2` is two numbers, `1.max(2)` a number and a method.
fn number(code: &str) -> usize {
    let whole = word(code);
    let after = &code[whole..];
    let is_fraction =
        after.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if is_fraction { whole + 1 + word(&after[1..]) } else { whole }
}

/// An attribute up to its bracket; one that does not end reaches to the end of its line.
fn closing_bracket(code: &str) -> usize {
    let line = code.find('\n').unwrap_or(code.len());
    let mut depth = 0_i32;
    for (at, c) in code[..line].char_indices() {
        depth += i32::from(c == '[') - i32::from(c == ']');
        if c == ']' && depth == 0 {
            return at + 1;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces that have a kind, as `class:text`.
    fn marked(code: &str) -> Vec<String> {
        let html = html(code);
        let spans = html.split("<span class=\"").skip(1);
        let spans = spans.map(|span| span.split("</span>").next().unwrap().replacen("\">", ":", 1));
        spans.collect()
    }

    #[test]
    fn words_are_marked_by_kind() {
        for (code, expected) in [
            ("let a = 1;", vec!["kw:let", "lit:1"]),
            ("Vec::<u8>::new()", vec!["ty:Vec"]),
            ("println!(\"{a}\") // b", vec!["mac:println", "str:&#34;{a}&#34;", "com:// b"]),
            ("a != b", vec![]),
            ("/* a /* b */ c */ d", vec!["com:/* a /* b */ c */"]),
            (
                "r#\"a\"b\"# b\"c\" c\"d\"",
                vec!["str:r#&#34;a&#34;b&#34;#", "str:b&#34;c&#34;", "str:c&#34;d&#34;"],
            ),
            (
                "\"a\\\"b\" 'c' '\\'' b'd' '\\u{1F600}'",
                vec![
                    "str:&#34;a\\&#34;b&#34;", "str:&#39;c&#39;", "str:&#39;\\&#39;&#39;",
                    "str:b&#39;d&#39;", "str:&#39;\\u{1F600}&#39;",
                ],
            ),
            ("fn f<'a>(x: &'a str)", vec!["kw:fn", "ty:&#39;a", "ty:&#39;a"]),
            (
                "0x1F_u8 1.5e3 1..2 1.max(2)",
                vec!["lit:0x1F_u8", "lit:1.5e3", "lit:1", "lit:2", "lit:1", "lit:2"],
            ),
            ("#[derive(Debug)] struct S;", vec!["mac:#[derive(Debug)]", "kw:struct", "ty:S"]),
            (":dep serde = \"1\"", vec!["mac::dep", "str:&#34;1&#34;"]),
            ("r#type", vec![]),
        ] {
            assert_eq!(marked(code), expected, "{code}");
        }
    }

    #[test]
    fn code_that_does_not_compile_keeps_every_character() {
        for code in [
            "\"no end",
            "/* no end",
            "r##\"no end\"#",
            "'",
            "b'",
            "'\\",
            "'\\u{",
            "#[no end\nlet",
            "é'é",
            "\u{1F600}",
            "1.",
            "r",
            "br",
            "rb\"x",
            "</code><script>alert(1)</script>",
            "'\u{1F600}'",
            "//",
            "/*/",
            "*/",
            ":",
            ":é",
        ] {
            let html = html(code);
            let words = html.replace("</span>", "");
            let words: String = words
                .split("<span class=\"")
                .enumerate()
                .map(
                    |(place, part)| {
                        if place == 0 { part } else { part.split_once("\">").unwrap().1 }
                    },
                )
                .collect();
            let words = words.replace("&lt;", "<").replace("&gt;", ">").replace("&#34;", "\"");
            assert_eq!(words.replace("&#39;", "'").replace("&amp;", "&"), code);
            assert!(!html.contains("<script"), "{code}");
        }
    }
}
