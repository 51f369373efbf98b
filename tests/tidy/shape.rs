//! Rules for a source file: its length, its name, no unfinished code.

use super::rust::Source;

/// The most lines of code in a file. Blank lines, comments and the unit tests at the end of the file do not count.
const MOST_LINES: usize = 400;

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
    for (number, line) in (1..).zip(source.whole.lines()) {
        let unfinished = UNFINISHED.iter().filter(|name| has_word(line, name));
        faults.extend(unfinished.map(|name| format!("{path}:{number}: {name} is unfinished code")));
    }
    faults
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
