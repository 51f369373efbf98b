//! Rules for a source file: its length, its name, no unfinished code.

use super::rust::Source;

/// The most lines of code in a file. Blank lines, comments and the unit tests at the end of the
/// file do not count.
const MOST_LINES: usize = 400;

/// The most lines of code in a function. Lines with nothing but braces count, blank lines and
/// comments do not.
const MOST_LINES_OF_FUNCTION: usize = 60;

/// Names that do not describe the content of a file.
const VAGUE_NAMES: [&str; 10] = [
    "utils", "util", "helpers", "helper", "common", "types", "manager", "managers", "service",
    "services",
];

/// Macros of unfinished code.
const UNFINISHED: [&str; 3] = ["dbg!", "todo!", "unimplemented!"];

/// Returns what is wrong with a file.
pub(crate) fn faults(source: &Source) -> Vec<String> {
    let path = source.path.display();
    let stem = source.path.file_stem().unwrap_or_default().to_string_lossy();
    let mut faults = Vec::new();
    let lines = source.body.lines().filter(|line| !line.trim().is_empty()).count();
    if lines > MOST_LINES {
        faults.push(format!("{path}: {lines} lines of code, {MOST_LINES} at most: split it"));
    }
    if stem == "mod" {
        faults.push(format!("{path}: move it next to its folder and give it the folder's name"));
    }
    if VAGUE_NAMES.contains(&stem.as_ref()) {
        faults.push(format!("{path}: name the file after its content"));
    }
    let is_tested = source.path.starts_with("tests") || source.is_unit_test();
    if !is_tested {
        let long = functions(&source.body).into_iter();
        faults.extend(long.filter(|(_, _, lines)| *lines > MOST_LINES_OF_FUNCTION).map(|(number, name, lines)| {
            format!("{path}:{number}: `{name}` has {lines} lines of code, {MOST_LINES_OF_FUNCTION} at most: split it")
        }));
    }
    for (number, line) in (1..).zip(source.whole.lines()) {
        let unfinished = UNFINISHED.iter().filter(|name| has_word(line, name));
        faults.extend(unfinished.map(|name| format!("{path}:{number}: {name} is unfinished code")));
    }
    faults
}

/// Every function with the number of its first line, its name, and its lines of code. A function
/// ends at the brace with the indentation of its first line.
fn functions(code: &str) -> Vec<(usize, &str, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    let function = |at: usize| {
        let line = lines[at];
        let start = line.trim_start();
        let (qualifiers, rest) = start.split_once("fn ")?;
        let words = ["pub", "const", "async", "unsafe"];
        let are_known =
            |word: &str| words.iter().any(|known| word.starts_with(known)) || word.ends_with(')');
        let is_declaration = qualifiers.split_whitespace().all(are_known);
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        let indent = &line[..line.len() - start.len()];
        let is_end = |line: &&str| line.strip_prefix(indent).is_some_and(|rest| rest == "}");
        let is_short = line.ends_with('}') || line.ends_with(';');
        let length = lines[at..].iter().position(is_end).filter(|_| is_declaration && !is_short)?;
        let is_code = |line: &&&str| !line.trim().is_empty();
        Some((at + 1, name, lines[at..=at + length].iter().filter(is_code).count()))
    };
    (0..lines.len()).filter_map(function).collect()
}

/// Whether the line contains the word, and not only as the end of a longer word.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn faults_of(path: &str, text: &str) -> Vec<String> {
        faults(&Source::new(Path::new(path), text))
    }

    #[test]
    fn a_file_with_more_than_400_lines_of_code_is_a_fault() {
        let code = "fn a() {}\n// why\n\n";
        assert!(faults_of("a.rs", &code.repeat(400)).is_empty());
        assert_eq!(
            faults_of("a.rs", &code.repeat(401)),
            ["a.rs: 401 lines of code, 400 at most: split it"]
        );
        let tests = format!("\n#[cfg(test)]\nmod tests {{\n{}}}\n", code.repeat(401));
        assert!(faults_of("a.rs", &tests).is_empty());
    }

    #[test]
    fn a_function_with_more_than_60_lines_of_code_is_a_fault() {
        let function = |lines: usize| {
            let body = "        // why\n\n        g();\n".repeat(lines - 2);
            format!(
                "impl A {{\n    pub(super) async fn f<T>(a: T) {{\n{body}    }}\n\n    fn g() {{}}\n}}\n"
            )
        };
        assert!(faults_of("kernel/src/a.rs", &function(60)).is_empty());
        let long = function(61);
        assert_eq!(
            faults_of("kernel/src/a.rs", &long),
            ["kernel/src/a.rs:2: `f` has 61 lines of code, 60 at most: split it"]
        );
        let tests = format!("\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
        assert!(faults_of("kernel/src/a.rs", &tests).is_empty());
        assert!(faults_of("kernel/src/a/tests.rs", &long).is_empty());
        assert!(faults_of("tests/a.rs", &long).is_empty());
    }

    #[test]
    fn vague_file_names_are_faults() {
        for path in ["src/a/mod.rs", "src/utils.rs", "report/src/types.rs"] {
            assert_eq!(faults_of(path, "").len(), 1, "{path}");
        }
        assert!(faults_of("src/mode.rs", "").is_empty());
    }

    #[test]
    fn unfinished_code_is_a_fault_even_in_unit_tests() {
        let text = "fn a() { todo!() }\n// dbg!(1)\nlet s = \"todo!\"; my_dbg!(2);\n\n#[cfg(test)]\nmod tests {\n    dbg!(3);\n}\n";
        assert_eq!(
            faults_of("a.rs", text),
            ["a.rs:1: todo! is unfinished code", "a.rs:7: dbg! is unfinished code"]
        );
    }
}
