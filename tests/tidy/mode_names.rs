//! Where the name of a mode may occur: in the folder of the mode and in its line of the list of
//! modes.
//!
//! Adding a mode must touch its folder and one line of the list. Code elsewhere that names a mode
//! is code that the next mode would have to edit.

use std::path::Path;

use super::layers::names_in_path;
use super::rust::Source;

/// The file with the list of modes, and the line with which the list begins there.
const LIST: &str = "kernel/src/mode.rs";
const LIST_BEGINS: &str = "modes! {";

/// The modules of the modes are children of this module.
const MODES: &str = "kernel/src/mode";

/// Names of modes that are ordinary words as well. Identifiers and file names may contain them.
const ORDINARY_WORDS: [&str; 3] = ["single", "graph", "dispute"];

/// Folders and files that use modes as users do.
const EXEMPT: [&str; 7] =
    ["tests", "experiments", "data", "personas", "report/book", ".ci", "kernel/jupyter"];

/// Returns every occurrence of a mode's name in Rust code outside the folder of the mode and the
/// list of modes.
///
/// An occurrence is a string literal that is the name, quotes it in backticks or has it as a
/// segment of a path; the path of a variant or module of the mode; or, unless the name is an
/// ordinary word, a file named after the mode. Unit tests and comments may name modes.
pub(crate) fn faults_in_rust(modes: &[&str], source: &Source) -> Vec<String> {
    let path = &source.path;
    if is_exempt(path) || source.is_unit_test() {
        return Vec::new();
    }
    if path == Path::new(LIST) {
        return faults_beside_list(modes, source);
    }
    let mut faults = Vec::new();
    for mode in modes.iter().filter(|mode| !is_in_folder(path, mode)) {
        faults.extend(fault_in_file_name(path, mode));
        let lines: Vec<&str> = source.body.lines().collect();
        let literals = source.literals.iter().filter(|(line, text)| {
            let code = lines.get(line - 1).copied().unwrap_or_default();
            names_mode(text, mode) && !(text == mode && is_section_id(code, mode))
        });
        faults
            .extend(literals.map(|(line, text)| fault(path, *line, mode, &format!("\"{text}\""))));
        let used = paths(source).filter(|(_, name)| *name == *mode || *name == variant(mode));
        faults.extend(
            used.map(|(line, name)| fault(path, line, mode, &format!("the path to `{name}`"))),
        );
    }
    faults
}

/// Returns every path that names a mode in the file with the list of modes, but not in the list.
fn faults_beside_list(modes: &[&str], source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    let mut is_in_list = false;
    for (number, line) in (1..).zip(source.body.lines()) {
        is_in_list = line == LIST_BEGINS || (is_in_list && line != "}");
        for mode in modes.iter().filter(|_| !is_in_list) {
            let variant = variant(mode);
            let starts =
                [format!("{mode}::"), format!("Mode::{variant}"), format!("ModeName::{variant}")];
            let found = starts.iter().find(|start| {
                let is_inside = |at: usize| {
                    line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
                };
                line.match_indices(start.as_str()).any(|(at, _)| !is_inside(at))
            });
            faults.extend(
                found.map(|found| fault(&source.path, number, mode, &format!("`{found}`"))),
            );
        }
    }
    faults
}

/// Returns every occurrence of a mode's name in a page template, style sheet or script.
///
/// An occurrence is a quoted name; in a template only inside tags. Unless the name is an ordinary
/// word, an identifier inside a tag or a class in a style sheet that starts with the name counts
/// too, and so does a file named after the mode.
pub(crate) fn faults_in_template(modes: &[&str], path: &Path, text: &str) -> Vec<String> {
    if is_exempt(path) {
        return Vec::new();
    }
    let is_style = path.extension().is_some_and(|extension| extension == "css");
    let is_script = path.extension().is_some_and(|extension| extension == "js");
    let mut faults = Vec::new();
    for mode in modes.iter().filter(|mode| !is_in_folder(path, mode)) {
        faults.extend(fault_in_file_name(path, mode));
        for (number, line) in (1..).zip(text.lines()) {
            let code = if is_style || is_script { vec![line] } else { tags(line) };
            let found = code.iter().find_map(|code| occurrence(code, mode, is_style));
            faults.extend(found.map(|found| fault(path, number, mode, &format!("`{found}`"))));
        }
    }
    faults
}

