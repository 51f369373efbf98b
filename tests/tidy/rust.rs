//! Rust files without comments, without what literals say, and without the unit tests at their foot.

use std::path::{Path, PathBuf};

/// Where the unit tests of a file begin.
const FOOT: &str = "\n#[cfg(test)]\nmod tests {";

/// A Rust file.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// From the project's root.
    pub(crate) path: PathBuf,
    /// Its code, without the tests at its foot.
    pub(crate) body: String,
    /// Its code with them.
    pub(crate) whole: String,
}

impl Source {
    pub(crate) fn new(path: &Path, text: &str) -> Self {
        let whole = code(text);
        let body = whole.split_once(FOOT).map_or(whole.as_str(), |(body, _)| body).to_owned();
        Self { path: path.to_owned(), body, whole }
    }
}

/// The text with its comments and the content of its literals taken out; what stays keeps its line.
fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let behind_word = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = raw_string(rest).filter(|_| !behind_word) {
            length
        } else if first == '"' {
            quoted(rest)
        } else if let Some(length) = character(rest) {
            length
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        let (taken, after) = rest.split_at(length);
        if first != '/' {
            code.push('"');
        }
        // A line in a literal is a line of code.
        let line = if first == '/' { "\n" } else { "\n\"" };
        code.extend(taken.matches('\n').map(|_| line));
        rest = after;
    }
    let lines: Vec<&str> = code.lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of a raw string that starts the text.
fn raw_string(text: &str) -> Option<usize> {
    let body = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let hashes = body.len() - body.trim_start_matches('#').len();
    body[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let content = text.len() - body.len() + hashes + 1;
    Some(text[content..].find(&end).map_or(text.len(), |at| content + at + end.len()))
}

fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a character literal that starts the text; a lifetime is none.
fn character(text: &str) -> Option<usize> {
    let body = text.strip_prefix('\'')?;
    if let Some(escape) = body.strip_prefix('\\') {
        let after = escape.chars().next()?.len_utf8();
        return escape[after..].find('\'').map(|at| text.len() - escape.len() + after + at + 1);
    }
    let length = body.chars().next()?.len_utf8();
    body[length..].starts_with('\'').then_some(length + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new(Path::new("a.rs"), text)
    }

    #[test]
    fn comments_and_literals_say_nothing() {
        let text = "//! crate::a\nlet s = \"crate::b // \\\" \"; /* crate::c /* d */\n e */ let c = '\"';\n\
                    fn f<'a>(x: &'a str) {} // crate::d\nlet r = r#\"crate::e\"\n \"#; let n = '\\''; crate::f";
        let code = source(text).whole;
        let expected = "\nlet s = \";\n let c = \";\nfn f<'a>(x: &'a str) {}\nlet r = \"\n\"; let n = \"; crate::f";
        assert_eq!(code, expected);
    }

    #[test]
    fn tests_at_the_foot_are_no_part_of_the_body() {
        let source = source("fn a() {}\n\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n");
        assert_eq!(source.body.trim(), "fn a() {}");
        assert!(source.whole.contains("fn b"));
    }

    #[test]
    fn a_file_of_tests_elsewhere_is_body() {
        assert!(source("#[cfg(test)]\nmod oracle;\nfn a() {}").body.contains("fn a"));
    }
}
