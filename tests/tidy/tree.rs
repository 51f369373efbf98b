//! The files of the project in the work tree.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the kernel is a folder of the project")
}

/// Returns the paths, relative to `root`, of all files that git does not ignore, sorted by name.
pub(crate) fn files(root: &Path) -> Vec<PathBuf> {
    let ignored = fs::read_to_string(root.join(".gitignore")).unwrap_or_default();
    let ignored: Vec<&str> = ignored.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let walk = walkdir::WalkDir::new(root).min_depth(1).sort_by_file_name().into_iter();
    walk.filter_entry(|entry| {
        let path = entry.path().strip_prefix(root).expect("the walk starts at the root");
        entry.file_name() != ".git" && !ignored.iter().any(|pattern| is_ignored(path, pattern))
    })
    .map(|entry| entry.expect("the project can be read"))
    .filter(|entry| entry.file_type().is_file())
    .map(|entry| entry.path().strip_prefix(root).expect("as above").to_owned())
    .collect()
}

/// Whether a pattern of `.gitignore` matches. This project uses the patterns `/folder`, `name` and
/// `*.extension`.
fn is_ignored(path: &Path, pattern: &str) -> bool {
    let pattern = pattern.trim_end_matches('/');
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match (pattern.strip_prefix('/'), pattern.strip_prefix('*')) {
        (Some(folder), _) => path == Path::new(folder),
        (None, Some(extension)) => name.ends_with(extension),
        (None, None) => name == pattern,
    }
}

/// Reads a file; `None` if it is not text.
pub(crate) fn read(path: &Path) -> Option<String> {
    String::from_utf8(fs::read(root().join(path)).expect("a listed file can be read")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_files_are_not_listed() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "text").unwrap();
        };
        let names =
            [".git/config", "target/a", "b/target/a", "b/a.snap.new", "b/a.snap", "data/store/x"];
        names.into_iter().for_each(write);
        fs::write(folder.path().join(".gitignore"), "/target\n/data/store/\n*.snap.new\n").unwrap();
        let expected = [".gitignore", "b/a.snap", "b/target/a"].map(PathBuf::from);
        assert_eq!(files(folder.path()), expected);
    }
}
