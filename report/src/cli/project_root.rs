//! The project: the folder that holds `personas` and `data`.

use std::path::{Component, Path, PathBuf};

/// Says why there is no project.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RootError {
    /// The folder that was named is not one.
    #[error("`{}` is not a project: it has no folders `personas` and `data`", .0.display())]
    NotAProject(PathBuf),
    /// No folder from here upward is one.
    #[error(
        "no folder from `{}` upward holds `personas` and `data`; go to the project or name it with --root DIR",
        .0.display()
    )]
    NotFound(PathBuf),
    /// The folder one stands in is gone, or cannot be read.
    #[error("nobody can tell what the current folder is: {0}; go to a folder that is there")]
    Nowhere(String),
}

/// The folder one stands in.
///
/// # Errors
/// [`RootError::Nowhere`] where it is gone.
pub(super) fn here() -> Result<PathBuf, RootError> {
    std::env::current_dir().map_err(|error| RootError::Nowhere(error.to_string()))
}

/// A project and how paths in it are shown to somebody who stands elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// The folder, absolute.
    pub folder: PathBuf,
    /// What leads there from the current folder; empty where they are the same.
    pub prefix: PathBuf,
}

impl Root {
    /// Takes the folder that was named, or looks from `start` upward.
    ///
    /// # Errors
    /// [`RootError`] where it is not a project.
    pub fn find(named: Option<&Path>, start: &Path, here: &Path) -> Result<Self, RootError> {
        let folder = match named {
            Some(named) if is_project(&here.join(named)) => here.join(named),
            Some(named) => return Err(RootError::NotAProject(named.to_owned())),
            None => {
                let start = absolute(&here.join(start));
                let found = start.ancestors().find(|folder| is_project(folder)).map(Path::to_owned);
                found.ok_or(RootError::NotFound(start))?
            }
        };
        let folder = absolute(&folder);
        let prefix = prefix(&folder, &absolute(here));
        Ok(Self { folder, prefix })
    }

    /// A path as it is written from the project: with `..` where it lies beside, absolute where it lies far off.
    pub fn path_from(&self, path: &Path) -> PathBuf {
        let path = absolute(path);
        relative(&self.folder, &path).unwrap_or(path)
    }
}

/// The path without links and dots where it exists.
pub(super) fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn is_project(folder: &Path) -> bool {
    folder.join("personas").is_dir() && folder.join("data").is_dir()
}

fn prefix(folder: &Path, here: &Path) -> PathBuf {
    relative(here, folder).unwrap_or_else(|| folder.to_owned())
}

/// The way from one folder to a path; none where they share nothing but the root of the disk.
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
    fn a_project_is_found_upward_and_shown_from_where_one_stands() {
        let place = tempfile::tempdir().unwrap();
        let project = absolute(place.path()).join("project");
        std::fs::create_dir_all(project.join("personas/bear")).unwrap();
        std::fs::create_dir_all(project.join("data")).unwrap();
        let find = |named: Option<&str>, here: &Path| {
            Root::find(named.map(Path::new), Path::new(""), here).map(|root| root.prefix)
        };
        assert_eq!(find(None, &project), Ok(PathBuf::new()));
        assert_eq!(find(None, &project.join("personas/bear")), Ok(PathBuf::from("../..")));
        assert_eq!(find(Some("project"), place.path()), Ok(PathBuf::from("project")));
        let beside = place.path().join("beside");
        std::fs::create_dir(&beside).unwrap();
        assert_eq!(find(Some("../project"), &beside), Ok(PathBuf::from("../project")));
        assert_eq!(
            find(Some("elsewhere"), place.path()),
            Err(RootError::NotAProject(PathBuf::from("elsewhere")))
        );
        assert!(matches!(find(None, place.path()), Err(RootError::NotFound(_))));
    }

    #[test]
    fn paths_are_written_from_the_project_unless_they_share_nothing_with_it() {
        let root = Root { folder: PathBuf::from("/a/project"), prefix: PathBuf::new() };
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
