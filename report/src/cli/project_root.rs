//! Finds the project: the folder that contains `personas` and `data`.

use std::path::{Component, Path, PathBuf};

/// Says why the project was not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProjectRootError {
    /// The folder given with `--root` is not a project.
    #[error("`{}` is not a project: it does not contain the folders `personas` and `data`", .0.display())]
    NotAProject(PathBuf),
    /// Neither the start folder nor a folder above it is a project.
    #[error(
        "neither `{}` nor a folder above it contains `personas` and `data`; change to the project's folder or name it with --root DIR",
        .0.display()
    )]
    NotFound(PathBuf),
    /// The current folder was deleted or cannot be read.
    #[error("the current folder cannot be read: {0}; change to another folder")]
    CurrentFolder(String),
}

/// The current folder.
///
/// # Errors
/// [`ProjectRootError::CurrentFolder`] where it cannot be read.
pub(super) fn current_folder() -> Result<PathBuf, ProjectRootError> {
    std::env::current_dir().map_err(|error| ProjectRootError::CurrentFolder(error.to_string()))
}

/// A project, and how its paths are shown from the current folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectRoot {
    /// The project's folder, absolute.
    pub folder: PathBuf,
    /// The path to it from the current folder; empty where they are the same.
    pub prefix: PathBuf,
}

impl ProjectRoot {
    /// Takes the folder given with `--root`, or searches from `start` upward.
    ///
    /// # Errors
    /// [`ProjectRootError`] where no project is found.
    pub fn find(
        named: Option<&Path>,
        start: &Path,
        current: &Path,
    ) -> Result<Self, ProjectRootError> {
        let folder = match named {
            Some(named) if is_project(&current.join(named)) => current.join(named),
            Some(named) => return Err(ProjectRootError::NotAProject(named.to_owned())),
            None => {
                let start = absolute(&current.join(start));
                let found = start.ancestors().find(|folder| is_project(folder)).map(Path::to_owned);
                found.ok_or(ProjectRootError::NotFound(start))?
            }
        };
        let folder = absolute(&folder);
        let prefix = prefix(&folder, &absolute(current));
        Ok(Self { folder, prefix })
    }

    /// A path relative to the project; absolute where the two share nothing.
    pub fn path_from(&self, path: &Path) -> PathBuf {
        let path = absolute(path);
        relative(&self.folder, &path).unwrap_or(path)
    }
}

/// The path without links and dots, if it exists.
pub(super) fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn is_project(folder: &Path) -> bool {
    folder.join("personas").is_dir() && folder.join("data").is_dir()
}

fn prefix(folder: &Path, current: &Path) -> PathBuf {
    relative(current, folder).unwrap_or_else(|| folder.to_owned())
}

/// The relative path from a folder to a path; none where they share only the root of the disk.
fn relative(from: &Path, to: &Path) -> Option<PathBuf> {
    let shared = from.components().zip(to.components()).take_while(|(one, two)| one == two);
    let depth = shared.clone().count();
    shared.into_iter().find(|(one, _)| matches!(one, Component::Normal(_)))?;
    let up = from.components().skip(depth).map(|_| Component::ParentDir);
    Some(up.chain(to.components().skip(depth)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_found_upward_and_its_paths_are_shown_from_the_current_folder() {
        let folder = tempfile::tempdir().unwrap();
        let project = absolute(folder.path()).join("project");
        std::fs::create_dir_all(project.join("personas/bear")).unwrap();
        std::fs::create_dir_all(project.join("data")).unwrap();
        let find = |named: Option<&str>, current: &Path| {
            ProjectRoot::find(named.map(Path::new), Path::new(""), current).map(|root| root.prefix)
        };
        assert_eq!(find(None, &project), Ok(PathBuf::new()));
        assert_eq!(find(None, &project.join("personas/bear")), Ok(PathBuf::from("../..")));
        assert_eq!(find(Some("project"), folder.path()), Ok(PathBuf::from("project")));
        let beside = folder.path().join("beside");
        std::fs::create_dir(&beside).unwrap();
        assert_eq!(find(Some("../project"), &beside), Ok(PathBuf::from("../project")));
        assert_eq!(
            find(Some("elsewhere"), folder.path()),
            Err(ProjectRootError::NotAProject(PathBuf::from("elsewhere")))
        );
        assert!(matches!(find(None, folder.path()), Err(ProjectRootError::NotFound(_))));
    }

    #[test]
    fn paths_are_relative_to_the_project_unless_they_share_nothing_with_it() {
        let root = ProjectRoot { folder: PathBuf::from("/a/project"), prefix: PathBuf::new() };
        for (path, written) in [
            ("/a/project/experiments/x.toml", "experiments/x.toml"),
            ("/a/project", ""),
            ("/a/beside/x.toml", "../beside/x.toml"),
            ("/elsewhere/x.toml", "/elsewhere/x.toml"),
        ] {
            assert_eq!(root.path_from(Path::new(path)), Path::new(written), "{path}");
        }
    }
}
