//! Import cycles among the files of a crate.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use super::rust::Source;

/// The path of a module, without the name of the crate; empty for the root.
type Module = Vec<String>;

/// What a declaration `pub use child::Name` means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReExport {
    /// An import by the file that contains it.
    Import,
    /// No import: files that import the name import the file that defines it.
    Link,
}

/// Returns every import cycle among the files of a crate in `folder` that are in one of these
/// modules.
///
/// A file imports another if a path in its code leads there. A declaration `mod child;` is not an
/// import.
pub(crate) fn faults(
    folder: &str,
    is_checked: impl Fn(&[String]) -> bool,
    re_export: ReExport,
    sources: &[Source],
) -> Vec<String> {
    let files: BTreeMap<Module, &Source> = sources
        .iter()
        .filter_map(|source| Some((module(folder, &source.path)?, source)))
        .filter(|(module, _)| is_checked(module))
        .collect();
    let mut links = BTreeMap::new();
    let mut bodies: BTreeMap<&Module, String> = BTreeMap::new();
    for (module, source) in &files {
        let mut body = source.body.clone();
        while let Some(range) = find_re_export(&body).filter(|_| re_export == ReExport::Link) {
            let declaration: String = body.drain(range).collect();
            let (_, tree) = declaration.split_once(" use ").expect("it is a declaration");
            for path in expanded(tree) {
                let name = path.last().cloned().unwrap_or_default();
                links.insert([module.as_slice(), &[name]].concat(), absolute(module, &path));
            }
        }
        bodies.insert(module, body);
    }
    let imports: BTreeMap<&Module, BTreeSet<&Module>> = bodies
        .iter()
        .map(|(module, body)| (*module, imports(module, body, &files, &links)))
        .collect();
    let reachable: BTreeMap<&Module, BTreeSet<&Module>> =
        imports.keys().map(|module| (*module, reachable(module, &imports))).collect();
    let mut cycles = BTreeSet::new();
    for module in imports.keys() {
        let reached = reachable[module].iter();
        let cycle: Vec<String> = reached
            .filter(|other| reachable[*other].contains(module))
            .map(|module| module.join("::"))
            .collect();
        if cycle.len() > 1 {
            cycles.insert(format!("import cycle in {folder}: {}", cycle.join(", ")));
        }
    }
    cycles.into_iter().collect()
}

fn module(folder: &str, path: &Path) -> Option<Module> {
    let inner = path.strip_prefix(folder).ok()?.with_extension("");
    let names = inner.iter().map(|name| name.to_string_lossy().into_owned());
    Some(names.filter(|name| name != "lib").collect())
}

/// Where the first declaration `pub use …;` is, whatever its visibility.
fn find_re_export(code: &str) -> Option<Range<usize>> {
    code.match_indices("pub").find_map(|(start, _)| {
        let (visibility, rest) = code[start..].split_once(" use ")?;
        let is_declaration = !visibility.contains(['\n', ' ']) || visibility.starts_with("pub(in");
        let end = code.len() - rest.len() + rest.find(';')? + 1;
        is_declaration.then_some(start..end)
    })
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
    links: &BTreeMap<Module, Module>,
) -> BTreeSet<&'m Module> {
    let mut imports = BTreeSet::new();
    for (at, _) in code.match_indices("::") {
        let before = code[..at].trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        // A path after `in` is the scope of a visibility.
        if before.ends_with(':') || before.ends_with("(in ") {
            continue;
        }
        for path in expanded(&code[before.len()..]) {
            let path = linked(absolute(module, &path), links, files);
            let file =
                (0..=path.len()).rev().find_map(|length| files.get_key_value(&path[..length]));
            imports.extend(file.map(|(file, _)| file).filter(|file| *file != module));
        }
    }
    imports
}

