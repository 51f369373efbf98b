//! Which topics and personas a project has, by the names of their files and folders.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::vocabulary::{PersonaId, TopicId};

/// The names that manifests and corpora may use; whether their files are sound is another question.
#[derive(Debug, Clone, Default)]
pub(super) struct ProjectNames {
    pub(super) topics: BTreeSet<TopicId>,
    pub(super) personas: BTreeSet<PersonaId>,
}

impl ProjectNames {
    /// Lists the project at `root`; folders that are not there have no entries.
    pub(super) fn of(root: &Path) -> Self {
        let topics = files(root, "data/topics", "toml");
        let personas = folders(root, "personas");
        Self {
            topics: topics.iter().filter_map(|path| TopicId::new(stem(path)).ok()).collect(),
            personas: personas.iter().filter_map(|path| PersonaId::new(stem(path)).ok()).collect(),
        }
    }

    pub(super) fn topic_names(&self) -> Vec<&str> {
        self.topics.iter().map(TopicId::as_str).collect()
    }

    pub(super) fn persona_names(&self) -> Vec<&str> {
        self.personas.iter().map(PersonaId::as_str).collect()
    }
}

/// A file's name without its extension, or a folder's name.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The files of a folder that end in `extension`, from the root, by name.
pub(super) fn files(root: &Path, folder: &str, extension: &str) -> Vec<PathBuf> {
    entries(root, folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .filter(|path| root.join(path).is_file() && !is_readme(path))
        .collect()
}

/// What else there is in a folder that [`files`] lists, but for notes to the reader: files that end otherwise, folders,
/// links that lead nowhere.
pub(super) fn others(root: &Path, folder: &str, extension: &str) -> Vec<PathBuf> {
    let files = files(root, folder, extension);
    let mut others = entries(root, folder);
    others.retain(|path| !files.contains(path) && !is_readme(path));
    others
}

/// What is no folder in a folder of folders, but for notes to the reader.
pub(super) fn strays(root: &Path, folder: &str) -> Vec<PathBuf> {
    let mut strays = entries(root, folder);
    strays.retain(|path| !root.join(path).is_dir() && !is_readme(path));
    strays
}

/// Says whether a file is a note to the reader of its folder.
pub(super) fn is_readme(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "README.md")
}

/// The folders of a folder, from the root, by name.
pub(super) fn folders(root: &Path, folder: &str) -> Vec<PathBuf> {
    entries(root, folder).into_iter().filter(|path| root.join(path).is_dir()).collect()
}

/// Why a folder that is there cannot be listed.
pub(super) fn trouble(root: &Path, folder: &str) -> Option<std::io::Error> {
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
