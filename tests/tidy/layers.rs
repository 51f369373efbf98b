//! Which modules of the kernel may use which.

use std::path::Path;

use super::rust::Source;

/// A module of the kernel, and the modules that it may use.
pub(crate) type Layer = (&'static str, &'static [&'static str]);

/// Every module of the kernel, the lowest layer first, with the modules that it may use. A module
/// may use only modules of lower layers, which come earlier in this table. Unit tests may use more.
/// `argue`, `draw`, `characters` and `words` are crates of their own.
pub(crate) const TABLE: [Layer; 24] = [
    ("characters", &[]),
    ("words", &[]),
    ("argue", &[]),
    ("vocabulary", &["characters", "argue"]),
    ("text", &["words"]),
    ("dependence", &["vocabulary"]),
    ("corpus", &["vocabulary", "text", "dependence"]),
    ("store", &[]),
    ("draw", &[]),
    ("chart", &["draw"]),
    ("graph", &["vocabulary", "argue"]),
    ("record", &["vocabulary", "graph"]),
    ("prompt", &[]),
    ("question", &["vocabulary", "corpus", "store", "prompt"]),
    ("reply", &["vocabulary", "question"]),
    ("provider", &["vocabulary", "text", "corpus", "store", "prompt", "question"]),
    ("view", &["vocabulary", "text", "argue", "draw", "graph", "record"]),
    (
        "mode",
        &[
            "vocabulary", "text", "argue", "corpus", "dependence", "draw", "graph", "record",
            "prompt", "question", "reply", "provider", "view",
        ],
    ),
    ("format", &["vocabulary", "text", "corpus", "question", "provider", "mode"]),
    (
        "pipeline",
        &[
            "vocabulary", "text", "corpus", "store", "record", "prompt", "question", "provider",
            "mode", "format",
        ],
    ),
    ("analysis", &["vocabulary", "text", "argue", "store", "graph", "record", "mode", "view"]),
    ("planted", &[]),
    (
        "benchmark",
        &[
            "vocabulary", "store", "graph", "record", "mode", "format", "pipeline", "analysis",
            "planted",
        ],
    ),
    (
        "notebook",
        &[
            "vocabulary", "argue", "dependence", "store", "draw", "chart", "graph", "record",
            "view", "provider", "mode", "format", "pipeline", "analysis", "planted", "benchmark",
        ],
    ),
];

/// Returns every contradiction in the table, and every use in the files of the kernel that the
/// table does not allow.
pub(crate) fn faults(table: &[Layer], sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, (module, allowed)) in table.iter().enumerate() {
        let earlier = |name: &&str| table[..index].iter().any(|(other, _)| other == name);
        let wrong = allowed.iter().filter(|name| !earlier(name));
        faults.extend(
            wrong.map(|name| format!("{module} may use {name}, which comes later in the table")),
        );
    }
    for source in sources {
        let Ok(inner) = source.path.strip_prefix("kernel/src") else { continue };
        let module = module(inner);
        if module == "lib" || source.is_unit_test() {
            continue;
        }
        let path = source.path.display();
        let Some((_, allowed)) = table.iter().find(|(name, _)| *name == module) else {
            faults.push(format!("{path}: the module {module} is missing in the layer table"));
            continue;
        };
        for (line, used) in uses(&source.body, depth(inner)) {
            if used != module && !allowed.contains(&used.as_str()) {
                faults.push(format!("{path}:{line}: {module} may not use {used}"));
            }
        }
    }
    faults
}

/// Returns every module that a list names in another order than the table, or that the table does
/// not have.
pub(crate) fn faults_in_order(table: &[Layer], listed: &[&str], file: &str) -> Vec<String> {
    let rank = |name: &str| table.iter().position(|(module, _)| *module == name);
    let unknown = listed.iter().filter(|name| rank(name).is_none());
    let unknown = unknown.map(|name| format!("{file}: {name} is missing in the layer table"));
    let swapped = listed.windows(2).filter(|pair| rank(pair[0]) > rank(pair[1]));
    let swapped = swapped.map(|pair| format!("{file}: {} comes after {}", pair[0], pair[1]));
    unknown.chain(swapped).collect()
}

/// Returns the modules that the root of the crate declares, in its order.
pub(crate) fn declared(root: &str) -> Vec<&str> {
    let modules = root.lines().filter_map(|line| line.strip_prefix("pub mod "));
    modules.filter_map(|rest| rest.strip_suffix(';')).collect()
}

/// Returns the modules in the first column of the table of a section of a Markdown file, in its
/// order.
pub(crate) fn tabled<'t>(text: &'t str, heading: &str) -> Vec<&'t str> {
    let lines = text.lines().skip_while(|line| *line != heading).skip(1);
    let section = lines.take_while(|line| !line.starts_with("## "));
    section.filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect()
}

