//! Import circles among the files of a module.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::rust::Source;

/// The path of a module, without the name of the crate.
type Module = Vec<String>;

/// Returns every import circle among the kernel's files of these modules.
///
/// A file imports another if a path in its code leads there. A declaration `mod child;` is not an import, but a re-export
/// `pub use child::Name` is.
pub(crate) fn faults(modules: &[&str], sources: &[Source]) -> Vec<String> {
    let files: BTreeMap<Module, &Source> = sources
        .iter()
        .filter_map(|source| Some((module(&source.path)?, source)))
        .filter(|(module, _)| modules.contains(&module[0].as_str()))
        .collect();
    let imports: BTreeMap<&Module, BTreeSet<&Module>> = files
        .iter()
        .map(|(module, source)| (module, imports(module, &source.body, &files)))
        .collect();
    let reachable: BTreeMap<&Module, BTreeSet<&Module>> =
        imports.keys().map(|module| (*module, reachable(module, &imports))).collect();
    let mut circles = BTreeSet::new();
    for module in imports.keys() {
        let reached = reachable[module].iter();
        let circle: Vec<String> = reached
            .filter(|other| reachable[*other].contains(module))
            .map(|module| module.join("::"))
            .collect();
        if circle.len() > 1 {
            circles.insert(format!("import circle: {}", circle.join(", ")));
        }
    }
    circles.into_iter().collect()
}

fn module(path: &Path) -> Option<Module> {
    let inner = path.strip_prefix("kernel/src").ok()?.with_extension("");
    Some(inner.iter().map(|name| name.to_string_lossy().into_owned()).collect())
}

fn reachable<'m>(
    start: &Module,
    imports: &BTreeMap<&'m Module, BTreeSet<&'m Module>>,
) -> BTreeSet<&'m Module> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Module> = imports[start].iter().copied().collect();
    while let Some(module) = open.pop() {
        if reached.insert(module) {
            open.extend(&imports[module]);
        }
    }
    reached
}

/// The files to which paths in the code lead, except the file of the code.
fn imports<'m>(
    module: &Module,
    code: &str,
    files: &'m BTreeMap<Module, &Source>,
) -> BTreeSet<&'m Module> {
    let mut imports = BTreeSet::new();
    for (at, _) in code.match_indices("::") {
        let before = code[..at].trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        // A path after `in` is the scope of a visibility.
        if before.ends_with(':') || before.ends_with("(in ") {
            continue;
        }
        for path in expanded(&code[before.len()..]) {
            let path = absolute(module, &path);
            let file =
                (1..=path.len()).rev().find_map(|length| files.get_key_value(&path[..length]));
            imports.extend(file.map(|(file, _)| file).filter(|file| *file != module));
        }
    }
    imports
}

/// Returns a path from the root of the crate. A path that starts with another name can only lead to a child.
fn absolute(module: &Module, path: &[String]) -> Module {
    let supers = path.iter().take_while(|name| *name == "super").count();
    let (base, rest) = match path[0].as_str() {
        "crate" => (&module[..0], &path[1..]),
        "self" => (&module[..], &path[1..]),
        "super" => (&module[..module.len().saturating_sub(supers)], &path[supers..]),
        _ => (&module[..], path),
    };
    base.iter().chain(rest).cloned().collect()
}

/// Returns the path with which the code starts, or all paths if it ends with a group in braces.
fn expanded(code: &str) -> Vec<Module> {
    let code = code.trim_start();
    if let Some(group) = code.strip_prefix('{') {
        return entries(group).into_iter().flat_map(expanded).collect();
    }
    let end = code.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(code.len());
    let (name, rest) = code.split_at(end);
    let tails = rest.strip_prefix("::").map(expanded).unwrap_or_default();
    let tails = if tails.is_empty() { vec![Vec::new()] } else { tails };
    let joined = |tail: Module| std::iter::once(name.to_owned()).chain(tail).collect();
    if name.is_empty() { Vec::new() } else { tails.into_iter().map(joined).collect() }
}

/// Returns the entries of a group, up to its closing brace.
fn entries(group: &str) -> Vec<&str> {
    let (mut entries, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => {
                entries.push(&group[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                entries.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
        let source =
            |(path, code): &(&str, &str)| Source::new(&Path::new("kernel/src").join(path), code);
        faults(&["a", "b"], &files.iter().map(source).collect::<Vec<_>>())
    }

    #[test]
    fn files_that_import_each_other_are_a_circle() {
        for (one, other) in [
            ("use super::y::Y;", "use super::x::X;"),
            ("use crate::a::{y::Y, z};", "fn f() { super::x::f() }"),
            ("use super::{\n    y::{Y, self},\n};", "use crate::{a::x::X};"),
        ] {
            let found = faults_of(&[("a/x.rs", one), ("a/y.rs", other), ("a/z.rs", "")]);
            assert_eq!(found, ["import circle: a::x, a::y"], "{one}");
        }
    }

    #[test]
    fn a_child_that_imports_from_its_parent_makes_a_circle_with_a_re_export() {
        let child = ("a/x.rs", "use super::Y;");
        assert_eq!(
            faults_of(&[("a.rs", "mod x;\npub use x::X;"), child]),
            ["import circle: a, a::x"]
        );
        assert_eq!(faults_of(&[("a.rs", "mod x;\npub use self::x::X;"), child]).len(), 1);
        assert!(faults_of(&[("a.rs", "mod x;"), child]).is_empty());
    }

    #[test]
    fn longer_circles_are_found_and_other_modules_comments_and_tests_do_not_count() {
        let circle = [
            ("a/x.rs", "use super::y::Y;"),
            ("a/y.rs", "use crate::b::B;"),
            ("b.rs", "use crate::a::x::X;"),
        ];
        assert_eq!(faults_of(&circle), ["import circle: a::x, a::y, b"]);
        let other = [("c/x.rs", "use super::y::Y;"), ("c/y.rs", "use super::x::X;")];
        assert!(faults_of(&other).is_empty());
        let tests = "// super::x::X\n\n#[cfg(test)]\nmod tests {\n    use super::super::x::X;\n}\n";
        assert!(faults_of(&[("a/x.rs", "use super::y::Y;"), ("a/y.rs", tests)]).is_empty());
    }
}
