//! `out` and `store` of a manifest: folders that a run may write to and sweep.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use crate::format::fault::Faults;
use crate::format::toml_table::Table;
use crate::vocabulary::ExperimentId;

/// What people write stays theirs: no site or store is put in there.
const WRITTEN: [&str; 6] =
    ["personas", "experiments", "data/topics", "data/evidence", "data/passages", "templates"];

/// What programmers write, in a project that has its program beside it.
const SOURCES: [&str; 4] = ["kernel/src", "report/src", "tests", ".git"];

/// Says why a folder is no place for a site or a store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FolderError {
    /// It holds, or lies within, what people write.
    #[error("would write over `{0}`")]
    Written(&'static str),
    /// Site and store would sweep each other.
    #[error("the site `{}` and the store `{}` lie within each other", out.display(), store.display())]
    Nested {
        /// Where the site was to go, as it was named.
        out: PathBuf,
        /// Where the store is, as it was named.
        store: PathBuf,
    },
}

impl FolderError {
    /// The remedy.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Written(_) => {
                "give it a folder of its own, such as `site/…` or `data/store`, or one outside the project"
            }
            Self::Nested { .. } => {
                "pages that are no longer made are swept away: keep the two apart"
            }
        }
    }
}

/// Checks that a site in the folder `out` harms neither what people write nor the store; all paths may start at `root`.
///
/// # Errors
/// [`FolderError`] where it would, however the paths are written: with links, dots or from the root of the disk.
pub(super) fn check_site(root: &Path, out: &Path, store: &Path) -> Result<(), FolderError> {
    check_owner(root, out)?;
    check_apart(root, out, store)
}

fn check_owner(root: &Path, folder: &Path) -> Result<(), FolderError> {
    let folder = resolved(root, folder);
    let sources = SOURCES.into_iter().filter(|source| root.join(source).exists());
    let held = WRITTEN.into_iter().chain(sources).find(|held| {
        let held = resolved(root, Path::new(held));
        folder.starts_with(&held) || held.starts_with(&folder)
    });
    held.map_or(Ok(()), |held| Err(FolderError::Written(held)))
}

fn check_apart(root: &Path, out: &Path, store: &Path) -> Result<(), FolderError> {
    let (site, kept) = (resolved(root, out), resolved(root, store));
    if site.starts_with(&kept) || kept.starts_with(&site) {
        return Err(FolderError::Nested { out: out.to_owned(), store: store.to_owned() });
    }
    Ok(())
}

/// The absolute path without links and dots; what does not exist yet is taken by its words.
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
                // A link leads elsewhere before any `..` behind it leads up.
                resolved = resolved.canonicalize().unwrap_or(resolved);
            }
        }
    }
    resolved
}

/// Reads both folders; they must not hold each other nor what people have written.
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
        && let Err(error) = check_apart(root, &out, &store)
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
        Some((
            "leaves its place by `..`".to_owned(),
            "write a folder of the project, or an absolute path",
        ))
    } else {
        let error = check_owner(root, &path).err();
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
    fn no_way_of_writing_a_path_leads_over_what_people_write() {
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
    fn site_and_store_are_apart_however_they_are_written() {
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
    fn a_link_is_followed() {
        let (_folder, root) = project();
        std::os::unix::fs::symlink(root.join("personas"), root.join("link")).unwrap();
        let linked = check_site(&root, Path::new("link/x"), Path::new("data/store"));
        assert_eq!(linked, Err(FolderError::Written("personas")));
    }
}
