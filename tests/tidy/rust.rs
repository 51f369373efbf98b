//! Rust source files: their code without comments, literals and unit tests, and their string
//! literals.

use std::path::{Path, PathBuf};

/// The lines with which the unit tests at the end of a file begin, without the content of literals.
const TESTS: [&str; 2] =
    ["\n#[cfg(test)]\nmod tests {", "\n#[cfg(test)]\n#[cfg(feature = \")]\nmod tests {"];

/// A Rust file.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// The path from the project root.
    pub(crate) path: PathBuf,
    /// The code without comments, literals and the unit tests at the end of the file.
    pub(crate) body: String,
    /// The code without comments and literals, unit tests included.
    pub(crate) whole: String,
    /// The string literals of the body, each with its line. Escapes are not decoded.
    pub(crate) literals: Vec<(usize, String)>,
}

impl Source {
    pub(crate) fn new(path: &Path, text: &str) -> Self {
        let (whole, mut literals) = code(text);
        let tests = TESTS.iter().find_map(|tests| whole.find(tests));
        let body = whole[..tests.unwrap_or(whole.len())].to_owned();
        let lines = body.matches('\n').count() + 1;
        literals.retain(|(line, _)| *line <= lines);
        Self { path: path.to_owned(), body, whole, literals }
    }

    /// Whether the whole file is unit tests: it is `tests.rs` or below a folder `tests` of a
    /// crate's code.
    pub(crate) fn is_unit_test(&self) -> bool {
        let inner = self.path.iter().skip_while(|name| *name != "src");
        inner.skip(1).any(|name| name == "tests" || name == "tests.rs")
    }
}

/// Returns the text without comments and without the content of literals, and the content of its
/// string literals. Every line keeps its number.
fn code(text: &str) -> (String, Vec<(usize, String)>) {
    let mut code = String::with_capacity(text.len());
    let mut literals = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after_word = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = raw_string(rest).filter(|_| !after_word) {
            length
        } else if first == '"' {
            quoted(rest)
        } else if let Some(length) = character(rest) {
            length
        } else {
            code.push(first);
            line += usize::from(first == '\n');
            rest = &rest[first.len_utf8()..];
            continue;
        };
        let (taken, after) = rest.split_at(length);
        if first != '/' {
            code.push('"');
        }
        if first == '"' || first == 'r' || first == 'b' {
            let content = taken.split_once('"').map_or("", |(_, content)| content);
            literals.push((line, content.trim_end_matches('#').trim_end_matches('"').to_owned()));
        }
        // A line inside a literal counts as a line of code.
        let filler = if first == '/' { "\n" } else { "\n\"" };
        code.extend(taken.matches('\n').map(|_| filler));
        line += taken.matches('\n').count();
        rest = after;
    }
    let lines: Vec<&str> = code.lines().map(str::trim_end).collect();
    (lines.join("\n"), literals)
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

/// Returns the length of the raw string with which the text starts.
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

/// Returns the length of the character literal with which the text starts. A lifetime is not a
/// literal.
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
    fn comments_and_the_content_of_literals_are_removed() {
        let text = "//! crate::a\nlet s = \"crate::b // \\\" \"; /* crate::c /* d */\n e */ let c = '\"';\n\
                    fn f<'a>(x: &'a str) {} // crate::d\nlet r = r#\"crate::e\"\n \"#; let n = '\\''; crate::f";
        let code = source(text).whole;
        let expected = "\nlet s = \";\n let c = \";\nfn f<'a>(x: &'a str) {}\nlet r = \"\n\"; let n = \"; crate::f";
        assert_eq!(code, expected);
    }

    #[test]
    fn unit_tests_at_the_end_of_a_file_do_not_belong_to_its_body() {
        for condition in ["", "#[cfg(feature = \"run\")]\n"] {
            let tests = format!("\n#[cfg(test)]\n{condition}mod tests {{\n    fn b() {{}}\n}}\n");
            let source = source(&format!("fn a() {{}}\n{tests}"));
            assert_eq!(source.body.trim(), "fn a() {}");
            assert!(source.whole.contains("fn b"));
        }
    }

    #[test]
    fn string_literals_of_the_body_keep_their_lines() {
        let text = "let a = \"one\"; // \"no\"\n/* \"no\"\n*/ let b = r#\"t\"wo\"#;\nlet c = '\"'; let d = b\"th\nree\";\n\
                    let e = \"four\";\n\n#[cfg(test)]\nmod tests {\n    let f = \"no\";\n}\n";
        let found = source(text).literals;
        let found: Vec<_> = found.iter().map(|(line, text)| (*line, text.as_str())).collect();
        assert_eq!(found, [(1, "one"), (3, "t\"wo"), (4, "th\nree"), (6, "four")]);
    }

    #[test]
    fn a_test_module_in_a_file_of_its_own_does_not_end_the_body() {
        assert!(source("#[cfg(test)]\nmod oracle;\nfn a() {}").body.contains("fn a"));
    }
}