fn fault(path: &Path, line: usize, mode: &str, found: &str) -> String {
    format!(
        "{}:{line}: {found} names the mode {mode}: only {MODES}/{mode} and the list in {LIST} may name it",
        path.display()
    )
}

fn fault_in_file_name(path: &Path, mode: &str) -> Option<String> {
    let named = path.iter().any(|name| name.to_string_lossy().split(['.', '-']).any(|w| w == mode));
    (named && !ORDINARY_WORDS.contains(&mode)).then(|| {
        format!(
            "{}: the file is named after the mode {mode}: move it to {MODES}/{mode}",
            path.display()
        )
    })
}

fn is_exempt(path: &Path) -> bool {
    EXEMPT.iter().any(|exempt| path.starts_with(exempt))
}

/// Whether a file belongs to the folder of a mode.
fn is_in_folder(path: &Path, mode: &str) -> bool {
    path.strip_prefix(MODES).is_ok_and(|inner| {
        inner.iter().next().is_some_and(|first| Path::new(first).file_stem() == Some(mode.as_ref()))
    })
}

/// The name of the variant of a mode: `self-play` becomes `SelfPlay`.
fn variant(mode: &str) -> String {
    let capitalised = |word: &str| word[..1].to_uppercase() + &word[1..];
    mode.split(['-', '_']).map(capitalised).collect()
}

/// Whether a line of code makes or links a section of a page. An ordinary word can be the id of a
/// section.
fn is_section_id(code: &str, mode: &str) -> bool {
    let makes_section = code.contains("Section::new(\"") || code.contains("Anchor::Section(\"");
    makes_section && ORDINARY_WORDS.contains(&mode)
}

fn names_mode(literal: &str, mode: &str) -> bool {
    literal == mode
        || literal.contains(&format!("`{mode}`"))
        || literal.contains(&format!("modes.{mode}"))
        || (literal.contains('/') && literal.split('/').any(|segment| segment == mode))
}

/// The names that follow `mode::`, `Mode::` and `ModeName::` in paths, each with its line; below
/// the module of the modes also the names that follow as many `super::` as lead there.
fn paths(source: &Source) -> impl Iterator<Item = (usize, String)> {
    let mut roots = vec!["mode::".to_owned(), "Mode::".to_owned(), "ModeName::".to_owned()];
    if let Ok(inner) = source.path.strip_prefix(MODES) {
        roots.push("super::".repeat(inner.iter().count()));
    }
    let mut found = Vec::new();
    let mut start = 0;
    for (number, line) in (1..).zip(source.body.split('\n')) {
        for root in &roots {
            for (at, _) in line.match_indices(root.as_str()) {
                let inside_word = line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
                let more_supers = root.starts_with('s') && line[..at].ends_with("super::");
                if !inside_word && !more_supers {
                    let rest = &source.body[start + at + root.len()..];
                    found.extend(names_in_path(rest).into_iter().map(|name| (number, name)));
                }
            }
        }
        start += line.len() + 1;
    }
    found.into_iter()
}

/// The tags `{% … %}` and `{{ … }}` of a line.
fn tags(line: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    for (open, close) in [("{%", "%}"), ("{{", "}}")] {
        let mut rest = line;
        while let Some((_, after)) = rest.split_once(open) {
            let (tag, behind) = after.split_once(close).unwrap_or((after, ""));
            tags.push(tag);
            rest = behind;
        }
    }
    tags
}

