//! The files and folders of a project: which topics and personas exist, and which files are not
//! read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::vocabulary::{PersonaId, TopicId};

/// The names of topics and personas that exist. Their files may have faults.
#[derive(Debug, Clone, Default)]
pub(super) struct ProjectNames {
    pub(super) topics: BTreeSet<TopicId>,
    pub(super) personas: BTreeSet<PersonaId>,
}

impl ProjectNames {
    /// Lists the project at `root`. A folder that does not exist has no entries.
    pub(super) fn of(root: &Path) -> Self {
        let topics = files(root, "data/topics", "toml");
        let personas = folders(root, "personas");
        Self {
            topics: topics.iter().filter_map(|path| TopicId::new(stem(path)).ok()).collect(),
            personas: personas
                .iter()
                .filter_map(|path| PersonaId::new(folder_name(path)).ok())
                .collect(),
        }
    }

    pub(super) fn topic_names(&self) -> Vec<&str> {
        self.topics.iter().map(TopicId::as_str).collect()
    }

    pub(super) fn persona_names(&self) -> Vec<&str> {
        self.personas.iter().map(PersonaId::as_str).collect()
    }
}

/// Returns the name of a file without its extension.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the name of a folder.
pub(super) fn folder_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the files of a folder with an extension, relative to the root and sorted by name.
pub(super) fn files(root: &Path, folder: &str, extension: &str) -> Vec<PathBuf> {
    entries(root, folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .filter(|path| root.join(path).is_file() && !is_readme(path))
        .collect()
}

/// Returns the entries of a folder that [`files`] does not list, except README files: files with
/// other extensions, folders, broken links.
pub(super) fn others(root: &Path, folder: &str, extension: &str) -> Vec<PathBuf> {
    let files = files(root, folder, extension);
    let mut others = entries(root, folder);
    others.retain(|path| !files.contains(path) && !is_readme(path));
    others
}

/// Returns the entries of a folder that are not folders, except README files.
pub(super) fn non_folders(root: &Path, folder: &str) -> Vec<PathBuf> {
    let mut found = entries(root, folder);
    found.retain(|path| !root.join(path).is_dir() && !is_readme(path));
    found
}

/// Whether a file is a README.
pub(super) fn is_readme(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "README.md")
}

/// Returns the folders of a folder, relative to the root and sorted by name.
pub(super) fn folders(root: &Path, folder: &str) -> Vec<PathBuf> {
    entries(root, folder).into_iter().filter(|path| root.join(path).is_dir()).collect()
}

/// Returns why a folder that exists cannot be listed, if so.
pub(super) fn list_error(root: &Path, folder: &str) -> Option<std::io::Error> {
    let error = std::fs::read_dir(root.join(folder)).err()?;
    (error.kind() != std::io::ErrorKind::NotFound).then_some(error)
}

fn entries(root: &Path, folder: &str) -> Vec<PathBuf> {
    let hidden = |name: &str| name.starts_with('.');
    walkdir::WalkDir::new(root.join(folder))
        .min_depth(1)
        .max_depth(1)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !hidden(name))
        .map(|name| Path::new(folder).join(name))
        .collect()
}