/// Returns the first component of a path below `src`, without its extension.
fn module(inner: &Path) -> String {
    let first = inner.iter().next().unwrap_or_default();
    Path::new(first).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns how many `super::` lead from a file to the root of the crate.
fn depth(inner: &Path) -> usize {
    inner.iter().count()
}

/// Returns the modules at the root of the crate that the code uses, each with its line.
fn uses(code: &str, depth: usize) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inline: Vec<&str> = Vec::new();
    let mut start = 0;
    for (number, line) in (1..).zip(code.split('\n')) {
        let (indent, text) = line.split_at(line.len() - line.trim_start().len());
        if text.ends_with('{') && text.split(' ').any(|word| word == "mod") {
            inline.push(indent);
        } else if text == "}" && inline.last() == Some(&indent) {
            inline.pop();
        }
        let climb = "super::".repeat(depth + inline.len());
        // The crates that the kernel re-exports count as modules of it, under either name.
        for (at, _) in line.match_indices("faultline_") {
            found.push((number, names_in_path(&code[start + at + "faultline_".len()..]).concat()));
        }
        for root in ["crate::", climb.as_str()] {
            for (at, _) in line.match_indices(root) {
                let before = line[..at].chars().next_back();
                if before.is_some_and(|c| c.is_alphanumeric() || "_:".contains(c)) {
                    continue;
                }
                let rest = &code[start + at + root.len()..];
                found.extend(names_in_path(rest).into_iter().map(|name| (number, name)));
            }
        }
        start += line.len() + 1;
    }
    found
}

/// Returns the first name of the rest of a path, or the first name of each entry if the rest is a
/// group in braces.
pub(crate) fn names_in_path(rest: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '*').collect()
    };
    let Some(group) = rest.strip_prefix('{') else { return vec![word(rest)] };
    let mut names = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(word(&group[start..at]));
                start = at + 1;
                if character == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: [Layer; 3] = [("a", &[]), ("b", &["a"]), ("c", &["b"])];

    fn faults_of(path: &str, code: &str) -> Vec<String> {
        faults(&SMALL, &[Source::new(Path::new(path), code)])
    }

    #[test]
    fn a_list_in_another_order_than_the_table_is_a_fault() {
        let faults = |listed: &[&str]| faults_in_order(&SMALL, listed, "list");
        assert_eq!(faults(&["a", "c"]), [""; 0]);
        assert_eq!(faults(&["b", "a", "c"]), ["list: b comes after a"]);
        assert_eq!(faults(&["a", "d"]).first().unwrap(), "list: d is missing in the layer table");
        assert_eq!(declared("pub use x as a;\npub mod b;\n#[cfg(f)]\npub mod c;\n"), ["b", "c"]);
        let table =
            "# A\n| `z` | other |\n## B\n| module | what |\n| `b` | `c` |\n## C\n| `d` | e |";
        assert_eq!(tabled(table, "## B"), ["b"]);
    }

    #[test]
    fn every_spelling_of_a_path_to_another_layer_is_found() {
        for code in [
            "use crate::c::X;",
            "use crate::{a::Y, c};",
            "use crate::{\n    a::{Y, Z},\n    c::X,\n};",
            "fn f() { crate::c::g(); }",
            "pub(crate) use super::c::X;",
            "use faultline_c::X;",
        ] {
            let faults = faults_of("kernel/src/b.rs", code);
            assert_eq!(faults.len(), 1, "{code}: {faults:?}");
            assert!(faults[0].ends_with(": b may not use c"), "{faults:?}");
        }
        let nested = "mod samples {\n    use super::super::c::X;\n}\nuse super::c::Z;";
        assert_eq!(faults_of("kernel/src/b.rs", nested).len(), 2);
        assert_eq!(
            faults_of("kernel/src/b/inner.rs", "use super::Y;\nuse super::super::c::X;"),
            ["kernel/src/b/inner.rs:2: b may not use c"]
        );
    }

    #[test]
    fn allowed_uses_comments_and_literals_are_not_faults() {
        for code in [
            "use crate::a::X;\nuse crate::b::Y;\nuse super::a;",
            "//! [`crate::c`]\nlet text = \"crate::c\";",
            "use std::fmt;\n\n#[cfg(test)]\nmod tests {\n    use crate::c::X;\n}",
        ] {
            assert!(faults_of("kernel/src/b.rs", code).is_empty(), "{code}");
        }
        assert!(faults_of("kernel/src/b/inner.rs", "use super::c::X;").is_empty());
        assert!(faults_of("kernel/src/b/tests/deep.rs", "use crate::c::X;").is_empty());
        let nested = "mod samples {\n    use super::c::X;\n    use super::super::a::Y;\n}";
        assert!(faults_of("kernel/src/b.rs", nested).is_empty());
        assert!(faults_of("report/src/z.rs", "use crate::c::X;").is_empty());
    }

    #[test]
    fn modules_that_are_not_allowed_or_not_in_the_table_are_faults() {
        assert_eq!(faults_of("kernel/src/c.rs", "use crate::a::X;").len(), 1);
        assert_eq!(faults_of("kernel/src/b.rs", "use crate::*;").len(), 1);
        assert!(faults_of("kernel/src/z.rs", "")[0].contains("the module z is missing"));
    }

    #[test]
    fn a_table_that_allows_a_later_module_contradicts_itself() {
        let faults = faults(&[("a", &["b"]), ("b", &[])], &[]);
        assert_eq!(faults, ["a may use b, which comes later in the table"]);
    }
}