fn occurrence<'c>(code: &'c str, mode: &str, is_style: bool) -> Option<&'c str> {
    for quote in ['"', '\'', '`'] {
        if let Some(at) = code.find(&format!("{quote}{mode}{quote}")) {
            return Some(&code[at + 1..=at + mode.len()]);
        }
    }
    if ORDINARY_WORDS.contains(&mode) {
        return None;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = code.match_indices(mode).filter(|(at, _)| !code[..*at].ends_with(is_word));
    let mut words = words.filter(|(at, _)| !is_style || code[..*at].ends_with('.'));
    words.next().map(|(at, _)| {
        let end = code[at..].find(|c| !is_word(c)).map_or(code.len(), |length| at + length);
        &code[at..end]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODES: [&str; 3] = ["graph", "belief", "self-play"];

    fn in_rust(path: &str, code: &str) -> usize {
        faults_in_rust(&MODES, &Source::new(Path::new(path), code)).len()
    }

    fn in_template(path: &str, text: &str) -> usize {
        faults_in_template(&MODES, Path::new(path), text).len()
    }

    #[test]
    fn literals_and_paths_that_name_a_mode_are_faults() {
        for code in [
            "let name = \"graph\";",
            "let help = \"try `belief`\";",
            "let help = \"[modes.graph]\";",
            "let file = \"prompts/graph/attacks.md\";",
            "match name { ModeName::Graph => 1 }",
            "crate::mode::Mode::SelfPlay",
            "use crate::mode::{\n    Belief,\n    Mode,\n};",
            "use faultline::mode::graph::Rounds;",
        ] {
            assert_eq!(in_rust("report/src/cli.rs", code), 1, "{code}");
        }
    }

    #[test]
    fn ordinary_words_comments_and_unit_tests_are_not_faults() {
        for code in [
            "use crate::graph::Graph; let graph = Graph::default();",
            "let text = \"a graph of arguments\";",
            "// `graph` and \"belief\"\nfn a() {}",
            "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    const NAME: &str = \"graph\";\n}\n",
            "use crate::mode::Mode; Mode::ALL; mode::gradual",
            "Section::new(\"graph\", title)",
            "link(Anchor::Section(\"graph\"))",
        ] {
            assert_eq!(in_rust("report/src/cli.rs", code), 0, "{code}");
        }
        assert_eq!(in_rust("tests/modes.rs", "let name = \"graph\";"), 0);
        assert_eq!(in_rust("kernel/src/mode/tests/corpus.rs", "ModeName::Graph"), 0);
    }

    #[test]
    fn the_folder_of_a_mode_may_name_it_but_no_other_mode() {
        for path in ["kernel/src/mode/belief.rs", "kernel/src/mode/belief/run.rs"] {
            assert_eq!(in_rust(path, "let name = \"belief\";"), 0);
            assert_eq!(in_rust(path, "let name = \"graph\";"), 1);
        }
        assert_eq!(in_rust("kernel/src/mode/belief.rs", "use super::graph::X;"), 1);
        assert_eq!(in_rust("kernel/src/mode/belief/crux.rs", "use super::super::graph::X;"), 1);
        assert_eq!(in_rust("kernel/src/mode/belief/crux.rs", "use super::graph::X;"), 0);
    }

    #[test]
    fn the_file_with_the_list_of_modes_names_a_mode_in_the_list_only() {
        let list = "modes! {\n    graph: Graph { Room },\n    belief: Belief,\n}\n";
        assert_eq!(in_rust("kernel/src/mode.rs", list), 0);
        assert_eq!(in_rust("kernel/src/mode.rs", "use crate::graph::Node;\n"), 0);
        for code in ["pub use graph::{Room, Said};\n", "    belief::Row,\n", "Mode::Belief\n"] {
            assert_eq!(in_rust("kernel/src/mode.rs", &format!("{code}{list}")), 1, "{code}");
            assert_eq!(in_rust("kernel/src/mode.rs", &format!("{list}{code}")), 1, "{code}");
        }
    }

    #[test]
    fn files_named_after_a_mode_outside_its_folder_are_faults() {
        assert_eq!(in_rust("report/src/site/belief/chart.rs", ""), 1);
        assert_eq!(in_template("templates/pages/mode-belief.html", ""), 1);
        assert_eq!(in_rust("kernel/src/graph.rs", ""), 0, "an ordinary word");
    }

    #[test]
    fn conditions_of_templates_that_name_a_mode_are_faults() {
        for text in ["{% if mode == \"graph\" %}", "{% match view.beliefs %}", "{{ belief.chart }}"]
        {
            assert_eq!(in_template("templates/pages/debate.html", text), 1, "{text}");
        }
        for text in ["{% if view.graph %}", "<p>What each persona believes: belief by belief</p>"] {
            assert_eq!(in_template("templates/pages/debate.html", text), 0, "{text}");
        }
        assert_eq!(in_template("templates/assets/style.css", ".belief { color: red }"), 1);
        assert_eq!(in_template("templates/assets/style.css", ".graph { color: red }"), 0);
        assert_eq!(in_template("templates/assets/site.js", "if (mode === 'belief') {}"), 1);
    }
}
