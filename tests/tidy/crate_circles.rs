//! Modules of a crate that depend on each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use super::rust::Source;

/// The path of a module from the root of its crate; empty for the root.
type Module = Vec<String>;

/// Returns a fault for every `use` that is part of a circle of modules in the crate whose sources are in `folder`.
///
/// A re-export is no dependency of its own: the importer of a re-exported name depends on the module that defines it.
pub(crate) fn faults(folder: &str, sources: &[Source]) -> Vec<String> {
    let files: Vec<(Module, &Source)> = sources
        .iter()
        .filter_map(|source| {
            let inner = source.path.strip_prefix(folder).ok()?.with_extension("");
            let names = inner.iter().map(|name| name.to_string_lossy().into_owned());
            Some((names.filter(|name| name != "lib").collect(), source))
        })
        .collect();
    let modules: BTreeSet<&Module> = files.iter().map(|(module, _)| module).collect();
    let mut exports: BTreeMap<Module, Module> = BTreeMap::new();
    let mut imports: Vec<(&Module, &Source, Module)> = Vec::new();
    for (module, source) in &files {
        for (is_export, path) in uses(&source.body) {
            let Some(path) = from_root(module, &path, &modules) else { continue };
            if is_export {
                let name = path.last().cloned().unwrap_or_default();
                exports.insert([module.as_slice(), &[name]].concat(), path);
            } else {
                imports.push((module, source, path));
            }
        }
    }
    let mut edges: BTreeMap<&Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, _, path) in &imports {
        let target = defining_module(path.clone(), &exports, &modules);
        if target != **module {
            edges.entry(module).or_default().insert(target);
        }
    }
    let circles = edges.iter().flat_map(|(from, targets)| targets.iter().map(move |to| (from, to)));
    let circles = circles.filter(|(from, to)| reaches(&edges, to, from));
    let name = |module: &Module| format!("{folder}/{}", module.join("/"));
    circles
        .map(|(from, to)| format!("{} and {} depend on each other", name(from), name(to)))
        .collect()
}

/// Returns the paths of all `use` declarations, each with whether it is a re-export.
fn uses(code: &str) -> Vec<(bool, Vec<String>)> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find("use ") {
        let line_start = rest[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let before = rest[line_start..at].trim();
        let statement = &rest[at + "use ".len()..];
        let end = statement.find(';').unwrap_or(statement.len());
        if before.is_empty() || before.starts_with("pub") {
            let paths = paths(&statement[..end]).into_iter();
            found.extend(paths.map(|path| (!before.is_empty(), path)));
            rest = &statement[end..];
        } else {
            rest = statement;
        }
    }
    found
}

/// Returns every path of a use tree such as `a::{b, c::D}`.
fn paths(tree: &str) -> Vec<Vec<String>> {
    let names = |text: &str| -> Vec<String> {
        let text = text.split(" as ").next().unwrap_or_default();
        text.split("::").map(|name| name.trim().to_owned()).filter(|n| !n.is_empty()).collect()
    };
    let Some((prefix, group)) = tree.split_once('{') else { return vec![names(tree)] };
    let group = group.rsplit_once('}').map_or(group, |(group, _)| group);
    let (mut depth, mut start) = (0, 0);
    let mut found = Vec::new();
    for (at, character) in group.char_indices().chain([(group.len(), ',')]) {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let inner = group[start..at].trim();
                if !inner.is_empty() {
                    found.extend(
                        paths(inner).into_iter().map(|path| [names(prefix), path].concat()),
                    );
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// Returns a path from the root of the crate; `None` if it leads to another crate.
fn from_root(module: &Module, path: &[String], modules: &BTreeSet<&Module>) -> Option<Module> {
    let climbs = path.iter().take_while(|name| *name == "super").count();
    let (base, rest): (&[String], _) = match path.first()?.as_str() {
        "crate" => (&[], &path[1..]),
        "self" => (module, &path[1..]),
        "super" => (&module[..module.len().checked_sub(climbs)?], &path[climbs..]),
        name if modules.contains(&[module.as_slice(), &[name.to_owned()]].concat()) => {
            (module, path)
        }
        _ => return None,
    };
    Some([base, rest].concat())
}

/// Follows re-exports from a path, and returns the module that contains its name.
fn defining_module(
    mut path: Module,
    exports: &BTreeMap<Module, Module>,
    modules: &BTreeSet<&Module>,
) -> Module {
    // A chain of re-exports is at most as long as the tree of modules is deep.
    for _ in 0..8 {
        let prefix = (1..=path.len()).find(|&end| exports.contains_key(&path[..end]));
        let Some(end) = prefix.filter(|&end| !modules.contains(&path[..end].to_vec())) else {
            break;
        };
        path = [exports[&path[..end]].as_slice(), &path[end..]].concat();
    }
    while !path.is_empty() && !modules.contains(&path) {
        path.pop();
    }
    path
}

fn reaches(edges: &BTreeMap<&Module, BTreeSet<Module>>, from: &Module, to: &Module) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        if module == to {
            return true;
        }
        open.extend(edges.get(module).into_iter().flatten().filter(|next| seen.insert(next)));
    }
    false
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
        let source = |(path, code): &(&str, &str)| Source::new(Path::new(path), code);
        faults("a/src", &files.iter().map(source).collect::<Vec<_>>())
    }

    #[test]
    fn a_circle_is_found() {
        let files = [("a/src/x.rs", "use super::y::Y;"), ("a/src/y.rs", "use crate::{x::X, z};")];
        assert_eq!(
            faults_of(&files),
            [
                "a/src/x and a/src/y depend on each other",
                "a/src/y and a/src/x depend on each other"
            ]
        );
    }

    #[test]
    fn a_circle_through_a_re_export_is_found() {
        let files = [
            ("a/src/lib.rs", "mod x;\nmod y;\npub use x::X;"),
            ("a/src/x.rs", "use crate::y::Y;"),
            ("a/src/y.rs", "use super::{\n    X,\n};"),
        ];
        assert_eq!(faults_of(&files).len(), 2);
    }

    #[test]
    fn one_direction_and_unit_tests_are_allowed() {
        let files = [
            ("a/src/lib.rs", "mod x;\nmod y;\npub use x::X;\npub use y::Y;"),
            ("a/src/x.rs", "use super::y::Y;\nuse std::fmt;"),
            ("a/src/y.rs", "fn f() {}\n\n#[cfg(test)]\nmod tests {\n    use crate::x::X;\n}\n"),
        ];
        assert!(faults_of(&files).is_empty());
    }
}