/// Follows re-exports to the path of the definition. A name that is also a file is the file.
fn linked(
    mut path: Module,
    links: &BTreeMap<Module, Module>,
    files: &BTreeMap<Module, &Source>,
) -> Module {
    let re_exported = |path: &Module| {
        let ends = (1..=path.len()).filter(|&end| !files.contains_key(&path[..end]));
        ends.map(|end| (end, links.get(&path[..end])))
            .find_map(|(end, to)| Some((end, to?.clone())))
    };
    // A chain of re-exports is at most as long as the tree of modules is deep.
    for _ in 0..8 {
        let Some((end, to)) = re_exported(&path) else { break };
        path = [&to, &path[end..]].concat();
    }
    path
}

/// Returns a path from the root of the crate. A path that starts with another name can only lead to
/// a child.
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

    fn cycles(files: &[(&str, &str)], re_export: ReExport) -> Vec<String> {
        let source = |(path, code): &(&str, &str)| Source::new(&Path::new("k").join(path), code);
        let sources: Vec<Source> = files.iter().map(source).collect();
        let faults =
            faults("k", |module| module.first().is_none_or(|m| m != "c"), re_export, &sources);
        faults.into_iter().map(|fault| fault.replace("import cycle in k: ", "")).collect()
    }

    fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
        cycles(files, ReExport::Import)
    }

    #[test]
    fn files_that_import_each_other_are_a_cycle() {
        for (one, other) in [
            ("use super::y::Y;", "use super::x::X;"),
            ("use crate::a::{y::Y, z};", "fn f() { super::x::f() }"),
            ("use super::{\n    y::{Y, self},\n};", "use crate::{a::x::X};"),
        ] {
            let files = [("a/x.rs", one), ("a/y.rs", other), ("a/z.rs", "")];
            for re_export in [ReExport::Import, ReExport::Link] {
                assert_eq!(cycles(&files, re_export), ["a::x, a::y"], "{one}");
            }
        }
    }

    #[test]
    fn a_child_that_imports_from_its_parent_makes_a_cycle_with_a_re_export() {
        let child = ("a/x.rs", "use super::Y;");
        assert_eq!(faults_of(&[("a.rs", "mod x;\npub use x::X;"), child]), ["a, a::x"]);
        assert_eq!(faults_of(&[("a.rs", "mod x;\npub use self::x::X;"), child]).len(), 1);
        assert!(faults_of(&[("a.rs", "mod x;"), child]).is_empty());
    }

    #[test]
    fn a_re_export_that_is_not_an_import_leads_to_the_file_that_defines_the_name() {
        let lib = ("lib.rs", "mod x;\nmod y;\npub use x::X;\npub use y::Y;");
        let x = ("x.rs", "use crate::y::Y;\nuse std::fmt;");
        let cycle = [lib, x, ("y.rs", "use super::{\n    X,\n};")];
        assert_eq!(cycles(&cycle, ReExport::Link), ["x, y"]);
        let tests = "fn f() {}\n\n#[cfg(test)]\nmod tests {\n    use crate::x::X;\n}\n";
        assert!(cycles(&[lib, x, ("y.rs", tests)], ReExport::Link).is_empty());
    }

    #[test]
    fn longer_cycles_are_found_and_other_modules_comments_and_tests_do_not_count() {
        let cycle = [
            ("a/x.rs", "use super::y::Y;"),
            ("a/y.rs", "use crate::b::B;"),
            ("b.rs", "use crate::a::x::X;"),
        ];
        assert_eq!(faults_of(&cycle), ["a::x, a::y, b"]);
        let other = [("c/x.rs", "use super::y::Y;"), ("c/y.rs", "use super::x::X;")];
        assert!(faults_of(&other).is_empty());
        let tests = "// super::x::X\n\n#[cfg(test)]\nmod tests {\n    use super::super::x::X;\n}\n";
        assert!(faults_of(&[("a/x.rs", "use super::y::Y;"), ("a/y.rs", tests)]).is_empty());
    }
}
