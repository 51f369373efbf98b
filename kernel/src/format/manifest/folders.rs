//! Reads `out` and `store` of a manifest: the folders to which a run writes and in which it deletes
//! files.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use crate::format::fault::Faults;
use crate::format::toml_table::Table;
use crate::vocabulary::ExperimentId;

/// Folders of files that people write. They cannot contain a site or a store.
const WRITTEN: [&str; 6] =
    ["personas", "experiments", "data/topics", "data/evidence", "data/passages", "templates"];

/// Folders of source code, which exist only in a project that contains its own program.
const SOURCES: [&str; 4] = ["kernel/src", "report/src", "tests", ".git"];

/// A folder cannot be used for a site or a store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FolderError {
    /// The folder contains, or is inside, a folder of files that people write.
    #[error("would overwrite `{0}`")]
    Written(&'static str),
    /// One of the folders of site and store contains the other.
    #[error("the folders of the site `{}` and the store `{}` overlap", out.display(), store.display())]
    Nested {
        /// The folder of the site, as written.
        out: PathBuf,
        /// The folder of the store, as written.
        store: PathBuf,
    },
}

impl FolderError {
    /// Returns how to fix the error.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Written(_) => {
                "use a separate folder, such as `site/…` or `data/store`, or one outside the project"
            }
            Self::Nested { .. } => {
                "use two separate folders: a build deletes files of the site that are out of date"
            }
        }
    }
}

/// Checks that a site in the folder `out` overwrites neither files that people write nor the store.
/// Paths can be relative to `root`.
///
/// # Errors
/// [`FolderError`] if it would. Symbolic links, `.`, `..` and absolute paths are resolved.
pub(super) fn check_site(root: &Path, out: &Path, store: &Path) -> Result<(), FolderError> {
    check_not_written(root, out)?;
    check_separate(root, out, store)
}

fn check_not_written(root: &Path, folder: &Path) -> Result<(), FolderError> {
    let folder = resolved(root, folder);
    let sources = SOURCES.into_iter().filter(|source| root.join(source).exists());
    let overwritten = WRITTEN.into_iter().chain(sources).find(|written| {
        let written = resolved(root, Path::new(written));
        folder.starts_with(&written) || written.starts_with(&folder)
    });
    overwritten.map_or(Ok(()), |written| Err(FolderError::Written(written)))
}

fn check_separate(root: &Path, out: &Path, store: &Path) -> Result<(), FolderError> {
    let (site, kept) = (resolved(root, out), resolved(root, store));
    if site.starts_with(&kept) || kept.starts_with(&site) {
        return Err(FolderError::Nested { out: out.to_owned(), store: store.to_owned() });
    }
    Ok(())
}

/// Returns the absolute path, with symbolic links, `.` and `..` resolved. Components that do not
/// exist are kept as written.
fn resolved(root: &Path, path: &Path) -> PathBuf {
    let path = std::path::absolute(root.join(path)).unwrap_or_else(|_| root.join(path));
    let mut resolved = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                resolved.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                resolved.push(component);
                // A link must be resolved before a `..` after it.
                resolved = resolved.canonicalize().unwrap_or(resolved);
            }
        }
    }
    resolved
}

/// Reads both folders, which must be separate from each other and from files that people write.
pub(super) fn read(
    table: &mut Table<'_>,
    root: &Path,
    name: Option<&ExperimentId>,
    faults: &mut Faults,
) -> (PathBuf, PathBuf) {
    let site = Path::new("site").join(name.map_or("", ExperimentId::as_str));
    let (out, out_span) = folder(table, root, "out", site, faults);
    let (store, store_span) = folder(table, root, "store", PathBuf::from("data/store"), faults);
    if let Some(span) = out_span.or(store_span)
        && let Err(error) = check_separate(root, &out, &store)
    {
        let fault = table.source().error(span, error.to_string());
        faults.push(fault.with_help(error.help()));
    }
    (out, store)
}

fn folder(
    table: &mut Table<'_>,
    root: &Path,
    key: &'static str,
    default: PathBuf,
    faults: &mut Faults,
) -> (PathBuf, Option<Range<usize>>) {
    let Some(written) = table.optional_text(key, faults) else { return (default, None) };
    let span = written.span();
    let path: PathBuf = Path::new(written.get_ref())
        .components()
        .filter(|component| *component != Component::CurDir)
        .collect();
    let fault = if path.components().any(|component| component == Component::ParentDir) {
        Some(("contains `..`".to_owned(), "write a path inside the project, or an absolute path"))
    } else {
        let error = check_not_written(root, &path).err();
        error.map(|error| (error.to_string(), error.help()))
    };
    if let Some((what, help)) = fault {
        let message = format!("`{key}` {what}");
        faults.push(table.source().error(span.clone(), message).with_help(help));
    }
    (path, Some(span))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        std::fs::create_dir_all(root.join("personas")).unwrap();
        std::fs::create_dir_all(root.join("report/src")).unwrap();
        (folder, root)
    }

    #[test]
    fn a_site_cannot_overwrite_what_people_write_however_its_path_is_spelled() {
        let (folder, root) = project();
        let store = Path::new("data/store");
        let check = |out: &Path| check_site(&root, out, store);
        let personas = Err(FolderError::Written("personas"));
        for out in ["personas", "./personas/x", "site/../personas", "", ".", "..", "../project"] {
            assert_eq!(check(Path::new(out)), personas, "{out}");
        }
        assert_eq!(check(&root.join("personas")), personas);
        assert_eq!(check(folder.path()), personas);
        assert_eq!(check(Path::new("report")), Err(FolderError::Written("report/src")));
        for out in ["site", "kernel", "data/site", "personas-site", "../site"] {
            assert_eq!(check(Path::new(out)), Ok(()), "{out}");
        }
        assert_eq!(check(&folder.path().join("elsewhere")), Ok(()));
    }

    #[test]
    fn site_and_store_cannot_overlap_however_their_paths_are_spelled() {
        let (_folder, root) = project();
        let nested = |out: &Path, store: &Path| {
            matches!(check_site(&root, out, store), Err(FolderError::Nested { .. }))
        };
        assert!(nested(&root.join("data/store/site"), Path::new("data/store")));
        assert!(nested(Path::new("site"), &root.join("site/store")));
        assert!(!nested(Path::new("site"), &root.join("site-store")));
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_are_resolved() {
        let (_folder, root) = project();
        std::os::unix::fs::symlink(root.join("personas"), root.join("link")).unwrap();
        let linked = check_site(&root, Path::new("link/x"), Path::new("data/store"));
        assert_eq!(linked, Err(FolderError::Written("personas")));
    }
}
